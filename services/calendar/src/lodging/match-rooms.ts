import { addDays } from "../scheduling/dates.ts";
import type { Places } from "./places.ts";
import type { Nights, PetFacts, Room } from "./room.ts";

type Stay = { readonly from: string; readonly to: string };

/**
 * A room for each of the pets on all of these nights, in the order in which rooms are preferred, wherever there is a way to have all of them in one: whoever
 * fits elsewhere too makes way for the others. Null where there is none, and for one alone, for whom looking at each room is enough. `first` is tried before the others.
 */
export function matchRooms(
  places: Places,
  { from, to }: Stay,
  pets: readonly PetFacts[],
  rooms: readonly Room[],
  first: ReadonlyMap<string, string> = new Map(),
): Map<string, Room> | null {
  if (pets.length < 2) return null;
  const isFirst = ({ petId }: PetFacts, { unitId }: Room): boolean => first.get(petId) === unitId;
  const open = new Map(
    pets.map((pet) => {
      const held = rooms.filter((room) => places.holds(room, from, to, [pet]));
      return [pet, held.toSorted((a, b) => Number(isFirst(pet, b)) - Number(isFirst(pet, a)))] as const;
    }),
  );
  const inside = new Map<Room, readonly PetFacts[]>();
  const of = (room: Room): readonly PetFacts[] => inside.get(room) ?? [];
  const hasPlace = (room: Room): boolean => {
    const beside = of(room).length;
    return beside === 0 || (!places.apart && places.refusal({ unitId: room.unitId, from, to }, beside + 1) === null);
  };
  const enter = (pet: PetFacts, room: Room): true => {
    inside.set(room, [...of(room), pet]);
    return true;
  };
  const settle = (pet: PetFacts, tried: Set<Room>): boolean => {
    const mine = open.get(pet) ?? [];
    const free = mine.find(hasPlace);
    if (free) return enter(pet, free);
    return mine.some((room) => !tried.has(room) && of(room).some((other) => makesWay(other, room, tried.add(room))) && enter(pet, room));
  };
  const makesWay = (pet: PetFacts, room: Room, tried: Set<Room>): boolean => {
    if (!settle(pet, tried)) return false;
    inside.set(
      room,
      of(room).filter((one) => one !== pet),
    );
    return true;
  };
  const staying = pets.toSorted((a, b) => stays(b, open.get(b), first) - stays(a, open.get(a), first));
  if (!staying.every((pet) => settle(pet, new Set()))) return null;
  return new Map([...inside].flatMap(([room, those]) => those.map(({ petId }) => [petId, room] as const)));
}

const stays = ({ petId }: PetFacts, rooms: readonly Room[] = [], first: ReadonlyMap<string, string>): number =>
  Number(rooms.some(({ unitId }) => unitId === first.get(petId)));

/** The same night by night: whoever can stay where they are does. */
export function matchNightly(
  places: Places,
  { from, to }: Stay,
  pets: readonly PetFacts[],
  rooms: readonly Room[],
): Map<string, Nights[]> | null {
  const found = new Map<string, Nights[]>(pets.map(({ petId }) => [petId, []]));
  for (let at = from; at < to; at = addDays(at, 1)) {
    const until = addDays(at, 1);
    const last = new Map([...found].map(([petId, nights]) => [petId, nights.at(-1)?.unitId ?? ""]));
    const matched = matchRooms(places, { from: at, to: until }, pets, rooms, last);
    if (!matched) return null;
    for (const [petId, { unitId }] of matched) {
      const nights = found.get(petId) ?? [];
      const before = nights.at(-1);
      if (before?.unitId === unitId) nights[nights.length - 1] = { ...before, to: until };
      else nights.push({ unitId, from: at, to: until });
    }
  }
  return found;
}
