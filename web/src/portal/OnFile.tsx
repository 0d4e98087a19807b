import { ContactType } from "@leashline/proto/leashline/customer/v1/contact_pb.js";
import type { PortalPet } from "@leashline/proto/leashline/online_booking/v1/portal_file_pb.js";
import type { GetPortalResponse } from "@leashline/proto/leashline/online_booking/v1/portal_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { type Business, formatFor } from "../storefront/appointment/page.ts";
import { ErrorState } from "../ui/feedback/ErrorState.tsx";
import { BookButton } from "./BookButton.tsx";
import { Cards } from "./Cards.tsx";
import { Correct } from "./correct/Correct.tsx";
import { fieldsOfPet } from "./correct/correct-fields.ts";
import { Own } from "./correct/Own.tsx";
import { row, useFile } from "./file.ts";
import type { Session } from "./Home.tsx";
import { Part } from "./Part.tsx";
import { Task } from "./Task.tsx";
import { standsText } from "./vaccines/vaccine-words.ts";

type Props = { session: Session; business: Business; place: GetPortalResponse };

/** Their pets, forms and cards, as the business has them. */
export const OnFile = ({ session, business, place }: Props) => {
  const { data, error, refetch } = useFile(session);
  const file = data?.file;
  const { phone } = formatFor(business);
  if (error && !file) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!file) return <Skeleton variant="rounded" height={90} />;
  const again = () => void refetch();
  return (
    <>
      {file.own && <Own session={session} business={business} file={file} own={file.own} onDone={again} />}
      {file.pets.length > 0 && (
        <Part title={file.pets.length === 1 ? "Your pet" : "Your pets"}>
          {file.pets.map((pet) => (
            <Pet key={pet.petId} pet={pet} weightUnit={file.weightUnit} business={business} session={session} onCorrected={again}>
              {business.bookOnlineName && file.pets.length > 1 && (
                <BookButton business={business} place={place} session={session} pet={pet} />
              )}
            </Pet>
          ))}
        </Part>
      )}
      {file.contacts.length > 0 && (
        <Part title="Family and contacts">
          {file.contacts.map(({ name, title, type, phoneNumber }) => (
            <Box key={`${name} ${phoneNumber}`} sx={row}>
              <Typography variant="subtitle1">{name || phone(phoneNumber)}</Typography>
              <Typography color="textSecondary">
                {[title, roles[type], name && phoneNumber && phone(phoneNumber)].filter(Boolean).join(" · ")}
              </Typography>
            </Box>
          ))}
          <Typography variant="body2" color="textSecondary">
            {business.businessName} may reach them about your pets. Only you sign in here, with your own number or email. Something changed?
            Write to {business.businessName} below.
          </Typography>
        </Part>
      )}
      {file.forms.length > 0 && (
        <Part title="Forms">
          {file.forms.map((task) => (
            <Task key={task.url} task={task} action="Fill in" />
          ))}
        </Part>
      )}
      {(file.cards.length > 0 || file.cardUrl !== "") && <Cards session={session} file={file} onChanged={again} />}
    </>
  );
};

const roles: Partial<Record<ContactType, string>> = {
  [ContactType.EMERGENCY]: "for emergencies",
  [ContactType.PICKUP]: "may pick up",
};

type PetProps = { pet: PortalPet; weightUnit: string; business: Business; session: Session; onCorrected: () => void; children: ReactNode };

const Pet = ({ pet, weightUnit, business, session, onCorrected, children }: PetProps) => {
  const { petName, petType, breed, birthday, vaccines, proofUrl } = pet;
  const format = formatFor(business);
  return (
    <Box sx={row}>
      <Box sx={{ display: "flex", alignItems: "center", gap: 1 }}>
        <Typography variant="subtitle1" sx={{ flex: 1, minWidth: 0 }}>
          {petName}
        </Typography>
        {children}
      </Box>
      <Typography color="textSecondary">
        {[petType, breed, birthday && `born ${format.day(birthday)}`].filter(Boolean).join(" · ")}
      </Typography>
      {vaccines.map((one) => (
        <Typography key={one.vaccineName} variant="body2" sx={{ mt: 0.5, color: one.tag === "" ? "text.primary" : "tone.warn.main" }}>
          {one.vaccineName}: {standsText(one, format.day)}
        </Typography>
      ))}
      {proofUrl !== "" && (
        <Button href={proofUrl} variant="outlined" aria-label={`Send proof for ${petName}`} sx={{ mt: 1, minHeight: 44 }}>
          Send proof
        </Button>
      )}
      <Correct session={session} name={petName} fields={() => fieldsOfPet(pet, weightUnit)} onDone={onCorrected} />
    </Box>
  );
};
