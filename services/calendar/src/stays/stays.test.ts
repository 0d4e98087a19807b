import { type Caller, ErrorCode, toWireDate, writeDay } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { ClosedDateChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { LodgingRefusal, StayService } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { OperationsService } from "@leashline/proto/leashline/kit/v1/operations_service_pb.js";
import { LodgingUnitChangedSchema } from "@leashline/proto/leashline/offering/v1/events_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clientOf, type Harness, openHarness } from "../../test/harness.ts";

// A hotel at business 1: kennels 11 and 12 for two dogs each, meadow 21 for six pets; one more for each group of tests.

let harness: Harness;
let versions = 1;
const unit = (lodgingUnitId: string, more: object = {}, deleted = false) => {
  versions += 1;
  const lodgingUnit = {
    lodgingUnitId,
    businessId: "1",
    lodgingTypeId: lodgingUnitId.startsWith("2") ? "2" : "1",
    name: `Unit ${lodgingUnitId}`,
  };
  return harness.tell(LodgingUnitChangedSchema, { lodgingUnit: { ...lodgingUnit, version: versions, ...more }, deleted });
};
beforeAll(async () => {
  harness = await openHarness(["1"]);
  for (const id of ["11", "12", "21"]) await unit(id);
});
afterAll(() => harness.stop());

const api = () => harness.client(AppointmentService);
const stays = () => harness.client(StayService);
/** A time of its own for every test. */
const day = (week: number, plus = 0) => Temporal.PlainDate.from("2034-01-02").add({ weeks: week, days: plus }).toString();
const span = (from: string, to: string, unitId: string) => ({
  lodgingUnitId: unitId,
  startDate: toWireDate(from),
  endDate: toWireDate(to),
});
type Wish = { from: string; to: string; pets?: string[]; unitId?: string; start?: number; end?: number; more?: object };
const book = ({ from, to, pets = ["10"], unitId = "0", start = 840, end = 660, more = {} }: Wish, caller?: Partial<Caller>) =>
  harness.book(
    {
      date: from,
      start,
      endDate: toWireDate(to),
      endTime: end,
      staffId: "-10",
      petId: pets[0]!,
      petServices: pets.map((petId) => ({ petId, services: [{ serviceId: "95", lodgingUnitId: unitId }] })),
      ...more,
    },
    caller,
  );
type Booked = Awaited<ReturnType<typeof book>>;
const text = ({ year, month, day: date }: { year: number; month: number; day: number }) =>
  `${year}-${String(month).padStart(2, "0")}-${String(date).padStart(2, "0")}`;
/** "11 2034-01-02 2034-01-05" of each line. */
const roomsOf = (stay: Booked | undefined) =>
  stay?.petServiceList.map((line) => line.lodgings.map((one) => [one.lodgingUnitId, text(one.startDate!), text(one.endDate!)].join(" ")));
const refused = async (call: Promise<unknown>) => {
  const { code, options } = await refusalOf(call);
  return { code, field: options.fields?.[0]?.field, reason: options.fields?.[0]?.reason, why: options.facts?.why };
};

/** Draws the lodging calendar anew; answers of how many stays it was not right. */
async function rebuild(): Promise<number> {
  let corrected = 0;
  for (let pageToken = "lodgingCards.0"; ; ) {
    const page = await harness
      .client(OperationsService, { via: "operator" })
      .rebuildProjections({ service: "calendar", pageToken, pageSize: 50 });
    corrected += page.corrected;
    if (page.nextPageToken === "") return corrected;
    pageToken = page.nextPageToken;
  }
}

describe("booking a boarding stay", () => {
  test("price-unit: three nights for two dogs of one family: one room, three nights each; the calendar shows it, the groomers' does not", async () => {
    const [from, to] = [day(0), day(0, 3)];
    const stay = await book({ from, to, pets: ["10", "11"] });
    expect(stay).toMatchObject({ startTime: 840, endTime: 660, staffId: "-10", estimatedTotalPrice: { units: 270n } });
    expect(roomsOf(stay)).toEqual([[`11 ${from} ${to}`], [`11 ${from} ${to}`]]);
    const calendar = await stays().getLodgingCalendar({ startDate: toWireDate(from), endDate: toWireDate(day(1)) });
    expect(calendar.units.map((one) => [one.name, one.lodgingTypeName, one.capacity])).toEqual([
      ["Unit 11", "Kennel", 2],
      ["Unit 12", "Kennel", 2],
      ["Unit 21", "Meadow", 6],
    ]);
    expect(calendar.cards).toMatchObject([
      {
        appointmentId: stay.id,
        lodgingUnitId: "11",
        petList: [{ petId: "10" }, { petId: "11" }],
        serviceItemType: "BOARDING",
        startTime: 840,
      },
    ]);
    const { rows } = await harness.admin.query("select 1 from calendar.calendar_card where source_id = $1", [stay.id]);
    expect(rows).toEqual([]);
  });

  test("a room that was deleted is on the lodging calendar on the days on which somebody has it, and on no others", async () => {
    await unit("19");
    const [from, to] = [day(60), day(60, 2)];
    const stay = await book({ from, to, unitId: "19" });
    await unit("19", {}, true);
    const shown = async (date: string) =>
      (await stays().getLodgingCalendar({ startDate: toWireDate(date), endDate: toWireDate(date) })).units.map((one) => one.lodgingUnitId);
    expect(await shown(from)).toEqual(["11", "12", "19", "21"]);
    expect(await shown(to)).toContain("19");
    expect(await shown(day(60, 3))).toEqual(["11", "12", "21"]);
    await api().cancelAppointment({ id: stay.id });
    expect(await shown(from)).toEqual(["11", "12", "21"]);
  });

  test("stays that were drawn in an earlier way, or by no version yet, are drawn anew when they are looked at; a canceled one is gone", async () => {
    const [from, to] = [day(1), day(1, 2)];
    const stay = await book({ from, to, pets: ["10"] });
    const shown = async () =>
      (await stays().getLodgingCalendar({ startDate: toWireDate(from), endDate: toWireDate(from) })).cards.filter(
        (card) => card.appointmentId === stay.id,
      );
    const drawn = await shown();
    await harness.admin.query("update calendar.lodging_card set render_version = 0, body = '' where appointment_id = $1", [stay.id]);
    expect(await shown()).toEqual(drawn);
    await harness.admin.query("delete from calendar.lodging_card where appointment_id = $1", [stay.id]);
    expect([await rebuild(), await rebuild(), await shown()]).toEqual([1, 0, drawn]);
    await api().cancelAppointment({ id: stay.id });
    expect(await shown()).toEqual([]);
    await api().undoChange({ id: stay.id });
    expect((await shown()).map((card) => card.lodgingUnitId)).toEqual(["11"]);
    await api().cancelAppointment({ id: stay.id });
  });

  test("room-not-available: who comes at 10 is refused while the other leaves at 11, who comes at noon is not; the refusal says what is free", async () => {
    await book({ from: day(2), to: day(2, 2), unitId: "11" });
    const next = { from: day(2, 2), to: day(2, 4), unitId: "11", pets: ["20"] };
    const refusal = await refused(book({ ...next, start: 600 }));
    expect(refusal).toMatchObject({ code: ErrorCode.ROOM_NOT_AVAILABLE, field: "petServices", why: "taken" });
    expect(refusal.reason).toBe(
      `Unit 11 is taken on the night of ${writeDay(day(2, 2), { dateFormat: "" })}. Free instead: Unit 12, Unit 21.`,
    );
    expect(roomsOf(await book({ ...next, start: 720 }))).toEqual([[`11 ${day(2, 2)} ${day(2, 4)}`]]);
  });

  test("bad stays are refused with their field: over before it begins, a dog too heavy, a cat, a room in repair, a closed day, a bath in between", async () => {
    const [from, to] = [day(4), day(4, 3)];
    expect(await refused(book({ from: to, to: from }))).toMatchObject({ code: ErrorCode.PARAMS_INVALID, field: "endDate" });
    expect(await refused(book({ from, to: from }))).toMatchObject({ code: ErrorCode.PARAMS_INVALID, field: "endDate" });
    const noRoom = { code: ErrorCode.ROOM_NOT_AVAILABLE, field: "petServices" };
    expect(await refused(book({ from, to, unitId: "11", pets: ["700"] }))).toMatchObject({ ...noRoom, why: "tooHeavy" });
    expect(await refused(book({ from, to, unitId: "11", pets: ["4000"] }))).toMatchObject({ ...noRoom, why: "petType" });
    expect(await refused(book({ from, to, unitId: "11", pets: ["10", "11", "12"] }))).toMatchObject({ ...noRoom, why: "tooMany" });
    await unit("12", { outOfService: [{ startDate: toWireDate(day(4, 2)), endDate: toWireDate(day(4, 9)), reason: "paint" }] });
    expect(await refused(book({ from, to, unitId: "12" }))).toMatchObject({ ...noRoom, why: "outOfService" });
    await book({ from, to: day(4, 2), unitId: "12" });
    await unit("12");
    expect(await refused(book({ from, to, unitId: "77" }))).toMatchObject({ code: ErrorCode.NOT_FOUND, field: "petServices" });
    const closed = { closedDateId: "5", businessId: "1", startDate: day(5, 1), endDate: day(5, 1), description: "Fair" };
    await harness.tell(ClosedDateChangedSchema, closed);
    const fair = { from: day(5), to: day(5, 2) };
    expect(await refused(book(fair))).toMatchObject({ code: ErrorCode.OUTSIDE_WORKING_HOURS, field: "endDate", why: "closed" });
    const free = async (from: string, to: string) => {
      const times = { startTime: 840, endTime: 660, startDate: toWireDate(from), endDate: toWireDate(to) };
      return (await stays().findFreeLodgings({ customerId: "2", petIds: ["20"], ...times })).closedOn;
    };
    expect([await free(fair.from, fair.to), await free(day(5, 2), day(5, 4))]).toEqual([toWireDate(day(5, 1)), undefined]);
    const override = { outsideWorkingHours: true, reason: "we are here" };
    expect(await book({ ...fair, more: { override } })).toMatchObject({ outOfHours: true, overrideReason: "we are here" });
    const bath = [{ petId: "10", services: [{ serviceId: "95" }, { serviceId: "1" }] }];
    expect(await refused(book({ from, to, more: { petServices: bath } }))).toMatchObject({ field: "petServices" });
  });

  test("rooms are chosen: heavy dogs to the meadow, the family together where it fits, and with the fewest moves where no room is free throughout", async () => {
    const [from, to] = [day(8), day(8, 6)];
    expect(roomsOf(await book({ from, to, pets: ["700"] }))).toEqual([[`21 ${from} ${to}`]]);
    expect(roomsOf(await book({ from, to, pets: ["30", "31", "32"] }))).toEqual(Array(3).fill([`21 ${from} ${to}`]));
    await book({ from, to: day(8, 2), unitId: "11", pets: ["40"] });
    await book({ from: day(8, 2), to, unitId: "12", pets: ["50"], start: 800 });
    await book({ from, to, unitId: "21", pets: ["60", "61"] });
    const split = await book({ from, to, pets: ["70"] });
    expect(roomsOf(split)).toEqual([[`12 ${from} ${day(8, 2)}`, `11 ${day(8, 2)} ${to}`]]);
    expect(await refused(book({ from, to, pets: ["80"] }))).toMatchObject({ code: ErrorCode.ROOM_NOT_AVAILABLE, why: "full" });
    const free = await stays().findFreeLodgings({
      customerId: clientOf("70"),
      petIds: ["70"],
      startDate: toWireDate(from),
      endDate: toWireDate(to),
      startTime: 840,
      endTime: 660,
      appointmentId: split.id,
    });
    expect(free.lodgings.map((one) => [one.lodgingUnitId, one.refusal, one.placesLeft])).toEqual([
      ["11", LodgingRefusal.TAKEN, 0],
      ["12", LodgingRefusal.TAKEN, 0],
      ["21", LodgingRefusal.TAKEN, 0],
    ]);
    expect(free.chosen).toMatchObject([{ petId: "70", lodgings: [{ lodgingUnitId: "12" }, { lodgingUnitId: "11" }] }]);
  });
});

describe("changing a stay", () => {
  test("extended it costs at the rate that was agreed, in its unit; another unit by hand, back by undo; a taken night refuses all of it", async () => {
    const [from, to] = [day(12), day(12, 2)];
    const stay = await book({ from, to, unitId: "11" });
    const other = await book({ from: day(12, 4), to: day(12, 6), unitId: "11", pets: ["20"] });
    const change = (wish: object) => stays().changeStay({ appointmentId: stay.id, ...wish });
    const longer = (await change({ endDate: toWireDate(day(12, 4)), version: stay.version })).appointment;
    expect(longer).toMatchObject({ estimatedTotalPrice: { units: 180n }, version: 2 });
    expect(roomsOf(longer)).toEqual([[`11 ${from} ${day(12, 4)}`]]);
    const refusal = await refused(change({ endDate: toWireDate(day(12, 5)) }));
    expect(refusal).toMatchObject({ code: ErrorCode.ROOM_NOT_AVAILABLE, why: "taken" });
    expect((await refusalOf(change({ endTime: 700, version: 1 }))).code).toBe(ErrorCode.VERSION_CONFLICT);
    const line = longer!.petServiceList[0]!.petDetailId;
    const lineLodgings = [{ petDetailId: line, lodgings: [span(from, day(12, 1), "11"), span(day(12, 1), day(12, 4), "12")] }];
    expect(roomsOf((await change({ lineLodgings })).appointment)).toEqual([[`11 ${from} ${day(12, 1)}`, `12 ${day(12, 1)} ${day(12, 4)}`]]);
    const gap = [{ petDetailId: line, lodgings: [span(from, day(12, 1), "11"), span(day(12, 2), day(12, 4), "12")] }];
    expect(await refused(change({ lineLodgings: gap }))).toMatchObject({ code: ErrorCode.PARAMS_INVALID, field: "lineLodgings" });
    expect(roomsOf((await api().undoChange({ id: stay.id })).appointment)).toEqual([[`11 ${from} ${day(12, 4)}`]]);
    await api().cancelAppointment({ id: stay.id });
    await book({ from, to: day(12, 4), unitId: "11", pets: ["30"] });
    expect(await refused(api().revertStatus({ id: stay.id }))).toMatchObject({ code: ErrorCode.ROOM_NOT_AVAILABLE });
    await api().cancelAppointment({ id: other.id });
  });

  test("appointment-status-list: a stay is checked in and out as any appointment, and moved as a whole by its date", async () => {
    const stay = await book({ from: day(14), to: day(14, 3), unitId: "12" });
    const moved = await api().rescheduleCard({ appointmentId: stay.id, startDate: toWireDate(day(14, 7)) });
    expect(roomsOf(moved.appointment)).toEqual([[`12 ${day(14, 7)} ${day(14, 10)}`]]);
    expect(moved.appointment).toMatchObject({ estimatedTotalPrice: { units: 135n }, endTime: 660 });
    expect(await refused(api().rescheduleCard({ appointmentId: stay.id, startTime: 600, endTime: 700 }))).toMatchObject({
      field: "endTime",
      reason: "the times of a boarding stay are changed in Change the stay, with its days and rooms",
    });
    await api().updateStatus({ id: stay.id, status: AppointmentStatus.CHECKED_IN });
    const { appointment } = await api().updateStatus({ id: stay.id, status: AppointmentStatus.FINISHED });
    expect(appointment?.status).toBe(AppointmentStatus.FINISHED);
    expect((await refusalOf(stays().changeStay({ appointmentId: stay.id, endTime: 700 }))).code).toBe(ErrorCode.APPOINTMENT_STATUS_INVALID);
    const visit = await harness.book({ date: day(14), start: 600 });
    expect((await refusalOf(stays().changeStay({ appointmentId: visit.id, endTime: 700 }))).code).toBe(ErrorCode.STATE_CONFLICT);
  });
});

test("a week for two dogs from a day on: the first day with room throughout, by type; what is booked into it is found no more", async () => {
  const [from, next] = [day(16), day(17)];
  const gaps = async (more: object = {}) => {
    const asked = { pets: [{}, {}], startDate: toWireDate(from), nights: 7, startTime: 840, endTime: 660, limit: 2, ...more };
    const { openings } = await stays().findStayOpenings(asked);
    return openings.map(({ startDate, choices }) =>
      [
        text(startDate!),
        ...choices.map((one) => `${one.lodgingTypeName} ${one.pets.map((pet) => pet.rooms.map((room) => room.name))}`),
      ].join("; "),
    );
  };
  expect(await gaps({ limit: 1 })).toEqual([`${from}; Kennel Unit 11,Unit 11; Meadow Unit 21,Unit 21`]);
  await book({ from, to: next, unitId: "11" });
  await book({ from, to: day(16, 3), pets: ["20"], unitId: "12" });
  expect(await gaps({ lodgingTypeIds: ["1"] })).toEqual([`${day(16, 3)}; Kennel Unit 12,Unit 12`, `${day(16, 4)}; Kennel Unit 12,Unit 12`]);
  await book({ from, to: day(16, 1), pets: ["300", "301", "302", "303", "304", "305"], unitId: "21" });
  expect(await gaps({ limit: 1 })).toEqual([`${day(16, 1)}; Meadow Unit 21,Unit 21`]);
  expect(await refused(gaps({ pets: [] }))).toMatchObject({ code: ErrorCode.PARAMS_INVALID, field: "pets" });
});

describe("extra places of a night", () => {
  const override = { overbook: true, reason: "Regular" };
  const noOverbooking = { permissions: [Permission.CREATE_AND_EDIT_TICKET, Permission.VIEW_CALENDAR], employeeCategory: 0 };
  const allow = (unitId: string, from: string, to: string, places: number, caller: Partial<Caller> = {}) =>
    harness
      .client(StayService, caller)
      .setExtraPlaces({ lodgingUnitId: unitId, startDate: toWireDate(from), endDate: toWireDate(to), places, note: "Crates" });

  test("a room takes another family beside its own on the nights for which that is allowed, and only who may and says so gets it", async () => {
    const [from, to] = [day(17), day(17, 2)];
    const first = await book({ from, to, unitId: "11" });
    const wish = { from, to, pets: ["20"], unitId: "11" };
    expect(await refused(book({ ...wish, more: { override } }))).toMatchObject({ code: ErrorCode.ROOM_NOT_AVAILABLE, why: "taken" });
    expect((await refusalOf(allow("11", from, day(17, 1), 1, noOverbooking))).code).toBe(ErrorCode.NO_PERMISSION);
    expect((await allow("11", from, day(17, 1), 1)).extraPlaces).toMatchObject([{ places: 1, note: "Crates" }, { places: 1 }]);
    const { lodgings } = await stays().findFreeLodgings({
      ...{ customerId: "2", petIds: ["20"], startTime: 840, endTime: 660 },
      ...{ startDate: toWireDate(from), endDate: toWireDate(to) },
    });
    expect(lodgings[0]).toMatchObject({ name: "Unit 11", refusal: LodgingRefusal.TAKEN, byExtraPlaces: true });
    expect((await refusalOf(book(wish))).options.facts).toMatchObject({ why: "taken", overbook: "extraPlaces" });
    expect((await refusalOf(book({ ...wish, more: { override } }, noOverbooking))).code).toBe(ErrorCode.ROOM_NOT_AVAILABLE);
    const beside = await book({ ...wish, more: { override } });
    expect(beside).toMatchObject({ overbooked: true, overrideReason: "Regular" });
    expect(await refused(book({ ...wish, pets: ["30"], more: { override } }))).toMatchObject({ code: ErrorCode.ROOM_NOT_AVAILABLE });
    const { units } = await stays().getLodgingCalendar({ startDate: toWireDate(from), endDate: toWireDate(to) });
    expect(units[0]?.extraPlaces).toHaveLength(2);
    // Whoever has one keeps it when it is allowed no more; nobody comes to be beside others by chance.
    await allow("11", from, day(17, 1), 0);
    await stays().changeStay({ appointmentId: beside.id, endTime: 600 });
    await api().cancelAppointment({ id: first.id });
    expect(await refused(book({ from, to, pets: ["30"], unitId: "11" }))).toMatchObject({ why: "taken" });
    expect(await refused(api().revertStatus({ id: first.id }))).toMatchObject({ code: ErrorCode.ROOM_NOT_AVAILABLE });
    await api().cancelAppointment({ id: beside.id });
    expect(await book({ from, to, pets: ["30"], unitId: "11" })).toMatchObject({ overbooked: false });
  });

  test("the family's own pets beyond what a room holds take its extra places too; whoever is there keeps theirs when anything else changes", async () => {
    const put = (week: number, pets: string[]) => book({ from: day(week), to: day(week, 1), pets, unitId: "11", more: { override } });
    await allow("11", day(31), day(31), 1);
    await put(31, ["10", "11", "12"]);
    expect(await refused(put(31, ["20"]))).toMatchObject({ code: ErrorCode.ROOM_NOT_AVAILABLE, why: "taken" });
    await allow("11", day(32), day(32), 2);
    const three = await put(32, ["10", "11", "12"]);
    const beside = await put(32, ["20"]);
    expect(await refused(put(32, ["30"]))).toMatchObject({ code: ErrorCode.ROOM_NOT_AVAILABLE, why: "taken" });
    for (const { id } of [three, beside]) {
      expect((await api().updateAppointment({ id, alertNotes: "Shy" })).appointment).toMatchObject({ overbooked: true, alertNotes: "Shy" });
      await api().updateStatus({ id, status: AppointmentStatus.CHECKED_IN });
    }
    await allow("11", day(33), day(33), 2);
    const two = await put(33, ["10", "11"]);
    await put(33, ["20"]);
    const lines = two.petServiceList.map(({ petDetailId, petId }) => ({
      ...{ petId, services: [{ petDetailId, serviceId: "95", lodgingUnitId: "11" }] },
    }));
    const more = (...petIds: string[]) => [
      ...lines,
      ...petIds.map((petId) => ({ petId, services: [{ serviceId: "95", lodgingUnitId: "11" }] })),
    ];
    expect(await refused(api().updateAppointment({ id: two.id, petServices: more("12", "13"), override }))).toMatchObject({
      code: ErrorCode.ROOM_NOT_AVAILABLE,
    });
    expect((await api().updateAppointment({ id: two.id, petServices: more("12"), override })).appointment?.petServiceList).toHaveLength(3);
  });

  test("an area takes so many more, counted by the database; another location's unit and nights without end are refused", async () => {
    const [from, to] = [day(18), day(18, 1)];
    await book({ from, to, pets: ["300", "301", "302", "303", "304", "305"], unitId: "21" });
    await allow("21", from, from, 2);
    const more = (pets: string[]) => book({ from, to, pets, unitId: "21", more: { override } });
    const at = await Promise.allSettled([more(["20"]), more(["30"]), more(["40"])]);
    expect(at.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    const { rows } = await harness.admin.query(
      "select seats, used from calendar.capacity where resource_kind = 3 and resource_id = 21 and day = $1",
      [from],
    );
    expect(rows).toEqual([{ seats: 8, used: 8 }]);
    expect((await refusalOf(allow("77", from, from, 1))).code).toBe(ErrorCode.NOT_FOUND);
    expect(await refused(allow("21", from, day(30), 1))).toMatchObject({ code: ErrorCode.PARAMS_INVALID, field: "endDate" });
  });
});

describe("whatever people do, in whatever order and side by side", () => {
  const act = fc.record({
    name: fc.constantFrom("book", "book", "book", "extend", "split", "move", "cancel", "undo", "repair", "mend", "allow", "over"),
    from: fc.nat(5),
    nights: fc.integer({ min: 1, max: 4 }),
    pets: fc.integer({ min: 1, max: 3 }),
    which: fc.nat(5),
    unitId: fc.constantFrom("0", "0", "11", "12", "21"),
  });
  type Act = { name: string; from: number; nights: number; pets: number; which: number; unitId: string };
  const expected: readonly number[] = [
    ErrorCode.ROOM_NOT_AVAILABLE,
    ErrorCode.APPOINTMENT_STATUS_INVALID,
    ErrorCode.UNDO_EXPIRED,
    ErrorCode.PARAMS_INVALID,
  ];

  function doing(week: number) {
    const booked: Booked[] = [];
    let families = 0;
    const split = (stay: Booked, at: string, unitId: string) => {
      const [from, to] = [text(stay.appointmentDate!), text(stay.endDate!)];
      const lodgings = [span(from, at, "11"), span(at, to, unitId === "0" ? "12" : unitId)];
      const lineLodgings = stay.petServiceList.map(({ petDetailId }) => ({ petDetailId, lodgings }));
      return stays().changeStay({ appointmentId: stay.id, lineLodgings });
    };
    return async ({ name, from, nights, pets, which, unitId }: Act): Promise<void> => {
      const [start, end] = [day(week, from), day(week, from + nights)];
      const stay = booked.at(-1 - which) ?? booked[0];
      const closure = [{ startDate: toWireDate(start), endDate: toWireDate(end), reason: "repair" }];
      if (name === "repair") return void (await unit("11", { outOfService: closure }));
      if (name === "mend") return void (await unit("11"));
      if (name === "allow") {
        const asked = { lodgingUnitId: unitId === "0" ? "12" : unitId, startDate: toWireDate(start), endDate: toWireDate(end) };
        return void (await stays().setExtraPlaces({ ...asked, places: 1 }));
      }
      if (name !== "book" && name !== "over" && !stay) return;
      families += 1;
      const family = Array.from({ length: pets }, (_, n) => String(10 * families + n));
      const acts: Record<string, () => Promise<unknown>> = {
        book: async () => booked.push(await book({ from: start, to: end, pets: family, unitId })),
        over: async () =>
          booked.push(await book({ from: start, to: end, pets: family, unitId, more: { override: { overbook: true, reason: "Over" } } })),
        extend: () => stays().changeStay({ appointmentId: stay!.id, endDate: toWireDate(end), chooseAgain: which % 2 === 0 }),
        split: () => split(stay!, start, unitId),
        move: () => api().rescheduleCard({ appointmentId: stay!.id, startDate: toWireDate(start) }),
        cancel: () => api().cancelAppointment({ id: stay!.id }),
        undo: () => api().undoChange({ id: stay!.id }),
      };
      await acts[name]?.().catch(async (error: unknown) => expect(expected).toContain((await refusalOf(Promise.reject(error))).code));
    };
  }

  test("occupancy never exceeds capacity, is what the lines of the stays say, and nobody waits for another crosswise", async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 14 }), async (sequence) => {
        run += 1;
        const week = 20 + run * 3;
        await unit("11");
        const go = doing(week);
        for (let index = 0; index < sequence.length; index += 3) await Promise.all(sequence.slice(index, index + 3).map(go));
        const nights = "resource_kind in (2, 3) and day between $1 and $2";
        const { rows: full } = await harness.admin.query(
          `select o.resource_id, o.day from calendar.occupancy o left join calendar.extra_place e on e.lodging_unit_id = o.resource_id and e.night = o.day
            where ${nights.replace("day", "o.day")} group by 1, 2, e.places
            having (o.resource_id < 20 and (max(seats) filter (where exclusive) > 2 + coalesce(e.places, 0)
                or coalesce(sum(seats) filter (where not exclusive), 0) > coalesce(e.places, 0)))
              or (o.resource_id > 20 and sum(seats) > 6 + coalesce(e.places, 0))`,
          [day(week), day(week + 2)],
        );
        expect(full).toEqual([]);
        const { rows: twice } = await harness.admin.query(
          `select 1 from calendar.occupancy a join calendar.occupancy b on a.resource_kind = b.resource_kind and a.resource_id = b.resource_id
            and a.exclusive and b.exclusive and a.source_id < b.source_id and a.from_utc < b.to_utc and b.from_utc < a.to_utc where a.resource_kind = 2
              and a.day between $1 and $2`,
          [day(week), day(week + 2)],
        );
        expect(twice).toEqual([]);
        const { rows: differing } = await harness.admin.query(
          `with said as (select l.appointment_id, (n->>'unitId')::bigint as unit, d::date as day, count(distinct l.pet_id) as pets
              from calendar.pet_service l join calendar.appointment a on a.id = l.appointment_id and a.status <> 4, jsonb_array_elements(l.lodgings) n,
              generate_series((n->>'from')::date, (n->>'to')::date - 1, '1 day') d group by 1, 2, 3),
            taken as (select source_id, resource_id, day, seats::bigint from calendar.occupancy where resource_kind in (2, 3))
          (select * from said except select * from taken) union all (select * from taken except select * from said)`,
        );
        expect(differing).toEqual([]);
        expect(await rebuild(), "the calendar that is drawn is the one that would be drawn anew").toBe(0);
      }),
      { numRuns: 15 },
    );
    const { rows } = await harness.admin.query("select deadlocks::int as n from pg_stat_database where datname = current_database()");
    expect(rows[0].n).toBe(0);
  }, 60_000);
});
