import Box from "@mui/material/Box";
import TextField from "@mui/material/TextField";
import { type ReactNode, useState } from "react";
import { DateField } from "../../../../ui/inputs/DateField.tsx";
import { TimeField } from "../../../../ui/inputs/TimeField.tsx";
import { OwnColour } from "../../shared/AppointmentDrawer.tsx";
import { StaffSelect } from "../../shared/StaffSelect.tsx";
import type { CalendarStaff } from "../../shared/types.ts";
import type { Draft } from "./useBooking.ts";

/** Day, start and who: the visit's staff member does every service that names nobody else. */
export const When = ({ draft: { plan, set }, staff }: { draft: Draft; staff: readonly CalendarStaff[] }) => (
  <>
    <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1.5 }}>
      <DateField label="Day" value={plan.date} onChange={(date) => date && set({ date })} />
      <TimeField label="Start" value={plan.startTime} onChange={(startTime) => set({ startTime })} required />
    </Box>
    <StaffSelect label="Staff" staff={staff} value={plan.staffId} onChange={(staffId) => set({ staffId })} />
  </>
);

export const Notes = ({ draft: { plan, set } }: { draft: Draft }) => (
  <>
    <TextField
      label="Comments"
      value={plan.notes}
      onChange={(event) => set({ notes: event.target.value })}
      multiline
      minRows={2}
      slotProps={{ htmlInput: { maxLength: 5000 } }}
    />
    <TextField
      label="Alert note"
      value={plan.alert}
      onChange={(event) => set({ alert: event.target.value })}
      helperText="Shown to everyone who opens this appointment"
      slotProps={{ htmlInput: { maxLength: 2000 } }}
    />
    <OwnColour value={plan.colorCode} onChange={(colorCode) => set({ colorCode })} none="As its service" />
  </>
);

/** What was offered leaves its room behind once it is offered no more: nothing below it moves under the hand. */
export const KeepsRoom = ({ shown, children }: { shown: boolean; children: ReactNode }) => {
  const [was, setWas] = useState(shown);
  if (shown && !was) setWas(true);
  return was && <Box sx={{ display: "grid", visibility: shown ? "visible" : "hidden", "&:empty": { display: "none" } }}>{children}</Box>;
};
