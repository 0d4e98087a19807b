import { fromBinary } from "@bufbuild/protobuf";
import { ErrorCode, toMoney, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { ServiceStart } from "@leashline/proto/leashline/calendar/v1/appointment_booking_pb.js";
import { WorkMode } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { CardType } from "@leashline/proto/leashline/calendar/v1/card_pb.js";
import { CardService } from "@leashline/proto/leashline/calendar/v1/card_service_pb.js";
import { AppointmentBookedSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { OverviewService } from "@leashline/proto/leashline/calendar/v1/overview_service_pb.js";
import { StaffAppointmentService } from "@leashline/proto/leashline/calendar/v1/staff_appointment_service_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, openHarness } from "../../test/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness(["1", "2", "3", "4"]);
});
afterAll(() => harness.stop());

const day = (n: number) => Temporal.PlainDate.from("2033-01-05").add({ weeks: n }).toString();
const api = () => harness.client(AppointmentService);
const usd = (minor: number) => toMoney(minor, "USD");
const bathThenCut = [
  { staffId: "1", taskName: "Bath", duration: 40, priceRatio: "40" },
  { staffId: "2", taskName: "Cut", duration: 50, priceRatio: "60" },
];
const together = (n: number, more = {}, wish = {}) =>
  harness.book({
    date: day(n),
    start: 600,
    petServices: [{ petId: "10", services: [{ serviceId: "1", operationList: bathThenCut, ...more }] }],
    ...wish,
  });
const busy = async (id: string) =>
  (
    await harness.admin.query(
      "select resource_id::text as who, (to_utc - from_utc)::int as minutes, (from_utc - min(from_utc) over ())::int as after from calendar.occupancy where source_id = $1 order by 1",
      [id],
    )
  ).rows.map(({ who, minutes, after }) => [who, after, minutes]);
const cardsOf = async (n: number) =>
  (await harness.client(CardService).listDayCards({ startDate: toWireDate(day(n)) })).cards.map((card) => [
    card.cardType,
    card.staffId,
    card.startTime,
    card.endTime,
    card.estimatedTotalPrice,
    card.services.map(({ taskName }) => taskName).join(),
  ]);

test("a service that two people do: each has a card and is busy for their own time, with their share of the price; the log and events say who", async () => {
  const appointment = await together(1);
  expect(appointment).toMatchObject({ startTime: 600, endTime: 690, staffId: "1" });
  expect(appointment.petServiceList[0]).toMatchObject({
    ...{ enableOperation: true, workMode: WorkMode.SEQUENCE, duration: 90, price: usd(5_000) },
    operationList: [
      { staffId: "1", staffName: "Staff 1", taskName: "Bath", startTime: 600, duration: 40, priceRatio: "40", price: usd(2_000) },
      { staffId: "2", staffName: "Staff 2", taskName: "Cut", startTime: 640, duration: 50, priceRatio: "60", price: usd(3_000) },
    ],
  });
  expect(await busy(appointment.id)).toEqual([
    ["1", 0, 40],
    ["2", 40, 50],
  ]);
  expect(await cardsOf(1)).toEqual([
    [CardType.OPERATION, "1", 600, 640, usd(2_000), "Bath"],
    [CardType.OPERATION, "2", 640, 690, usd(3_000), "Cut"],
  ]);
  const { cards } = await harness.client(CardService).listDayCards({ startDate: toWireDate(day(1)) });
  expect(cards.map(({ draggableInfo }) => [draggableInfo?.unavailableStaffIds, draggableInfo?.staffReason])).toEqual([
    [["2"], "They do another part of this service."],
    [["1"], "They do another part of this service."],
  ]);
  const { entries } = await api().listActionLog({ id: appointment.id });
  expect(entries[0]?.detail).toContain("with Staff 1, Staff 2");
  const { rows } = await harness.admin.query("select payload from calendar.outbox where aggregate = $1", [appointment.id]);
  expect(fromBinary(AppointmentBookedSchema, rows[0].payload).appointment?.lines[0]?.operations).toMatchObject([
    { staffId: "1", startTime: 600, duration: 40, priceRatio: "40" },
    { staffId: "2", startTime: 640, duration: 50, priceRatio: "60" },
  ]);
  const { appointments } = await harness.client(OverviewService).listOverviewAppointments({ date: toWireDate(day(1)), staffIds: ["2"] });
  expect(appointments).toHaveLength(1);
});

