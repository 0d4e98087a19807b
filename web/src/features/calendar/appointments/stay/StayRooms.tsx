import type { FindFreeLodgingsResponse } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Typography from "@mui/material/Typography";
import { addDays } from "../../../../ui/format/dates.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { Icon } from "../../../../ui/icons.tsx";
import { DateField } from "../../../../ui/inputs/DateField.tsx";
import { MoneyField } from "../../../../ui/inputs/MoneyField.tsx";
import { mainLines } from "../../shared/stay/day-words.ts";
import { daysBetween } from "../../shared/stay/stay-days.ts";
import type { Nights } from "../../shared/stay/stay-text.ts";
import type { Appointment } from "../../shared/types.ts";
import { RoomSelect } from "./RoomSelect.tsx";
import { inRoom } from "./rated-rooms.ts";
import { asPriced, rateOf } from "./room-prices.ts";
import type { StaySpan } from "./StayWhen.tsx";
import { useFreeLodgings } from "./useFreeLodgings.ts";

/** The rooms of each line, one after the other. */
export type Rooms = Readonly<Record<string, readonly Nights[]>>;

/** The rooms for other days: moved along when all of the stay moves, otherwise cut off or extended at its ends. */
export const fitted = (rooms: Rooms, before: StaySpan, after: StaySpan): Rooms => {
  const moved = daysBetween(before.from, after.from);
  const whole = moved === daysBetween(before.to, after.to);
  const fit = (own: readonly Nights[]): Nights[] => {
    if (whole) return own.map((one) => ({ ...one, from: addDays(one.from, moved), to: addDays(one.to, moved) }));
    const within = own.filter(({ from, to }) => from < after.to && to > after.from);
    const kept = within.length > 0 ? within : own.slice(0, 1);
    return kept.map((one, index) => ({
      ...one,
      from: index === 0 ? after.from : one.from,
      to: index === kept.length - 1 ? after.to : one.to,
    }));
  };
  return Object.fromEntries(Object.entries(rooms).map(([line, own]) => [line, fit(own)]));
};

/** One room more, from the last night on. */
const withMove = (own: readonly Nights[]): Nights[] => {
  const last = own.at(-1);
  if (!last) return [];
  const at = addDays(last.to, -1);
  return [...own.slice(0, -1), { ...last, to: at }, { ...last, from: at }];
};

/** Without one of the rooms; the one before it goes on. */
const without = (own: readonly Nights[], index: number): Nights[] =>
  own.filter((_, at) => at !== index).map((one, at) => (at === index - 1 ? { ...one, to: own[index]?.to ?? one.to } : one));

const movedAt = (own: readonly Nights[], index: number, day: string): Nights[] =>
  own.map((one, at) => (at === index ? { ...one, from: day } : at === index - 1 ? { ...one, to: day } : one));

type Props = {
  stay: Appointment;
  span: StaySpan;
  rooms: Rooms;
  found: FindFreeLodgingsResponse | undefined;
  onChange: (rooms: Rooms) => void;
};

/** Where each pet sleeps, and when it moves to another room. */
export const StayRooms = ({ stay, span, rooms, found, onChange }: Props) => {
  const { shortDay } = useFormat();
  return (
    <>
      {mainLines(stay).map((line) => {
        const { petDetailId, petId, petName } = line;
        const rate = rateOf(line);
        const own = rooms[petDetailId] ?? [];
        const set = (next: Nights[]) => onChange({ ...rooms, [petDetailId]: next });
        const canMove = own.length > 0 && daysBetween(own.at(-1)?.from ?? "", own.at(-1)?.to ?? "") > 1;
        return (
          <Box key={petDetailId} role="group" aria-label={`Rooms of ${petName}`} sx={{ display: "grid", gap: 1 }}>
            <Typography variant="subtitle2">{petName}</Typography>
            {own.map(({ unitId, from, to, price }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a room has no other name than its place in the order
              <Box key={index} sx={{ display: "grid", gridTemplateColumns: index > 0 ? "1fr 1fr auto" : "1fr", gap: 1 }}>
                <PartRoom
                  stay={stay}
                  petId={petId}
                  span={{ ...span, from, to }}
                  label={index > 0 ? "Then" : "Room"}
                  value={unitId}
                  rated={rate !== undefined}
                  found={found}
                  onChange={(next, free) => set(own.map((one, at) => (at === index ? inRoom(one, next, free, asPriced(line)) : one)))}
                />
                {index > 0 && (
                  <>
                    <DateField
                      label="From"
                      value={from}
                      min={addDays(own[index - 1]?.from ?? span.from, 1)}
                      max={addDays(own[index]?.to ?? span.to, -1)}
                      onChange={(day) => day && set(movedAt(own, index, day))}
                    />
                    <IconButton aria-label={`Without the room from ${shortDay(from)}`} onClick={() => set(without(own, index))}>
                      <Icon name="close" sx={{ width: 15, height: 15 }} />
                    </IconButton>
                  </>
                )}
                {rate && (own.length > 1 || price !== undefined) && (
                  <MoneyField
                    label="Price a night"
                    spoken={`Price a night of ${petName} from ${shortDay(from)}`}
                    value={price ?? rate}
                    onChange={(next) => set(own.map((one, at) => (at === index ? { ...one, price: next } : one)))}
                  />
                )}
              </Box>
            ))}
            {canMove && (
              <Button variant="outlined" size="small" sx={{ justifySelf: "start" }} onClick={() => set(withMove(own))}>
                Moves to another room
              </Button>
            )}
          </Box>
        );
      })}
    </>
  );
};

type PartProps = {
  stay: Appointment;
  petId: string;
  /** The nights in this room. */
  span: StaySpan;
  label: string;
  value: string;
  rated: boolean;
  /** What is known of all of the stay, until these nights are. */
  found: FindFreeLodgingsResponse | undefined;
  /** With what is known of the rooms then. */
  onChange: (unitId: string, free: FindFreeLodgingsResponse | undefined) => void;
};

/** The room of some of the nights: which this pet may have then, and why not the others. */
const PartRoom = ({ stay, petId, span, found, onChange, ...field }: PartProps) => {
  const serviceIds = [...new Set(mainLines(stay).map((line) => line.serviceId))];
  const free = useFreeLodgings({ customerId: stay.customerId, petIds: [petId], span, serviceIds, appointmentId: stay.id });
  const known = free.data ?? found;
  return <RoomSelect {...field} found={known} onChange={(unitId) => onChange(unitId, known)} />;
};
