import { ErrorCode, instantAt, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { StaffChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { BlockSeriesService } from "@leashline/proto/leashline/calendar/v1/block_series_service_pb.js";
import { BlockService } from "@leashline/proto/leashline/calendar/v1/block_service_pb.js";
import { CalendarFeedService } from "@leashline/proto/leashline/calendar/v1/calendar_feed_service_pb.js";
import { ClassService } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import { RepeatFrequency, SeriesService } from "@leashline/proto/leashline/calendar/v1/series_service_pb.js";
import { LodgingUnitChangedSchema } from "@leashline/proto/leashline/offering/v1/events_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import ICAL from "ical.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, openHarness } from "../../test/harness.ts";
import { feedSpan } from "./feed.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.stop());

const { SYNC_OWN_CALENDAR, SYNC_ALL_CALENDARS } = Permission;
const feeds = (caller = {}) => harness.client(CalendarFeedService, caller);
const groomer = { staffId: "1", permissions: [SYNC_OWN_CALENDAR] };
const gateway = { kind: "service" as const, via: "gateway", companyId: "0", businessId: "0", staffId: "0", permissions: [] };
const tokenIn = (address = ""): string => /\/calendar\/feed\/([\w-]+)\.ics$/.exec(address)?.[1] ?? "";
const read = async (address?: string): Promise<string> => {
  const { file } = await feeds(gateway).readCalendarFeed({ token: tokenIn(address) });
  return file.replaceAll("\r\n ", "");
};
const codeOf = async (call: Promise<unknown>) => (await refusalOf(call)).code;
const events = (file: string): string[] => [...file.matchAll(/SUMMARY:(.*)\r?\n/g)].map(([, words = ""]) => words.trim()).sort();

/** The next day on which everybody works. */
function workday(weeks = 1): string {
  const day = Temporal.Now.plainDateISO("America/Los_Angeles").add({ weeks });
  return day.add({ days: 3 - day.dayOfWeek }).toString();
}

test("calendar-sync-permission: one's own calendar with the permission for it, everybody's with the one for all, none without", async () => {
  const { feed } = await feeds(groomer).openCalendarFeed({ staffId: "1" });
  expect(feed).toMatchObject({ businessId: "1", staffId: "1" });
  for (const staffId of ["2", "0"]) {
    expect(await codeOf(feeds(groomer).openCalendarFeed({ staffId })), staffId).toBe(ErrorCode.NO_PERMISSION);
    expect(await codeOf(feeds(groomer).renewCalendarFeed({ staffId })), staffId).toBe(ErrorCode.NO_PERMISSION);
    expect(await codeOf(feeds(groomer).closeCalendarFeed({ staffId })), staffId).toBe(ErrorCode.NO_PERMISSION);
  }
  const manager = feeds({ staffId: "2", permissions: [SYNC_ALL_CALENDARS] });
  for (const staffId of ["2", "0"]) expect((await manager.openCalendarFeed({ staffId })).feed?.staffId).toBe(staffId);
  expect((await manager.listCalendarFeeds({})).feeds.map((one) => one.staffId)).toEqual(["0", "1", "2"]);
  expect((await feeds(groomer).listCalendarFeeds({})).feeds.map((one) => one.staffId)).toEqual(["1"]);
  expect(await codeOf(feeds({ staffId: "1", permissions: [] }).listCalendarFeeds({}))).toBe(ErrorCode.NO_PERMISSION);
  expect(await codeOf(manager.openCalendarFeed({ staffId: "77" }))).toBe(ErrorCode.NOT_FOUND);
});

test("a feed shows what is booked and blocked, in the zone's instants, and follows every change", async () => {
  const date = workday();
  const booked = await harness.book({ date, start: 600 });
  await harness.book({ date, start: 600, staffId: "2", petId: "20" });
  await harness
    .client(BlockService)
    .createBlock({ staffId: "1", date: toWireDate(date), startTime: 720, endTime: 780, description: "Lunch" });
  const own = (await feeds(groomer).openCalendarFeed({ staffId: "1" })).feed;
  const file = await read(own?.address);
  expect(events(file)).toEqual(["Lunch", "Pet 10 (Client 1)"]);
  const start = instantAt(date, 600, "America/Los_Angeles")
    .toISOString()
    .replace(/[-:]|\.000/g, "");
  expect(file).toContain(`DTSTART:${start}`);
  expect(file).toContain("DESCRIPTION:Service 1");
  expect(file).toContain(`appointment=${booked.id}`);
  const all = (await feeds().openCalendarFeed({ staffId: "0" })).feed;
  expect(events(await read(all?.address))).toEqual(["Staff 1: Lunch", "Staff 1: Pet 10 (Client 1)", "Staff 2: Pet 20 (Client 2)"]);
  await harness.client(AppointmentService).cancelAppointment({ id: booked.id });
  expect(events(await read(own?.address))).toEqual(["Lunch"]);
  const [listed] = (await feeds(groomer).listCalendarFeeds({})).feeds;
  expect(listed?.readTime).toBeDefined();
});

test("a reader of calendars finds each time of a visit in which somebody has two, and a class by its name, each under a name of its own", async () => {
  const date = workday(3);
  const services = ["1", "2", "1"].map((staffId, nth) => ({ serviceId: `${nth + 1}`, staffId }));
  const { id } = await harness.book({ date, start: 600, petServices: [{ petId: "10", services }] });
  const sessions = [{ date: toWireDate(date), startTime: 900, endTime: 960 }];
  await harness.client(ClassService).createClass({ serviceId: "89", staffId: "1", sessions });
  const { feed } = await feeds(groomer).openCalendarFeed({ staffId: "1" });
  const { file } = await feeds(gateway).readCalendarFeed({ token: tokenIn(feed?.address) });
  const parsed = new ICAL.Component(ICAL.parse(file)).getAllSubcomponents("vevent").map((one) => new ICAL.Event(one));
  expect(new Set(parsed.map(({ uid }) => uid)).size).toBe(parsed.length);
  const minutesOf = ({ startDate, endDate }: ICAL.Event) =>
    [startDate, endDate]
      .map((time) => time.toJSDate().getTime())
      .map((instant) => (instant - instantAt(date, 0, "America/Los_Angeles").getTime()) / 60_000);
  const onDay = parsed.filter((event) => (minutesOf(event)[0] ?? -1) >= 0 && (minutesOf(event)[0] ?? 0) < 1_440);
  expect(onDay.map((event) => [event.uid.split("@")[0]?.split("-")[0], event.summary, ...minutesOf(event)])).toEqual([
    ["appointment", "Pet 10 (Client 1)", 600, 660],
    ["appointment", "Pet 10 (Client 1)", 720, 780],
    ["class", expect.not.stringMatching("Appointment"), 900, 960],
  ]);
  expect(onDay.map(({ uid }) => uid.split("@")[0]).slice(0, 2)).toEqual([`appointment-${id}-1`, `appointment-${id}-1-1`]);
});

test("a location's feed holds who boards or comes for daycare, without taking anybody's time; a series and a repeating block are one event each", async () => {
  const lodgingUnit = { lodgingUnitId: "21", businessId: "1", lodgingTypeId: "2", name: "Meadow", capacity: 40, version: 1 };
  await harness.tell(LodgingUnitChangedSchema, { lodgingUnit });
  const date = workday(5);
  const later = (days: number) => Temporal.PlainDate.from(date).add({ days }).toString();
  const care = (serviceId: string, until: string) =>
    harness.book({
      ...{ date, start: 540, endDate: toWireDate(until), endTime: 660, staffId: "-10", petId: "10" },
      petServices: [{ petId: "10", services: [{ serviceId }] }],
    });
  await care("95", later(3));
  await care("96", date);
  const weekly = { frequency: RepeatFrequency.WEEK, interval: 1, ends: { case: "count" as const, value: 3 } };
  const { id } = await harness.book({ date, start: 780 });
  const series = await harness.client(SeriesService).createSeries({ appointmentId: id, rule: weekly });
  const block = { staffId: "1", date: toWireDate(date), startTime: 1_000, endTime: 1_030, description: "Walk home" };
  await harness.client(BlockSeriesService).createBlockSeries({ ...block, rule: weekly });
  const at = (day: string, minute: number) => instantAt(day, minute, "America/Los_Angeles").toISOString();
  const since = at(date, 0);
  const readAt = async (staffId: string) => {
    const { feed } = await feeds().openCalendarFeed({ staffId });
    const { file } = await feeds(gateway).readCalendarFeed({ token: tokenIn(feed?.address) });
    return new ICAL.Component(ICAL.parse(file))
      .getAllSubcomponents("vevent")
      .map((one) => ({ one, event: new ICAL.Event(one) }))
      .map(({ one, event }) => ({
        what: event.uid.split("@")[0],
        summary: event.summary,
        rule: one.getFirstPropertyValue("rrule")?.toString() ?? "",
        free: one.getFirstPropertyValue("transp") === "TRANSPARENT",
        from: event.startDate.toJSDate().toISOString(),
        to: event.endDate.toJSDate().toISOString(),
      }));
  };
  const everybody = await readAt("0");
  const stays = everybody.filter(({ what }) => what?.startsWith("stay-"));
  expect(stays.map(({ summary, free, from, to }) => [summary, free, from, to])).toEqual([
    ["Pet 10 (Client 1)", true, at(date, 540), at(later(3), 660)],
    ["Pet 10 (Client 1)", true, at(date, 540), at(date, 600)],
  ]);
  const own = await readAt("1");
  expect(own.filter(({ free }) => free)).toEqual([]);
  for (const [feed, who] of [
    [everybody, "Staff 1: "],
    [own, ""],
  ] as const)
    expect(feed.filter(({ rule }) => rule).map(({ what, summary, rule }) => [what, summary, rule.replace(/UNTIL=.*/, "")])).toEqual([
      [`appointment-series-${series.repeatId}-1-0`, `${who}Pet 10 (Client 1)`, expect.stringMatching(/^FREQ=WEEKLY;.*BYDAY=WE/)],
      [expect.stringMatching(/^block-series-\d+-1-0$/), `${who}Walk home`, expect.stringMatching(/^FREQ=WEEKLY;.*BYDAY=WE/)],
    ]);
  expect(own.filter(({ what, from }) => from >= since && !what?.includes("series"))).toEqual([]);
});

test("an address that was renewed or closed leads nowhere, also once its feed is open again; nor does one of somebody who left", async () => {
  const first = (await feeds(groomer).openCalendarFeed({ staffId: "1" })).feed?.address;
  expect((await feeds(groomer).openCalendarFeed({ staffId: "1" })).feed?.address).toBe(first);
  const second = (await feeds(groomer).renewCalendarFeed({ staffId: "1" })).feed?.address;
  expect(await codeOf(read(first))).toBe(ErrorCode.NOT_FOUND);
  expect(await read(second)).toContain("BEGIN:VCALENDAR");
  for (const _ of [1, 2]) await feeds(groomer).closeCalendarFeed({ staffId: "1" });
  expect(await codeOf(read(second))).toBe(ErrorCode.NOT_FOUND);
  expect(await codeOf(feeds(groomer).renewCalendarFeed({ staffId: "1" }))).toBe(ErrorCode.NOT_FOUND);
  const third = (await feeds(groomer).openCalendarFeed({ staffId: "1" })).feed?.address;
  expect(await codeOf(read(second))).toBe(ErrorCode.NOT_FOUND);
  expect(await read(third)).toContain("BEGIN:VCALENDAR");
  const spoilt = tokenIn(third).replace(/.$/, (end) => (end === "A" ? "B" : "A"));
  expect(await codeOf(feeds(gateway).readCalendarFeed({ token: spoilt }))).toBe(ErrorCode.NOT_FOUND);
  await harness.tell(StaffChangedSchema, { staffId: "1", firstName: "Staff", lastName: "1", businessIds: ["1"], deleted: true });
  expect(await codeOf(read(third))).toBe(ErrorCode.NOT_FOUND);
});

test("a feed of one staff member looks half a year ahead, a location's two months", () => {
  expect(feedSpan("7", "2026-11-23")).toEqual({ from: "2026-11-09", to: "2027-05-22" });
  expect(feedSpan("0", "2026-11-23")).toEqual({ from: "2026-11-09", to: "2027-01-22" });
});
