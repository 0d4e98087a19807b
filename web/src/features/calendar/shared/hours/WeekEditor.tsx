import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import IconButton from "@mui/material/IconButton";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import { formatDay } from "../../../../ui/format/dates.ts";
import { formatDurationShort } from "../../../../ui/format/duration.ts";
import { usePreferences } from "../../../../ui/format/preferences.ts";
import { Icon } from "../../../../ui/icons.tsx";
import { TimeField } from "../../../../ui/inputs/TimeField.tsx";
import { addBreak, addRange, type Day, dayProblem, type Range, toggleDay, weekMinutes } from "./hours.ts";

/** 2023-01-01 was a Sunday. */
const dayName = (weekday: number): string => formatDay(`2023-01-0${weekday + 1}`, "dddd");

type Props = { week: Day[]; onChange: (week: Day[]) => void; disabled?: boolean };

/** Working hours of one week: each day on or off, with one or more ranges. */
export const WeekEditor = ({ week, onChange, disabled = false }: Props) => {
  const { weekStart } = usePreferences();
  const order = Array.from({ length: 7 }, (_, at) => (at + weekStart) % 7);
  const set = (weekday: number, day: Day) => onChange(week.map((old, at) => (at === weekday ? day : old)));
  const first = week[order[0] ?? 0];
  return (
    <Box>
      {order.map((weekday, at) => {
        const day = week[weekday];
        if (!day) return null;
        return (
          <DayRow
            key={weekday}
            name={dayName(weekday)}
            day={day}
            disabled={disabled}
            onChange={(next) => set(weekday, next)}
            {...(at > 0 && first?.on && { onCopy: () => set(weekday, { ...first, rest: day.rest }) })}
          />
        );
      })}
      <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
        {formatDurationShort(weekMinutes(week))} a week
      </Typography>
    </Box>
  );
};

type RowProps = {
  name: string;
  day: Day;
  disabled: boolean;
  onChange: (day: Day) => void;
  onCopy?: () => void;
  /** The hours below the name, where there is little room beside it. */
  stacked?: boolean;
};

export const DayRow = ({ name, day, disabled, onChange, onCopy, stacked = false }: RowProps) => {
  const problem = dayProblem(day);
  const setRange = (at: number, range: Range) => onChange({ ...day, ranges: day.ranges.map((old, n) => (n === at ? range : old)) });
  return (
    <Box
      sx={{
        display: "grid",
        gridTemplateColumns: { xs: "1fr", md: stacked ? "1fr" : "150px 1fr" },
        alignItems: "start",
        py: 0.75,
        borderTop: 1,
        borderColor: "lineSoft",
        "&:first-of-type": { borderTop: 0 },
      }}
    >
      <FormControlLabel
        disabled={disabled}
        control={<Switch checked={day.on} onChange={(_, on) => onChange(toggleDay(day, on))} />}
        label={name}
      />
      {day.on ? (
        <Box sx={{ display: "grid", gap: 0.75 }}>
          {day.ranges.map((range, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: ranges have no other name
            <Box key={at} sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1 }}>
              <TimeField
                disabled={disabled}
                label="From"
                value={range.start}
                onChange={(start) => setRange(at, { ...range, start })}
                step={15}
                fullWidth={false}
                sx={{ width: 118 }}
              />
              <TimeField
                disabled={disabled}
                label="To"
                value={range.end}
                onChange={(end) => setRange(at, { ...range, end: end === 0 ? 1440 : end })}
                step={15}
                fullWidth={false}
                sx={{ width: 118 }}
              />
              <IconButton
                disabled={disabled}
                aria-label={`Remove these hours on ${name}`}
                onClick={() => onChange({ ...day, ranges: day.ranges.filter((_, n) => n !== at) })}
              >
                <Icon name="close" sx={{ width: 15, height: 15 }} />
              </IconButton>
            </Box>
          ))}
          {!disabled && <AddToDay name={name} day={day} onChange={onChange} />}
          {problem && (
            <Typography role="alert" variant="body2" color="error">
              {problem}
            </Typography>
          )}
        </Box>
      ) : (
        <Box sx={{ display: "flex", alignItems: "center", minHeight: 38, gap: 1 }}>
          <Typography color="textSecondary">Off</Typography>
          {onCopy && !disabled && (
            <Button size="small" variant="text" onClick={onCopy}>
              Same as the first day
            </Button>
          )}
        </Box>
      )}
    </Box>
  );
};

const AddToDay = ({ name, day, onChange }: Pick<RowProps, "name" | "day" | "onChange">) => {
  const withBreak = addBreak(day);
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, ml: -0.75 }}>
      {withBreak && (
        <Button size="small" variant="text" aria-label={`Add a break on ${name}`} onClick={() => onChange(withBreak)}>
          Add a break
        </Button>
      )}
      <Button size="small" variant="text" aria-label={`Add hours on ${name}`} onClick={() => onChange(addRange(day))}>
        Add hours
      </Button>
    </Box>
  );
};
