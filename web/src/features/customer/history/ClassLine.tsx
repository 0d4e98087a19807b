import type { ClientClass } from "@leashline/proto/leashline/calendar/v1/class_hold_service_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { pathTo } from "../../../app/routes/paths.ts";
import { dayToIso } from "../../../ui/format/dates.ts";
import { plural } from "../../../ui/format/text.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { TextLink } from "../../../ui/links/Link.tsx";
import { Money } from "../../../ui/Money.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { ahead } from "../shared/classes/client-classes.ts";
import { standingSession } from "./next-visits.ts";

/** A pet's place in a class: its next session and how many are left, or when the last one was. */
export const ClassLine = ({ place }: { place: ClientClass }) => {
  const format = useFormat();
  const { enrolment, className, cancelled } = place;
  const left = ahead(place);
  const shown = standingSession(place);
  const day = shown?.date ? dayToIso(shown.date) : "";
  const state = cancelled ? "Canceled" : left.length > 0 ? `${plural(left.length, "session")} left` : "Over";
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
        <TextLink to={pathTo("/calendar/groupClass", {}, { class: enrolment?.classId ?? "" })} color="inherit" sx={{ fontWeight: 600 }}>
          {day ? format.shortDay(day) : className} {day.slice(0, 4) !== format.now().date.slice(0, 4) && day.slice(0, 4)}
        </TextLink>
        <Typography variant="body2" color="textSecondary">
          {shown && format.range(shown.startTime, shown.endTime)}
        </Typography>
      </Box>
      <Typography noWrap sx={{ gridRow: { xs: 2, md: "auto" }, gridColumn: { xs: "1 / -1", md: "auto" } }}>
        {[enrolment?.petName, `${className} (class)`].filter(Boolean).join(": ")}
      </Typography>
      <StatusChip tone="plain">{state}</StatusChip>
      <Box sx={{ display: { xs: "none", md: "block" }, textAlign: "right", minWidth: 78 }}>
        <Money value={enrolment?.price} />
      </Box>
    </Box>
  );
};
