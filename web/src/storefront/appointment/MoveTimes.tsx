import type { MoveStaff } from "@leashline/proto/leashline/online_booking/v1/appointment_link_pb.js";
import type { AvailableDay } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { TimeButton } from "../time/TimeRows.tsx";

/** A free time and who it would be with; "0" and no name where nothing changes of that. */
export type MoveTime = { date: string; startTime: number; staffId: string; name: string };

/** Says of who is free whether it is as it is now, else who does it then. */
export const withWhom =
  (staff: readonly MoveStaff[]) =>
  (free: readonly string[]): Pick<MoveTime, "staffId" | "name"> => {
    const named = staff.filter(({ staffId }) => free.includes(staffId));
    const [other] = named;
    return named.some(({ isNow }) => isNow) || !other ? { staffId: "0", name: "" } : { staffId: other.staffId, name: other.firstName };
  };

type Props = {
  day: AvailableDay;
  nameOf: ReturnType<typeof withWhom>;
  dayName: string;
  /** A start as the client is told it. */
  told: (startTime: number) => string;
  wide: boolean;
  chosen: MoveTime | undefined;
  onPick: (time: MoveTime) => void;
};

/** The free times of a day with the same staff, then those with somebody else, who is named. */
export const MoveTimes = ({ day, nameOf, dayName, told, wide, chosen, onPick }: Props) => {
  const times = day.times.map(({ startTime, staffIds }) => ({ date: day.date, startTime, ...nameOf(staffIds) }));
  // A window in which to arrive is wider than a time.
  const most = wide ? 2 : 3;
  const rows = [
    { columns: most, own: times.filter(({ name }) => !name) },
    { columns: most - 1, own: times.filter(({ name }) => name) },
  ];
  return (
    <Box role="group" aria-label={dayName} sx={{ display: "grid", gap: 1 }}>
      <Typography>{dayName}</Typography>
      {rows
        .filter(({ own }) => own.length > 0)
        .map(({ columns, own }) => (
          <Box key={columns} sx={{ display: "grid", gridTemplateColumns: `repeat(${columns}, 1fr)`, gap: 1 }}>
            {own.map((time) => (
              <TimeButton
                key={time.startTime}
                label={time.name ? `${told(time.startTime)} with ${time.name}` : told(time.startTime)}
                chosen={chosen?.date === time.date && chosen.startTime === time.startTime}
                onPick={() => onPick(time)}
              />
            ))}
          </Box>
        ))}
    </Box>
  );
};
