import { ErrorCode, fromWireDate, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { AppointmentStatus, RepeatModifyType } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { RepeatFrequency, SeriesDateOutcome, SeriesService } from "@leashline/proto/leashline/calendar/v1/series_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, openHarness } from "../../test/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.stop());

const series = (caller = {}) => harness.client(SeriesService, caller);
const api = () => harness.client(AppointmentService);
// Wednesdays far ahead: everybody works 9 to 6.
const day = (n: number, days = 0) => Temporal.PlainDate.from("2038-01-06").add({ weeks: n, days }).toString();
const weekly = (ends: object, more = {}) => ({ frequency: RepeatFrequency.WEEK, interval: 1, ends, ...more }) as never;
const times = (count: number, more = {}) => weekly({ case: "count", value: count }, more);
const until = (date: string, more = {}) => weekly({ case: "until", value: toWireDate(date) }, more);
const { CANCELLED } = AppointmentStatus;
const { KEPT, CANCELLED: TO_CANCEL, UNSPECIFIED: TO_BOOK } = SeriesDateOutcome;
const dateOf = (one: { appointmentDate?: Parameters<typeof fromWireDate>[0] }) => fromWireDate(one.appointmentDate, "date");

async function repeated(first: number, count: number) {
  const { id } = await harness.book({ date: day(first), start: 600, alertNotes: "Bites" });
  const { appointments } = await series().createSeries({ appointmentId: id, rule: times(count) });
  return [id, ...appointments.map((one) => one.id)];
}
const previewed = async (appointmentId: string, rule: never) =>
  (await series().previewSeries({ appointmentId, rule })).dates.map((one) => [fromWireDate(one.date, "date"), one.outcome, one.conflict]);
const live = async (id: string) =>
  (await series().getSeries({ appointmentId: id })).appointments.filter(({ status }) => status !== CANCELLED).map(dateOf);
const taken = (list: readonly { id: string; version: number }[]) => ({ changes: list.map(({ id, version }) => ({ id, version })) });

test("a series goes on for longer: what is there stays, the further dates are looked at first and booked alike, and all of it is taken back", async () => {
  const [first = "", second = "", third = ""] = await repeated(0, 3);
  const inTheWay = await harness.book({ date: day(4), start: 630, petId: "20" });
  const rule = until(day(5));
  expect(await previewed(second, rule)).toEqual([
    [day(2), KEPT, ""],
    [day(3), TO_BOOK, ""],
    [day(4), TO_BOOK, "conflict with existing booking"],
    [day(5), TO_BOOK, ""],
  ]);
  const refusal = await refusalOf(series().changeSeriesRule({ appointmentId: second, rule }));
  expect([refusal.code, refusal.options.facts?.date, refusal.options.conflict?.appointmentId]).toEqual([
    ...[ErrorCode.SLOT_FULL, day(4), inTheWay.id],
  ]);
  expect(await live(first)).toEqual([day(0), day(1), day(2)]);
  const skipDates = [toWireDate(day(4))];
  const { repeatId, appointments } = await series().changeSeriesRule({ appointmentId: second, rule, skipDates });
  expect(appointments.map((one) => [dateOf(one), one.repeatId, one.startTime, one.alertNotes])).toEqual(
    [1, 2, 3, 5].map((n) => [day(n), repeatId, 600, "Bites"]),
  );
  expect([await live(first), await live(third)]).toEqual([[day(0)], [1, 2, 3, 5].map((n) => day(n))]);
  const shown = await series().getSeries({ appointmentId: first });
  expect(shown.rule?.ends).toMatchObject({ case: "until", value: { day: 6 } });
  await series().undoSeriesChange(taken(appointments));
  expect(await live(third)).toEqual([day(0), day(1), day(2)]);
  expect((await series().getSeries({ appointmentId: first })).rule?.ends).toEqual({ case: "count", value: 3 });
  await harness.book({ date: day(5), start: 600, petId: "20" });
});

