import { ErrorCode, toMoney, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { AppointmentStatus, RepeatModifyType } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { BatchService } from "@leashline/proto/leashline/calendar/v1/batch_service_pb.js";
import { CardType } from "@leashline/proto/leashline/calendar/v1/card_pb.js";
import { CardService } from "@leashline/proto/leashline/calendar/v1/card_service_pb.js";
import { SeriesService } from "@leashline/proto/leashline/calendar/v1/series_service_pb.js";
import { SlotService } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import { AbsencePlan, StaffAppointmentService } from "@leashline/proto/leashline/calendar/v1/staff_appointment_service_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, openHarness } from "../../test/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness(["1", "2", "3", "4"]);
});
afterAll(() => harness.stop());

const day = (n: number) => Temporal.PlainDate.from("2033-02-02").add({ weeks: n }).toString();
const api = () => harness.client(AppointmentService);

/** Ana bathes at 10:00, Ben clips at 11:00, Ana dries at 12:00; each an hour. */
const bathClipDry = (n: number, more: object = {}) => {
  const services = ["1", "2", "1"].map((staffId, nth) => ({ serviceId: `${nth + 1}`, staffId }));
  return harness.book({ date: day(n), start: 600, petServices: [{ petId: "10", services }], ...more });
};
const taken = async (id: string) => {
  const { rows } = await harness.admin.query(
    `select resource_id::text as who, (from_utc - min(from_utc) over ())::int as after, (to_utc - from_utc)::int as minutes, seats
      from calendar.occupancy where source_id = $1 and source_kind = 1 order by 1, 2`,
    [id],
  );
  return rows.map(({ who, after, minutes, seats }) => [who, after, minutes, seats]);
};
const cards = async (n: number) =>
  (await harness.client(CardService).listDayCards({ startDate: toWireDate(day(n)) })).cards
    .filter((card) => card.appointmentId !== "0")
    .map((card) => [card.staffId, card.startTime, card.endTime, card.cardType, card.services.map(({ serviceId }) => serviceId).join()]);

test("between two parts of one visit a person is free: in what is stored, on the calendar, in the search and for another booking", async () => {
  const { id } = await bathClipDry(0);
  expect(await taken(id)).toEqual([
    ["1", 0, 60, 1],
    ["1", 120, 60, 0],
    ["2", 60, 60, 1],
  ]);
  expect(await cards(0)).toEqual([
    ["1", 600, 660, CardType.SERVICE, "1"],
    ["2", 660, 720, CardType.SERVICE, "2"],
    ["1", 720, 780, CardType.SERVICE, "3"],
  ]);
  const slots = harness.client(SlotService);
  const asked = { staffIds: ["1"], startDate: toWireDate(day(0)), endDate: toWireDate(day(0)), duration: 60 };
  const free = (await slots.listFreeSlots(asked)).days.flatMap((one) => one.staff.flatMap(({ startTimes }) => startTimes));
  expect(free.filter((start) => start > 540 && start < 780)).toEqual([660]);
  const check = async (startTime: number) => {
    const { conflict } = await slots.checkConflict({ staffId: "1", date: toWireDate(day(0)), startTime, endTime: startTime + 30 });
    return conflict?.appointmentId ?? "free";
  };
  expect([await check(630), await check(660), await check(690), await check(700)]).toEqual([id, "free", "free", id]);
  await harness.book({ date: day(0), start: 660, petId: "20" });
  expect(await refusalOf(harness.book({ date: day(0), start: 720, petId: "30" }))).toMatchObject({ code: ErrorCode.SLOT_FULL });
});

