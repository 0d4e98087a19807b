import { ErrorCode, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { DaycareService } from "@leashline/proto/leashline/calendar/v1/daycare_service_pb.js";
import { SlotService } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import { StayHoldService } from "@leashline/proto/leashline/calendar/v1/stay_hold_service_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, openHarness } from "../../test/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness(["1"]);
  await harness.client(DaycareService).updateDaycareSetting({ setting: { limited: true, heads: Array(7).fill(2), middayAt: 720 } });
});
afterAll(() => harness?.stop());

const [FULL, HALF] = [540, 240];
const online = { via: "online-booking", kind: "service" as const };
const page = () => harness.client(StayHoldService, online);
const day = (week: number, plus = 0) => Temporal.PlainDate.from("2034-01-02").add({ weeks: week, days: plus }).toString();
type Wish = { durations?: number[]; start?: number; token?: string; requested?: boolean };
const hold = (dates: string[], { durations = [FULL], start = 480, token = "", requested = true }: Wish = {}) =>
  page().holdDaycare({
    ...{ dates: dates.map(toWireDate), startTime: start, durations, holdMinutes: 10, replaceToken: token },
    visitor: { strangerShare: 50, requested, bounds: [] },
  });
const free = async (from: string, to: string, durations = [FULL], startTime = 480) => {
  const asked = { startDate: toWireDate(from), endDate: toWireDate(to), startTime, durations };
  return (await page().getDaycarePlaces(asked)).days.map((one) => one.free);
};
const book = (date: string, petId: string, caller = {}, more: object = {}) =>
  harness.book({ date, start: 480, petId, petServices: [{ petId, services: [{ serviceId: "96", duration: FULL }] }], ...more }, caller);
const fromPage = (date: string, holdToken: string) =>
  harness.client(AppointmentService, online).bookAppointment({
    ...{ businessId: "1", customerId: "1", staffId: "0", appointmentDate: toWireDate(date), startTime: 480, holdToken },
    petServices: [{ petId: "10", services: [{ serviceId: "96", duration: FULL }] }],
  });

test("places are kept on all the days or on none; what is kept is full for others, half by half, until it is given back", async () => {
  const days = [day(0), day(0, 2)];
  await book(days[0]!, "20");
  const { holdToken } = await hold(days);
  expect(await free(day(0), day(0, 2))).toEqual([false, true, true]);
  expect(await free(day(0, 2), day(0, 2), [FULL, FULL])).toEqual([false]);
  const refusal = await refusalOf(hold([day(0, 1), day(0)]));
  expect([refusal.code, refusal.options.facts?.date]).toEqual([ErrorCode.ROOM_NOT_AVAILABLE, day(0)]);
  expect(await free(day(0, 1), day(0, 1), [FULL, FULL])).toEqual([true]);
  await harness.client(SlotService, online).releaseHold({ token: holdToken });
  expect(await free(day(0), day(0))).toEqual([true]);
  const halves = await hold([day(1)], { durations: [HALF] });
  await hold([day(1)], { durations: [HALF] });
  expect([await free(day(1), day(1), [HALF]), await free(day(1), day(1), [HALF], 780)]).toEqual([[false], [true]]);
  // The same hold for other days gives the first ones back.
  await hold([day(1, 1)], { durations: [HALF], token: halves.holdToken });
  expect(await free(day(1), day(1), [HALF])).toEqual([true]);
});

test("a weekday without daycare is closed, not full; places that are kept are told beside those that are booked", async () => {
  const own = openHarness(["1"]);
  const { client, stop, book: bookIn } = await own;
  const setting = { limited: true, heads: [0, 2, 2, 2, 2, 2, 0], middayAt: 720 };
  await client(DaycareService).updateDaycareSetting({ setting });
  const span = { startDate: toWireDate("2034-02-03"), endDate: toWireDate("2034-02-06") };
  const asked = { startTime: 480, durations: [FULL] };
  await bookIn({
    date: "2034-02-03",
    start: 480,
    petId: "20",
    petServices: [{ petId: "20", services: [{ serviceId: "96", duration: FULL }] }],
  });
  await client(StayHoldService, online).holdDaycare({
    ...{ dates: [toWireDate("2034-02-03")], holdMinutes: 10, visitor: { strangerShare: 50, requested: true, bounds: [] } },
    ...asked,
  });
  const { days } = await client(StayHoldService, online).getDaycarePlaces({ ...span, ...asked });
  expect(days.map(({ closed, free: isFree }) => [closed, isFree])).toEqual([
    [false, false],
    [true, false],
    [true, false],
    [false, true],
  ]);
  const told = (await client(DaycareService).getDaycareDays(span)).days;
  expect(told.map((one) => [one.heads, one.morning, one.heldMorning, one.heldAfternoon])).toEqual([
    [2, 1, 1, 1],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
    [2, 0, 0, 0],
  ]);
  await stop();
});

test("a day that is booked with its hold takes that day's place only; the other days are kept on until they are booked too", async () => {
  const [first, second] = [day(2), day(2, 3)];
  const { holdToken } = await hold([first, second]);
  await book(second, "20");
  expect((await refusalOf(book(second, "30"))).code).toBe(ErrorCode.ROOM_NOT_AVAILABLE);
  await fromPage(first, holdToken);
  expect(await free(second, second)).toEqual([false]);
  await fromPage(second, holdToken);
  const { rows } = await harness.admin.query("select 1 from calendar.stay_hold where token = $1", [holdToken]);
  expect(rows).toEqual([]);
  expect(await free(first, first)).toEqual([true]);
});

test("50 at once for the last place of daycare: one keeps it, and nobody books it away from them", async () => {
  const date = day(4);
  await book(date, "20");
  const tries = await Promise.allSettled([
    ...Array.from({ length: 25 }, () => hold([date, day(4, 1)])),
    ...Array.from({ length: 25 }, (_, n) => book(date, String(1000 + n * 10))),
  ]);
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await free(date, date)).toEqual([false]);
  const { rows } = await harness.admin.query("select deadlocks::int as n from pg_stat_database where datname = current_database()");
  expect(rows[0].n).toBe(0);
}, 60_000);
