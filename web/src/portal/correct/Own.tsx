import type { PortalFile, PortalOwn } from "@leashline/proto/leashline/online_booking/v1/portal_file_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { type Business, formatFor } from "../../storefront/appointment/page.ts";
import { streetText, townText } from "../../ui/format/address.ts";
import { row } from "../file.ts";
import type { Session } from "../Home.tsx";
import { Part } from "../Part.tsx";
import { Correct } from "./Correct.tsx";
import { fieldsOfOwn } from "./correct-fields.ts";

type Props = { session: Session; business: Business; file: PortalFile; own: PortalOwn; onDone: () => void };

/** How the business reaches them, and what they corrected that it has not taken over. */
export const Own = ({ session, business, file, own, onDone }: Props) => {
  const phone = own.phoneNumber && formatFor(business).phone(own.phoneNumber);
  const lines = [phone, own.email, streetText(own), townText(own)].filter(Boolean);
  return (
    <Part title="Your details">
      <Box sx={row}>
        <Typography variant="subtitle1">{`${own.firstName} ${own.lastName}`.trim() || "No name"}</Typography>
        {lines.map((line) => (
          <Typography key={line} color="textSecondary">
            {line}
          </Typography>
        ))}
        <Correct session={session} name="your details" fields={() => fieldsOfOwn(own)} onDone={onDone} />
      </Box>
      {file.corrections.map(({ label, given, dismissed }) => (
        <Typography key={label} variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
          {label}: {given || "none"} ({dismissed ? `${business.businessName} didn’t change it` : "being checked"})
        </Typography>
      ))}
      <Typography variant="body2" color="textSecondary">
        {file.correctionsAtOnce
          ? `Your changes are saved right away. ${business.businessName} checks a new phone number or email first.`
          : `${business.businessName} checks your changes before they are saved.`}
      </Typography>
    </Part>
  );
};
