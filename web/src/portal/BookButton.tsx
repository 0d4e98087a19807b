import type { PortalPet } from "@leashline/proto/leashline/online_booking/v1/portal_file_pb.js";
import type { GetPortalResponse } from "@leashline/proto/leashline/online_booking/v1/portal_pb.js";
import Button from "@mui/material/Button";
import { pathTo } from "../app/routes/paths.ts";
import { type Business, formatFor } from "../storefront/appointment/page.ts";
import { beginFor, type KnownPet } from "../storefront/draft.ts";
import { useFile } from "./file.ts";
import type { Session } from "./Home.tsx";

type Props = { business: Business; place: GetPortalResponse; session: Session; pet?: PortalPet };

/** Leads on to the booking page, another document, which then knows who it is and which pet: the one that is named, or the only one. */
export const BookButton = ({ business, place, session, pet }: Props) => {
  const { bookOnlineName } = business;
  const all = useFile(session).data?.file?.pets ?? [];
  const { signedInAs: contact, personId, people } = place;
  const person = people.find((one) => one.personId === personId);
  const begin = () => {
    const known = pet ? [pet] : all.length === 1 ? all : [];
    const reach = contact.includes("@")
      ? { phoneNumber: "", email: contact }
      : { phoneNumber: formatFor(business).phone(contact), email: "" };
    const whole = person && { firstName: person.firstName, lastName: person.lastName, ...reach };
    if (whole) beginFor(bookOnlineName.toLowerCase(), whole, known.map(knownOf), all.map(knownOf));
  };
  return (
    <Button
      href={pathTo("/ol/:bookOnlineName/book", { bookOnlineName })}
      onClick={begin}
      variant={pet ? "outlined" : "contained"}
      color="primary"
      {...(pet ? { "aria-label": `Book a visit for ${pet.petName}` } : { size: "large" as const })}
      sx={{ minHeight: pet ? 44 : 50 }}
    >
      {pet ? "Book" : "Book a visit"}
    </Button>
  );
};

const knownOf = ({ petName, petType, breed, weight }: PortalPet): KnownPet => ({
  ...{ petName, petType, breed },
  weight: weight > 0 ? String(weight) : "",
});
