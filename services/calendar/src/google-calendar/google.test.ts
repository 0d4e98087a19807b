import { SANDBOX_KEYS, type Sandbox, startSandbox } from "@leashline/deploy/sandbox/main.ts";
import { ErrorCode, instantAt, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { BlockService } from "@leashline/proto/leashline/calendar/v1/block_service_pb.js";
import { CardService } from "@leashline/proto/leashline/calendar/v1/card_service_pb.js";
import { ClassService } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import { GoogleCalendarService } from "@leashline/proto/leashline/calendar/v1/google_calendar_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Harness, openHarness } from "../../test/harness.ts";

let sandbox: Sandbox;
let harness: Harness;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 });
  Object.assign(process.env, {
    LEASHLINE_GOOGLE_CLIENT_ID: SANDBOX_KEYS.googleClientId,
    LEASHLINE_GOOGLE_CLIENT_SECRET: SANDBOX_KEYS.googleClientSecret,
    LEASHLINE_GOOGLE_API_BASE: sandbox.url,
  });
  harness = await openHarness();
});
beforeEach(() => sandbox.switches.set("google", { mode: "ok" }));
afterAll(async () => {
  await harness?.stop();
  await sandbox?.close();
  for (const name of ["CLIENT_ID", "CLIENT_SECRET", "API_BASE"]) delete process.env[`LEASHLINE_GOOGLE_${name}`];
});

const zone = "America/Los_Angeles";
const { SYNC_OWN_CALENDAR, SYNC_ALL_CALENDARS } = Permission;
const google = (caller = {}) => harness.client(GoogleCalendarService, caller);
const codeOf = async (call: Promise<unknown>) => (await refusalOf(call)).code;

/** The Wednesday some weeks ahead. */
function workday(weeks: number): string {
  const day = Temporal.Now.plainDateISO(zone).add({ weeks });
  return day.add({ days: 3 - day.dayOfWeek }).toString();
}
const at = (date: string, minutes: number) => ({ dateTime: instantAt(date, minutes, zone).toISOString() });

/** What somebody does on Google's page; answers what it sends back with. */
async function consent(address: string, account: string, answer = "allow"): Promise<{ code: string; state: string }> {
  const { headers } = await fetch(address, { method: "POST", redirect: "manual", body: new URLSearchParams({ account, answer }) });
  const back = new URL(headers.get("location") ?? "");
  expect(back.pathname).toBe("/GoogleCalendarSync/callback");
  return { code: back.searchParams.get("code") ?? "", state: back.searchParams.get("state") ?? "" };
}

async function tie(staffId: string, account: string, caller = {}) {
  const { address } = await google(caller).beginGoogleCalendar({ staffId });
  return await google(caller).finishGoogleCalendar(await consent(address, account));
}

const live = (account: string) => sandbox.google.events.of(account).filter(({ status }) => status !== "cancelled");
const ours = (account: string) => live(account).filter((event) => event.extendedProperties !== undefined);
const sync = async (staffId: string) => (await google().syncGoogleCalendar({ staffId })).calendar;

async function blocksOn(date: string) {
  const { cards } = await harness.client(CardService).listDayCards({ startDate: toWireDate(date) });
  return cards.filter(({ synced }) => synced).map(({ startTime, endTime, staffId }) => [staffId, startTime, endTime]);
}

