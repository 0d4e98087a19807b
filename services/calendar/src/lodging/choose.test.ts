import fc from "fast-check";
import { expect, test } from "vitest";
import { choose, chooseWhole } from "./choose.ts";
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
  return { unitId, night: `2026-12-0${day}`, from, to: from + 1260, pets: 1, exclusive: true };
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

test("who fits almost anywhere makes way for whoever fits one room only, however heavy, also where that takes three", () => {
  const dogs = { petTypes: ["Dog"] };
  const [heavy, cat] = [
    { ...pet("heavy"), petType: "Dog", weight: 60 },
    { ...pet("cat"), petType: "Cat", weight: 8 },
  ];
  const inRooms = (rooms: readonly Room[], pets: readonly PetFacts[], taken: readonly TakenNight[] = []) => {
    const found = choose(new Places(rooms, taken, span, minute, { apart: true }), span, pets);
    return found && pets.map(({ petId }) => found.get(petId)?.map(({ unitId }) => unitId));
  };
  const two = [room("any", "condo"), room("dogs", "kennel", dogs)];
  expect(inRooms(two, [heavy, cat])).toEqual([["dogs"], ["any"]]);
  const three = [...two, room("light", "nook", { maxWeight: 20 })];
  const puppy = { ...pet("puppy"), petType: "Dog", weight: 10 };
  const kept = nights("light", 1, 2, 3, 4);
  expect(inRooms(three, [heavy, cat, puppy])).toHaveLength(3);
  expect(inRooms(three, [heavy, cat, puppy], kept)).toBeNull();
  const split = [...nights("any", 1, 2), ...nights("light", 3, 4)];
  expect(inRooms(three, [heavy, cat], split)).toEqual([["dogs"], ["light", "any"]]);
});

/** Whether there are rooms for all on these nights, by trying every room for every pet. */
function areRooms(
  rooms: readonly Room[],
  taken: readonly TakenNight[],
  pets: readonly PetFacts[],
  apart: boolean,
  days: readonly number[],
) {
  const isFree = ({ unitId }: Room) => !taken.some((one) => one.unitId === unitId && days.some((day) => one.night === `2026-12-0${day}`));
  const isFor = (one: Room, { petType, weight }: PetFacts) =>
    (one.petTypes.length === 0 || one.petTypes.includes(petType)) && (one.maxWeight === 0 || weight <= one.maxWeight);
  const fit = ([first, ...rest]: readonly PetFacts[], inside: readonly Room[]): boolean =>
    first === undefined ||
    rooms.some((one) => {
      const beside = inside.filter((other) => other === one).length;
      return isFree(one) && isFor(one, first) && beside < (apart ? 1 : one.capacity) && fit(rest, [...inside, one]);
    });
  return fit(pets, []);
}

test("rooms are found exactly where there are any, for the whole stay and night by night, and hold whom they are given to", () => {
  const kind = fc.constantFrom([], ["Dog"], ["Cat"]);
  const someRooms = fc.array(
    fc.record({ petTypes: kind, maxWeight: fc.constantFrom(0, 0, 20), capacity: fc.constantFrom(1, 1, 2), busy: fc.subarray(all) }),
    { minLength: 1, maxLength: 4 },
  );
  const somePets = fc.array(fc.record({ petType: fc.constantFrom("Dog", "Cat"), weight: fc.constantFrom(5, 50) }), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(
    fc.property(someRooms, somePets, fc.boolean(), (kinds, facts, apart) => {
      const rooms = kinds.map(({ busy: _, ...more }, at) => room(`r${at}`, `t${at % 2}`, more));
      const taken = kinds.flatMap(({ busy }, at) => nights(`r${at}`, ...busy));
      const pets = facts.map((one, at) => ({ ...pet(`p${at}`), ...one }));
      const places = () => new Places(rooms, taken, span, minute, { apart });
      expect(chooseWhole(places(), span, pets) !== null).toBe(areRooms(rooms, taken, pets, apart, all));
      const found = choose(places(), span, pets);
      expect(found !== null).toBe(all.every((day) => areRooms(rooms, taken, pets, apart, [day])));
      const roomOf = (petId: string, date: string) => found?.get(petId)?.filter(({ from, to }) => from <= date && date < to) ?? [];
      for (const day of found ? all : []) {
        const inside = pets.map(({ petId }) => roomOf(petId, `2026-12-0${day}`).map(({ unitId }) => unitId));
        const given = rooms.filter(({ unitId }) => inside.flat().includes(unitId));
        expect(inside.every((one) => one.length === 1)).toBe(true);
        expect(
          pets.every((one, at) =>
            areRooms(
              given.filter(({ unitId }) => inside[at]?.[0] === unitId),
              taken,
              [one],
              apart,
              [day],
            ),
          ),
        ).toBe(true);
        const most = (one: Room) => (apart ? 1 : one.capacity);
        expect(given.every((one) => inside.flat().filter((id) => id === one.unitId).length <= most(one))).toBe(true);
      }
    }),
    { numRuns: 2_000 },
  );
});
