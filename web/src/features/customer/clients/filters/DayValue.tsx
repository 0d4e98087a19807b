import { daysFromToday } from "@leashline/proto/rules/client-filter.ts";
import Box from "@mui/material/Box";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { DateField } from "../../../../ui/inputs/DateField.tsx";

type Way = "day" | "ago" | "ahead";
type Props = { label: string; value: string; onChange: (value: string) => void };

const wayOf = (value: string): Way => {
  const days = daysFromToday(value);
  if (days === undefined) return "day";
  return days > 0 ? "ahead" : "ago";
};
const fromDays = (way: Way, days: string): string => {
  if (days === "") return "";
  return Number(days) === 0 ? "today" : `today${way === "ago" ? "-" : "+"}${Number(days)}`;
};

/** A day of the calendar, or one that is counted from whatever day it is. */
export const DayValue = ({ label, value, onChange }: Props) => {
  const [way, setWay] = useState(wayOf(value));
  const choose = (next: Way) => {
    setWay(next);
    onChange(next === "day" ? "" : fromDays(next, "30"));
  };
  const days = daysFromToday(value);
  return (
    <Box sx={{ display: "flex", gap: 1 }}>
      <TextField
        select
        size="small"
        label={`${label}: how`}
        value={way}
        onChange={({ target }) => choose(target.value as Way)}
        sx={{ minWidth: 150 }}
      >
        <MenuItem value="day">a date</MenuItem>
        <MenuItem value="ago">days ago</MenuItem>
        <MenuItem value="ahead">days from now</MenuItem>
      </TextField>
      {way === "day" ? (
        <DateField size="small" label={label} value={value} onChange={onChange} eager sx={{ flex: 1 }} />
      ) : (
        <TextField
          size="small"
          label={`${label}: days`}
          value={days === undefined ? "" : String(Math.abs(days))}
          onChange={({ target }) => /^\d{0,4}$/.test(target.value) && onChange(fromDays(way, target.value))}
          slotProps={{ htmlInput: { inputMode: "numeric", autoComplete: "off" } }}
          sx={{ flex: 1 }}
        />
      )}
    </Box>
  );
};
