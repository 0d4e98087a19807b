import { ErrorCode, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { DateOverrideList } from "@leashline/proto/leashline/calendar/v1/schedule_pb.js";
import { StaffAvailabilityService } from "@leashline/proto/leashline/calendar/v1/staff_availability_service_pb.js";
import { StaffScheduleService } from "@leashline/proto/leashline/calendar/v1/staff_schedule_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, openHarness } from "../../test/harness.ts";
import { asBefore, withReplaced } from "./hours-undo.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.stop());

const { UNDO_EXPIRED, OUTSIDE_WORKING_HOURS, NO_PERMISSION } = ErrorCode;
// A Wednesday and the next one; nobody has hours of their own to begin with: 9 to 6.
const [day, next] = ["2031-01-08", "2031-01-15"];
const api = (caller = {}) => harness.client(StaffScheduleService, caller);
const open = (startTime: number, endTime: number) => ({ isAvailable: true, timeRange: [{ startTime, endTime }] });
const week = (startTime: number, endTime: number) => Array.from({ length: 7 }, () => open(startTime, endTime));
const undo = (staffId: string, change: number, caller = {}) => api(caller).undoScheduleChange({ staffId, change });
const codeOf = async (call: Promise<unknown>) => (await refusalOf(call)).code;
const hoursOn = async (staffId: string, date: string) => {
  const { hours } = await api().listWorkingHours({ staffIds: [staffId], startDate: toWireDate(date) });
  return hours[0]?.timeRange.map(({ startTime, endTime }) => [startTime, endTime]);
};
const scheduleOf = async (staffId: string) => (await api().listStaffSchedules({ staffIds: [staffId] })).schedules[0]!;

test("regular hours are taken back once, with the days before them and a version nobody has seen", async () => {
  const first = await api().updateStaffSchedule({ staffId: "1", days: week(600, 840), startDate: toWireDate("2031-01-05") });
  const second = await api().updateStaffSchedule({ staffId: "1", days: week(700, 900), startDate: toWireDate("2031-01-12"), version: 1 });
  expect([await hoursOn("1", day), await hoursOn("1", next)]).toEqual([[[600, 840]], [[700, 900]]]);
  expect(await codeOf(undo("1", first.change)), "not what came before the newest").toBe(UNDO_EXPIRED);
  await undo("1", second.change);
  expect([await hoursOn("1", day), await hoursOn("1", next)]).toEqual([[[600, 840]], [[600, 840]]]);
  expect((await scheduleOf("1")).version).toBe(3);
  expect(await codeOf(undo("1", second.change)), "not twice").toBe(UNDO_EXPIRED);
  const stale = api().updateStaffSchedule({ staffId: "1", days: week(0, 60), version: second.schedule!.version });
  expect(await codeOf(stale), "what was seen before it was taken back is old").toBe(ErrorCode.VERSION_CONFLICT);
});

test("who had no hours of their own has the usual ones again", async () => {
  const { change } = await api().updateStaffSchedule({ staffId: "2", days: week(600, 840), startDate: toWireDate("2031-01-05") });
  await undo("2", change);
  expect(await hoursOn("2", day)).toEqual([[540, 1080]]);
  expect((await scheduleOf("2")).version).toBe(2);
});

test("pure: stretches as they were, the newest with the next version", () => {
  const stretch = (startDate: string, version: number) => ({ ...asBefore([], { staffId: "1", version: 0 })[0]!, startDate, version });
  const back = asBefore([stretch("2031-01-01", 1), stretch("2031-02-01", 2)], { staffId: "1", version: 7 });
  expect(back.map(({ startDate, version }) => [startDate, version])).toEqual([
    ["2031-01-01", 1],
    ["2031-02-01", 8],
  ]);
});

test("pure: stretches before the new hours stay, those that they replaced are as they were", () => {
  const stretch = (startDate: string, endDate: string) => ({
    ...asBefore([], { staffId: "1", version: 0 })[0]!,
    startDate,
    endDate,
  });
  const [old, shortened, gone] = [
    stretch("2031-01-01", "2031-01-31"),
    stretch("2031-02-01", "2031-02-28"),
    stretch("2031-03-01", "9999-12-31"),
  ];
  const now = [old, { ...shortened, endDate: "2031-02-09" }, stretch("2031-02-10", "9999-12-31")];
  expect(withReplaced(now, { stretches: [shortened, gone], from: "2031-02-10" })).toEqual([old, shortened, gone]);
  expect(withReplaced(now, { stretches: [old] }), "as it was logged before").toEqual([old]);
});

test("the log keeps only the stretches that a save replaced, and the others are there after it is taken back, also where none was replaced", async () => {
  const save = (more: object) => api().updateStaffSchedule({ staffId: "7", ...more });
  const today = Temporal.Now.plainDateISO("America/Los_Angeles");
  const on = (days: number) => today.add({ days }).toString();
  for (const days of [-40, -30, -20]) await save({ days: week(600 - days, 900), startDate: toWireDate(on(days)) });
  const later = await save({ days: week(500, 900) });
  const { rows } = await harness.admin.query(
    "select before -> 'stretches' as was from calendar.change_log where entity = 'staff schedule' and entity_id = 7 order by id desc limit 1",
  );
  expect(rows[0].was.map(({ startDate }: { startDate: string }) => startDate)).toEqual([on(-20)]);
  await undo("7", later.change);
  const start = async (days: number) => (await hoursOn("7", on(days)))?.map(([from]) => from);
  expect([await start(-35), await start(-25), await start(-15), await start(5)]).toEqual([[640], [630], [620], [620]]);
  await save({ endDate: toWireDate(on(-10)) });
  const anew = await save({ days: week(500, 900) });
  await undo("7", anew.change);
  expect([await start(-35), await start(-15)]).toEqual([[640], [620]]);
  expect(await start(5), "the usual ones").toEqual([540]);
  expect((await scheduleOf("7")).version).toBe(anew.schedule!.version + 1);
});

test("hours of a day are taken back to what the day had, and so are those that were taken away", async () => {
  const put = (date: string, from: number) => api().saveDateOverrides({ staffId: "3", dates: [toWireDate(date)], hours: open(from, 900) });
  await put(day, 600);
  const two = await api().saveDateOverrides({ staffId: "3", dates: [day, next].map(toWireDate), hours: { isAvailable: false } });
  expect([await hoursOn("3", day), await hoursOn("3", next)]).toEqual([[], []]);
  await undo("3", two.change);
  expect([await hoursOn("3", day), await hoursOn("3", next)]).toEqual([[[600, 900]], [[540, 1080]]]);
  const gone = await api().deleteDateOverrides({ staffId: "3", dates: [toWireDate(day)] });
  expect(await hoursOn("3", day)).toEqual([[540, 1080]]);
  await undo("3", gone.change);
  expect(await hoursOn("3", day)).toEqual([[600, 900]]);
  const { overrides } = await api().listDateOverrides({ staffId: "3", list: DateOverrideList.ONGOING });
  expect(overrides).toHaveLength(1);
});

test("hours that are saved by time or by slot are taken back the same way", async () => {
  const byWay = harness.client(StaffAvailabilityService);
  const on = { staffId: "4", dates: [toWireDate(day)] };
  const slots = Array.from({ length: 7 }, () => ({ isAvailable: true, slots: [{ startTime: 600, endTime: 660, capacity: 2 }] }));
  const saves: [save: () => Promise<{ change: number }>, held: number[][]][] = [
    [() => byWay.updateStaffAvailabilityByTime({ staffId: "4", days: week(600, 840) }), [[600, 840]]],
    [() => byWay.updateStaffAvailabilityBySlot({ staffId: "4", days: slots }), [[600, 660]]],
    [() => byWay.overrideStaffAvailabilityByTime({ ...on, timeRange: [{ startTime: 0, endTime: 60 }] }), [[0, 60]]],
    [() => byWay.overrideStaffAvailabilityBySlot({ ...on, slots: [] }), []],
  ];
  for (const [save, held] of saves) {
    const { change } = await save();
    expect(await hoursOn("4", day)).toEqual(held);
    await undo("4", change);
    expect(await hoursOn("4", day)).toEqual([[540, 1080]]);
  }
});

test("hours that are taken back un-book nobody: what was booked in them stays, and nothing more is booked there", async () => {
  const date = "2031-01-22";
  const late = await api().saveDateOverrides({ staffId: "1", dates: [toWireDate(date)], hours: open(1200, 1320) });
  const { id } = await harness.book({ date, start: 1200, staffId: "1" });
  await undo("1", late.change);
  const { appointment } = await harness.client(AppointmentService).getAppointment({ id });
  expect(appointment).toMatchObject({ startTime: 1200, version: 1 });
  expect(await codeOf(harness.book({ date, start: 1260, staffId: "1", petId: "20" }))).toBe(OUTSIDE_WORKING_HOURS);
});

test("until ten minutes have passed, by who may set these hours, at the location where they were set", async () => {
  const { change } = await api().saveDateOverrides({ staffId: "2", dates: [toWireDate(day)], hours: { isAvailable: false } });
  const own = { permissions: [Permission.STAFF_SHIFT], staffId: "1", accountId: "9", employeeCategory: 0 };
  expect(await codeOf(undo("2", change, own))).toBe(NO_PERMISSION);
  for (const elsewhere of [{ companyId: "2" }, { businessId: "2", businessIds: ["1", "2"] }])
    expect(await codeOf(undo("2", change, elsewhere))).toBe(UNDO_EXPIRED);
  const age = (by: string) =>
    harness.admin.query("update calendar.change_log set at = at - $1::interval where entity = 'staff schedule' and entity_id = 2", [by]);
  await age("10 minutes 1 second");
  expect(await codeOf(undo("2", change))).toBe(UNDO_EXPIRED);
  expect(await hoursOn("2", day)).toEqual([]);
  await age("-30 seconds");
  await undo("2", change);
  expect(await hoursOn("2", day)).toEqual([[540, 1080]]);
});

test("two who take one change back at once: one does, and nothing is undone twice", async () => {
  const before = await hoursOn("1", next);
  const { change } = await api().saveDateOverrides({ staffId: "1", dates: [toWireDate(next)], hours: { isAvailable: false } });
  expect(await hoursOn("1", next)).toEqual([]);
  const both = await Promise.allSettled([undo("1", change), undo("1", change)]);
  const refused = both.filter((one) => one.status === "rejected");
  expect(refused).toHaveLength(1);
  expect(await codeOf(Promise.reject(refused[0]!.reason))).toBe(UNDO_EXPIRED);
  expect(await hoursOn("1", next)).toEqual(before);
});
