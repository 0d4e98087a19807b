import { create } from "@bufbuild/protobuf";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { LodgingCalendarUnitSchema, LodgingCardSchema } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { expect, test } from "vitest";
import { isoToDay } from "../../../ui/format/dates.ts";
import { lastNightCheck, latestNight } from "./acts/extra-nights.ts";
import { barsOf, changeOf, countsOn, groupsOf, occupancyOf, placesOn, rowsOf } from "./lodging-layout.ts";

const days = { from: "2026-11-20", count: 7 };
const unit = (lodgingUnitId: string, more = {}) =>
  create(LodgingCalendarUnitSchema, { lodgingUnitId, lodgingTypeId: "1", lodgingTypeName: "Kennel", capacity: 2, ...more });
const card = (appointmentId: string, lodgingUnitId: string, from: string, to: string, more = {}) => {
  const [startDate, endDate] = [isoToDay(from)!, isoToDay(to)!];
  const petList = [{ petId: appointmentId, petDetailId: appointmentId }];
  const stay = { stayStartDate: startDate, stayEndDate: endDate, startTime: 840, endTime: 660, petList };
  return create(LodgingCardSchema, { appointmentId, lodgingUnitId, startDate, endDate, ...stay, ...more });
};

test("lodging-calendar: arrivals and departures stand within their day, those that overlap below each other", () => {
  const bars = barsOf([card("1", "1", "2026-11-20", "2026-11-22"), card("2", "1", "2026-11-22", "2026-11-24", { startTime: 600 })], days);
  expect(bars.bars.map(({ from, to, lane }) => [from.toFixed(2), to.toFixed(2), lane])).toEqual([
    ["0.58", "2.46", 0],
    ["2.42", "4.46", 1],
  ]);
  expect(barsOf([card("1", "1", "2026-11-10", "2026-11-12")], days)).toEqual({ bars: [], lanes: 1 });
});

test("lodging-calendar: fully vacant is without any occupant in the range, full without a free night, the rest partially occupied", () => {
  const units = [unit("1"), unit("2"), unit("3"), unit("9", { isArea: true, lodgingTypeId: "2", lodgingTypeName: "Meadow" })];
  const cards = [
    card("1", "1", "2026-11-19", "2026-11-28"),
    card("2", "2", "2026-11-21", "2026-11-22"),
    card("3", "9", "2026-11-19", "2026-11-28"),
  ];
  const rows = rowsOf(units, cards, days);
  expect(rows.map((row) => occupancyOf(row, days))).toEqual(["full", "part", "vacant", "part"]);
  const shown = (occupancy: "all" | "vacant", types: string[] = []) =>
    groupsOf(rows, days, types, occupancy).map((group) => [group.name, group.rows.map((row) => row.unit.lodgingUnitId).join()]);
  expect(shown("vacant")).toEqual([["Kennel", "3"]]);
  expect(shown("all", ["2"])).toEqual([["Meadow", "9"]]);
  expect(placesOn(rows, "2026-11-21")).toEqual({ taken: 3, places: 5 });
});

test("each pet counts once: a stay is in the house from its check-in, not from its first day; who has not come yet still arrives, who went home is no more in the house", () => {
  const stay = (id: string, from: string, to: string, status: AppointmentStatus) => card(id, id, from, to, { status });
  const { CONFIRMED, CHECKED_IN, READY_FOR_PICKUP, FINISHED } = AppointmentStatus;
  const cards = [
    stay("1", "2026-11-21", "2026-11-24", CONFIRMED),
    stay("2", "2026-11-20", "2026-11-24", CONFIRMED),
    stay("3", "2026-11-21", "2026-11-24", CHECKED_IN),
    // Two pets of one stay, one of which moves on to another unit.
    card("3", "8", "2026-11-22", "2026-11-24", { status: CHECKED_IN }),
    card("3", "7", "2026-11-21", "2026-11-24", { status: CHECKED_IN, petList: [{ petId: "33", petDetailId: "33" }] }),
    stay("4", "2026-11-19", "2026-11-21", READY_FOR_PICKUP),
    stay("5", "2026-11-19", "2026-11-21", FINISHED),
    stay("6", "2026-11-22", "2026-11-24", CONFIRMED),
  ];
  expect(countsOn(cards, "2026-11-21")).toEqual({ inHouse: 3, arrive: 2, leave: 1, left: 1 });
});

test("a dropped bar: all of the stay moves by days; only its own nights get another unit; an edge is another first or last day", () => {
  const stay = { stayStartDate: isoToDay("2026-11-20")!, stayEndDate: isoToDay("2026-11-24")! };
  const [first, second] = [card("1", "1", "2026-11-20", "2026-11-22", stay), card("1", "2", "2026-11-22", "2026-11-24", stay)];
  const drop = (more: object) => changeOf({ card: second, edge: "move", days: 0, unitId: "2", ...more }, [first, second]);
  expect(drop({ days: 2 })).toEqual({ startDate: "2026-11-22", endDate: "2026-11-26" });
  expect(drop({ unitId: "3" })).toEqual({
    lines: [
      {
        petDetailId: "1",
        lodgings: [
          { unitId: "1", from: "2026-11-20", to: "2026-11-22" },
          { unitId: "3", from: "2026-11-22", to: "2026-11-24" },
        ],
      },
    ],
  });
  expect(drop({ edge: "end", days: -1 })).toEqual({ endDate: "2026-11-23" });
  expect(drop({ edge: "start", days: 1 })).toEqual({ startDate: "2026-11-21" });
});

test.each([
  ["2026-11-19", "The last night is before the first"],
  ["2026-11-20", undefined],
  ["2027-01-20", undefined],
  ["2027-01-21", "At most 62 nights"],
  ["", undefined],
])("extra places are for up to 62 nights from the first one on: until %s", (to, says) => {
  expect(lastNightCheck("2026-11-20")(to)).toBe(says);
  expect([lastNightCheck("")(to), latestNight("2026-11-20"), latestNight("")]).toEqual([undefined, "2027-01-20", ""]);
});
