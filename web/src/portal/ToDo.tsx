import type { PortalBill, PortalPet } from "@leashline/proto/leashline/online_booking/v1/portal_file_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { type Business, formatFor } from "../storefront/appointment/page.ts";
import { row, useFile } from "./file.ts";
import type { Session } from "./Home.tsx";
import { Part } from "./Part.tsx";
import { Task } from "./Task.tsx";
import { standsText, toProve } from "./vaccines/vaccine-words.ts";

type Props = { session: Session; business: Business };

/** What waits for them: to pay, to sign, and to prove of their pets. Nothing where nothing does. */
export const ToDo = ({ session, business }: Props) => {
  const file = useFile(session).data?.file;
  const pets = file?.pets.filter((pet) => toProve(pet).length > 0) ?? [];
  if (!file || file.toPay.length + file.toSign.length + pets.length === 0) return null;
  return (
    <Part title="For you to do">
      {file.toPay.map((bill) => (
        <Bill key={bill.number} bill={bill} business={business} />
      ))}
      {file.toSign.map((task) => (
        <Task key={task.url} task={task} action="Sign" />
      ))}
      {pets.map((pet) => (
        <Proof key={pet.petId} pet={pet} business={business} />
      ))}
    </Part>
  );
};

const Bill = ({ bill: { date, number, due, payUrl }, business }: { bill: PortalBill; business: Business }) => {
  const format = formatFor(business);
  return (
    <Box sx={{ ...row, display: "flex", alignItems: "center", gap: 1 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="subtitle1">{format.money(due)} to pay</Typography>
        <Typography color="textSecondary">
          {format.longDay(date)}, invoice INV-{number}
        </Typography>
        {payUrl === "" && <Typography variant="body2">Please pay at your next visit, or call {business.businessName}.</Typography>}
      </Box>
      {payUrl !== "" && (
        <Button href={payUrl} variant="contained" color="primary" aria-label={`Pay invoice INV-${number}`} sx={{ minHeight: 44 }}>
          Pay
        </Button>
      )}
    </Box>
  );
};

/** Without these no visit is booked: where proof of them is sent in. */
const Proof = ({ pet, business }: { pet: PortalPet; business: Business }) => {
  const { day } = formatFor(business);
  return (
    <Box sx={{ ...row, display: "flex", alignItems: "center", gap: 1 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="subtitle1">{pet.petName}’s vaccines</Typography>
        {toProve(pet).map((one) => (
          <Typography key={one.vaccineName} color="textSecondary">
            {one.vaccineName}: {standsText(one, day)}
          </Typography>
        ))}
      </Box>
      <Button
        href={pet.proofUrl}
        variant="contained"
        color="primary"
        aria-label={`Upload proof of ${pet.petName}’s vaccines`}
        sx={{ minHeight: 44 }}
      >
        Upload
      </Button>
    </Box>
  );
};
