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
