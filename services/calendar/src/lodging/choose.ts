import { addDays } from "../scheduling/dates.ts";
import { matchNightly, matchRooms } from "./match-rooms.ts";
import type { Places } from "./places.ts";
import { type Nights, type PetFacts, type Room, type Span, unfit } from "./room.ts";

/** Which units each pet sleeps in, by pet. */
export type Chosen = ReadonlyMap<string, readonly Nights[]>;

/**
 * Units for the pets of one family: together in one unit for the whole stay unless they are to be apart, else one unit each for the whole stay, else with as few moves as can be, together
 * before alone. Of several units one of a type that they had, a room of their own before a shared area, one of the type that stands first in the catalogue, and
 * of one type the one with the fewest places to spare, in their order: nobody is given a better class while there is room in a simpler one. Null when there is
 * not room for all.
 */
export function choose(places: Places, span: Pick<Span, "date" | "endDate">, pets: readonly PetFacts[]): Chosen | null {
  const { date: from, endDate: to } = span;
  const back = places.snapshot();
  const chosen =
    chooseWhole(places, span, pets) ?? retried(back, () => (places.apart && pets.length > 1 ? null : family(places, from, to, pets)));
  // One alone is a family of its own: there is no other way to look for.
  if (chosen || pets.length === 1) return chosen;
  return (
    retried(back, () => each(places, from, to, pets, fewestMoves)) ??
    retried(back, () => given(places, pets, matchNightly(places, { from, to }, pets, inOrder(places, 1))))
  );
}

/** The same without moves: together or one unit each for the whole stay, or null. */
export function chooseWhole(
  places: Places,
  { date: from, endDate: to }: Pick<Span, "date" | "endDate">,
  pets: readonly PetFacts[],
): Chosen | null {
  const together = places.apart && pets.length > 1 ? undefined : whole(places, from, to, pets);
  if (together) return chosenBy(places, pets, [{ unitId: together.unitId, from, to }]);
  if (pets.length === 1) return null;
  const back = places.snapshot();
  return each(places, from, to, pets, wholeStay) ?? retried(back, () => matched(places, from, to, pets));
}

function retried<T>(back: () => void, attempt: () => T | null): T | null {
  back();
  return attempt();
}

function chosenBy(places: Places, pets: readonly PetFacts[], nights: readonly Nights[]): Chosen {
  for (const one of nights) places.give(one, pets.length);
  return new Map(pets.map((pet) => [pet.petId, nights]));
}

type Way = (places: Places, from: string, to: string, pets: readonly PetFacts[]) => Nights[] | null;

function each(places: Places, from: string, to: string, pets: readonly PetFacts[], way: Way): Chosen | null {
  const found = new Map<string, readonly Nights[]>();
  const fitting = new Map(pets.map((pet) => [pet, places.rooms.filter((room) => !unfit(room, pet)).length]));
  const choices = (pet: PetFacts): number => fitting.get(pet) ?? 0;
  for (const pet of pets.toSorted((a, b) => choices(a) - choices(b) || b.weight - a.weight)) {
    const nights = way(places, from, to, [pet]);
    if (!nights) return null;
    for (const one of nights) places.give(one, 1);
    found.set(pet.petId, nights);
  }
  return found;
}

/** One unit each for the whole stay where whoever is chosen for first would leave none for another. */
function matched(places: Places, from: string, to: string, pets: readonly PetFacts[]): Chosen | null {
  const rooms = matchRooms(places, { from, to }, pets, inOrder(places, 1));
  return given(places, pets, rooms && new Map([...rooms].map(([petId, { unitId }]) => [petId, [{ unitId, from, to }]])));
}

/** These nights, where they hold together. */
function given(places: Places, pets: readonly PetFacts[], chosen: Chosen | null): Chosen | null {
  for (const pet of chosen ? pets : [])
    for (const one of chosen?.get(pet.petId) ?? []) {
      if (places.refusal(one, 1)) return null;
      places.give(one, 1);
    }
  return chosen;
}

function family(places: Places, from: string, to: string, pets: readonly PetFacts[]): Chosen | null {
  const nights = fewestMoves(places, from, to, pets);
  return nights && chosenBy(places, pets, nights);
}

const wholeStay: Way = (places, from, to, pets) => {
  const room = whole(places, from, to, pets);
  return room ? [{ unitId: room.unitId, from, to }] : null;
};

/** Always the unit in which one can stay longest: nobody gets through with fewer moves. */
const fewestMoves: Way = (places, from, to, pets) => {
  const nights: Nights[] = [];
  for (let at = from; at < to; ) {
    const best = longest(places, at, to, pets);
    if (!best) return null;
    nights.push(best);
    at = best.to;
  }
  return nights;
};

function longest(places: Places, from: string, to: string, pets: readonly PetFacts[]): Nights | null {
  let best: Nights | null = null;
  for (const room of inOrder(places, pets.length)) {
    for (let until: string = best ? addDays(best.to, 1) : addDays(from, 1); until <= to; until = addDays(until, 1)) {
      if (!places.holds(room, from, until, pets)) break;
      best = { unitId: room.unitId, from, to: until };
    }
  }
  return best;
}

const whole = (places: Places, from: string, to: string, pets: readonly PetFacts[]): Room | undefined =>
  inOrder(places, pets.length).find((room) => places.holds(room, from, to, pets));

/** Which comes first of those that hold so many. Rooms stand by their type, in the order of the catalogue. */
function inOrder({ rooms, had }: Places, pets: number): Room[] {
  const classes = new Map([...new Set(rooms.map(({ typeId }) => typeId))].map((typeId, at) => [typeId, at]));
  const classOf = ({ typeId }: Room): number => classes.get(typeId) ?? 0;
  return rooms
    .filter((room) => room.capacity >= pets)
    .toSorted(
      (a, b) =>
        Number(had.has(b.typeId)) - Number(had.has(a.typeId)) ||
        Number(a.area) - Number(b.area) ||
        classOf(a) - classOf(b) ||
        a.capacity - b.capacity,
    );
}
