import { ErrorCode, fromWireDate, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { RepeatModifyType } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { CardService } from "@leashline/proto/leashline/calendar/v1/card_service_pb.js";
import { RepeatFrequency, SeriesService } from "@leashline/proto/leashline/calendar/v1/series_service_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, openHarness } from "../../test/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.stop());

const series = () => harness.client(SeriesService);
const api = () => harness.client(AppointmentService);
// Wednesdays far ahead: everybody works 9 to 6.
const day = (n: number, days = 0) => Temporal.PlainDate.from("2036-01-02").add({ weeks: n, days }).toString();
const { THIS_AND_FOLLOWING, ALL } = RepeatModifyType;
type Shown = { id: string; appointmentDate?: Parameters<typeof fromWireDate>[0]; startTime: number; endTime: number; staffId: string };
const shape = (one: Shown) => [fromWireDate(one.appointmentDate, "date"), one.startTime, one.endTime, one.staffId];

async function repeated(first: number, count: number) {
  const source = await harness.book({ date: day(first), start: 600 });
  const rule = { frequency: RepeatFrequency.WEEK, interval: 1, ends: { case: "count" as const, value: count } };
  const { repeatId, appointments } = await series().createSeries({ appointmentId: source.id, rule });
  return { repeatId, ids: [source.id, ...appointments.map(({ id }) => id)] };
}
const members = async (id: string) => (await series().getSeries({ appointmentId: id })).appointments.map(shape);

test("cards say which series they are part of", async () => {
  const { repeatId } = await repeated(0, 2);
  const cards = async (n: number) => (await harness.client(CardService).listDayCards({ startDate: toWireDate(day(n)) })).cards;
  expect([(await cards(0))[0]?.repeatId, (await cards(1))[0]?.repeatId]).toEqual([repeatId, repeatId]);
  await harness.book({ date: day(2), start: 600 });
  expect((await cards(2))[0]?.repeatId).toBe("0");
});

test("a drag of this one and those that follow: the same day, start and person for each; one act to take back", async () => {
  const { ids } = await repeated(10, 4);
  const { appointment, appointments } = await api().rescheduleCard({
    appointmentId: ids[1]!,
    startDate: toWireDate(day(11, 1)),
    startTime: 700,
    endTime: 760,
    staffId: "2",
    repeatModifyType: THIS_AND_FOLLOWING,
  });
  expect(appointment).toMatchObject({ id: ids[1], startTime: 700, staffId: "2" });
  expect(appointments.map(shape)).toEqual([11, 12, 13].map((n) => [day(n, 1), 700, 760, "2"]));
  expect(await members(ids[0]!)).toEqual([[day(10), 600, 660, "1"], ...[11, 12, 13].map((n) => [day(n, 1), 700, 760, "2"])]);
  await series().undoSeriesChange({ changes: appointments.map(({ id, version }) => ({ id, version })) });
  expect(await members(ids[0]!)).toEqual([10, 11, 12, 13].map((n) => [day(n), 600, 660, "1"]));
});

test("each takes over what changed and keeps the rest: one that was put elsewhere stays there when only the length changes", async () => {
  const { ids } = await repeated(20, 3);
  await api().rescheduleCard({ appointmentId: ids[1]!, startTime: 840 });
  await api().rescheduleCard({ appointmentId: ids[0]!, startTime: 600, endTime: 690, repeatModifyType: ALL });
  const [first, second, third] = await members(ids[0]!);
  expect([first, second, third]).toEqual([
    [day(20), 600, 690, "1"],
    [day(21), 840, 930, "1"],
    [day(22), 600, 690, "1"],
  ]);
  await api().rescheduleCard({ appointmentId: ids[0]!, startTime: 600, endTime: 690, staffId: "2", repeatModifyType: ALL });
  expect((await members(ids[0]!)).map(([, start, , staffId]) => [start, staffId])).toEqual([
    [600, "2"],
    [840, "2"],
    [600, "2"],
  ]);
});

test("one date that cannot be had leaves all where they were and is named; without a type only the one moves", async () => {
  const { ids } = await repeated(30, 3);
  const { id } = await harness.book({ date: day(32), start: 720, petId: "20" });
  const refusal = await refusalOf(api().rescheduleCard({ appointmentId: ids[0]!, startTime: 700, endTime: 760, repeatModifyType: ALL }));
  expect([refusal.code, refusal.options.facts?.date, refusal.options.conflict?.appointmentId]).toEqual([ErrorCode.SLOT_FULL, day(32), id]);
  expect(await members(ids[0]!)).toEqual([30, 31, 32].map((n) => [day(n), 600, 660, "1"]));
  const { appointments } = await api().rescheduleCard({ appointmentId: ids[0]!, startTime: 700 });
  expect(appointments.map(shape)).toEqual([[day(30), 700, 760, "1"]]);
  const { version } = appointments[0]!;
  const stale = await refusalOf(
    api().rescheduleCard({ appointmentId: ids[0]!, startTime: 720, version: version - 1, repeatModifyType: ALL }),
  );
  expect(stale.code).toBe(ErrorCode.VERSION_CONFLICT);
  const single = await harness.book({ date: day(36), start: 600 });
  const alone = await api().rescheduleCard({ appointmentId: single.id, startTime: 720, repeatModifyType: ALL });
  expect(alone.appointments.map(shape)).toEqual([[day(36), 720, 780, "1"]]);
});

