import type { Appointment } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { pathTo } from "../../../app/routes/paths.ts";
import { dayToIso, isDay } from "../../../ui/format/dates.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { TextLink } from "../../../ui/links/Link.tsx";
import { Money } from "../../../ui/Money.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { useReturnAhead } from "../../payment/shared/useReturnAhead.ts";
import { paymentState, visitPets, visitState } from "../shared/appointment-text.ts";

/** One visit in a line: when, for whom, what, in which state, for how much. */
export const BookingLine = ({ visit }: { visit: Appointment }) => {
  const format = useFormat();
  const state = visitState(visit);
  const paid = paymentState(visit, useReturnAhead(visit)?.held);
  const day = isDay(visit.appointmentDate) ? dayToIso(visit.appointmentDate) : "";
  const endDay = isDay(visit.endDate) ? dayToIso(visit.endDate) : day;
  return (
    <Box
      component="li"
      sx={{
        display: "grid",
        gridTemplateColumns: { xs: "1fr auto", md: "150px 1fr auto auto" },
        columnGap: 2,
        alignItems: "center",
        py: 1,
        borderBottom: 1,
        borderColor: "lineSoft",
        "&:last-child": { borderBottom: 0 },
      }}
    >
      <Box>
        <TextLink to={pathTo("/calendar/grooming", {}, { date: day, appointment: visit.id })} color="inherit" sx={{ fontWeight: 600 }}>
          {format.shortDay(day)} {day.slice(0, 4) !== format.now().date.slice(0, 4) && day.slice(0, 4)}
        </TextLink>
        <Typography variant="body2" color="textSecondary">
          {endDay > day
            ? `${format.minutes(visit.startTime)} – ${format.shortDay(endDay)}, ${format.minutes(visit.endTime)}`
            : format.range(visit.startTime, visit.endTime)}
        </Typography>
      </Box>
      <Typography noWrap sx={{ gridRow: { xs: 2, md: "auto" }, gridColumn: { xs: "1 / -1", md: "auto" } }}>
        {visitPets(visit)}
      </Typography>
      <Box sx={{ display: "flex", gap: 0.5, justifyContent: "flex-end" }}>
        <StatusChip tone={state.tone}>{state.label}</StatusChip>
        {paid && <StatusChip tone={paid.tone}>{paid.label}</StatusChip>}
      </Box>
      <Box sx={{ display: { xs: "none", md: "block" }, textAlign: "right", minWidth: 78 }}>
        <Money value={visit.estimatedTotalPrice} />
      </Box>
    </Box>
  );
};
