import { fromBinary } from "@bufbuild/protobuf";
import { ErrorCode, type Refusal, toMoney, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { BlockService } from "@leashline/proto/leashline/calendar/v1/block_service_pb.js";
import { CardType } from "@leashline/proto/leashline/calendar/v1/card_pb.js";
import { CardService } from "@leashline/proto/leashline/calendar/v1/card_service_pb.js";
import { ClassHoldService } from "@leashline/proto/leashline/calendar/v1/class_hold_service_pb.js";
import { Attendance, ClassService, EnrolmentState } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import {
  ClassEnrolmentChangedSchema,
  ClassNews,
  ClassNewsToldSchema,
  ClassPlacesFreedSchema,
} from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { ClientChangedSchema, PetChangedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clientOf, type Harness, openHarness } from "../../test/harness.ts";
import { mustHaveBegun } from "./class.ts";

const { ENROLLED, WAITING, WITHDRAWN } = EnrolmentState;
const [ADVANCED, PUPPY] = ["88", "89"];
let harness: Harness;
beforeAll(async () => {
  harness = await openHarness(["1", "2"]);
});
afterAll(() => harness.stop());

const api = (caller = {}) => harness.client(ClassService, caller);
const on = (date: string, startTime = 900, endTime = 960) => ({ date: toWireDate(date), startTime, endTime });
const plan = async (dates: readonly string[], more: object = {}) => {
  const wish = { serviceId: PUPPY, staffId: "1", sessions: dates.map((date) => on(date)), ...more };
  const { groupClass } = await api().createClass(wish);
  return groupClass!;
};
const enrol = (classId: string, petId: string, more: object = {}) =>
  api().enrolPet({ classId, petId, customerId: clientOf(petId), ...more });
const states = async (id: string) => {
  const { enrolments } = await api().getClass({ id });
  return Object.fromEntries(enrolments.map((one) => [one.petId, one.state]));
};
/** Whoever waits takes a place, as the waitlist does it once an offer is accepted. */
const take = async (enrolmentId: string) =>
  (await harness.client(ClassHoldService, { via: "online-booking", kind: "service" }).enrolWaiting({ enrolmentId })).enrolment!;
/** What those who wait were told of places of a class that came free, oldest first. */
const freed = async (id: string) => {
  const { rows } = await harness.admin.query(
    "select payload from calendar.outbox where type like '%ClassPlacesFreed' and aggregate = $1 order by id",
    [`class-${id}`],
  );
  return rows.map(({ payload }) => fromBinary(ClassPlacesFreedSchema, payload));
};
const taken = async (id: string) => (await api().getClass({ id })).groupClass?.sessions.map((one) => one.taken);
/** Everything of a class happened some days ago. */
const past = (id: string, ...dates: string[]) =>
  Promise.all(
    dates.map((date, n) =>
      harness.admin.query(
        `update calendar.class_session set date = $2, end_at = $2::date + time '19:00' where id = (select id from calendar.class_session where class_id = $1 order by id offset $3 limit 1)`,
        [id, date, n],
      ),
    ),
  );

test("a class has the name, the price and the places of its service where nothing else is said; its sessions stand by time", async () => {
  const made = await plan(["2031-03-11", "2031-03-04"]);
  expect(made).toMatchObject({ name: "Service 89", capacity: 8, price: toMoney(15000, "USD"), staffName: "Staff 1", enrolled: 0 });
  expect(made.sessions.map((one) => [one.date?.day, one.taken, one.over])).toEqual([
    [4, 0, false],
    [11, 0, false],
  ]);
  const refused = (more: object) => refusalOf(plan(["2031-03-05"], more));
  expect((await refused({ serviceId: "1" })).options.fields).toEqual([{ field: "serviceId", reason: "is no group class" }]);
  expect((await refused({ serviceId: "99" })).code).toBe(ErrorCode.SERVICE_NOT_FOUND);
  expect((await refused({ sessions: [on("2031-03-05"), on("2031-03-05", 600, 660)] })).code).toBe(ErrorCode.PARAMS_INVALID);
  expect((await refused({ sessions: [on("2031-03-05", 660, 600)] })).code).toBe(ErrorCode.PARAMS_INVALID);
  const gone = [{ field: "sessions", reason: "at least one session must be to come" }];
  expect((await refused({ sessions: [on("2020-01-01"), on("2020-01-08")] })).options.fields).toEqual(gone);
  const { classes } = await api().listClasses({});
  expect(classes.map(({ id }) => id)).toContain(made.id);
});

test("the instructor's time is taken both ways: no appointment and no block over a session, no session over either; nothing is planned then", async () => {
  await plan(["2031-04-01"]);
  expect((await refusalOf(harness.book({ date: "2031-04-01", start: 910 }))).code).toBe(ErrorCode.SLOT_FULL);
  const block = { date: toWireDate("2031-04-01"), staffId: "1", startTime: 930, endTime: 1020 };
  expect((await refusalOf(harness.client(BlockService).createBlock(block))).code).toBe(ErrorCode.SLOT_FULL);
  await harness.book({ date: "2031-04-01", start: 840 });
  await harness.book({ date: "2031-04-08", start: 920 });
  const { total } = await api().listClasses({ past: true });
  const refusal = await refusalOf(plan(["2031-04-15", "2031-04-08"]));
  expect([refusal.code, refusal.options.facts]).toEqual([ErrorCode.SLOT_FULL, { why: "overlap", date: "2031-04-08" }]);
  expect((await api().listClasses({ past: true })).total).toBe(total);
  // The day of the refused class that was free still is.
  await harness.book({ date: "2031-04-15", start: 900 });
  expect((await plan(["2031-04-08"], { overbook: true })).sessions).toHaveLength(1);
});

test("what is in the instructor's way is named: the other class and its hours, the appointment, or the hours in which they work", async () => {
  const made = await plan(["2033-04-05"], { name: "Agility" });
  const appointment = await harness.book({ date: "2033-04-06", start: 930, staffId: "2" });
  const clash = async (call: Promise<unknown>) => {
    const { code, options } = await refusalOf(call);
    const { appointmentId, classId, className, rangeStart, rangeEnd } = options.conflict!;
    return [code, appointmentId, classId, className, rangeStart, rangeEnd];
  };
  const session = [ErrorCode.SLOT_FULL, "0", made.id, "Agility", 900, 960];
  expect(await clash(plan(["2033-04-05"])), "a class").toEqual(session);
  expect(await clash(harness.book({ date: "2033-04-05", start: 910 })), "to an appointment").toEqual(session);
  const block = { date: toWireDate("2033-04-05"), staffId: "1", startTime: 930, endTime: 1020 };
  expect(await clash(harness.client(BlockService).createBlock(block)), "to a block").toEqual(session);
  expect(
    await clash(
      api()
        .updateClass({ id: made.id, staffId: "2" })
        .then(() => plan(["2033-04-06"], { staffId: "2" })),
    ),
  ).toEqual([...[ErrorCode.SLOT_FULL, appointment.id, "0", "", 930, 990]]);
  const late = { sessions: [on("2033-04-05", 1140, 1200)] };
  expect(await clash(plan([], late)), "works until six").toEqual([ErrorCode.OUTSIDE_WORKING_HOURS, "0", "0", "", 540, 1080]);
});

test("overbook-and-offhours-permission: nobody plans a class outside the instructor's hours unless they mean to and may", async () => {
  const { OUTSIDE_WORKING_HOURS, SLOT_FULL } = ErrorCode;
  const late = { sessions: [on("2033-05-03", 1140, 1200)] };
  const refusal = await refusalOf(plan([], { ...late, overbook: true }));
  expect([refusal.code, refusal.options.facts]).toEqual([OUTSIDE_WORKING_HOURS, { why: "outsideHours", date: "2033-05-03" }]);
  const weeks = [on("2033-05-03"), on("2033-05-10", 1140, 1200), on("2033-05-17"), on("2033-05-24", 1140, 1200)];
  const each = await refusalOf(plan([], { sessions: weeks }));
  expect(each.options.facts, "all that are off").toMatchObject({ date: "2033-05-10", dates: "2033-05-10,2033-05-24" });
  const clerk = { permissions: [Permission.CREATE_AND_EDIT_TICKET, Permission.VIEW_CALENDAR], employeeCategory: 0 };
  const asClerk = { serviceId: PUPPY, staffId: "1", ...late, outsideWorkingHours: true };
  expect((await refusalOf(api(clerk).createClass(asClerk))).code).toBe(OUTSIDE_WORKING_HOURS);
  const made = await plan([], { ...late, outsideWorkingHours: true });
  const [session] = made.sessions;
  expect(session).toMatchObject({ startTime: 1140, endTime: 1200 });
  const moving = { id: session!.id, date: toWireDate("2033-05-04"), endTime: 1230 };
  expect((await refusalOf(api().updateClassSession(moving))).code).toBe(OUTSIDE_WORKING_HOURS);
  expect((await refusalOf(api().updateClass({ id: made.id, staffId: "2" }))).code).toBe(OUTSIDE_WORKING_HOURS);
  expect((await refusalOf(plan([], { sessions: [on("2033-05-03", 1150, 1210)], outsideWorkingHours: true }))).code).toBe(SLOT_FULL);
  await api().updateClassSession({ ...moving, outsideWorkingHours: true });
  const { groupClass } = await api().updateClass({ id: made.id, staffId: "2", outsideWorkingHours: true });
  expect(groupClass).toMatchObject({ staffId: "2", sessions: [{ staffId: "2", endTime: 1230 }] });
});

test("50 at once for the last 7 places of a class: 7 come in, the others are told that it is full, and nobody waits on another crosswise", async () => {
  const made = await plan(["2031-05-06", "2031-05-13"]);
  await enrol(made.id, "10");
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, async (_, n): Promise<Refusal | null> => {
      const call = enrol(made.id, String(100 + n * 10));
      return await call.then(() => null).catch(() => refusalOf(call));
    }),
  );
  expect(outcomes.filter((one) => one === null)).toHaveLength(7);
  const refused = outcomes.filter((one) => one !== null);
  expect(new Set(refused.map(({ code, options }) => `${code} ${options.facts?.why}`))).toEqual(
    new Set([`${ErrorCode.ROOM_NOT_AVAILABLE} classFull`]),
  );
  expect(await taken(made.id)).toEqual([8, 8]);
  const { rows } = await harness.admin.query("select deadlocks::int as n from pg_stat_database where datname = current_database()");
  expect(rows[0].n).toBe(0);
}, 60_000);

