import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { type Business, formatFor } from "../../storefront/appointment/page.ts";
import { row } from "../file.ts";
import type { Session } from "../Home.tsx";
import { Part } from "../Part.tsx";
import { goesOn, useClasses } from "./use-classes.ts";

/** The group classes of their pets that are over; what could not be read is said where the others stand. */
export const PastClasses = ({ session, business }: { session: Session; business: Business }) => {
  const format = formatFor(business);
  const classes = (useClasses(session).data?.classes ?? []).filter((one) => !goesOn(one));
  if (classes.length === 0) return null;
  return (
    <Part title="Past classes">
      {classes.map(({ classPlaceId, className, petName, sessions, cancelled }) => (
        <Box key={classPlaceId} sx={row}>
          <Typography variant="subtitle1">
            {className} for {petName}
          </Typography>
          <Typography color="textSecondary">
            {[...new Set([sessions[0], sessions.at(-1)].flatMap((one) => one?.date ?? []))].map((date) => format.day(date)).join(" to ")}
            {cancelled && " · canceled"}
          </Typography>
        </Box>
      ))}
    </Part>
  );
};
