import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { addDays, nowIn } from "../../../../ui/format/dates.ts";
import { usePreferences } from "../../../../ui/format/preferences.ts";
import { plural } from "../../../../ui/format/text.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { DateField } from "../../../../ui/inputs/DateField.tsx";
import { TimeField } from "../../../../ui/inputs/TimeField.tsx";
import { daysBetween } from "../../shared/stay/stay-days.ts";

/** From when to when, in local days and minutes since midnight. */
export type StaySpan = { from: string; start: number | undefined; to: string; end: number | undefined };

export const isSpan = ({ from, start, to, end }: StaySpan): boolean => from !== "" && to > from && start !== undefined && end !== undefined;

export const nightsText = ({ from, to }: StaySpan): string => plural(daysBetween(from, to), "night");

type Props = {
  span: StaySpan;
  onChange: (span: StaySpan) => void;
  /** Of a stay that is not booked yet. */
  isNew?: boolean;
};

/** When they come and when they leave. A later arrival keeps the nights. */
export const StayWhen = ({ span, onChange, isNew = false }: Props) => {
  const { zone } = usePreferences();
  const { shortDay } = useFormat();
  const { from, start, to, end } = span;
  const arrive = (date: string) =>
    onChange({ ...span, from: date, to: date < to ? to : addDays(date, Math.max(1, daysBetween(from, to))) });
  return (
    <Box role="group" aria-label="Stay" sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1.5 }}>
      <DateField label="Arrives" value={from} onChange={(date) => date && arrive(date)} />
      <TimeField label="At" aria-label="Arrives at" value={start} onChange={(minutes) => onChange({ ...span, start: minutes })} required />
      <DateField
        label="Leaves"
        value={to}
        onChange={(date) => date && onChange({ ...span, to: date })}
        error={to <= from}
        helperText={to <= from ? "Must be after the day of arrival" : undefined}
      />
      <TimeField label="At" aria-label="Leaves at" value={end} onChange={(minutes) => onChange({ ...span, end: minutes })} required />
      {to > from && (
        <Typography color="textSecondary" sx={{ gridColumn: "1 / -1", mt: -0.5 }}>
          {nightsText(span)}
        </Typography>
      )}
      {isNew && from !== "" && from < nowIn(zone).date && (
        <Alert severity="warning" sx={{ gridColumn: "1 / -1" }}>
          {to < nowIn(zone).date
            ? `This stay is over: it ended on ${shortDay(to)}. Book it only to keep a record of it.`
            : `This stay begins in the past, on ${shortDay(from)}. Check the day of arrival before you book it.`}
        </Alert>
      )}
    </Box>
  );
};