test("side by side they begin together; the one who is done first is free again, the other is not", async () => {
  const { id } = await together(2, { workMode: WorkMode.PARALLEL });
  expect(await busy(id)).toEqual([
    ["1", 0, 40],
    ["2", 0, 50],
  ]);
  await harness.book({ date: day(2), start: 640, duration: 10, petId: "20" });
  expect(await refusalOf(harness.book({ date: day(2), start: 640, duration: 10, petId: "30", staffId: "2" }))).toMatchObject({
    code: ErrorCode.SLOT_FULL,
  });
});

test.each([
  ["one person alone", [bathThenCut[0]], "needs two people at least"],
  ["a person twice", [bathThenCut[0], { ...bathThenCut[1], staffId: "1" }], "names a person twice"],
  ["shares beside the whole", [bathThenCut[0], { ...bathThenCut[1], priceRatio: "50" }], "the shares must sum to 100 percent"],
  [
    "a share that is none",
    [bathThenCut[0], { ...bathThenCut[1], priceRatio: "much" }],
    "priceRatio is percent with at most four decimals, for example 33.33",
  ],
])("refused: %s", async (_, operationList, reason) => {
  expect(await refusalOf(together(3, { operationList }))).toMatchObject({ options: { fields: [{ field: "operationList", reason }] } });
});

test.each([
  ["one after the other: the sum of the parts", WorkMode.SEQUENCE, 1_500, 2_000],
  ["side by side: the longest", WorkMode.PARALLEL, 833, 2_000],
])("an hourly service costs what its people take, %s; another length reprices it from there", async (_, workMode, price, longer) => {
  const { id, petServiceList, endTime } = await together(9, { serviceId: "98", workMode });
  expect(petServiceList[0]?.price).toEqual(usd(price));
  const preview = (until: number) => api().previewReschedulePrices({ appointmentId: id, originalStaffId: "2", endTime: until });
  expect((await preview(endTime)).priceChanges).toEqual([]);
  expect((await preview(720)).priceChanges).toMatchObject([{ price: usd(price), catalogPrice: usd(longer) }]);
  await api().cancelAppointment({ id });
});

test("shares that nobody names are equal, and daycare is shared by nobody", async () => {
  const operationList = bathThenCut.map(({ priceRatio: _, ...one }) => one);
  const { petServiceList } = await together(3, { operationList });
  expect(petServiceList[0]?.operationList.map(({ priceRatio }) => priceRatio)).toEqual(["50", "50"]);
  expect(await refusalOf(together(4, { serviceId: "96" }))).toMatchObject({ options: { fields: [{ field: "operationList" }] } });
});

test("a second person is added, the parts stay where nothing is said of them, one person does it again, and undo brings them back", async () => {
  const booked = await harness.book({ date: day(5), start: 600 });
  const { id } = booked;
  const { petDetailId } = booked.petServiceList[0]!;
  const change = async (more: object) => {
    const services = [{ petDetailId, serviceId: "1", staffId: "1", ...more }];
    return (await api().updateAppointment({ id, petServices: [{ petId: "10", services }] })).appointment!;
  };
  const both = await change({ operationList: bathThenCut });
  expect([both.petServiceList[0]?.petDetailId, both.endTime]).toEqual([petDetailId, 690]);
  expect((await api().listActionLog({ id })).entries[0]?.detail).toContain("Bath: Staff 1 40 min, 40%, then Cut: Staff 2 50 min, 60%");
  expect((await change({ price: usd(9_000) })).petServiceList[0]?.operationList.map(({ price }) => price)).toEqual([
    usd(3_600),
    usd(5_400),
  ]);
  const one = await change({ enableOperation: false });
  expect([one.petServiceList[0]?.operationList, await busy(id)]).toEqual([[], [["1", 0, 90]]]);
  await api().undoChange({ id });
  expect(await busy(id)).toEqual([
    ["1", 0, 40],
    ["2", 40, 50],
  ]);
});

