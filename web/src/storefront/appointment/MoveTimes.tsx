import type { MoveStaff } from "@leashline/proto/leashline/online_booking/v1/appointment_link_pb.js";
import type { AvailableDay } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { TimeButton } from "../time/TimeRows.tsx";
import { type MoveTime, timesIn } from "./move-times.ts";

type Props = {
  day: AvailableDay;
  staff: readonly MoveStaff[];
  dayName: string;
  /** A start as the client is told it. */
  told: (startTime: number) => string;
  wide: boolean;
  chosen: MoveTime | undefined;
  onPick: (time: MoveTime) => void;
};

/** The free times of a day by the clock; where one of them is with somebody else, all say with whom. */
export const MoveTimes = ({ day, staff, dayName, told, wide, chosen, onPick }: Props) => {
  const times = timesIn(day, staff);
  // A window in which to arrive is wider than a time, and so is a name.
  const columns = (wide ? 2 : 3) - (times.some(({ who }) => who) ? 1 : 0);
  return (
    <Box role="group" aria-label={dayName} sx={{ display: "grid", gap: 1 }}>
      <Typography>{dayName}</Typography>
      <Box sx={{ display: "grid", gridTemplateColumns: `repeat(${columns}, 1fr)`, gap: 1 }}>
        {times.map(({ who, ...time }) => (
          <TimeButton
            key={time.startTime}
            label={who ? `${told(time.startTime)} with ${who}` : told(time.startTime)}
            chosen={chosen?.date === time.date && chosen.startTime === time.startTime}
            onPick={() => onPick(time)}
          />
        ))}
      </Box>
    </Box>
  );
};