test("what is busy in one's own Google calendar blocks the time, whatever else is there; it is changed at Google only", async () => {
  const date = workday(2);
  const dentist = sandbox.google.events.add("amy@gmail.test", { summary: "Dentist", start: at(date, 600), end: at(date, 660) });
  sandbox.google.events.add("amy@gmail.test", {
    summary: "Lunch, maybe",
    transparency: "transparent",
    start: at(date, 700),
    end: at(date, 730),
  });
  const { calendar } = await tie("1", "amy@gmail.test");
  expect(calendar).toMatchObject({ staffId: "1", connected: true, blocked: 0 });
  expect(await sync("1")).toMatchObject({ account: "amy@gmail.test", blocked: 1, fault: "" });
  expect(await blocksOn(date)).toEqual([["1", 600, 660]]);
  expect(await codeOf(harness.book({ date, start: 630 }, { permissions: [Permission.CREATE_AND_EDIT_TICKET] }))).toBe(ErrorCode.SLOT_FULL);
  const { cards } = await harness.client(CardService).listDayCards({ startDate: toWireDate(date) });
  const block = cards.find(({ synced }) => synced);
  expect(block).toMatchObject({ description: "Busy (Google Calendar)", draggableInfo: { draggable: false } });
  const id = block?.cardId ?? "";
  expect(await codeOf(harness.client(BlockService).deleteBlock({ id }))).toBe(ErrorCode.STATE_CONFLICT);
  expect(await codeOf(harness.client(BlockService).updateBlock({ id, startTime: 500 }))).toBe(ErrorCode.STATE_CONFLICT);
  sandbox.google.events.change("amy@gmail.test", dentist.id, { start: at(date, 610), end: at(date, 680) }, false);
  await sync("1");
  expect(await blocksOn(date)).toEqual([["1", 610, 680]]);
  sandbox.google.events.remove("amy@gmail.test", dentist.id);
  await sync("1");
  expect(await blocksOn(date)).toEqual([]);
  await harness.book({ date, start: 630 });
});

test("appointments stand in the Google calendar, follow every change, and come back when somebody takes them out there", async () => {
  const date = workday(3);
  await tie("1", "amy@gmail.test");
  const booked = await harness.book({ date, start: 540, petId: "11" });
  await sync("1");
  const [event] = ours("amy@gmail.test").filter(({ start }) => start?.dateTime === at(date, 540).dateTime);
  expect(event).toMatchObject({ summary: "Pet 11 (Client 1)", end: at(date, 600), description: "Service 1" });
  const move = { appointmentId: booked.id, startTime: 600, startDate: toWireDate(date) };
  await harness.client(AppointmentService).rescheduleCard(move);
  await sync("1");
  expect(live("amy@gmail.test").find(({ id }) => id === event?.id)?.start).toMatchObject(at(date, 600));
  sandbox.google.events.remove("amy@gmail.test", event?.id ?? "");
  await sync("1");
  expect(ours("amy@gmail.test").map(({ id }) => id)).toContain(event?.id);
  await harness.client(AppointmentService).cancelAppointment({ id: booked.id });
  await sync("1");
  expect(ours("amy@gmail.test").map(({ id }) => id)).not.toContain(event?.id);
});

test("what we write never comes back as busy time, and nothing is written twice, however often both are brought together", async () => {
  const date = workday(4);
  await tie("1", "amy@gmail.test");
  // The same account shows everybody's appointments: to each of the two, the other's are ours as well.
  await tie("0", "amy@gmail.test");
  await harness.book({ date, start: 540, petId: "12" });
  await harness.book({ date, start: 780, petId: "20", staffId: "2" });
  for (const staffId of ["1", "0"]) await sync(staffId);
  const [written, busy] = [sandbox.store.setting<number>("google:changes"), await blocksOn(date)];
  expect(ours("amy@gmail.test").filter(({ start }) => start?.dateTime?.startsWith(date))).toHaveLength(3);
  for (const staffId of ["1", "0", "1", "0"]) await sync(staffId);
  expect(sandbox.store.setting<number>("google:changes")).toBe(written);
  expect([busy, await blocksOn(date)]).toEqual([[], []]);
});

test("both times of one who works on a visit twice stand there, and the sessions of their classes, as long as they take place", async () => {
  const date = workday(8);
  await tie("1", "eve@gmail.test");
  const services = ["1", "2", "1"].map((staffId, nth) => ({ serviceId: `${nth + 1}`, staffId }));
  await harness.book({ date, start: 600, petServices: [{ petId: "15", services }] });
  const sessions = [{ date: toWireDate(date), startTime: 900, endTime: 960 }];
  const { groupClass } = await harness.client(ClassService).createClass({ serviceId: "89", staffId: "1", sessions });
  const starts = async () => {
    await harness.runDue("calendar");
    await sync("1");
    return ours("eve@gmail.test")
      .flatMap(({ start }) => (start?.dateTime?.startsWith(date) ? [start.dateTime] : []))
      .sort();
  };
  expect(await starts()).toEqual([600, 720, 900].map((minutes) => at(date, minutes).dateTime));
  await harness.client(ClassService).cancelClass({ id: groupClass?.id ?? "0" });
  expect(await starts()).toEqual([600, 720].map((minutes) => at(date, minutes).dateTime));
});

