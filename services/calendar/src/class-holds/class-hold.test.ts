import { fromBinary } from "@bufbuild/protobuf";
import { ErrorCode, toMoney, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { ClassHoldService } from "@leashline/proto/leashline/calendar/v1/class_hold_service_pb.js";
import { ClassService, EnrolmentState } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import { ClassPlacesFreedSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { SlotService } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { clientOf, type Harness, openHarness, required } from "../../test/harness.ts";

const { ENROLLED, WAITING } = EnrolmentState;
const [ADVANCED, PUPPY] = ["88", "89"];
const FULL = ErrorCode.ROOM_NOT_AVAILABLE;
let harness: Harness;
beforeAll(async () => {
  harness = await openHarness(["1"]);
});
afterAll(() => harness?.stop());
afterEach(() => required.clear());

const online = { via: "online-booking", kind: "service" as const };
const page = () => harness.client(ClassHoldService, online);
const staff = (caller = {}) => harness.client(ClassService, caller);
let made = 0;
/** A class of two sessions on Mondays that are nobody else's. */
const plan = async (capacity = 2, more: object = {}, caller: object = {}) => {
  const first = Temporal.PlainDate.from("2037-01-05").add({ weeks: 4 * made++ });
  const sessions = [first, first.add({ days: 7 })].map((date) => ({ date: toWireDate(date.toString()), startTime: 900, endTime: 960 }));
  const { groupClass } = await staff(caller).createClass({ serviceId: PUPPY, staffId: "1", capacity, sessions, ...more });
  return groupClass!;
};
const hold = (classId: string, pets = 1, replaceToken = "") =>
  page().holdClassPlaces({
    ...{ businessId: "1", classId, pets, holdMinutes: 10, replaceToken },
    visitor: { strangerShare: 50, requested: true, bounds: [] },
  });
const enrol = (classId: string, petId: string, more: object = {}, caller = {}) =>
  staff(caller).enrolPet({ classId, petId, customerId: clientOf(petId), ...more });
const join = (classId: string, petIds: string[], more: object = {}) =>
  page().enrolPets({ classId, customerId: clientOf(petIds[0]!), pets: petIds.map((petId) => ({ petId })), ...more });
const free = async (id: string) =>
  (await page().getOpenClasses({ businessId: "1", serviceIds: [PUPPY, ADVANCED] })).classes.find((one) => one.groupClass?.id === id)?.free;
const told = async (id: string) => {
  const { rows } = await harness.admin.query(
    "select payload from calendar.outbox where type like '%ClassPlacesFreed' and aggregate = $1 order by id",
    [`class-${id}`],
  );
  return rows.map(({ payload }) => fromBinary(ClassPlacesFreedSchema, payload)).map(({ places, cause }) => [places, cause]);
};
const stateOf = async (id: string, petId: string) => (await staff().getClass({ id })).enrolments.find((one) => one.petId === petId)?.state;

test("places that are kept for a request are nobody else's, until they are given back; then whoever waits hears of them", async () => {
  const { id, sessions } = await plan();
  await enrol(id, "10");
  const { holdToken } = await hold(id);
  expect(await free(id)).toBe(0);
  expect((await refusalOf(hold(id))).code).toBe(FULL);
  const refusal = await refusalOf(enrol(id, "20"));
  expect([refusal.code, refusal.options.facts?.why]).toEqual([FULL, "classFull"]);
  expect(refusal.message).toContain("kept for an online request");
  const { enrolment: waits } = await enrol(id, "20", { waitlist: true });
  expect(waits?.state).toBe(WAITING);
  expect((await refusalOf(staff().updateClass({ id, capacity: 1 }))).code).toBe(ErrorCode.PARAMS_INVALID);
  // A pet of another class makes up a session: not in the place that is kept.
  const other = await plan();
  const { enrolment } = await enrol(other.id, "30");
  const makeUp = { enrolmentId: enrolment!.id, missedSessionId: other.sessions[0]!.id, sessionId: sessions[0]!.id };
  expect((await refusalOf(staff().addMakeUp(makeUp))).code).toBe(FULL);
  expect((await staff().getMakeUpSessions({ classId: other.id })).sessions.some((one) => one.classId === id)).toBe(false);
  await harness.client(SlotService, online).releaseHold({ token: holdToken });
  await page().tellFreePlaces({ classId: id, cause: "request-5" });
  expect(await told(id)).toEqual([[1, "request-5"]]);
  await page().enrolWaiting({ enrolmentId: waits!.id });
  expect(await stateOf(id, "20")).toBe(ENROLLED);
  await page().tellFreePlaces({ classId: id, cause: "request-6" });
  expect(await told(id), "nothing is free, and nobody waits").toHaveLength(1);
});

test("a client's classes: the sessions in which their pets have a place, one made up elsewhere among them; not those that were left, nor those for which they wait", async () => {
  const customerId = clientOf("10");
  const [own, other, full, left] = [await plan(), await plan(), await plan(1), await plan()];
  const { enrolment } = await enrol(own.id, "10");
  await staff().addMakeUp({ enrolmentId: enrolment!.id, missedSessionId: own.sessions[0]!.id, sessionId: other.sessions[0]!.id });
  await enrol(full.id, "20");
  await enrol(full.id, "30", { waitlist: true });
  await enrol(full.id, "10", { waitlist: true });
  const { enrolment: gone } = await enrol(left.id, "10");
  await staff().withdrawPet({ enrolmentId: gone!.id });
  const classes = async (of: object) => (await page().getClientClasses({ businessId: "1", customerId, ...of })).classes;
  const seen = (await classes({})).filter(({ enrolment: one }) => [own.id, full.id, left.id].includes(one!.classId));
  expect(seen.map(({ enrolment: one, sessions }) => [one?.classId, one?.state, sessions.map(({ id }) => id)])).toEqual([
    [own.id, ENROLLED, [own.sessions[1]!.id, other.sessions[0]!.id]],
  ]);
  expect(await classes({ customerId: "999999" })).toEqual([]);
});

test("staff see a client's classes at the locations that they reach, who may see the calendar", async () => {
  const customerId = clientOf("10");
  const [there, both] = [
    { businessId: "2", businessIds: ["2"] },
    { businessId: "1", businessIds: ["1", "2"] },
  ];
  const [own, left, elsewhere] = [await plan(), await plan(), await plan(2, { outsideWorkingHours: true }, there)];
  await enrol(own.id, "10");
  await enrol(elsewhere.id, "10", {}, there);
  const { enrolment: gone } = await enrol(left.id, "10");
  await staff().withdrawPet({ enrolmentId: gone!.id });
  const desk = (caller: object, of: object = { allLocations: true }) =>
    harness.client(ClassHoldService, caller).getClientClasses({ customerId, ...of });
  const planned = [own.id, left.id, elsewhere.id];
  const seen = async (...asked: Parameters<typeof desk>) =>
    (await desk(...asked)).classes.map((one) => one.enrolment!.classId).filter((id) => planned.includes(id));
  expect(await seen({})).toEqual([own.id]);
  expect(await seen(there)).toEqual([elsewhere.id]);
  expect(await seen(both)).toEqual([elsewhere.id, own.id]);
  expect(await seen(both, {})).toEqual([own.id]);
  expect(await seen(both, { businessId: "2" })).toEqual([elsewhere.id]);
  expect((await refusalOf(desk({ permissions: [Permission.VIEW_CLIENTS_ALL_LOCATIONS] }))).code).toBe(ErrorCode.NO_PERMISSION);
});

test("accepted, the pets get the places that were kept, before those who wait; all of them or none", async () => {
  const { id } = await plan(3);
  const { holdToken } = await hold(id, 2);
  await enrol(id, "10");
  await enrol(id, "20", { waitlist: true });
  expect((await refusalOf(join(id, ["110", "111", "112"], { holdToken }))).code).toBe(FULL);
  expect(await free(id)).toBe(0);
  const { enrolments } = await join(id, ["110", "111"], { holdToken });
  expect(enrolments.map(({ state, price }) => [state, price])).toEqual([
    [ENROLLED, expect.objectContaining({ units: 150n })],
    [ENROLLED, expect.anything()],
  ]);
  expect(await stateOf(id, "20")).toBe(WAITING);
  const { rows } = await harness.admin.query("select 1 from calendar.stay_hold where token = $1", [holdToken]);
  expect(rows).toEqual([]);
});

test("without places that were kept a pet gets one that is free, or waits where that was asked for", async () => {
  const { id } = await plan(1);
  const pets = [{ petId: "210", price: toMoney(9_900, "USD") }];
  const [first] = (await page().enrolPets({ classId: id, customerId: "21", pets, holdToken: "gone" })).enrolments;
  expect(first).toMatchObject({ state: ENROLLED, price: { units: 99n } });
  expect((await refusalOf(join(id, ["220"]))).code).toBe(FULL);
  expect((await join(id, ["220"], { waitlist: true })).enrolments[0]?.state).toBe(WAITING);
});

test("a free place is kept for one of those who wait and is nobody else's; they take it in the place of the hold, also once it has run out", async () => {
  const { id } = await plan(1);
  const { enrolment } = await enrol(id, "10");
  const [first, second] = [await enrol(id, "20", { waitlist: true }), await enrol(id, "30", { waitlist: true })].map(
    (one) => one.enrolment!.id,
  );
  const keep = (enrolmentId: string) =>
    page().holdClassPlaces({
      ...{ businessId: "1", classId: id, pets: 1, holdMinutes: 10, enrolmentId },
      visitor: { strangerShare: 0, requested: true, bounds: [] },
    });
  expect((await refusalOf(keep(first!))).code, "nothing is free").toBe(FULL);
  await staff().withdrawPet({ enrolmentId: enrolment!.id });
  expect((await refusalOf(keep(enrolment!.id))).code, "waits for nothing").toBe(ErrorCode.STATE_CONFLICT);
  const both = await Promise.allSettled([keep(first!), keep(second!)]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const [winner, loser] = both[0]?.status === "fulfilled" ? [first!, second!] : [second!, first!];
  const token = both.flatMap((one) => (one.status === "fulfilled" ? one.value.holdToken : []))[0]!;
  const line = async () => (await page().getClassLines({ classIds: [id, "999999"] })).lines;
  expect(await line()).toMatchObject([
    {
      free: 0,
      groupClass: { id, sessions: [{}, {}] },
      waiting: [{ enrolment: { id: first, petId: "20" } }, { enrolment: { id: second } }],
    },
  ]);
  expect((await refusalOf(page().enrolWaiting({ enrolmentId: loser }))).code).toBe(FULL);
  expect((await refusalOf(enrol(id, "40"))).code).toBe(FULL);
  await page().enrolWaiting({ enrolmentId: winner, holdToken: token });
  await page().enrolWaiting({ enrolmentId: winner, holdToken: token });
  expect((await harness.admin.query("select 1 from calendar.stay_hold where token = $1", [token])).rows).toEqual([]);
  await staff().withdrawPet({ enrolmentId: winner });
  const { holdToken } = await keep(loser);
  await harness.admin.query("update calendar.stay_hold set expires_at = now() - interval '1 second' where token = $1", [holdToken]);
  await page().enrolWaiting({ enrolmentId: loser, holdToken });
  const { enrolments } = await staff().getClass({ id });
  expect(enrolments.map((one) => [one.id, one.state])).toEqual([[loser, ENROLLED]]);
});

test("once a class has begun, whoever waits may still be kept a place, and nobody else", async () => {
  const { id, sessions } = await plan(2);
  await enrol(id, "10");
  await enrol(id, "20");
  const { enrolment } = await enrol(id, "30", { waitlist: true });
  const begun = `update calendar.class_session set date = current_date - 1, end_at = now() - interval '1 day' where id = $1`;
  await harness.admin.query(begun, [sessions[0]!.id]);
  await staff().updateClass({ id, capacity: 3 });
  expect((await refusalOf(hold(id))).code).toBe(ErrorCode.STATE_CONFLICT);
  const kept = { businessId: "1", classId: id, pets: 1, holdMinutes: 10, enrolmentId: enrolment!.id };
  const { holdToken } = await page().holdClassPlaces({ ...kept, visitor: { strangerShare: 0, requested: true, bounds: [] } });
  const took = await page().enrolWaiting({ enrolmentId: enrolment!.id, holdToken });
  expect(took.enrolment, "half of the price, for one session of two").toMatchObject({ state: ENROLLED, price: { units: 75n } });
});

test("30 at once for the last place of a class, online and at the desk: one has it", async () => {
  const { id } = await plan(2);
  await enrol(id, "10");
  const tries = await Promise.allSettled([
    ...Array.from({ length: 15 }, () => hold(id)),
    ...Array.from({ length: 15 }, (_, n) => enrol(id, String(1000 + n * 10))),
  ]);
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await free(id)).toBe(0);
  const { rows } = await harness.admin.query("select deadlocks::int as n from pg_stat_database where datname = current_database()");
  expect(rows[0].n).toBe(0);
}, 60_000);

test("a class is open online until it begins or is canceled, and of its own location", async () => {
  const { id, sessions } = await plan(2);
  expect(await free(id)).toBe(2);
  const begun = `update calendar.class_session set date = current_date - 1, end_at = now() - interval '1 day' where id = $1`;
  await harness.admin.query(begun, [sessions[0]!.id]);
  expect(await free(id)).toBeUndefined();
  expect((await refusalOf(hold(id))).code).toBe(ErrorCode.STATE_CONFLICT);
  const canceled = await plan(2);
  await staff().cancelClass({ id: canceled.id });
  expect(await free(canceled.id)).toBeUndefined();
  expect((await refusalOf(hold(canceled.id))).code).toBe(ErrorCode.STATE_CONFLICT);
  expect((await refusalOf(hold("999999"))).code).toBe(ErrorCode.NOT_FOUND);
});

test("a pet whose required vaccine is missing, or ends before the last session, is not enrolled; who may goes on with a reason, which the log keeps", async () => {
  const { id, sessions } = await plan(5);
  const last = Temporal.PlainDate.from({ ...sessions[1]!.date!, calendar: "iso8601" } as never);
  const rabies = (until: string) => ({
    ...{ vaccineId: "5", vaccineName: "Rabies", careTypes: ["GROUP_CLASS"], recorded: until !== "" },
    ...(until && { expirationDate: toWireDate(until) }),
  });
  required.set("10", [rabies("")]);
  expect((await refusalOf(enrol(id, "10"))).code).toBe(ErrorCode.VACCINE_REQUIRED);
  required.set("10", [rabies(last.subtract({ days: 1 }).toString())]);
  const refusal = await refusalOf(enrol(id, "10"));
  expect([refusal.code, refusal.options.facts]).toMatchObject([ErrorCode.VACCINE_REQUIRED, { why: "expired", petId: "10" }]);
  const anyway = { override: { withoutVaccine: true, reason: "The vet faxes it" } };
  const desk = { permissions: [Permission.CREATE_AND_EDIT_TICKET, Permission.VIEW_CALENDAR, Permission.VIEW_CLIENTS_ALL_LOCATIONS] };
  expect((await refusalOf(enrol(id, "10", anyway, desk))).code).toBe(ErrorCode.VACCINE_REQUIRED);
  await enrol(id, "10", anyway);
  const { rows } = await harness.admin.query(
    "select note from calendar.change_log where entity = 'class enrolment' and after->>'classId' = $1 and action = 'enrol'",
    [id],
  );
  expect(rows).toEqual([{ note: "Booked Pet 10 without a valid Rabies: The vet faxes it" }]);
  required.set("20", [rabies(last.toString())]);
  expect((await enrol(id, "20")).enrolment?.state).toBe(ENROLLED);
});
