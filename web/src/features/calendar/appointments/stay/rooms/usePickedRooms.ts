import { useState } from "react";
import { CHOSEN } from "../RoomSelect.tsx";

type Rooms = Readonly<Record<string, string>>;

/** The room of a pet: the one picked for it, else the one that the stay was begun in, of which only the first has one where they are apart. */
export const pickedRoom =
  (rooms: Rooms, petIds: readonly string[], { apart, unitId = CHOSEN }: { apart: boolean; unitId?: string | undefined }) =>
  (petId: string): string =>
    rooms[petId] ?? (apart && petId !== petIds[0] ? CHOSEN : unitId);

/** Whose room is picked already. */
export const settledOf = (petIds: readonly string[], roomOf: (petId: string) => string): { petId: string; lodgingUnitId: string }[] =>
  petIds.map((petId) => ({ petId, lodgingUnitId: roomOf(petId) })).filter(({ lodgingUnitId }) => lodgingUnitId !== CHOSEN);

/** Together in one room, or each in its own: what was picked for one is not what was picked for the other. */
export const usePickedRooms = (petIds: readonly string[], unitId: string | undefined) => {
  const [rooms, setRooms] = useState<Rooms>({});
  const [wanted, setWanted] = useState(false);
  const apart = wanted && petIds.length > 1;
  const roomOf = pickedRoom(rooms, petIds, { apart, unitId });
  const onApart = (on: boolean) => {
    setWanted(on);
    setRooms({});
  };
  const onRoom = (ids: readonly string[], picked: string) => setRooms({ ...rooms, ...Object.fromEntries(ids.map((id) => [id, picked])) });
  return {
    picking: { apart, onApart, roomOf, onRoom },
    /** What is asked of free rooms for it. */
    wish: apart ? { apart: { settled: settledOf(petIds, roomOf) } } : {},
    chosen: Object.keys(rooms).length > 0,
  };
};