test("the database itself refuses a pet too many in a session", async () => {
  const made = await plan(["2031-05-20"], { capacity: 1 });
  await enrol(made.id, "10");
  const insert = `insert into calendar.occupancy (company_id, source_kind, source_id, resource_kind, resource_id, day, from_utc, to_utc, business_id, exclusive, seats)
    select 1, 4, 9999, 4, $1, '2031-05-20', 1, 2, 1, false, 1`;
  await expect(harness.admin.query(insert, [made.sessions[0]!.id])).rejects.toThrow("no_seat_too_many");
});

test("whoever waits hears of each place that comes free, and nobody has it until they take it: when a pet leaves, and when the class grows", async () => {
  const made = await plan(["2031-06-03", "2031-06-10"], { capacity: 2 });
  const [{ enrolment: first }] = [await enrol(made.id, "10"), await enrol(made.id, "20")];
  const waits: string[] = [];
  for (const petId of ["30", "40", "50"]) {
    const { enrolment } = await enrol(made.id, petId, { waitlist: true });
    expect(enrolment?.state).toBe(WAITING);
    waits.push(enrolment!.id);
  }
  expect((await refusalOf(enrol(made.id, "20"))).code, "in it already, not told to wait for it").toBe(ErrorCode.STATE_CONFLICT);
  expect((await refusalOf(enrol(made.id, "30", { waitlist: true }))).code).toBe(ErrorCode.STATE_CONFLICT);
  expect((await refusalOf(take(waits[0]!))).code, "no place").toBe(ErrorCode.ROOM_NOT_AVAILABLE);
  await api().withdrawPet({ enrolmentId: first!.id });
  expect((await api().withdrawPet({ enrolmentId: first!.id })).enrolment?.state).toBe(WITHDRAWN);
  const about = {
    classId: made.id,
    className: made.name,
    businessId: "1",
    date: "2031-06-03",
    startTime: 900,
    endTime: 960,
    lastDate: "2031-06-10",
  };
  expect(await freed(made.id)).toMatchObject([{ ...about, places: 1, cause: `left-${first!.id}-v1` }]);
  expect([await states(made.id), await taken(made.id)]).toEqual([{ 20: ENROLLED, 30: WAITING, 40: WAITING, 50: WAITING }, [1, 1]]);
  expect((await refusalOf(enrol(made.id, "60"))).code, "a free place is for those who wait").toBe(ErrorCode.ROOM_NOT_AVAILABLE);
  expect(await take(waits[1]!)).toMatchObject({ petId: "40", state: ENROLLED });
  expect(await take(waits[1]!), "said again").toMatchObject({ petId: "40", state: ENROLLED });
  expect(await taken(made.id)).toEqual([2, 2]);
  const { groupClass } = await api().updateClass({ id: made.id, capacity: 5 });
  expect(groupClass).toMatchObject({ capacity: 5, enrolled: 2, waiting: 2, name: made.name, note: made.note, staffId: "1" });
  expect(
    (await freed(made.id)).map(({ places }) => places),
    "as many as wait, of three",
  ).toEqual([1, 2]);
  await take(waits[0]!);
  expect((await refusalOf(api().updateClass({ id: made.id, capacity: 2 }))).options.fields).toEqual([
    { field: "capacity", reason: "3 pets are in it already" },
  ]);
  expect((await refusalOf(api().updateClass({ id: made.id, name: "X", version: 1 }))).code).toBe(ErrorCode.VERSION_CONFLICT);
  await api().withdrawPet({ enrolmentId: waits[2]! });
  expect((await refusalOf(take(waits[2]!))).code, "waits no more").toBe(ErrorCode.STATE_CONFLICT);
  expect(await freed(made.id)).toHaveLength(2);
});

