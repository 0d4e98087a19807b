import { ErrorCode, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { StaffChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import {
  CalendarSettingService,
  CalendarZoomLevel,
  ColorCodeDisplay,
  ColorCodeWith,
  WeeklyViewZoomLevel,
} from "@leashline/proto/leashline/calendar/v1/calendar_setting_service_pb.js";
import { CalendarView } from "@leashline/proto/leashline/calendar/v1/card_service_pb.js";
import { DateOverrideList } from "@leashline/proto/leashline/calendar/v1/schedule_pb.js";
import { StaffScheduleService } from "@leashline/proto/leashline/calendar/v1/staff_schedule_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Harness, openHarness } from "../../test/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.stop());

const api = (caller = {}) => harness.client(StaffScheduleService, caller);
const open = (startTime: number, endTime: number) => ({ isAvailable: true, timeRange: [{ startTime, endTime }] });
const off = { isAvailable: false };
const hoursOn = async (staffId: string, date: string) =>
  (await api().listWorkingHours({ staffIds: [staffId], startDate: toWireDate(date) })).hours[0]!;

describe("regular schedules", () => {
  test("schedule-28-days, schedule-end-date: nobody saved one yet: Monday to Saturday 9 to 6, whole and without end", async () => {
    const { schedules } = await api().listStaffSchedules({});
    expect(schedules.map((one) => [one.staffId, one.days.length, one.version])).toEqual([
      ["1", 28, 0],
      ["2", 28, 0],
    ]);
    expect(schedules[0]?.endDate).toMatchObject({ year: 9999, month: 12, day: 31 });
    expect(schedules[0]?.days.slice(0, 2).map((day) => day.timeRange.length)).toEqual([0, 1]);
  });

  test("regular-schedule-shape: a rotation of two weeks, from its start date on; before it, what was", async () => {
    const days = [off, ...Array.from({ length: 6 }, () => open(600, 840)), off, off, ...Array.from({ length: 5 }, () => open(720, 1200))];
    const { schedule } = await api().updateStaffSchedule({ staffId: "1", scheduleType: 2, startDate: toWireDate("2031-01-05"), days });
    expect(schedule).toMatchObject({ version: 1, scheduleType: 2 });
    expect(schedule?.days).toHaveLength(28);
    const expected: [string, number[]][] = [
      ["2031-01-03", [540]],
      ["2031-01-06", [600]],
      ["2031-01-13", []],
      ["2031-01-14", [720]],
      ["2031-01-20", [600]],
    ];
    for (const [date, starts] of expected)
      expect([date, (await hoursOn("1", date)).timeRange.map((range) => range.startTime)]).toEqual([date, starts]);
    expect((await refusalOf(api().updateStaffSchedule({ staffId: "1", scheduleType: 2, days, version: 7 }))).code).toBe(
      ErrorCode.VERSION_CONFLICT,
    );
    expect((await refusalOf(api().updateStaffSchedule({ staffId: "1", scheduleType: 3, days }))).options.fields?.[0]?.field).toBe("days");
    expect(
      (await refusalOf(api().updateStaffSchedule({ staffId: "1", scheduleType: 1, days: Array.from({ length: 7 }, () => open(900, 800)) })))
        .code,
    ).toBe(ErrorCode.PARAMS_INVALID);
  });

  test("schedule-type-change: another type starts with the current week, and days before keep their hours", async () => {
    const week = Array.from({ length: 14 }, () => open(600, 840));
    const { schedule } = await api().updateStaffSchedule({ staffId: "2", scheduleType: 2, days: week, weekStart: 1 });
    const monday = Temporal.Now.plainDateISO("America/Los_Angeles");
    const start = monday.subtract({ days: monday.dayOfWeek - 1 });
    expect(schedule?.startDate).toMatchObject({ year: start.year, month: start.month, day: start.day });
    expect((await hoursOn("2", start.toString())).timeRange[0]?.startTime).toBe(600);
    const saturday = start.subtract({ days: 2 }).toString();
    expect((await hoursOn("2", saturday)).timeRange[0]?.startTime).toBe(540);
  });

  test("hours that name no start begin today: days before keep theirs, and the weeks go on in turn, also where weeks begin on another day", async () => {
    const today = Temporal.Now.plainDateISO("America/Los_Angeles");
    const sunday = today.subtract({ days: today.dayOfWeek % 7 });
    const began = sunday.subtract({ weeks: 3 });
    const startDate = toWireDate(began.toString());
    const twoWeeks = (one: number, two: number) => Array.from({ length: 14 }, (_, at) => open(at < 7 ? one : two, 1080));
    const startOn = async (date: Temporal.PlainDate) => (await hoursOn("4", date.toString())).timeRange[0]?.startTime;
    await api().updateStaffSchedule({ staffId: "4", scheduleType: 2, startDate, days: twoWeeks(600, 700), weekStart: 0 });
    const monday = sunday.add({ days: 1 });
    expect([await startOn(monday), await startOn(monday.add({ weeks: 1 }))]).toEqual([700, 600]);

    const { schedule } = await api().updateStaffSchedule({
      staffId: "4",
      scheduleType: 2,
      days: twoWeeks(610, 710),
      weekStart: 1,
      version: 1,
    });
    expect(schedule?.startDate).toMatchObject({ year: today.year, month: today.month, day: today.day });
    const coming = [0, 1, 2].map((weeks) => today.add({ weeks }));
    expect(await Promise.all(coming.map(startOn))).toEqual([710, 610, 710]);
    const past = [began, began.add({ weeks: 1 }), sunday.subtract({ days: 1 })];
    expect(await Promise.all(past.map(startOn))).toEqual([600, 700, 600]);
  });

  test("hours that are over are saved anew, from today on and without end; an end alone makes them shorter, also one before today", async () => {
    const today = Temporal.Now.plainDateISO("America/Los_Angeles");
    const on = (days: number) => today.add({ days }).toString();
    const starts = async (days: number) => (await hoursOn("5", on(days))).timeRange.map((range) => range.startTime);
    const week = (from: number) => Array.from({ length: 7 }, () => open(from, 1080));
    await api().updateStaffSchedule({ staffId: "5", days: week(600), startDate: toWireDate(on(-20)) });
    const { schedule } = await api().updateStaffSchedule({ staffId: "5", endDate: toWireDate(on(-10)) });
    expect([schedule?.startDate, schedule?.endDate]).toMatchObject([toWireDate(on(-20)), toWireDate(on(-10))]);
    expect(await starts(-12)).toEqual([600]);
    for (const days of [-5, 5]) expect(await starts(days), "the usual ones").not.toEqual([600]);
    const anew = await api().updateStaffSchedule({ staffId: "5", days: week(700) });
    expect(anew.schedule?.endDate).toMatchObject({ year: 9999 });
    expect([await starts(-12), await starts(0), await starts(5)]).toEqual([[600], [700], [700]]);
    expect(await starts(-5)).not.toEqual([700]);
    await api().updateStaffSchedule({ staffId: "5", endDate: toWireDate(on(3)) });
    expect([await starts(-12), await starts(0)]).toEqual([[600], [700]]);
    expect(await starts(5)).not.toEqual([700]);
    const tooSoon = await refusalOf(api().updateStaffSchedule({ staffId: "5", endDate: toWireDate(on(-1)) }));
    expect(tooSoon.options.fields?.[0]?.field).toBe("endDate");
  });

  test("a role that reaches only its own shift changes no other", async () => {
    const own = { permissions: [Permission.STAFF_SHIFT], staffId: "1", employeeCategory: 0 };
    const days = Array.from({ length: 7 }, () => open(600, 840));
    expect((await refusalOf(api(own).updateStaffSchedule({ staffId: "2", scheduleType: 1, days }))).code).toBe(ErrorCode.NO_PERMISSION);
    await api(own).updateStaffSchedule({ staffId: "1", scheduleType: 1, days });
    expect((await refusalOf(api({ ...own, permissions: [] }).updateStaffSchedule({ staffId: "1", scheduleType: 1, days }))).code).toBe(
      ErrorCode.NO_PERMISSION,
    );
    expect((await refusalOf(api().updateStaffSchedule({ staffId: "902", scheduleType: 1, days }))).code).toBe(ErrorCode.NOT_FOUND);
  });
});

describe("overrides", () => {
  test("override-day-available: other hours and days off, ongoing and history, and back to regular hours", async () => {
    const dates = ["2031-06-04", "2031-06-05", "2020-01-01"].map(toWireDate);
    await api().saveDateOverrides({ staffId: "2", dates, hours: open(900, 1000) });
    await api().saveDateOverrides({ staffId: "2", dates: [toWireDate("2031-06-05")], hours: { isAvailable: true } });
    expect(await hoursOn("2", "2031-06-04")).toMatchObject({ timeRange: [{ startTime: 900 }], overridden: true, offReason: "" });
    expect(await hoursOn("2", "2031-06-05")).toMatchObject({ timeRange: [], offReason: "override" });
    const ongoing = await api().listDateOverrides({ staffId: "2" });
    expect([ongoing.total, ongoing.overrides.map((one) => one.date?.day)]).toEqual([2, [4, 5]]);
    expect(
      (await api().listDateOverrides({ staffId: "2", list: DateOverrideList.HISTORY })).overrides.map((one) => one.date?.year),
    ).toEqual([2020]);
    const within = async (from: string, to?: string) =>
      (await api().listDateOverrides({ staffId: "2", startDate: toWireDate(from), ...(to && { endDate: toWireDate(to) }) })).overrides;
    expect((await within("2031-06-05", "2031-06-05")).map((one) => one.date?.day)).toEqual([5]);
    expect(await within("2031-06-06", "2031-06-06")).toEqual([]);
    expect(
      (await within("2019-12-31")).map((one) => one.date?.day),
      "past days and those ahead, soonest first",
    ).toEqual([1, 4, 5]);
    expect((await refusalOf(within("2031-06-05", "2031-06-04"))).options.fields?.[0]?.field).toBe("endDate");
    await api().deleteDateOverrides({ staffId: "2", dates: [toWireDate("2031-06-04")] });
    expect((await hoursOn("2", "2031-06-04")).overridden).toBe(false);
  });
});

describe("columns", () => {
  test("placeholder-staff: staff in their order, then 'No staff assigned' with id -10; who left or is hidden only when asked", async () => {
    const staff = { firstName: "Zoe", lastName: "Zander", businessIds: ["1"], showOnCalendar: true };
    await harness.tell(StaffChangedSchema, { ...staff, staffId: "3", sort: -1 });
    await harness.tell(StaffChangedSchema, { ...staff, staffId: "4", deleted: true });
    await harness.tell(StaffChangedSchema, { ...staff, staffId: "5", businessIds: ["2"] });
    const shown = (await api().listCalendarStaff({})).staff;
    expect(shown.map((one) => one.staffId)).toEqual(["3", "1", "2", "-10"]);
    expect(shown.at(-1)?.firstName).toBe("No staff assigned");
    expect((await api().listCalendarStaff({ includeHidden: true })).staff.map((one) => one.staffId)).toContain("4");
    const sunday = (await api().listStaffByWorkingDate({ date: toWireDate("2031-06-08") })).staff;
    expect(sunday.map((one) => one.staffId)).not.toContain("3");
    expect((await api({ companyId: "2" }).listCalendarStaff({})).staff.map((one) => one.staffId)).toEqual(["-10"]);
  });
});

describe("calendar settings", () => {
  const settings = (caller = {}) => harness.client(CalendarSettingService, caller);

  test("calendar-default-view-range, calendar-default-view, zoom-levels, color-code-choice: what a business begins with", async () => {
    expect((await settings().getCalendarSetting({})).setting).toMatchObject({
      calendarViewStartAt: 660,
      calendarViewEndAt: 1440,
      defaultView: CalendarView.DAY,
      showColorCodeWith: ColorCodeWith.STAFF,
      showColorCodeDisplay: ColorCodeDisplay.BACKGROUND,
      weeklyViewZoomLevel: WeeklyViewZoomLevel.STANDARD,
      calendarZoomLevel: CalendarZoomLevel.STANDARD,
      version: 0,
    });
  });

  test("zoom-levels, color-code-choice: each level and color choice is kept, and no other can be set", async () => {
    const elsewhere = { businessId: "1", companyId: "61" };
    let version = (await settings(elsewhere).getCalendarSetting({})).setting?.version ?? 0;
    const kept = async (path: string, field: string, value: number) => {
      const paths = [path];
      const { setting } = await settings(elsewhere).updateCalendarSetting({ setting: { [field]: value }, updateMask: { paths }, version });
      version = setting?.version ?? 0;
      return (setting as unknown as Record<string, number>)[field];
    };
    const choices = [
      ["weekly_view_zoom_level", "weeklyViewZoomLevel", 2],
      ["calendar_zoom_level", "calendarZoomLevel", 3],
      ["show_color_code_with", "showColorCodeWith", 3],
      ["show_color_code_display", "showColorCodeDisplay", 2],
    ] as const;
    for (const [path, field, most] of choices) {
      for (let value = 1; value <= most; value++) expect(await kept(path, field, value), `${field} ${value}`).toBe(value);
      await expect(kept(path, field, most + 1), field).rejects.toThrow();
    }
  });

  test("driving-time-off-hides: the fields a mask names change, and turning driving time off hides it", async () => {
    const change = (setting: object, paths: string[], version = 0) =>
      settings().updateCalendarSetting({ setting, updateMask: { paths }, version });
    await change({ isDrivingTimeOpen: true, isDrivingTimeVisible: true, calendarViewStartAt: 480 }, [
      "is_driving_time_open",
      "is_driving_time_visible",
      "calendar_view_start_at",
    ]);
    const { setting } = await change({ showPrice: true }, ["is_driving_time_open"], 1);
    expect(setting).toMatchObject({
      isDrivingTimeOpen: false,
      isDrivingTimeVisible: false,
      calendarViewStartAt: 480,
      showPrice: true,
      version: 2,
    });
    expect((await refusalOf(change({}, ["show_price"], 1))).code).toBe(ErrorCode.VERSION_CONFLICT);
    expect((await settings({ companyId: "2" }).getCalendarSetting({})).setting?.version).toBe(0);
  });
});
