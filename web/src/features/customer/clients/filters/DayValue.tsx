import { daysFromToday } from "@leashline/proto/rules/client-filter.ts";
import Box from "@mui/material/Box";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { DateField } from "../../../../ui/inputs/DateField.tsx";
import { fromDays, shownWay, type Way, wayOf } from "./day-way.ts";

type Props = { label: string; value: string; onChange: (value: string) => void };

/** A day of the calendar, or one that is counted from whatever day it is. */
export const DayValue = ({ label, value, onChange }: Props) => {
  const [chosen, setChosen] = useState(wayOf(value));
  const way = shownWay(value, chosen);
  const choose = (next: Way) => {
    setChosen(next);
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
          onChange={({ target }) => {
            if (!/^\d{0,4}$/.test(target.value)) return;
            setChosen(way);
            onChange(fromDays(way, target.value));
          }}
          slotProps={{ htmlInput: { inputMode: "numeric", autoComplete: "off" } }}
          sx={{ flex: 1 }}
        />
      )}
    </Box>
  );
};