test("20 who wait take the one free place of a class at once: one has it", async () => {
  const made = await plan(["2031-06-17"], { capacity: 1 });
  const { enrolment } = await enrol(made.id, "10");
  const waits: string[] = [];
  for (let n = 0; n < 20; n++) waits.push((await enrol(made.id, String(2000 + n * 10), { waitlist: true })).enrolment!.id);
  await api().withdrawPet({ enrolmentId: enrolment!.id });
  const tries = await Promise.allSettled(waits.map(take));
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await taken(made.id)).toEqual([1]);
}, 60_000);

test("a session is moved with its places and frees the old time; another instructor takes over what is to come", async () => {
  const made = await plan(["2031-07-01", "2031-07-08"]);
  await enrol(made.id, "10");
  const [session] = made.sessions;
  const moved = await api().updateClassSession({ id: session!.id, date: toWireDate("2031-07-02"), startTime: 600, endTime: 660 });
  expect(moved.session).toMatchObject({ startTime: 600, endTime: 660, taken: 1 });
  await harness.book({ date: "2031-07-01", start: 900 });
  expect((await refusalOf(harness.book({ date: "2031-07-02", start: 600 }))).code).toBe(ErrorCode.SLOT_FULL);
  const sameDay = await refusalOf(api().updateClassSession({ id: session!.id, date: toWireDate("2031-07-08") }));
  expect(sameDay.options.fields?.[0]?.field).toBe("date");
  await harness.book({ date: "2031-07-08", start: 910, staffId: "2" });
  expect((await refusalOf(api().updateClass({ id: made.id, staffId: "2" }))).code).toBe(ErrorCode.SLOT_FULL);
  expect((await refusalOf(harness.book({ date: "2031-07-02", start: 600 }))).code).toBe(ErrorCode.SLOT_FULL);
  await api().updateClass({ id: made.id, staffId: "2", overbook: true });
  await harness.book({ date: "2031-07-02", start: 600 });
  expect(await taken(made.id)).toEqual([1, 1]);
});