test("one of a person's cards is dragged alone, a longer one closes the gap, and undo opens it again", async () => {
  const { id, petServiceList } = await bathClipDry(1);
  const last = petServiceList[2]!.petDetailId;
  const drag = (more: object) => api().rescheduleCard({ appointmentId: id, originalStaffId: "1", ...more });
  await drag({ petDetailIds: [last], startTime: 780 });
  expect(await taken(id)).toEqual([
    ["1", 0, 60, 1],
    ["1", 180, 60, 0],
    ["2", 60, 60, 1],
  ]);
  await drag({ petDetailIds: [last], staffId: "3" });
  expect((await cards(1)).map(([who, start]) => [who, start])).toEqual([
    ["1", 600],
    ["2", 660],
    ["3", 780],
  ]);
  await api().undoChange({ id });
  await drag({ petDetailIds: [petServiceList[0]!.petDetailId], endTime: 780 });
  expect(await taken(id)).toEqual([
    ["1", 0, 240, 1],
    ["2", 60, 60, 1],
  ]);
  await api().undoChange({ id });
  expect((await taken(id)).length).toBe(3);
  await api().cancelAppointment({ id });
  expect([await taken(id), await cards(1)]).toEqual([[], []]);
});

test("of a series, the same card of each is dragged", async () => {
  const { id, petServiceList } = await bathClipDry(10);
  const { appointments } = await harness.client(SeriesService).createSeries({
    appointmentId: id,
    rule: { frequency: 2, interval: 1, ends: { case: "count", value: 2 } },
  });
  await api().rescheduleCard({
    appointmentId: id,
    originalStaffId: "1",
    petDetailIds: [petServiceList[2]!.petDetailId],
    startTime: 800,
    repeatModifyType: RepeatModifyType.ALL,
  });
  for (const one of [id, ...appointments.map((each) => each.id).filter((each) => each !== id)])
    expect((await taken(one)).map(([who, after]) => [who, after])).toEqual([
      ["1", 0],
      ["1", 200],
      ["2", 60],
    ]);
});

const three = [
  { staffId: "1", duration: 20 },
  { staffId: "2", duration: 20 },
  { staffId: "3", duration: 20 },
];
test("a part of a shared service goes to nobody who does another one with somebody's between; to a neighbor it goes, and is done in one go", async () => {
  const { id, petServiceList } = await harness.book({
    date: day(2),
    start: 600,
    petServices: [{ petId: "10", services: [{ serviceId: "1", operationList: three }] }],
  });
  const { petDetailId } = petServiceList[0]!;
  const reason = "Staff 3 does another part of Service 1 already, with someone else’s part in between";
  const places = [{ appointmentId: id, originalStaffId: "1", staffId: "3" }];
  const drag = { appointmentId: id, originalStaffId: "1", staffId: "3", petDetailIds: [petDetailId] };
  const refused = [
    () => api().rescheduleCard(drag),
    () => harness.client(BatchService).batchReschedule({ places }),
    () => harness.client(SeriesService).changeSeries({ appointmentId: id, staffId: "3" }),
  ];
  for (const ask of refused) expect(await refusalOf(ask())).toMatchObject({ options: { fields: [{ field: "staffId", reason }] } });
  const services = [{ petDetailId, serviceId: "1", staffId: "3" }];
  expect(await refusalOf(api().updateAppointment({ id, petServices: [{ petId: "10", services }] }))).toMatchObject({
    options: { fields: [{ field: "staffId" }] },
  });
  expect(await taken(id)).toEqual([
    ["1", 0, 20, 1],
    ["2", 20, 20, 1],
    ["3", 40, 20, 1],
  ]);
  await api().rescheduleCard({ ...drag, staffId: "2" });
  expect(await taken(id)).toEqual([
    ["2", 0, 40, 1],
    ["3", 40, 20, 1],
  ]);
});

