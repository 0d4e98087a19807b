import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { isoToDay } from "../../../ui/format/dates.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { comingHolidays, type Holiday } from "./holidays.ts";
import type { ItemValues } from "./rule-values.ts";

type Props = { today: string; taken: readonly ItemValues[]; onPick: (holiday: Holiday) => void };

/** The holidays of this year and the next, each with a press. */
export const HolidayPicker = ({ today, taken, onPick }: Props) => {
  const format = useFormat();
  const holidays = comingHolidays(today, taken);
  return (
    <TextField
      select
      size="small"
      label="Add a holiday"
      value=""
      onChange={({ target }) => {
        const holiday = holidays.find(({ date }) => date === target.value);
        if (holiday) onPick(holiday);
      }}
      sx={{ width: { xs: "100%", md: 280 } }}
    >
      {holidays.map(({ name, date }) => (
        <MenuItem key={date} value={date}>
          {name} · {format.day(isoToDay(date))}
        </MenuItem>
      ))}
    </TextField>
  );
};
