import type { CalendarStaff, WorkingHours } from "@leashline/proto/leashline/calendar/v1/schedule_pb.js";
import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { isoToDay } from "../../../ui/format/dates.ts";
import { plural } from "../../../ui/format/text.ts";
import { type Format, useFormat } from "../../../ui/format/useFormat.ts";
import { fullName } from "../shared/columns.tsx";
import { useMaySetHours } from "../shared/hours/may-set-hours.ts";

const off: Readonly<Record<string, string>> = { closed: "Closed", override: "Day off" };
const hoursOf = (day: WorkingHours | undefined, format: Format): string => {
  if (!day || day.timeRange.length === 0) return (day && (day.note || off[day.offReason])) || "–";
  if (day.slots.length > 0) return day.slots.map((slot) => slotWords(slot, format)).join("\n");
  return day.timeRange.map(({ startTime, endTime }) => format.range(startTime, endTime)).join(", ");
};
const slotWords = ({ startTime, capacity }: WorkingHours["slots"][number], format: Format): string =>
  `${format.minutes(startTime)} · ${plural(capacity, "pet")}`;
export const hoursText = (day: WorkingHours | undefined, format: Format): string => hoursOf(day, format).replaceAll(":00", "");

type OpenProps = {
  staff: CalendarStaff;
  date: string;
  day: WorkingHours | undefined;
  onOpen: (day: WorkingHours) => void;
  children: ReactNode;
};

/** A day that is still to come is changed where it is read, by whoever may set that person's hours; on a closed date nobody's hours hold. */
export const OpenDay = ({ staff, date, day, onOpen, children }: OpenProps) => {
  const format = useFormat();
  const may = useMaySetHours(staff.staffId);
  if (!may || !day || day.offReason === "closed" || date < format.now().date) return children;
  return (
    <ButtonBase
      aria-label={`Change ${format.shortDay(isoToDay(date))} of ${fullName(staff)}`}
      onClick={() => onOpen(day)}
      sx={{ width: "100%", minHeight: { xs: 44, md: 36 }, justifyContent: "flex-start", textAlign: "left", borderRadius: 1 }}
    >
      {children}
    </ButtonBase>
  );
};

type DayProps = { day: WorkingHours | undefined; area: string | undefined; today: boolean; format: Format };
export const DayCell = ({ day, area, today, format }: DayProps) => {
  const works = (day?.timeRange.length ?? 0) > 0;
  return (
    <Box>
      <Typography
        variant="body2"
        sx={{ whiteSpace: "pre-line", color: works ? "text.primary" : "text.tertiary", fontWeight: today ? 650 : 400 }}
      >
        {hoursText(day, format)}
      </Typography>
      {area && (
        <Typography variant="caption" color="textSecondary" component="div">
          {area}
        </Typography>
      )}
      {day?.overridden && works && (
        <Typography variant="caption" color="textSecondary">
          Other hours
        </Typography>
      )}
    </Box>
  );
};
