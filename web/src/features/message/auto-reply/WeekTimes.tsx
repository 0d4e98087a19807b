import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Typography from "@mui/material/Typography";
import { WEEKDAYS } from "../../../ui/format/dates.ts";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { Icon } from "../../../ui/icons.tsx";
import { TimeField } from "../../../ui/inputs/TimeField.tsx";
import type { DraftRange } from "./ranges.ts";

type Props = { week: DraftRange[][]; onChange: (week: DraftRange[][]) => void };

/** When clients are answered, weekday by weekday. */
export const WeekTimes = ({ week, onChange }: Props) => {
  const { weekStart } = usePreferences();
  const set = (day: number, ranges: DraftRange[]) => onChange(week.map((old, n) => (n === day ? ranges : old)));
  return (
    <Box component="ul" aria-label="Weekdays" sx={{ listStyle: "none", m: 0, p: 0, display: "grid", gap: 1.5 }}>
      {WEEKDAYS.map((_, n) => (n + weekStart) % 7).map((day) => (
        <Box component="li" key={day} sx={{ display: "flex", flexWrap: "wrap", columnGap: 1.5, rowGap: 1, alignItems: "flex-start" }}>
          <Typography variant="subtitle2" sx={{ width: 96, pt: 1 }}>
            {WEEKDAYS[day]}
          </Typography>
          <DayTimes name={WEEKDAYS[day] ?? ""} ranges={week[day] ?? []} onChange={(ranges) => set(day, ranges)} />
        </Box>
      ))}
    </Box>
  );
};

const DayTimes = ({ name, ranges, onChange }: { name: string; ranges: DraftRange[]; onChange: (ranges: DraftRange[]) => void }) => {
  const put = (at: number, change: Partial<DraftRange>) => onChange(ranges.map((old, n) => (n === at ? { ...old, ...change } : old)));
  return (
    <Box sx={{ display: "grid", gap: 1, justifyItems: "start" }}>
      {ranges.map((range, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: ranges have no other name
        <Box key={at} role="group" aria-label={`${name}, times ${at + 1}`} sx={{ display: "flex", alignItems: "center", gap: 1 }}>
          <TimeField label="From" value={range.start} onChange={(start) => put(at, { start })} sx={{ width: 112 }} />
          <TimeField label="To" value={range.end} onChange={(end) => put(at, { end })} sx={{ width: 112 }} />
          <IconButton aria-label={`Remove these times on ${name}`} onClick={() => onChange(ranges.filter((_, n) => n !== at))}>
            <Icon name="close" sx={{ width: 15, height: 15 }} />
          </IconButton>
        </Box>
      ))}
      <Button
        size="small"
        variant="text"
        aria-label={`Add times on ${name}`}
        disabled={ranges.length >= 20}
        onClick={() => onChange([...ranges, { start: undefined, end: undefined }])}
      >
        {ranges.length === 0 ? "No answer · add times" : "Add times"}
      </Button>
    </Box>
  );
};