test("a canceled session frees its time and stays noted; a canceled class ends for whoever waits, and takes nobody any more", async () => {
  const made = await plan(["2031-08-05", "2031-08-12"], { capacity: 1 });
  await enrol(made.id, "10");
  await enrol(made.id, "20", { waitlist: true });
  const { groupClass } = await api().cancelClassSession({ id: made.sessions[0]!.id, reason: "Storm" });
  expect(groupClass?.sessions.map((one) => [one.cancelled, one.cancelReason])).toEqual([
    [true, "Storm"],
    [false, ""],
  ]);
  await harness.book({ date: "2031-08-05", start: 900 });
  expect((await refusalOf(harness.book({ date: "2031-08-12", start: 900 }))).code).toBe(ErrorCode.SLOT_FULL);
  expect((await api().cancelClass({ id: made.id })).groupClass).toMatchObject({ cancelled: true, waiting: 0, enrolled: 1 });
  expect((await api().cancelClass({ id: made.id })).groupClass?.version).toBe(2);
  const { rows } = await harness.admin.query(
    `select payload from calendar.outbox where aggregate = any (select 'enrolment-' || id from calendar.class_enrolment where class_id = $1) order by id`,
    [made.id],
  );
  const told = rows.map(({ payload }) => fromBinary(ClassEnrolmentChangedSchema, payload));
  expect(told.map((one) => [one.petId, one.state, one.classCancelled, one.version])).toEqual([
    ["10", ENROLLED, false, 1],
    ["20", WAITING, false, 1],
    ["10", ENROLLED, true, 2],
    ["20", WITHDRAWN, true, 2],
  ]);
  await harness.book({ date: "2031-08-12", start: 900 });
  expect((await refusalOf(enrol(made.id, "30"))).code).toBe(ErrorCode.STATE_CONFLICT);
  expect((await api().listClasses({})).classes.map(({ id }) => id)).not.toContain(made.id);
});