test("an answer of Google's that was lost, and one that never came: no event stands there twice, and the page says how it is", async () => {
  const date = workday(5);
  await tie("2", "ben@gmail.test");
  await harness.book({ date, start: 540, petId: "21", staffId: "2" });
  sandbox.switches.set("google", { mode: "lost", remaining: 1 });
  expect((await sync("2"))?.fault).toContain("did not answer");
  expect(await sync("2")).toMatchObject({ fault: "", waiting: 0 });
  expect(ours("ben@gmail.test").filter(({ start }) => start?.dateTime === at(date, 540).dateTime)).toHaveLength(1);
});

test("google-sync-disconnected: once the holder takes the permission back, syncing is refused with 51028; tying again mends it", async () => {
  await tie("2", "ben@gmail.test");
  await sync("2");
  sandbox.google.end("ben@gmail.test");
  const refusal = await refusalOf(google().syncGoogleCalendar({ staffId: "2" }));
  expect(refusal).toMatchObject({
    code: ErrorCode.CALENDAR_SYNC_DISCONNECTED,
    message: "Google calendar sync has been disconnected. Please link again if you need.",
  });
  expect((await google().listGoogleCalendars({})).calendars.find(({ staffId }) => staffId === "2")?.connected).toBe(false);
  await tie("2", "ben@gmail.test");
  expect(await sync("2")).toMatchObject({ connected: true });
});

test("untying takes our events out there, opens the time here, and leaves nothing to sync", async () => {
  const date = workday(6);
  sandbox.google.events.add("cat@gmail.test", { summary: "Gym", start: at(date, 900), end: at(date, 960) });
  await tie("2", "cat@gmail.test");
  await harness.book({ date, start: 540, petId: "22", staffId: "2" });
  await sync("2");
  expect([ours("cat@gmail.test").length > 0, await blocksOn(date)]).toEqual([true, [["2", 900, 960]]]);
  await google().unlinkGoogleCalendar({ staffId: "2" });
  expect([ours("cat@gmail.test"), await blocksOn(date)]).toEqual([[], []]);
  expect(live("cat@gmail.test").map(({ summary }) => summary)).toEqual(["Gym"]);
  expect(await codeOf(google().syncGoogleCalendar({ staffId: "2" }))).toBe(ErrorCode.NOT_FOUND);
  await google().unlinkGoogleCalendar({ staffId: "2" });
});

test("calendar-sync-permission: one's own Google calendar with the permission for it, others' and everybody's with the one for all", async () => {
  const groomer = { staffId: "1", permissions: [SYNC_OWN_CALENDAR] };
  for (const staffId of ["2", "0"]) {
    expect(await codeOf(google(groomer).beginGoogleCalendar({ staffId }))).toBe(ErrorCode.NO_PERMISSION);
    expect(await codeOf(google(groomer).syncGoogleCalendar({ staffId }))).toBe(ErrorCode.NO_PERMISSION);
    expect(await codeOf(google(groomer).unlinkGoogleCalendar({ staffId }))).toBe(ErrorCode.NO_PERMISSION);
  }
  await tie("1", "amy@gmail.test", groomer);
  expect((await google(groomer).listGoogleCalendars({})).calendars.map(({ staffId }) => staffId)).toEqual(["1"]);
  const manager = google({ staffId: "2", permissions: [SYNC_ALL_CALENDARS] });
  expect((await manager.beginGoogleCalendar({ staffId: "0" })).address).toContain("/o/oauth2/v2/auth?");
  expect(await codeOf(manager.beginGoogleCalendar({ staffId: "77" }))).toBe(ErrorCode.NOT_FOUND);
  expect(await codeOf(google({ staffId: "1", permissions: [] }).listGoogleCalendars({}))).toBe(ErrorCode.NO_PERMISSION);
});

