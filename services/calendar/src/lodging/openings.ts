import { addDays, datesBetween } from "../scheduling/dates.ts";
import { type Chosen, choose, chooseWhole } from "./choose.ts";
import { Places, type TakenNight } from "./places.ts";
import type { PetFacts, Room, Span } from "./room.ts";

export type Search = {
  readonly rooms: readonly Room[];
  readonly taken: readonly TakenNight[];
  /** Local days on which the business is closed. */
  readonly closed: ReadonlySet<string>;
  readonly pets: readonly PetFacts[];
  readonly from: string;
  /** How many days they may come on, this one included. */
  readonly starts: number;
  readonly nights: number;
  readonly start: number;
  readonly end: number;
  readonly limit: number;
  readonly minute: (date: string, minute: number) => number;
};

/** One type of units, or null for several; and where each pet would sleep. */
export type Choice = { readonly room: Room | null; readonly chosen: Chosen };
export type Opening = { readonly date: string; readonly endDate: string; readonly choices: readonly Choice[] };

/** The first days from which there is room for all the pets and nights: by type where one has it throughout, else with what else can be done. */
export function openingsOf(search: Search): Opening[] {
  const { rooms, taken, closed, from, starts, nights, start, end, limit } = search;
  const byNight = Map.groupBy(taken, (one) => one.night);
  const byType = [
    ...Map.groupBy(
      rooms.filter((room) => !room.deleted),
      (room) => room.typeId,
    ).values(),
  ];
  const found: Opening[] = [];
  for (const date of datesBetween(from, addDays(from, starts - 1))) {
    if (found.length === limit) break;
    const span: Span = { date, start, endDate: addDays(date, nights), end };
    const days = datesBetween(date, span.endDate);
    if (days.some((day) => closed.has(day))) continue;
    // Only what lies near: a stay of the night before may still be there in the morning.
    const near = [addDays(date, -1), ...days].flatMap((night) => byNight.get(night) ?? []);
    const choices = choicesOf(search, span, byType, near);
    if (choices.length > 0) found.push({ date, endDate: span.endDate, choices });
  }
  return found;
}

function choicesOf({ rooms, pets, minute }: Search, span: Span, byType: readonly Room[][], near: readonly TakenNight[]): Choice[] {
  const places = (some: readonly Room[]) => new Places(some, near, span, minute, { alone: pets.some(({ ownLodging }) => ownLodging) });
  const whole = byType.flatMap((ofType) => {
    const chosen = chooseWhole(places(ofType), span, pets);
    return chosen && ofType[0] ? [{ room: ofType[0], chosen }] : [];
  });
  if (whole.length > 0) return whole;
  const chosen = choose(places(rooms), span, pets);
  return chosen ? [{ room: null, chosen }] : [];
}