test("attendance is noted on the day or later; a class that was completed opens the one that builds on it", async () => {
  const made = await plan(["2031-09-02", "2031-09-09"]);
  const { enrolment } = await enrol(made.id, "10");
  const [first, second] = made.sessions;
  const note = (sessionId: string, attendance: Attendance) => api().setAttendance({ sessionId, enrolmentId: enrolment!.id, attendance });
  expect((await refusalOf(note(first!.id, Attendance.PRESENT))).code).toBe(ErrorCode.STATE_CONFLICT);
  const advanced = await plan(["2031-10-07"], { serviceId: ADVANCED });
  const refusal = await refusalOf(enrol(advanced.id, "10"));
  expect([refusal.code, refusal.options.facts]).toEqual([ErrorCode.STATE_CONFLICT, { why: "prerequisite", serviceIds: PUPPY }]);
  await past(made.id, "2026-01-06", "2026-01-13");
  await note(first!.id, Attendance.ABSENT);
  await note(second!.id, Attendance.ABSENT);
  expect((await refusalOf(enrol(advanced.id, "10"))).options.facts).toMatchObject({ why: "prerequisite" });
  await note(second!.id, Attendance.PRESENT);
  expect((await api().getClass({ id: made.id })).seats.map((one) => one.attendance)).toEqual([Attendance.ABSENT, Attendance.PRESENT]);
  expect((await enrol(advanced.id, "10")).enrolment?.state).toBe(ENROLLED);
  const plain = { permissions: [Permission.CREATE_AND_EDIT_TICKET, Permission.VIEW_CALENDAR], employeeCategory: 0 };
  const without = { classId: advanced.id, petId: "20", customerId: "2", withoutPrerequisites: true };
  expect((await refusalOf(api(plain).enrolPet(without))).code).toBe(ErrorCode.STATE_CONFLICT);
  expect((await api().enrolPet(without)).enrolment?.state).toBe(ENROLLED);
});

describe("when attendance is noted", () => {
  const session = { date: "2031-09-02", startMinute: 900 };
  const zone = "America/Los_Angeles";
  test.each([
    ["2031-09-02T14:29:59-07:00", false],
    ["2031-09-02T14:30:00-07:00", true],
    ["2031-09-02T16:00:00-07:00", true],
    ["2031-09-02T00:10:00-07:00", false],
    ["2031-09-01T23:00:00-07:00", false],
  ])("of a session at 15:00 there, at %s: %s", (at, may) => {
    const note = () => mustHaveBegun(session, zone, new Date(at));
    if (may) expect(note).not.toThrow();
    else expect(note).toThrow(expect.objectContaining({ code: ErrorCode.STATE_CONFLICT }));
  });
});

test("whoever gets a place from the waitlist pays for the sessions that are left of all that were planned", async () => {
  const made = await plan(["2032-01-06", "2032-01-13", "2032-01-20"], { capacity: 1 });
  const { enrolment: first } = await enrol(made.id, "10");
  const { enrolment: waits } = await enrol(made.id, "20", { waitlist: true });
  expect(waits?.price).toEqual(toMoney(15000, "USD"));
  await api().cancelClassSession({ id: made.sessions[0]!.id });
  await api().withdrawPet({ enrolmentId: first!.id });
  expect(await take(waits!.id)).toMatchObject({ petId: "20", price: toMoney(10000, "USD") });
  const { rows } = await harness.admin.query(
    "select payload from calendar.outbox where aggregate = 'enrolment-' || $1 order by id desc limit 1",
    [waits!.id],
  );
  expect(fromBinary(ClassEnrolmentChangedSchema, rows[0].payload)).toMatchObject({ state: ENROLLED, price: toMoney(10000, "USD") });
});