test("a change that says nothing of its people leaves them, whoever leads the visit; a length that leaves one nothing to do is refused", async () => {
  const services = [
    { serviceId: "2", staffId: "2", duration: 60 },
    { serviceId: "1", operationList: bathThenCut },
  ];
  const { id, staffId, petServiceList } = await harness.book({ date: day(10), start: 600, petServices: [{ petId: "10", services }] });
  expect(staffId).toBe("2");
  const [first, shared] = petServiceList;
  const change = async (more: object) => {
    const kept = [
      { petDetailId: first!.petDetailId, serviceId: "2" },
      { petDetailId: shared!.petDetailId, serviceId: "1", ...more },
    ];
    const { appointment } = await api().updateAppointment({ id, petServices: [{ petId: "10", services: kept }] });
    return appointment?.petServiceList[1]?.operationList.map((one) => [one.staffId, one.duration]);
  };
  expect(await change({ price: usd(9_000) })).toEqual([
    ["1", 40],
    ["2", 50],
  ]);
  const reason = "leaves somebody nothing to do: say who does what in operationList";
  expect(await refusalOf(change({ duration: 40 }))).toMatchObject({ options: { fields: [{ field: "duration", reason }] } });
  expect(await change({ duration: 41 })).toEqual([
    ["1", 40],
    ["2", 1],
  ]);
});

test("one card is dragged to another person: only that part changes hands; the longer card pushes the next; a whole day is handed over", async () => {
  const { id } = await together(6);
  const drag = (more: object) => api().rescheduleCard({ appointmentId: id, cardType: CardType.OPERATION, ...more });
  await drag({ originalStaffId: "2", staffId: "3" });
  await drag({ originalStaffId: "1", endTime: 655 });
  expect(await busy(id)).toEqual([
    ["1", 0, 55],
    ["3", 55, 50],
  ]);
  await harness.client(StaffAppointmentService).transferStaffAppointments({ fromStaffId: "3", toStaffId: "4" });
  expect((await api().getAppointment({ id })).appointment?.petServiceList[0]?.operationList.map(({ staffId }) => staffId)).toEqual([
    "1",
    "4",
  ]);
});

test("two services of a pet with two people begin at the same time, or a second pet in sequence; the time must be free", async () => {
  const services = [{ serviceId: "1" }, { serviceId: "2", staffId: "2", serviceStart: ServiceStart.SAME_TIME }];
  const same = await harness.book({ date: day(7), start: 600, petServices: [{ petId: "10", services }] });
  expect(same.petServiceList.map(({ startTime }) => startTime)).toEqual([600, 600]);
  await harness.book({ date: day(7), start: 780, petId: "20", staffId: "2" });
  const petServices = [
    { petId: "30", services: [{ serviceId: "1" }] },
    { petId: "31", services: [{ serviceId: "1", staffId: "2", serviceStart: ServiceStart.IN_SEQUENCE }] },
  ];
  const sequence = { date: day(7), petId: "30", petServices };
  const { code, options } = await refusalOf(harness.book({ ...sequence, start: 720 }));
  expect([code, options.conflict?.startTime ?? 780]).toEqual([ErrorCode.SLOT_FULL, 780]);
  const later = await harness.book({ ...sequence, start: 810 });
  expect(later.petServiceList.map(({ startTime }) => startTime)).toEqual([810, 870]);
  const [first, second] = same.petServiceList;
  const kept = [first, second].map((line) => ({ petDetailId: line!.petDetailId, serviceId: line!.serviceId, staffId: line!.staffId }));
  const apart = [{ petId: "10", services: [kept[0]!, { ...kept[1]!, serviceStart: ServiceStart.IN_SEQUENCE }] }];
  const { appointment } = await api().updateAppointment({ id: same.id, petServices: apart });
  expect(appointment?.petServiceList.map(({ startTime }) => startTime)).toEqual([600, 660]);
});

