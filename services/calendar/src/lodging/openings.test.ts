import { describe, expect, test } from "vitest";
import { addDays, dayNumber } from "../scheduling/dates.ts";
import { type Opening, openingsOf, type Search } from "./openings.ts";
import type { TakenNight } from "./places.ts";
import type { PetFacts, Room } from "./room.ts";

const DAY = 1440;
const minute = (date: string, minutes: number): number => dayNumber(date) * DAY + minutes;
const room = (unitId: string, typeId: string, more: Partial<Room> = {}): Room => ({
  ...{ unitId, typeId, name: `Unit ${unitId}`, typeName: `Type ${typeId}`, area: false, capacity: 2, maxWeight: 0 },
  ...{ petTypes: [], petSizeIds: [], closures: [], deleted: false },
  ...more,
});
/** Somebody has a unit from two in the afternoon until eleven. */
const stay = (unitId: string, from: string, nights: number, pets = 1): TakenNight[] =>
  Array.from({ length: nights }, (_, index) => {
    const night = addDays(from, index);
    const [begins, ends] = [minute(night, index === 0 ? 840 : 0), minute(addDays(night, 1), index === nights - 1 ? 660 : 0)];
    return { unitId, night, from: begins, to: ends, pets, exclusive: true };
  });
const cats = (count: number): PetFacts[] =>
  Array.from({ length: count }, (_, index) => ({ petId: String(index + 1), petType: "Cat", weight: 0, petSizeId: "0" }));
const FRIDAY = "2034-03-03";
const search = (more: Partial<Search>): Opening[] =>
  openingsOf({
    ...{ rooms: [room("11", "1")], taken: [], closed: new Set<string>(), pets: cats(2) },
    ...{ from: FRIDAY, starts: 31, nights: 7, start: 840, end: 660, limit: 3, minute },
    ...more,
  });
/** "2034-03-03 1:11 2:21": the day, and each choice's type and the units of its first pet. */
const told = (openings: readonly Opening[]): string[] =>
  openings.map(({ date, choices }) =>
    [
      date,
      ...choices.map(({ room: of, chosen }) => `${of?.typeId ?? "mixed"}:${(chosen.get("1") ?? []).map((one) => one.unitId).join(">")}`),
    ].join(" "),
  );

describe("a week for two cats from Friday", () => {
  test("an empty room: from Friday on, every day", () => {
    expect(told(search({}))).toEqual(["2034-03-03 1:11", "2034-03-04 1:11", "2034-03-05 1:11"]);
  });
  test("the gap between two stays is found to the day, with both its ends at hours that meet", () => {
    const taken = [...stay("11", "2034-02-25", 8), ...stay("11", "2034-03-12", 60)];
    expect(told(search({ taken }))).toEqual(["2034-03-05 1:11"]);
    expect(told(search({ taken, nights: 8 }))).toEqual([]);
  });
  test("each type that has room throughout is a choice; rooms for dogs and deleted ones are none", () => {
    const rooms = [
      room("11", "1"),
      room("21", "2", { area: true, capacity: 6 }),
      room("31", "3", { petTypes: ["Dog"] }),
      room("41", "4", { deleted: true }),
    ];
    expect(told(search({ rooms, limit: 1 }))).toEqual(["2034-03-03 1:11 2:21"]);
    expect(told(search({ rooms, taken: stay("21", FRIDAY, 7, 5), limit: 1 }))).toEqual(["2034-03-03 1:11"]);
  });
  test("where no type has room throughout, what moves and what mixes types is told, and marked as such", () => {
    const rooms = [room("11", "1"), room("21", "2")];
    const taken = [...stay("11", "2034-03-06", 60), ...stay("21", "2034-02-01", 33)];
    expect(told(search({ rooms, taken, limit: 1 }))).toEqual(["2034-03-03 mixed:11>21"]);
  });
  test("nobody comes, stays or leaves on a closed day", () => {
    expect(told(search({ closed: new Set(["2034-03-10"]), limit: 1 }))).toEqual(["2034-03-11 1:11"]);
  });
});
