import Box from "@mui/material/Box";
import { pathTo } from "../../../../app/routes/paths.ts";
import { dayToIso, isDay } from "../../../../ui/format/dates.ts";
import { TextLink } from "../../../../ui/links/Link.tsx";
import { isOver } from "../status.ts";
import type { Appointment } from "../types.ts";

/** Where the walk is started and reported. */
export const WalkLine = ({ appointment: { id, status, appointmentDate } }: { appointment: Appointment }) => {
  const date = isDay(appointmentDate) ? dayToIso(appointmentDate) : undefined;
  const walk = isOver(status) ? id : undefined;
  return (
    <Box sx={{ px: 2.25, pb: 1 }}>
      <TextLink to={pathTo("/calendar/walks", {}, { date, walk })}>{walk ? "Report of the walk" : "Walks of the day"}</TextLink>
    </Box>
  );
};