test("40 bookings that share people race: nobody is in two places at once, and every refusal says that the slot is full", async () => {
  const people = ["1", "2", "3", "4"];
  const outcomes = await Promise.all(
    Array.from({ length: 40 }, async (_, n) => {
      const [a, b] = [people[n % 4], people[(n + 1 + (n % 3)) % 4]];
      const operationList = [a, b].map((staffId) => ({ staffId, duration: 30 + (n % 5) * 5 }));
      const services = [{ serviceId: "1", operationList, workMode: n % 2 ? WorkMode.PARALLEL : WorkMode.SEQUENCE }];
      const booking = harness.book({ date: day(8), start: 600 + ((n * 35) % 240), petId: "10", petServices: [{ petId: "10", services }] });
      return await booking.then(
        () => null,
        (error: unknown) => error,
      );
    }),
  );
  const codes = await Promise.all(outcomes.filter(Boolean).map(async (error) => (await refusalOf(Promise.reject(error))).code));
  expect(new Set(codes)).toEqual(new Set([ErrorCode.SLOT_FULL]));
  expect(codes.length).toBeLessThan(40);
  const { rows } =
    await harness.admin.query(`select count(*)::int as n from calendar.occupancy a join calendar.occupancy b on a.resource_id = b.resource_id
    and a.resource_kind = b.resource_kind and a.source_id < b.source_id and a.from_utc < b.to_utc and b.from_utc < a.to_utc`);
  expect(rows[0].n).toBe(0);
});

test("starting at the same time: two people may, one person is at two things at once only where somebody overbooks", async () => {
  const at = (staffId: string, wish = {}) =>
    harness.book({
      date: day(30),
      start: 600,
      petServices: [
        {
          petId: "10",
          services: [
            { serviceId: "1", staffId: "1" },
            { serviceId: "1", staffId, serviceStart: ServiceStart.SAME_TIME },
          ],
        },
      ],
      ...wish,
    });
  const refusal = await refusalOf(at("1"));
  expect(refusal).toMatchObject({
    code: ErrorCode.SLOT_FULL,
    options: { facts: { why: "twice" }, conflict: { staffId: "1", nextFree: [] } },
  });
  expect(refusal.message).toContain("One person cannot do two services at the same time.");
  const two = await at("2");
  const [first, second] = two.petServiceList;
  const petServices = [
    { petId: "10", services: [{ petDetailId: first!.petDetailId }, { petDetailId: second!.petDetailId, staffId: "1" }] },
  ];
  const asOne = petServices.map((pet) => ({ ...pet, services: pet.services.map((line) => ({ ...line, serviceId: "1", startTime: 600 })) }));
  expect((await refusalOf(api().updateAppointment({ id: two.id, petServices: asOne }))).options.facts).toMatchObject({ why: "twice" });
  await api().cancelAppointment({ id: two.id });
  const knowingly = await at("1", { override: { overbook: true, reason: "They dry while the other is clipped" } });
  expect(knowingly).toMatchObject({ overbooked: true, startTime: 600 });
});

test("what one person did at once before may move as it is, to another person too, and come back; a further line may not join", async () => {
  const services = [
    { serviceId: "1", staffId: "1" },
    { serviceId: "1", staffId: "1", serviceStart: ServiceStart.SAME_TIME },
  ];
  const override = { overbook: true, reason: "They dry while the other is clipped" };
  const { id } = await harness.book({ date: day(31), start: 600, petServices: [{ petId: "10", services }], override });
  // As it was booked before anybody asked.
  await harness.admin.query("update calendar.appointment set overbooked = false, override_reason = '' where id = $1", [id]);
  const moved = await api().rescheduleCard({ appointmentId: id, startDate: toWireDate(day(32)), startTime: 660 });
  expect(moved.appointment).toMatchObject({ startTime: 660, overbooked: false });
  const back = await api().undoChange({ id });
  expect(back.appointment).toMatchObject({ startTime: 600, overbooked: false });
  const other = await api().rescheduleCard({ appointmentId: id, staffId: "2" });
  expect(other.appointment?.petServiceList.map(({ staffId }) => staffId)).toEqual(["2", "2"]);
  const lines = (other.appointment?.petServiceList ?? []).map(({ petDetailId, startTime, staffId }) => ({
    ...{ serviceId: "1", petDetailId, startTime, staffId },
  }));
  const joined = [...lines, { serviceId: "1", staffId: "2", serviceStart: ServiceStart.SAME_TIME }];
  expect((await refusalOf(api().updateAppointment({ id, petServices: [{ petId: "10", services: joined }] }))).options.facts).toMatchObject({
    why: "twice",
  });
});
