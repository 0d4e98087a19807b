import Box from "@mui/material/Box";
import FormControlLabel from "@mui/material/FormControlLabel";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { AddHours, AddSlot, RangeRows, SlotRows } from "./HourRows.tsx";
import { type Day, dayProblem, toggleDay } from "./hours.ts";

type Props = {
  name: string;
  day: Day;
  disabled: boolean;
  bySlot: boolean;
  onChange: (day: Day) => void;
  /** The hours below the name, where there is little room beside it. */
  stacked?: boolean;
  /** What else can be done with the day. */
  children?: ReactNode;
};

export const DayRow = ({ name, day, disabled, bySlot, onChange, stacked = false, children }: Props) => {
  const problem = dayProblem(day, bySlot);
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
        control={<Switch checked={day.on} onChange={(_, on) => onChange(toggleDay(day, on, bySlot))} />}
        label={name}
      />
      {day.on ? (
        <Box sx={{ display: "grid", gap: 0.75 }}>
          {bySlot ? <SlotRows {...{ name, day, disabled, onChange }} /> : <RangeRows {...{ name, day, disabled, onChange }} />}
          <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, ml: -0.75 }}>
            {!disabled && (bySlot ? <AddSlot {...{ name, day, onChange }} /> : <AddHours {...{ name, day, onChange }} />)}
            {children}
          </Box>
          {problem && (
            <Typography role="alert" variant="body2" color="error">
              {problem}
            </Typography>
          )}
        </Box>
      ) : (
        <Box sx={{ display: "flex", alignItems: "center", minHeight: 38 }}>
          <Typography color="textSecondary">Off</Typography>
        </Box>
      )}
    </Box>
  );
};
