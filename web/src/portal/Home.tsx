import type { PortalPerson } from "@leashline/proto/leashline/online_booking/v1/portal_file_pb.js";
import type { GetPortalResponse } from "@leashline/proto/leashline/online_booking/v1/portal_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { type Business, formatFor } from "../storefront/appointment/page.ts";
import { messageOf } from "../ui/feedback/call-errors.ts";
import { Again } from "./again/Again.tsx";
import { BookButton } from "./BookButton.tsx";
import { Classes } from "./classes/Classes.tsx";
import { PastClasses } from "./classes/PastClasses.tsx";
import { Messages } from "./Messages.tsx";
import { OnFile } from "./OnFile.tsx";
import { Part } from "./Part.tsx";
import { Past } from "./Past.tsx";
import { Signed } from "./signed/Signed.tsx";
import { ToDo } from "./ToDo.tsx";
import { VisitLink } from "./VisitLink.tsx";
import { Asked } from "./waits/Asked.tsx";
import { Waits } from "./waits/Waits.tsx";

export type Session = { bookOnlineName: string; visitorToken: string; personId: string };

type Props = {
  session: Session;
  business: Business;
  place: GetPortalResponse;
  onPerson: (id: string) => void;
  onChanged: () => void;
  onLeave: () => void;
  leaving: boolean;
  notLeft: unknown;
};

/** What is theirs: what lies ahead, what waits for an answer, and what was. */
export const Home = ({ session, business, place, onPerson, onChanged, onLeave, leaving, notLeft }: Props) => {
  const person = place.people.find(({ personId }) => personId === place.personId);
  return (
    <>
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1 }}>
        <Typography variant="display" component="h2" sx={{ fontSize: "1.5rem", flex: 1, minWidth: 0, overflowWrap: "anywhere" }}>
          {person?.firstName ? `Hello, ${person.firstName}` : "Hello"}
        </Typography>
        <Button onClick={onLeave} loading={leaving} sx={{ minHeight: 44 }}>
          Sign out
        </Button>
      </Box>
      {notLeft !== null && <Alert severity="error">You are still signed in. {messageOf(notLeft)}</Alert>}
      {place.people.length > 1 && <Who people={place.people} chosen={place.personId} onPerson={onPerson} />}
      {business.bookOnlineName && <BookButton business={business} place={place} session={session} />}
      {person && business.bookOnlineName && <Again session={session} business={business} place={place} />}
      {person && <ToDo session={session} business={business} />}
      {place.waiting.length > 0 && <Asked session={session} business={business} waiting={place.waiting} onChanged={onChanged} />}
      {person && <Waits session={session} business={business} />}
      <Part title="Coming up">
        {place.upcoming.map((visit) => (
          <VisitLink key={visit.token} business={business} visit={visit} />
        ))}
        {place.upcoming.length === 0 && (
          <Typography color="textSecondary">
            {person
              ? "Nothing is booked right now."
              : `You have no visits under ${signedInAs(place, business)} yet. Been here before? Sign out and use the phone number or email ${business.businessName} has for you.`}
          </Typography>
        )}
      </Part>
      {person && <Classes session={session} business={business} />}
      {person && <OnFile session={session} business={business} place={place} />}
      {person && <Signed session={session} business={business} />}
      {person && <Messages session={session} business={business} />}
      {person && <Past session={session} business={business} />}
      {person && <PastClasses session={session} business={business} />}
      <Typography variant="body2" color="textSecondary">
        Signed in as {signedInAs(place, business)}, for 30 days on this device.
      </Typography>
    </>
  );
};

const signedInAs = ({ signedInAs: contact }: GetPortalResponse, business: Business): string =>
  contact.includes("@") ? contact : formatFor(business).phone(contact);

type WhoProps = { people: PortalPerson[]; chosen: string; onPerson: (id: string) => void };

/** Several people of a family share a number: each is a client of their own. */
const Who = ({ people, chosen, onPerson }: WhoProps) => (
  <TextField select label="Whose visits" value={chosen} onChange={(event) => onPerson(event.target.value)}>
    {people.map(({ personId, firstName, lastName }) => (
      <MenuItem key={personId} value={personId}>
        {`${firstName} ${lastName}`.trim() || "No name"}
      </MenuItem>
    ))}
  </TextField>
);