test("a missed session is made up once in another class of the service that has a place; whoever waits there hears of the place that it leaves", async () => {
  const [own, other] = [await plan(["2031-11-04", "2031-11-11"], { capacity: 2 }), await plan(["2031-11-05"], { capacity: 1 })];
  const { enrolment } = await enrol(own.id, "10");
  const options = (await api().getMakeUpSessions({ classId: own.id })).sessions.filter((one) => one.classId === other.id);
  expect(options.map((one) => [one.session?.id, one.free])).toEqual([[other.sessions[0]!.id, 1]]);
  const wish = { enrolmentId: enrolment!.id, missedSessionId: own.sessions[0]!.id, sessionId: other.sessions[0]!.id };
  expect((await api().addMakeUp(wish)).seat).toMatchObject({ sessionId: wish.sessionId, makeUpFor: wish.missedSessionId });
  expect([await taken(own.id), await taken(other.id)]).toEqual([[0, 1], [1]]);
  expect((await api().getClass({ id: other.id })).enrolments.map((one) => [one.petId, one.classId])).toEqual([["10", own.id]]);
  expect((await refusalOf(api().addMakeUp(wish))).code).toBe(ErrorCode.ROOM_NOT_AVAILABLE);
  expect((await refusalOf(enrol(other.id, "30"))).code).toBe(ErrorCode.ROOM_NOT_AVAILABLE);
  const { enrolment: waits } = await enrol(other.id, "30", { waitlist: true });
  expect(waits?.state).toBe(WAITING);
  await api().withdrawPet({ enrolmentId: enrolment!.id });
  expect(await freed(other.id)).toMatchObject([{ places: 1, cause: `left-${enrolment!.id}-v2` }]);
  await take(waits!.id);
  expect([await taken(own.id), await taken(other.id), await states(other.id)]).toEqual([[0, 0], [1], { 30: ENROLLED }]);
});

test("rosters follow new names; another company, another location and a client out of reach do not exist", async () => {
  const made = await plan(["2031-12-02"]);
  const { enrolment } = await enrol(made.id, "10");
  await harness.tell(ClientChangedSchema, { customerId: "1", firstName: "Dana", lastName: "Fox" });
  await harness.tell(PetChangedSchema, { petId: "10", petName: "Biscuit", breed: "Corgi" });
  expect((await api().getClass({ id: made.id })).enrolments[0]).toMatchObject({
    customerName: "Dana Fox",
    petName: "Biscuit",
    breed: "Corgi",
  });
  const stranger = api({ companyId: "2", businessId: "9", businessIds: ["9"] });
  const calls = [
    () => stranger.getClass({ id: made.id }),
    () => stranger.withdrawPet({ enrolmentId: enrolment!.id }),
    () => stranger.cancelClassSession({ id: made.sessions[0]!.id }),
    () => api().enrolPet({ classId: "999999", petId: "10", customerId: "1" }),
  ];
  for (const call of calls) expect((await refusalOf(call())).code).toBe(ErrorCode.NOT_FOUND);
  expect((await refusalOf(api().enrolPet({ classId: made.id, petId: "20", customerId: "1" }))).code).toBe(ErrorCode.PET_NOT_FOUND);
  expect((await refusalOf(api().enrolPet({ classId: made.id, petId: "9000", customerId: "900" }))).code).toBe(ErrorCode.CUSTOMER_NOT_FOUND);
});

