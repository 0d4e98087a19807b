import { fromBinary } from "@bufbuild/protobuf";
import { ErrorCode, type Refusal, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { ClassHoldService } from "@leashline/proto/leashline/calendar/v1/class_hold_service_pb.js";
import { Attendance, ClassService, EnrolmentState } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import { ClassUndoService } from "@leashline/proto/leashline/calendar/v1/class_undo_service_pb.js";
import { ClassNews, ClassNewsToldSchema, ClassPlacesFreedSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clientOf, type Harness, openHarness } from "../../test/harness.ts";

const { UNDO_EXPIRED } = ErrorCode;
const { ENROLLED, WAITING, WITHDRAWN } = EnrolmentState;
let harness: Harness;
beforeAll(async () => {
  harness = await openHarness(["1", "2"]);
});
afterAll(() => harness.stop());

const api = () => harness.client(ClassService);
const undo = (classId: string, { id: enrolmentId, version }: { id: string; version: number }) =>
  harness.client(ClassUndoService).undoClassChange({ classId, enrolmentId, version });
const codeOf = async (call: Promise<unknown>) => (await refusalOf(call)).code;
const plan = async (dates: readonly string[], capacity: number) => {
  const sessions = dates.map((date) => ({ date: toWireDate(date), startTime: 900, endTime: 960 }));
  return (await api().createClass({ serviceId: "89", staffId: "1", sessions, capacity })).groupClass!;
};
const enrol = async (classId: string, petId: string, more: object = {}) =>
  (await api().enrolPet({ classId, petId, customerId: clientOf(petId), ...more })).enrolment!;
const page = () => harness.client(ClassHoldService, { via: "online-booking", kind: "service" });
/** Whoever waits takes a place, as the waitlist does it once an offer is accepted. */
const take = (enrolmentId: string, holdToken = "") => page().enrolWaiting({ enrolmentId, holdToken });
const withdraw = async (enrolmentId: string) => (await api().withdrawPet({ enrolmentId })).enrolment!;
const states = async (id: string) => Object.fromEntries((await api().getClass({ id })).enrolments.map((one) => [one.petId, one.state]));
const newsOf = async (id: string) => {
  const { rows } = await harness.admin.query(
    "select payload from calendar.outbox where type like '%ClassNewsTold' and aggregate = $1 order by id",
    [`class-${id}`],
  );
  return rows.map(({ payload }) => fromBinary(ClassNewsToldSchema, payload));
};
const taken = async (id: string) => (await api().getClass({ id })).groupClass?.sessions.map((one) => one.taken);

test("a pet that came by mistake is out again, once, and the place is free for whoever waits", async () => {
  const group = await plan(["2036-01-02", "2036-01-09"], 1);
  const came = await enrol(group.id, "10");
  const waits = await enrol(group.id, "20", { waitlist: true });
  await undo(group.id, came);
  expect([await states(group.id), await taken(group.id)]).toEqual([{ 20: WAITING }, [0, 0]]);
  expect(await codeOf(undo(group.id, came))).toBe(UNDO_EXPIRED);
  await take(waits.id);
  expect([await states(group.id), await taken(group.id)]).toEqual([{ 20: ENROLLED }, [1, 1]]);
  expect(await codeOf(undo(group.id, waits)), "it got a place since").toBe(UNDO_EXPIRED);
  const { rows } = await harness.admin.query("select state from calendar.class_enrolment where id = $1", [came.id]);
  expect(rows).toEqual([{ state: WITHDRAWN }]);
});

test("their client hears that a pet came or left, and which of it was taken back; who only waited hears nothing of it", async () => {
  const group = await plan(["2036-10-02", "2036-10-09"], 1);
  const came = await enrol(group.id, "10");
  await undo(group.id, came);
  const again = await enrol(group.id, "10");
  const waits = await enrol(group.id, "20", { waitlist: true });
  await undo(group.id, await withdraw(again.id));
  await undo(group.id, await withdraw(waits.id));
  const told = await newsOf(group.id);
  expect(told.map(({ news, petNames, takesBack }) => [news, petNames.join(), takesBack])).toEqual([
    [ClassNews.ENROLLED, "Pet 10", ""],
    [ClassNews.LEFT, "Pet 10", `class-enrolled-${came.id}`],
    [ClassNews.ENROLLED, "Pet 10", ""],
    [ClassNews.WAITLISTED, "Pet 20", ""],
    [ClassNews.LEFT, "Pet 10", ""],
    [ClassNews.BACK, "Pet 10", told[4]?.cause],
  ]);
});

test("of several pets each is told of and taken back by itself; who asked for a place heard that of their request, and hears it taken back in any case", async () => {
  const group = await plan(["2036-11-06"], 4);
  const join = async (petIds: string[], bookingRequestId: string) => {
    const pets = petIds.map((petId) => ({ petId }));
    return (await page().enrolPets({ classId: group.id, customerId: clientOf(petIds[0]!), pets, bookingRequestId })).enrolments;
  };
  const [first, second] = await join(["110", "111"], "0");
  const [asked] = await join(["210"], "71");
  await undo(group.id, first!);
  await undo(group.id, asked!);
  expect((await newsOf(group.id)).map(({ news, petNames, cause, takesBack }) => [news, petNames.join(), cause, takesBack])).toEqual([
    [ClassNews.ENROLLED, "Pet 110", `class-enrolled-${first!.id}`, ""],
    [ClassNews.ENROLLED, "Pet 111", `class-enrolled-${second!.id}`, ""],
    [ClassNews.LEFT, "Pet 110", expect.anything(), `class-enrolled-${first!.id}`],
    [ClassNews.LEFT, "Pet 210", expect.anything(), ""],
  ]);
});

test("a pet that was taken out is in it again; one that waited keeps its place in line", async () => {
  const group = await plan(["2036-02-06", "2036-02-13"], 1);
  const came = await enrol(group.id, "10");
  await undo(group.id, await withdraw(came.id));
  expect([await states(group.id), await taken(group.id)]).toEqual([{ 10: ENROLLED }, [1, 1]]);
  const first = await enrol(group.id, "20", { waitlist: true });
  await enrol(group.id, "30", { waitlist: true });
  await undo(group.id, await withdraw(first.id));
  expect(await states(group.id)).toEqual({ 10: ENROLLED, 20: WAITING, 30: WAITING });
  const line = (await api().getClass({ id: group.id })).enrolments.filter((one) => one.state === WAITING);
  expect(line.map(({ petId }) => petId)).toEqual(["20", "30"]);
});

test("a pet stays out whose place is kept for whoever waited or went to them, or that came again meanwhile", async () => {
  const group = await plan(["2036-03-05"], 1);
  const came = await enrol(group.id, "10");
  const waits = await enrol(group.id, "20", { waitlist: true });
  const left = await withdraw(came.id);
  const hold = { businessId: group.businessId, classId: group.id, pets: 1, enrolmentId: waits.id, holdMinutes: 10 };
  const { holdToken } = await page().holdClassPlaces({ ...hold, visitor: { strangerShare: 0, requested: true, bounds: [] } });
  const offered = await refusalOf(undo(group.id, left));
  expect([offered.options.facts, offered.message]).toEqual([
    { why: "classFull" },
    "The last places are offered to somebody on the waitlist, or kept for an online request. Take the offer back, or decide the request, first.",
  ]);
  expect(await taken(group.id)).toEqual([0]);
  await take(waits.id, holdToken);
  expect((await refusalOf(undo(group.id, left))).options.facts).toEqual({ why: "classFull" });
  expect([await states(group.id), await taken(group.id)]).toEqual([{ 20: ENROLLED }, [1]]);
  const roomy = await plan(["2036-03-06"], 3);
  const once = await withdraw((await enrol(roomy.id, "10")).id);
  await enrol(roomy.id, "10");
  expect(await codeOf(undo(roomy.id, once))).toBe(ErrorCode.STATE_CONFLICT);
  expect(await taken(roomy.id)).toEqual([1]);
});

test("a pet that is back was there where that was ticked", async () => {
  const group = await plan(["2036-08-06", "2036-08-13"], 1);
  const came = await enrol(group.id, "10");
  const [session] = group.sessions;
  // It is under way.
  await harness.admin.query("update calendar.class_session set date = current_date - 1, end_at = now() + interval '1 hour' where id = $1", [
    session!.id,
  ]);
  await api().setAttendance({ sessionId: session!.id, enrolmentId: came.id, attendance: Attendance.PRESENT });
  await undo(group.id, await withdraw(came.id));
  const { seats } = await api().getClass({ id: group.id });
  expect(seats.map(({ attendance }) => attendance)).toEqual([Attendance.PRESENT, Attendance.UNSPECIFIED]);
});

test("a session that was made up by mistake is missed no more: both places are as they were, unless the own one is taken", async () => {
  const [own, other] = [await plan(["2036-04-02", "2036-04-09"], 1), await plan(["2036-04-03"], 1)];
  const came = await enrol(own.id, "10");
  const wish = { enrolmentId: came.id, missedSessionId: own.sessions[0]!.id, sessionId: other.sessions[0]!.id };
  const made = await api().addMakeUp(wish);
  expect([await taken(own.id), await taken(other.id)]).toEqual([[0, 1], [1]]);
  await undo(own.id, { id: came.id, version: made.version });
  expect([await taken(own.id), await taken(other.id)]).toEqual([[1, 1], [0]]);
  expect(await codeOf(undo(own.id, { id: came.id, version: made.version }))).toBe(UNDO_EXPIRED);
  const again = await api().addMakeUp(wish);
  const guest = await plan(["2036-04-04"], 1);
  const visitor = await enrol(guest.id, "20");
  await api().addMakeUp({ enrolmentId: visitor.id, missedSessionId: guest.sessions[0]!.id, sessionId: own.sessions[0]!.id });
  expect((await refusalOf(undo(own.id, { id: came.id, version: again.version }))).options.facts).toEqual({ why: "classFull" });
  expect([await taken(own.id), await taken(other.id)]).toEqual([[1, 1], [1]]);
});

test("whoever waits hears of a place that is given up for another session each time, also once that was taken back", async () => {
  const [own, other] = [await plan(["2036-07-02"], 1), await plan(["2036-07-03"], 1)];
  const came = await enrol(own.id, "10");
  await enrol(own.id, "20", { waitlist: true });
  const wish = { enrolmentId: came.id, missedSessionId: own.sessions[0]!.id, sessionId: other.sessions[0]!.id };
  const made = await api().addMakeUp(wish);
  await undo(own.id, { id: came.id, version: made.version });
  await api().addMakeUp(wish);
  const { rows } = await harness.admin.query(
    "select payload from calendar.outbox where type like '%ClassPlacesFreed' and aggregate = $1 order by id",
    [`class-${own.id}`],
  );
  const causes = rows.map(({ payload }) => fromBinary(ClassPlacesFreedSchema, payload).cause);
  expect([causes.length, new Set(causes).size]).toEqual([2, 2]);
});

test("a pet that made a session up is back in both classes when its leaving is taken back", async () => {
  const [own, other] = [await plan(["2036-05-07", "2036-05-14"], 2), await plan(["2036-05-08"], 1)];
  const came = await enrol(own.id, "10");
  await api().addMakeUp({ enrolmentId: came.id, missedSessionId: own.sessions[0]!.id, sessionId: other.sessions[0]!.id });
  const left = await withdraw(came.id);
  expect([await taken(own.id), await taken(other.id)]).toEqual([[0, 0], [0]]);
  await undo(own.id, left);
  expect([await taken(own.id), await taken(other.id)]).toEqual([[0, 1], [1]]);
});

test("a pet leaves no class that is not held: it waits for one in which it got a place meanwhile", async () => {
  const [own, other] = [await plan(["2036-09-03", "2036-09-10"], 1), await plan(["2036-09-04"], 1)];
  const came = await enrol(own.id, "10");
  const [first, second] = [await harness.admin.connect(), await harness.admin.connect()];
  const hold = async (client: typeof first, classId: string) => {
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`1:class:${classId}`]);
  };
  await hold(first, own.id);
  await hold(second, other.id);
  const leaving = withdraw(came.id);
  const waits = async () =>
    (await harness.admin.query("select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted")).rows[0].n;
  await expect.poll(waits).toBe(1);
  const seat = "insert into calendar.class_seat (company_id, session_id, enrolment_id, make_up_for) values (1, $1, $2, $3)";
  await first.query(seat, [other.sessions[0]!.id, came.id, own.sessions[0]!.id]);
  await first.query("commit");
  await expect.poll(async () => [await waits(), await taken(own.id)]).toEqual([1, [1, 1]]);
  await second.query("commit");
  await leaving;
  expect([await taken(own.id), await taken(other.id)]).toEqual([[0, 0], [0]]);
  for (const client of [first, second]) client.release();
});

test("20 at once for one place, half of them by taking back that their pet left: nobody is a pet too many, and nobody waits crosswise", async () => {
  const group = await plan(["2036-06-04", "2036-06-11"], 1);
  const gone = [];
  for (let n = 0; n < 10; n++) gone.push(await withdraw((await enrol(group.id, String(1000 + n * 10))).id));
  const calls = gone.flatMap((left, n) => [() => undo(group.id, left), () => enrol(group.id, String(2000 + n * 10))]);
  const outcomes = await Promise.all(
    calls.map(async (call): Promise<Refusal | null> => {
      const asked = call();
      return await asked.then(() => null).catch(() => refusalOf(asked));
    }),
  );
  const refused = outcomes.filter((one) => one !== null);
  expect(refused).toHaveLength(19);
  expect(new Set(refused.map(({ options }) => options.facts?.why))).toEqual(new Set(["classFull"]));
  expect(await taken(group.id)).toEqual([1, 1]);
  const { rows } = await harness.admin.query("select deadlocks::int as n from pg_stat_database where datname = current_database()");
  expect(rows[0].n).toBe(0);
}, 60_000);