test("a shorter or thinner rule cancels what is on none of its dates; what somebody moved stays for its date, what was taken off stays off, and undo brings all back", async () => {
  const ids = await repeated(10, 6);
  const [first = "", , third = "", fourth = ""] = ids;
  await api().rescheduleCard({ appointmentId: third, startDate: toWireDate(day(12, 1)), startTime: 700 });
  await api().cancelAppointment({ id: fourth });
  const everyOther = times(4, { interval: 2 });
  expect(await previewed(first, everyOther)).toEqual([
    [day(11), TO_CANCEL, ""],
    [day(12, 1), KEPT, ""],
    [day(14), KEPT, ""],
    [day(15), TO_CANCEL, ""],
    [day(16), TO_BOOK, ""],
  ]);
  const groomer = { permissions: [Permission.CREATE_AND_EDIT_TICKET], staffId: "1", employeeCategory: 0 };
  const refusal = await refusalOf(series(groomer).changeSeriesRule({ appointmentId: first, rule: everyOther }));
  expect(refusal.code).toBe(ErrorCode.NO_PERMISSION);
  const { appointments } = await series().changeSeriesRule({ appointmentId: first, rule: everyOther });
  expect(await live(first)).toEqual([day(10), day(12, 1), day(14), day(16)]);
  // Ended with this one.
  const again = await series().changeSeriesRule({ appointmentId: first, rule: until(day(10)) });
  expect([await live(first), again.appointments.filter(({ status }) => status === CANCELLED).length]).toEqual([[day(10)], 3]);
  await series().undoSeriesChange(taken(again.appointments));
  expect(await live(first)).toEqual([day(10), day(12, 1), day(14), day(16)]);
  await series().undoSeriesChange(taken(appointments));
  expect(await live(first)).toEqual([day(10), day(11), day(12, 1), day(14), day(15)]);
  expect((await series().getSeries({ appointmentId: first })).rule).toMatchObject({ interval: 1, ends: { case: "count", value: 6 } });
  expect((await refusalOf(series().undoSeriesChange(taken(appointments)))).code).toBe(ErrorCode.UNDO_EXPIRED);
  const weekdays = times(4, { weekdays: [3, 5] });
  expect((await previewed(first, weekdays)).filter(([, outcome]) => outcome === TO_BOOK)).toEqual([
    [day(10, 2), TO_BOOK, ""],
    [day(11, 2), TO_BOOK, ""],
  ]);
});

test("a series that was stopped goes on over the dates on which it was; one that was taken off before stays off", async () => {
  const ids = await repeated(40, 6);
  const [first = "", second = "", , fourth = ""] = ids;
  await api().cancelAppointment({ id: second });
  await series().cancelSeries({ appointmentId: fourth, type: RepeatModifyType.THIS_AND_FOLLOWING });
  const rule = times(7);
  const further = [43, 44, 45, 46].map((n) => [day(n), TO_BOOK, ""]);
  expect(await previewed(first, rule)).toEqual([[day(42), KEPT, ""], ...further]);
  await series().changeSeriesRule({ appointmentId: first, rule });
  expect(await live(first)).toEqual([40, 42, 43, 44, 45, 46].map((n) => day(n)));
});

test("a series whose first visit was deleted counts its dates from there: it goes on behind its last one, and what was left out stays out", async () => {
  const [gone = "", next = ""] = await repeated(50, 3);
  await api().deleteAppointment({ id: gone });
  expect(await previewed(next, until(day(54)))).toEqual([[day(52), KEPT, ""], ...[53, 54].map((n) => [day(n), TO_BOOK, ""])]);

  // Wednesdays because of the first one, Fridays by the rule, and not on the second Wednesday.
  const { id } = await harness.book({ date: day(60), start: 600 });
  const skipDates = [toWireDate(day(61))];
  const { appointments } = await series().createSeries({ appointmentId: id, rule: times(6, { weekdays: [5] }), skipDates });
  expect(appointments.map(dateOf)).toEqual([day(60, 2), day(61, 2), day(62), day(62, 2)]);
  await api().deleteAppointment({ id });
  expect(await previewed(appointments[0]?.id ?? "", times(6, { weekdays: [3] }))).toEqual([
    [day(61, 2), KEPT, ""],
    [day(62), KEPT, ""],
    [day(62, 2), KEPT, ""],
    [day(63), TO_BOOK, ""],
  ]);
});

test("what cannot have another rule is refused with the field and the reason, and nobody else's is changed", async () => {
  const [first = "", second = ""] = await repeated(20, 3);
  const alone = await harness.book({ date: day(20), start: 700, petId: "20" });
  const asked = (appointmentId: string, rule: never, more = {}) => refusalOf(series().changeSeriesRule({ appointmentId, rule, ...more }));
  expect((await asked(alone.id, times(2))).code).toBe(ErrorCode.NOT_FOUND);
  expect((await asked(second, until(day(20)))).options.fields?.[0]).toEqual({ field: "rule.until", reason: "is before the appointment" });
  expect((await asked(second, times(100, { interval: 99 }))).options.fields?.[0]?.field).toBe("rule");
  expect((await asked(first, times(2), { version: 1 })).code).toBe(ErrorCode.VERSION_CONFLICT);
  const stranger = refusalOf(series({ companyId: "2", businessId: "1" }).changeSeriesRule({ appointmentId: first, rule: times(2) }));
  expect((await stranger).code).toBe(ErrorCode.APPOINTMENT_NOT_FOUND);
  expect(await live(first)).toEqual([20, 21, 22].map((n) => day(n)));
  const both = [2, 2].map((count) => series().changeSeriesRule({ appointmentId: first, rule: times(count) }));
  expect((await Promise.allSettled(both)).filter(({ status }) => status === "fulfilled").length).toBeGreaterThan(0);
  expect(await live(first)).toEqual([day(20), day(21)]);
});
