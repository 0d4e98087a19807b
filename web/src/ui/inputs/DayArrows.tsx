import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import { addDays } from "../format/dates.ts";
import { Icon } from "../icons.tsx";
import { PickDay } from "./PickDay.tsx";

/** A page's day: the one before, the one after, any other, and back to today. */
export const DayArrows = ({ date, today, onDate }: { date: string; today: string; onDate: (date: string) => void }) => (
  <Box sx={{ display: "flex", gap: 0.5, alignItems: "center" }}>
    <IconButton aria-label="The day before" onClick={() => onDate(addDays(date, -1))}>
      <Icon name="left" />
    </IconButton>
    <IconButton aria-label="The day after" onClick={() => onDate(addDays(date, 1))}>
      <Icon name="right" />
    </IconButton>
    <PickDay value={date} onPick={onDate} />
    {date !== today && <Button onClick={() => onDate(today)}>Today</Button>}
  </Box>
);
