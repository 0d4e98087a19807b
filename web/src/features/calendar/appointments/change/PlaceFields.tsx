import Box from "@mui/material/Box";
import { DateField } from "../../../../ui/inputs/DateField.tsx";
import { TimeField } from "../../../../ui/inputs/TimeField.tsx";
import type { Place } from "../../shared/reschedule.ts";
import { StaffSelect } from "../../shared/StaffSelect.tsx";
import { useStaff } from "../../shared/useCalendar.ts";

type Props = { to: Place; set: (change: Partial<Place>) => void; wrong: string | undefined };

/** Day, start, end and person. A new start keeps the length. */
export const PlaceFields = ({ to, set, wrong }: Props) => {
  const staff = useStaff().data?.staff ?? [];
  return (
    <>
      <DateField label="Day" value={to.date} onChange={(day) => day && set({ date: day })} />
      <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1.5 }}>
        <TimeField
          label="Start"
          value={to.startTime}
          onChange={(minutes) => minutes !== undefined && set({ startTime: minutes, endTime: minutes + to.endTime - to.startTime })}
        />
        <TimeField
          label="End"
          value={to.endTime}
          onChange={(minutes) => minutes !== undefined && set({ endTime: minutes })}
          error={Boolean(wrong)}
          helperText={wrong}
        />
      </Box>
      <StaffSelect label="Staff" staff={staff} value={to.staffId} onChange={(staffId) => set({ staffId })} />
    </>
  );
};