test("services of this one and those that follow: what is added, longer or taken off is so in each, what somebody made of one of them stays; one act to take back", async () => {
  const services = [{ serviceId: "1" }, { serviceId: "2" }];
  const source = await harness.book({ date: day(60), start: 600, petServices: [{ petId: "10", services }] });
  const rule = { frequency: RepeatFrequency.WEEK, interval: 1, ends: { case: "count" as const, value: 4 } };
  const booked = (await series().createSeries({ appointmentId: source.id, rule })).appointments;
  const linesOf = async (id: string) =>
    ((await api().getAppointment({ id })).appointment?.petServiceList ?? []).map((line) => [
      ...[line.serviceId, line.staffId, line.duration, Number(line.price?.units ?? 0)],
    ]);
  const inputs = (lines: readonly { petDetailId: string; serviceId: string; staffId: string; duration: number }[]) =>
    lines.map(({ petDetailId, serviceId, staffId, duration }) => ({ petDetailId, serviceId, staffId, duration }));
  const lines = booked.map((one) => inputs(one.petServiceList));
  // By hand: another price and somebody else on the second date, and one service more on the third.
  const [bath, nails] = lines[1]!;
  const byHand = [
    { ...bath!, price: { currencyCode: "USD", units: "70", nanos: 0 } },
    { ...nails!, staffId: "2" },
  ];
  await api().updateAppointment({ id: booked[1]!.id, petServices: [{ petId: "10", services: byHand as never }] });
  const more = [...lines[2]!, { serviceId: "4", duration: 15 }];
  await api().updateAppointment({ id: booked[2]!.id, petServices: [{ petId: "10", services: more }] });
  const before = await Promise.all(booked.map(({ id }) => linesOf(id)));

  const [first] = lines[0]!;
  const { price: samePrice } = booked[0]!.petServiceList[0]!;
  const asked = [
    { ...first!, duration: 90, ...(samePrice && { price: samePrice }) },
    { serviceId: "3", duration: 30 },
  ];
  const { appointment, appointments } = await api().updateAppointment({
    id: booked[0]!.id,
    petServices: [{ petId: "10", services: asked }],
    alertNotes: "Muzzle",
    repeatModifyType: THIS_AND_FOLLOWING,
  });
  expect([appointment?.id, appointments.map((one) => [one.id, one.alertNotes])]).toEqual([
    booked[0]!.id,
    booked.map(({ id }) => [id, "Muzzle"]),
  ]);
  const price = before[0]![0]![3];
  const added = ["3", "1", 30, (await linesOf(booked[0]!.id))[1]![3]];
  expect(await Promise.all(booked.map(({ id }) => linesOf(id)))).toEqual([
    [["1", "1", 90, price], added],
    [["1", "1", 90, 70], added],
    [["1", "1", 90, price], added, before[2]![2]],
  ]);
  expect((await linesOf(source.id)).map(([serviceId]) => serviceId)).toEqual(["1", "2"]);
  await series().undoSeriesChange({ changes: appointments.map(({ id, version }) => ({ id, version })) });
  expect(await Promise.all(booked.map(({ id }) => linesOf(id)))).toEqual(before);

  await harness.book({ date: day(62), start: 720, petId: "20" });
  const refusal = await refusalOf(
    api().updateAppointment({
      id: source.id,
      petServices: [{ petId: "10", services: [{ serviceId: "1", duration: 180 }] }],
      repeatModifyType: ALL,
    }),
  );
  expect([refusal.code, refusal.options.facts?.date]).toEqual([ErrorCode.SLOT_FULL, day(62)]);
  expect(await Promise.all(booked.map(({ id }) => linesOf(id)))).toEqual(before);
});

test("what a visit of the series has by hand stays as it is where the services of those before change: its start, its own service, and the name of who does what is new", async () => {
  const services = [{ serviceId: "1" }, { serviceId: "2" }];
  const source = await harness.book({ date: day(70), start: 600, petServices: [{ petId: "10", services }] });
  const rule = { frequency: RepeatFrequency.WEEK, interval: 1, ends: { case: "count" as const, value: 2 } };
  const { id = "", petServiceList = [] } = (await series().createSeries({ appointmentId: source.id, rule })).appointments[0] ?? {};
  type Line = (typeof petServiceList)[number];
  const asIs = ({ petDetailId, serviceId, staffId, startTime, duration }: Line) => ({
    petDetailId,
    serviceId,
    staffId,
    startTime,
    duration,
  });
  const update = (visit: string, list: object[], more: object = {}) =>
    api().updateAppointment({ id: visit, petServices: [{ petId: "10", services: list as never }], ...more });
  // By hand: all with somebody else, the second one later, and a service of its own with its own length and price.
  const [bath, nails] = petServiceList.map((line) => ({ ...asIs(line), staffId: "2" }));
  const own = { serviceId: "4", staffId: "2", startTime: 900, duration: 25, price: { currencyCode: "USD", units: "33", nanos: 0 } };
  await update(id, [bath!, { ...nails, startTime: 780 }, own]);

  const [first, second] = source.petServiceList;
  const added = { serviceId: "4", duration: 60, price: { currencyCode: "USD", units: "99", nanos: 0 } };
  const asked = [{ ...asIs(first!), duration: 45 }, asIs(second!), added, { serviceId: "3" }];
  const { appointments } = await update(source.id, asked, { repeatModifyType: ALL });
  const shown = appointments[1]?.petServiceList.map((line) => [
    ...[line.serviceId, line.staffName, line.startTime, line.duration, Number(line.price?.units)],
  ]);
  expect(shown).toEqual([
    ["1", "Staff 2", 600, 45, 50],
    ["2", "Staff 2", 765, 60, 50],
    ["4", "Staff 2", 885, 25, 33],
    ["3", "Staff 2", 910, 60, 50],
  ]);
});