test("a checked-in visit comes on no other day, whichever call asks for it", async () => {
  const booked = await harness.book({ date: day(3), start: 600 });
  const { id } = booked;
  const evaluation = await harness.book({
    date: day(3),
    start: 720,
    petId: "20",
    petServices: [{ petId: "20", services: [{ serviceId: "93" }] }],
  });
  await harness.client(SeriesService).createSeries({
    appointmentId: id,
    rule: { frequency: 2, interval: 1, ends: { case: "count", value: 2 } },
  });
  for (const one of [id, evaluation.id]) await api().updateStatus({ id: one, status: AppointmentStatus.CHECKED_IN });
  const startDate = toWireDate(day(7));
  const places = [{ appointmentId: id, startDate }];
  const series = harness.client(SeriesService);
  const asks = {
    appointmentDate: [() => api().updateAppointment({ id, appointmentDate: startDate })],
    startDate: [
      () => api().rescheduleCard({ appointmentId: id, startDate }),
      () => api().rescheduleCard({ appointmentId: id, startDate, repeatModifyType: RepeatModifyType.THIS_AND_FOLLOWING }),
      () => harness.client(BatchService).batchReschedule({ places }),
      () => harness.client(BatchService).previewBatch({ act: 1, places }),
      () => harness.client(CardService).rescheduleEvaluationService({ appointment: { id: evaluation.id, startTime: 720 }, startDate }),
    ],
    moveDays: [
      () => series.changeSeries({ appointmentId: id, moveDays: 1 }),
      () => series.changeSeries({ appointmentId: id, moveDays: 1, type: RepeatModifyType.THIS_AND_FOLLOWING }),
    ],
  };
  const reason = "The pet is checked in. The appointment stays on its day.";
  for (const [field, calls] of Object.entries(asks))
    for (const call of calls)
      expect(await refusalOf(call())).toMatchObject({
        code: ErrorCode.STATE_CONFLICT,
        message: reason,
        options: { fields: [{ field, reason }] },
      });
  expect((await api().getAppointment({ id })).appointment?.appointmentDate).toEqual(booked.appointmentDate);
  await api().updateAppointment({ id, appointmentDate: toWireDate(day(3)), startTime: 630 });
  const away = { staffId: "1", startDate: toWireDate(day(3)), plan: AbsencePlan.OTHER_DAYS };
  const { rows } = await harness.client(StaffAppointmentService).planStaffAbsence(away);
  const row = rows.find(({ appointment }) => appointment?.id === id);
  expect([row?.staffId, row?.note, row?.conflict?.nextFree]).toEqual(["0", reason, []]);
});

test("a visit whose two parts are still stored in one is annotated, checked in, priced and finished as it is, outside working hours too", async () => {
  const override = { overbook: true, outsideWorkingHours: true, reason: "asked" };
  const { id, petServiceList } = await bathClipDry(12, { startTime: 1200, override });
  const whole = `with gone as (delete from calendar.occupancy where source_id = $1 and source_kind = 1 and resource_id = 1 and part = 1 returning to_utc)
    update calendar.occupancy o set to_utc = gone.to_utc from gone where o.source_id = $1 and o.source_kind = 1 and o.resource_id = 1`;
  await harness.admin.query(whole, [id]);
  await api().updateTicketComments({ id, ticketComments: "Shy" });
  await api().updateStatus({ id, status: AppointmentStatus.CHECKED_IN });
  const asOne = [
    ["1", 0, 180, 1],
    ["2", 60, 60, 1],
  ];
  expect(await taken(id)).toEqual(asOne);
  const services = petServiceList.map(({ petDetailId, serviceId, staffId }) => ({
    petDetailId,
    serviceId,
    staffId,
    price: toMoney(100, "USD"),
  }));
  await api().updateAppointment({ id, petServices: [{ petId: "10", services }] });
  expect(await taken(id)).toEqual([
    ["1", 0, 60, 1],
    ["1", 120, 60, 0],
    ["2", 60, 60, 1],
  ]);
  await api().updateStatus({ id, status: AppointmentStatus.FINISHED });
  expect((await api().getAppointment({ id })).appointment).toMatchObject({ status: AppointmentStatus.FINISHED, ticketComments: "Shy" });
});