test("clients hear once of a session that is canceled or moved, of a place they got or lost and of the end of the class; who changes hands or hours only tells nobody", async () => {
  const made = await plan(["2032-03-02", "2032-03-09", "2032-03-16"], { capacity: 2 });
  const [first, second] = made.sessions;
  const { enrolment } = await enrol(made.id, "10");
  await enrol(made.id, "20");
  const { enrolment: waiting } = await enrol(made.id, "30", { waitlist: true });
  const everything = async () => {
    const { rows } = await harness.admin.query(
      "select payload from calendar.outbox where type like '%ClassNewsTold' and aggregate = $1 order by id",
      [`class-${made.id}`],
    );
    return rows.map(({ payload }) => fromBinary(ClassNewsToldSchema, payload)).map((one) => ({ ...one, pets: one.petNames.join() }));
  };
  const waits = (await everything()).find((one) => one.news === ClassNews.WAITLISTED);
  expect([waits?.news, waits?.pets, waits?.waitlistPlace, waits?.className]).toEqual([ClassNews.WAITLISTED, "Pet 30", 1, made.name]);
  const news = async () =>
    (await everything()).filter((one) => ![ClassNews.WAITLISTED, ClassNews.ENROLLED, ClassNews.LEFT].includes(one.news));
  await api().updateClassSession({ id: second!.id, endTime: 970 });
  expect(await news()).toEqual([]);
  await api().updateClassSession({ id: second!.id, date: toWireDate("2032-03-10"), startTime: 910 });
  const names = (await news()).map(({ pets }) => pets);
  expect((await news()).map((one) => [one.news, one.date, one.startTime, one.previousDate, one.previousStartTime])).toEqual([
    [ClassNews.SESSION_MOVED, "2032-03-10", 910, "2032-03-09", 900],
    [ClassNews.SESSION_MOVED, "2032-03-10", 910, "2032-03-09", 900],
  ]);
  await api().cancelClassSession({ id: first!.id, reason: "Storm" });
  await api().cancelClassSession({ id: first!.id, reason: "Storm" });
  expect((await news()).slice(2).map((one) => [one.news, one.pets, one.date])).toEqual([
    [ClassNews.SESSION_CANCELLED, names[0], "2032-03-02"],
    [ClassNews.SESSION_CANCELLED, names[1], "2032-03-02"],
  ]);
  await api().withdrawPet({ enrolmentId: enrolment!.id });
  await take(waiting!.id);
  expect((await news()).slice(4).map((one) => [one.news, one.date, one.sessions, one.price])).toEqual([
    [ClassNews.PLACE, "2032-03-10", 2, toMoney(10000, "USD")],
  ]);
  const ofPlaces = (await everything()).filter((one) => [ClassNews.ENROLLED, ClassNews.LEFT].includes(one.news));
  expect(ofPlaces.map((one) => [one.news, one.pets, one.date, one.sessions, one.price, one.takesBack])).toEqual([
    [ClassNews.ENROLLED, "Pet 10", "2032-03-02", 3, toMoney(15000, "USD"), ""],
    [ClassNews.ENROLLED, "Pet 20", "2032-03-02", 3, toMoney(15000, "USD"), ""],
    [ClassNews.LEFT, "Pet 10", "2032-03-10", 0, undefined, ""],
  ]);
  await api().cancelClass({ id: made.id });
  await api().cancelClass({ id: made.id });
  expect((await news()).slice(5).map((one) => one.news)).toEqual([ClassNews.CLASS_CANCELLED, ClassNews.CLASS_CANCELLED]);
});

test("a session stands on its instructor's day with the places that are taken, goes where it is moved, and is gone once it is cancelled", async () => {
  const { id, sessions } = await plan(["2032-06-02", "2032-06-09"], { capacity: 2, name: "Recall" });
  const shown = async (day: string, staffIds = ["1"]) => {
    const date = toWireDate(day);
    const { cards } = await harness.client(CardService).listDayCards({ startDate: date, endDate: date, filters: { staffIds } });
    return cards.filter(({ cardType }) => cardType === CardType.CLASS_SESSION);
  };
  const [first, second] = sessions;
  expect(await shown("2032-06-02")).toMatchObject([
    { cardId: first!.id, description: "Recall", startTime: 900, endTime: 960, classInfo: { classId: id, taken: 0, capacity: 2 } },
  ]);
  await enrol(id, "10");
  expect(await shown("2032-06-09")).toMatchObject([{ cardId: second!.id, classInfo: { taken: 1, capacity: 2 } }]);
  await api().updateClassSession({ id: first!.id, version: first!.version, date: toWireDate("2032-06-03"), staffId: "2" });
  expect(await shown("2032-06-02", ["1", "2"])).toEqual([]);
  expect(await shown("2032-06-03", ["1"])).toEqual([]);
  expect(await shown("2032-06-03", ["2"])).toMatchObject([{ cardId: first!.id, classInfo: { taken: 1 } }]);
  await harness.admin.query("update calendar.calendar_card set render_version = 0, lean = '' where source_kind = 3 and source_id = $1", [
    first!.id,
  ]);
  expect(await shown("2032-06-03", ["2"])).toMatchObject([{ description: "Recall" }]);
  await api().cancelClassSession({ id: second!.id, reason: "Ill" });
  expect(await shown("2032-06-09")).toEqual([]);
});
