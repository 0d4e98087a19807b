import { expect, test } from "vitest";
import { choose } from "./choose.ts";
import { Places, type TakenNight } from "./places.ts";
import type { PetFacts, Room, Span } from "./room.ts";

const span: Span = { date: "2026-12-01", start: 840, endDate: "2026-12-05", end: 660 };
const minute = (date: string, at: number) => Date.parse(`${date}T00:00Z`) / 60_000 + at;
const room = (unitId: string, typeId: string, more: Partial<Room> = {}): Room => ({
  ...{
    unitId,
    name: unitId,
    typeId,
    typeName: typeId,
    area: false,
    capacity: 1,
    maxWeight: 0,
    petTypes: [],
    petSizeIds: [],
    closures: [],
    deleted: false,
  },
  ...more,
});
/** In the order of the catalogue: kennels for two, then suites for one, then a hall for ten. */
const house = [
  room("k1", "kennel", { capacity: 2 }),
  room("k2", "kennel", { capacity: 2 }),
  room("s1", "suite"),
  room("s2", "suite"),
  room("hall", "hall", { area: true, capacity: 10 }),
];
const pet = (petId: string): PetFacts => ({ petId, petType: "", weight: 0, petSizeId: "0" });
const night = (unitId: string, day: number): TakenNight => {
  const from = minute(`2026-12-0${day}`, 840);
  return { unitId, night: `2026-12-0${day}`, from, to: from + 1260, pets: 1, appointmentId: "9", exclusive: true };
};
const nights = (unitId: string, ...days: number[]) => days.map((day) => night(unitId, day));

function chosen(
  taken: readonly TakenNight[],
  pets: readonly string[],
  had: readonly string[] = [],
  rooms: readonly Room[] = house,
  apart = false,
) {
  const places = new Places(rooms, taken, span, minute, { had: new Set(had), apart });
  const found = choose(places, span, pets.map(pet));
  return (
    found &&
    pets.map((id) =>
      found
        .get(id)
        ?.map(({ unitId }) => unitId)
        .join(" then "),
    )
  );
}
const all = [1, 2, 3, 4];

test.each([
  ["one alone has the simplest class, though a better one would fit closer", [], ["a"], [], ["k1"]],
  ["a better class only when the simple one is full", [...nights("k1", ...all), ...nights("k2", 2)], ["a"], [], ["s1"]],
  ["a family is together where it can be", [], ["a", "b"], [], ["k1", "k1"]],
  ["in the hall, where no room is large enough", [], ["a", "b", "c"], [], ["hall", "hall", "hall"]],
  ["who was in a suite stays in that class", [], ["a"], ["suite"], ["s1"]],
  ["who was in the hall is not moved up into a room", [], ["a"], ["hall"], ["hall"]],
  ["until that class is full", [...nights("s1", 1), ...nights("s2", 3)], ["a"], ["suite"], ["k1"]],
])("%s", (_, taken, pets, had, expected) => {
  expect(chosen(taken, pets, had)).toEqual(expected);
});

test("who is to be apart is in rooms that differ, though one would hold all, moves rather than share, and is refused where there are not so many", () => {
  const rooms = house.filter(({ typeId }) => typeId === "kennel");
  expect(chosen([], ["a", "b"], [], rooms, true)).toEqual(["k1", "k2"]);
  expect(chosen([], ["a", "b", "c"], [], house, true)).toEqual(["k1", "k2", "s1"]);
  expect(chosen([...nights("k1", 3, 4)], ["a", "b"], [], rooms, true)).toBeNull();
  const more = [...rooms, room("k3", "kennel", { capacity: 2 })];
  expect(chosen([...nights("k1", 3, 4), ...nights("k2", 1, 2)], ["a", "b"], [], more, true)).toEqual(["k3", "k1 then k2"]);
  expect(chosen([], ["a", "b", "c"], [], rooms, true)).toBeNull();
});

test("only what the booking allows is looked at; nobody moves while any class has room throughout, then as seldom as can be", () => {
  const kennels = house.filter(({ typeId }) => typeId === "kennel");
  const split = [...nights("k1", 3, 4), ...nights("k2", 1, 2)];
  expect(chosen(split, ["a"], [], kennels)).toEqual(["k1 then k2"]);
  expect(chosen(split, ["a"])).toEqual(["s1"]);
  expect(chosen([...nights("k1", ...all), ...nights("k2", ...all)], ["a"], [], kennels)).toBeNull();
});

test("a stay never has a better class than the simplest that is free, whichever rooms are taken", () => {
  const rooms = house.filter(({ area }) => !area);
  for (let mask = 0; mask < 2 ** rooms.length; mask += 1) {
    const free = rooms.filter((_, at) => (mask & (1 << at)) === 0);
    const taken = rooms.filter((one) => !free.includes(one)).flatMap(({ unitId }) => nights(unitId, ...all));
    const [unitId] = chosen(taken, ["a"], [], rooms) ?? [];
    const classOf = (id: string | undefined) => rooms.find((one) => one.unitId === id)?.typeId;
    expect(classOf(unitId)).toBe(free[0]?.typeId);
  }
});