test("an answer of Google's ties once, for whoever asked, and only with the calendar in it; the token is stored sealed", async () => {
  const { address } = await google().beginGoogleCalendar({ staffId: "2" });
  const answer = await consent(address, "dan@gmail.test");
  expect(await codeOf(google({ accountId: "9" }).finishGoogleCalendar(answer))).toBe(ErrorCode.PARAMS_INVALID);
  expect(await codeOf(google({ companyId: "2" }).finishGoogleCalendar(answer))).toBe(ErrorCode.PARAMS_INVALID);
  const first = await google().finishGoogleCalendar(answer);
  expect(await google().finishGoogleCalendar(answer)).toEqual(first);
  const again = await google().beginGoogleCalendar({ staffId: "2" });
  expect(await codeOf(google().finishGoogleCalendar({ ...(await consent(again.address, "dan@gmail.test")), code: "4/0made-up" }))).toBe(
    ErrorCode.PARAMS_INVALID,
  );
  expect(await codeOf(google().finishGoogleCalendar(await consent(again.address, "dan@gmail.test", "part")))).toBe(
    ErrorCode.PARAMS_INVALID,
  );
  const { rows } = await harness.admin.query<{ token: Buffer }>(
    "select refresh_token as token from calendar.google_link where staff_id = 2",
  );
  expect(rows[0]?.token.toString("latin1")).not.toContain("1//0");
});

test("a calendar that is tied is looked after without anybody asking, and after each change of an appointment", async () => {
  const date = workday(7);
  await tie("1", "amy@gmail.test");
  await harness.runDue("calendar");
  sandbox.google.events.add("amy@gmail.test", { summary: "School play", start: at(date, 840), end: at(date, 900) });
  const { rowCount } = await harness.admin.query("update calendar.job set due_at = now() where kind = 'google-calendar' and state = 'due'");
  expect(rowCount).toBeGreaterThan(0);
  await harness.runDue("calendar");
  expect(await blocksOn(date)).toEqual([["1", 840, 900]]);
  await harness.book({ date, start: 540, petId: "13" });
  await harness.runDue("calendar");
  expect(ours("amy@gmail.test").map(({ start }) => start?.dateTime)).toContain(at(date, 540).dateTime);
});

test("a change tells the calendars that the appointment stands in and those it comes into, with the change itself, and no others", async () => {
  const date = workday(9);
  await tie("1", "kim@gmail.test");
  await tie("2", "ben@gmail.test");
  await harness.runDue("calendar");
  const waiting = async () => {
    const { rows } = await harness.admin.query<{ key: string }>(
      "select key from calendar.job where kind = 'google-calendar-change' and state = 'due' and due_at <= now() order by key",
    );
    return rows.map(({ key }) => key).filter((key) => key !== "1:0");
  };
  const { id } = await harness.book({ date, start: 540, petId: "14" });
  expect(await waiting()).toEqual(["1:1"]);
  await harness.runDue("calendar");
  const note = { id, ticketComments: "Nervous." };
  await harness.client(AppointmentService).updateAppointment(note);
  expect(await waiting(), "of a note nobody is told").toEqual([]);
  await harness.client(AppointmentService).rescheduleCard({ appointmentId: id, startTime: 600, startDate: toWireDate(date), staffId: "2" });
  expect(await waiting()).toEqual(["1:1", "1:2"]);
  await harness.runDue("calendar");
  const startsOf = (account: string) => ours(account).map(({ start }) => start?.dateTime);
  expect(startsOf("ben@gmail.test")).toContain(at(date, 600).dateTime);
  expect(startsOf("kim@gmail.test")).not.toContain(at(date, 600).dateTime);
  await harness.client(AppointmentService).cancelAppointment({ id });
  expect(await waiting()).toEqual(["1:2"]);
  await harness.runDue("calendar");
  expect(startsOf("ben@gmail.test")).not.toContain(at(date, 600).dateTime);
});

test("a calendar is looked at once more a minute after it is tied, for what was being booked meanwhile; a company without one notes nothing", async () => {
  await harness.book({ date: workday(10), start: 540, petId: "10", key: "untied" }, { companyId: "3" });
  const { rows: none } = await harness.admin.query("select from calendar.job where company_id = 3 and kind like 'google-calendar%'");
  expect(none).toEqual([]);
  await tie("2", "lou@gmail.test");
  const { rows } = await harness.admin.query<{ seconds: number }>(
    `select extract(epoch from due_at - clock_timestamp())::int as "seconds" from calendar.job where company_id = 1 and key = '1:2:tied'`,
  );
  expect(rows).toEqual([{ seconds: expect.closeTo(60, -1) }]);
});
