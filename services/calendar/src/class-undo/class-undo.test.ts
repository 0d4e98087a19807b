import { fromBinary } from "@bufbuild/protobuf";
import { ErrorCode, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { ClassService, type GroupClass } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import { ClassUndoService } from "@leashline/proto/leashline/calendar/v1/class_undo_service_pb.js";
import { ClassNews, ClassNewsToldSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clientOf, type Harness, openHarness } from "../../test/harness.ts";

const { UNDO_EXPIRED, SLOT_FULL, PARAMS_INVALID } = ErrorCode;
let harness: Harness;
beforeAll(async () => {
  harness = await openHarness(["1", "2"]);
});
afterAll(() => harness.stop());

const api = () => harness.client(ClassService);
const undo = (classId: string, version: number, sessionId = "0", caller = {}) =>
  harness.client(ClassUndoService, caller).undoClassChange({ classId, version, sessionId });
const codeOf = async (call: Promise<unknown>) => (await refusalOf(call)).code;
const plan = async (dates: readonly string[], more: object = {}) => {
  const sessions = dates.map((date) => ({ date: toWireDate(date), startTime: 900, endTime: 960 }));
  return (await api().createClass({ serviceId: "89", staffId: "1", sessions, ...more })).groupClass!;
};
const enrol = async (classId: string, petId: string, more: object = {}) =>
  (await api().enrolPet({ classId, petId, customerId: clientOf(petId), ...more })).enrolment!;
const shown = async (id: string) => (await api().getClass({ id })).groupClass!;
const sessionsOf = (group: GroupClass) =>
  group.sessions.map(({ date, startTime, cancelled, taken }) => [date?.day, startTime, cancelled, taken]);
const move = async (id: string, date: string, more: object = {}) =>
  (await api().updateClassSession({ id, date: toWireDate(date), ...more })).session!;
const cancel = async (id: string) => {
  const { groupClass } = await api().cancelClassSession({ id, reason: "Storm" });
  return groupClass!.sessions.find((one) => one.id === id)!;
};
/** Without who came. */
const news = async (id: string) => {
  const { rows } = await harness.admin.query(
    "select payload from calendar.outbox where type like '%ClassNewsTold' and aggregate = $1 order by id",
    [`class-${id}`],
  );
  const told = rows.map(({ payload }) => fromBinary(ClassNewsToldSchema, payload)).filter((one) => one.news !== ClassNews.ENROLLED);
  return told.map((one) => [one.news, one.date, one.cause, one.takesBack]);
};

const holds = (...permissions: Permission[]) => ({ permissions, employeeCategory: 0, accountId: "9" });
const { NO_PERMISSION } = ErrorCode;

test("whoever may do an act may take it back, and nobody else", async () => {
  const [edits, creates, cancels] = [
    holds(Permission.EDIT_TICKET),
    holds(Permission.CREATE_AND_EDIT_TICKET),
    holds(Permission.CANCEL_OR_DELETE_TICKET),
  ];
  const planned = await plan(["2035-10-03"]);
  for (const one of [edits, cancels]) expect(await codeOf(undo(planned.id, planned.version, "0", one)), "planned").toBe(NO_PERMISSION);
  await undo(planned.id, planned.version, "0", creates);

  const group = await plan(["2035-10-03", "2035-10-10"]);
  const place = (one: { id: string; version: number }, caller: object) =>
    harness.client(ClassUndoService, caller).undoClassChange({ classId: group.id, enrolmentId: one.id, version: one.version });
  const came = await enrol(group.id, "10");
  for (const one of [edits, cancels]) expect(await codeOf(place(came, one)), "came").toBe(NO_PERMISSION);
  const left = (await api().withdrawPet({ enrolmentId: came.id })).enrolment!;
  for (const one of [edits, cancels]) expect(await codeOf(place(left, one)), "left").toBe(NO_PERMISSION);
  await place(left, creates);

  const [first] = group.sessions;
  const moved = await move(first!.id, "2035-10-04");
  expect(await codeOf(undo(group.id, moved.version, first!.id, cancels)), "moved").toBe(NO_PERMISSION);
  await undo(group.id, moved.version, first!.id, edits);
  const off = await cancel(first!.id);
  for (const one of [edits, creates]) expect(await codeOf(undo(group.id, off.version, first!.id, one)), "canceled").toBe(NO_PERMISSION);
  await undo(group.id, off.version, first!.id, cancels);

  const changed = (await api().updateClass({ id: group.id, note: "Bring treats" })).groupClass!;
  expect(await codeOf(undo(group.id, changed.version, "0", cancels)), "changed").toBe(NO_PERMISSION);
  await undo(group.id, changed.version, "0", creates);
  const { groupClass } = await api().cancelClass({ id: group.id });
  for (const one of [edits, creates]) expect(await codeOf(undo(group.id, groupClass!.version, "0", one)), "ended").toBe(NO_PERMISSION);
  expect((await undo(group.id, groupClass!.version, "0", cancels)).groupClass?.cancelled).toBe(false);
});

describe("a session", () => {
  test("that was moved is where it was, once, with its places; its clients hear of it as news that takes the other back", async () => {
    const group = await plan(["2035-01-03", "2035-01-10"]);
    const [first] = group.sessions;
    await enrol(group.id, "10");
    const moved = await move(first!.id, "2035-01-04", { startTime: 600, endTime: 660, staffId: "2" });
    const { groupClass } = await undo(group.id, moved.version, first!.id);
    expect(groupClass!.sessions[0]).toMatchObject({ date: { day: 3 }, startTime: 900, endTime: 960, staffId: "1", taken: 1, version: 3 });
    await harness.book({ date: "2035-01-04", start: 600, staffId: "2" });
    expect(await codeOf(harness.book({ date: "2035-01-03", start: 900 }))).toBe(SLOT_FULL);
    expect(await codeOf(undo(group.id, moved.version, first!.id))).toBe(UNDO_EXPIRED);
    const [there, back] = [`class-session-${first!.id}v2`, `class-session-${first!.id}v3`];
    expect(await news(group.id)).toEqual([
      [ClassNews.SESSION_MOVED, "2035-01-04", there, ""],
      [ClassNews.SESSION_MOVED, "2035-01-03", back, there],
    ]);
  });

  test("stays where it is when its instructor has something else then, or it was moved again", async () => {
    const group = await plan(["2035-02-07"]);
    const { id } = group.sessions[0]!;
    const moved = await move(id, "2035-02-08");
    await harness.book({ date: "2035-02-07", start: 930 });
    expect(await codeOf(undo(group.id, moved.version, id))).toBe(SLOT_FULL);
    expect(sessionsOf(await shown(group.id))).toEqual([[8, 900, false, 0]]);
    const again = await move(id, "2035-02-09");
    expect(await codeOf(undo(group.id, moved.version, id))).toBe(UNDO_EXPIRED);
    await undo(group.id, again.version, id);
    expect(sessionsOf(await shown(group.id))).toEqual([[8, 900, false, 0]]);
  });

  test("that was canceled takes place again, with whoever was in it and whoever came into the class since", async () => {
    const group = await plan(["2035-03-07", "2035-03-14"], { capacity: 3 });
    const [first] = group.sessions;
    const left = await enrol(group.id, "10");
    await enrol(group.id, "20");
    const off = await cancel(first!.id);
    await enrol(group.id, "30");
    await api().withdrawPet({ enrolmentId: left.id });
    expect(sessionsOf((await undo(group.id, off.version, first!.id)).groupClass!)).toEqual([
      [7, 900, false, 2],
      [14, 900, false, 2],
    ]);
    expect((await shown(group.id)).sessions[0]?.cancelReason).toBe("");
    expect(await codeOf(harness.book({ date: "2035-03-07", start: 900 }))).toBe(SLOT_FULL);
    expect((await news(group.id)).at(-1)).toEqual([
      ClassNews.SESSION_RESTORED,
      "2035-03-07",
      `class-session-${first!.id}v3`,
      `class-session-${first!.id}v2`,
    ]);
  });

  test("stays off where its instructor is taken, more pets are in the class than it has places, or the class itself is off", async () => {
    const group = await plan(["2035-04-04", "2035-04-11"], { capacity: 2 });
    const [first] = group.sessions;
    await enrol(group.id, "10");
    await enrol(group.id, "20");
    const off = await cancel(first!.id);
    const { id: block } = await harness.book({ date: "2035-04-04", start: 900 });
    expect(await codeOf(undo(group.id, off.version, first!.id))).toBe(SLOT_FULL);
    await harness.admin.query("delete from calendar.occupancy where source_kind = 1 and source_id = $1", [block]);
    await harness.admin.query("update calendar.group_class set capacity = 1 where id = $1", [group.id]);
    expect((await refusalOf(undo(group.id, off.version, first!.id))).options.facts).toEqual({ why: "classFull" });
    await api().cancelClass({ id: group.id });
    expect(await codeOf(undo(group.id, off.version, first!.id))).toBe(UNDO_EXPIRED);
  });

  test("not after ten minutes, not of another class, not by whoever may not, not by another company", async () => {
    const [group, other] = [await plan(["2035-05-02"]), await plan(["2035-05-03"])];
    const { id } = group.sessions[0]!;
    const { version } = await cancel(id);
    expect(await codeOf(undo(other.id, version, id))).toBe(UNDO_EXPIRED);
    expect(await codeOf(undo(group.id, version, id, { companyId: "2", businessId: "9", businessIds: ["9"] }))).toBe(ErrorCode.NOT_FOUND);
    const looker = { permissions: [Permission.VIEW_CALENDAR], employeeCategory: 0 };
    expect(await codeOf(undo(group.id, version, id, looker))).toBe(ErrorCode.NO_PERMISSION);
    const age = (by: string) =>
      harness.admin.query("update calendar.change_log set at = at - $2::interval where entity = 'class session' and entity_id = $1", [
        id,
        by,
      ]);
    await age("11 minutes");
    expect(await codeOf(undo(group.id, version, id))).toBe(UNDO_EXPIRED);
    expect(sessionsOf(await shown(group.id))).toEqual([[2, 900, true, 0]]);
    await age("-2 minutes");
    await undo(group.id, version, id);
    expect(sessionsOf(await shown(group.id))).toEqual([[2, 900, false, 0]]);
  });
});

describe("a class", () => {
  test("that was planned by mistake is off again while nobody is in it", async () => {
    const [empty, taken] = [await plan(["2035-06-06"]), await plan(["2035-06-07"])];
    await enrol(taken.id, "10");
    expect((await undo(empty.id, empty.version)).groupClass).toMatchObject({ cancelled: true, sessions: [{ cancelled: true }] });
    await harness.book({ date: "2035-06-06", start: 900 });
    expect(await codeOf(undo(taken.id, taken.version))).toBe(UNDO_EXPIRED);
    expect(await codeOf(undo(empty.id, empty.version))).toBe(UNDO_EXPIRED);
  });

  test("that was changed is as it was, with its instructor; not with fewer places than pets, nor with an instructor who is taken", async () => {
    const group = await plan(["2035-07-04", "2035-07-11"], { capacity: 1 });
    const after = (await api().updateClass({ id: group.id, name: "Recall", staffId: "2", capacity: 2, note: "Bring treats" })).groupClass!;
    const back = (await undo(group.id, after.version)).groupClass!;
    expect(back).toMatchObject({
      name: group.name,
      staffId: "1",
      capacity: 1,
      note: "",
      version: 3,
      sessions: [{ staffId: "1" }, { staffId: "1" }],
    });
    await harness.book({ date: "2035-07-04", start: 900, staffId: "2" });
    await enrol(group.id, "10");
    const larger = (await api().updateClass({ id: group.id, capacity: 2 })).groupClass!;
    await enrol(group.id, "20");
    expect(await codeOf(undo(group.id, larger.version))).toBe(PARAMS_INVALID);
    expect((await shown(group.id)).capacity).toBe(2);
    const handed = (await api().updateClass({ id: group.id, staffId: "2", overbook: true })).groupClass!;
    await harness.book({ date: "2035-07-11", start: 900, staffId: "1" });
    expect(await codeOf(undo(group.id, handed.version))).toBe(SLOT_FULL);
    expect((await shown(group.id)).sessions.map(({ staffId }) => staffId)).toEqual(["2", "2"]);
  });

  test("that was canceled goes on with everybody who was in it or waited, and its other services hear of them", async () => {
    const group = await plan(["2035-08-01", "2035-08-08"], { capacity: 1 });
    const off = await cancel(group.sessions[0]!.id);
    const inIt = await enrol(group.id, "10");
    await enrol(group.id, "20", { waitlist: true });
    const { groupClass } = await api().cancelClass({ id: group.id, reason: "Ill" });
    const back = (await undo(group.id, groupClass!.version)).groupClass!;
    expect(back).toMatchObject({ cancelled: false, cancelReason: "", enrolled: 1, waiting: 1, version: 3 });
    expect(sessionsOf(back), "what was off before stays off").toEqual([
      [1, 900, true, 0],
      [8, 900, false, 1],
    ]);
    expect(await codeOf(undo(group.id, groupClass!.version))).toBe(UNDO_EXPIRED);
    expect((await news(group.id)).slice(-2).map(([what, , , takesBack]) => [what, takesBack])).toEqual([
      [ClassNews.CLASS_RESTORED, `class-${group.id}v2`],
      [ClassNews.CLASS_RESTORED, `class-${group.id}v2`],
    ]);
    expect(sessionsOf((await undo(group.id, off.version, off.id)).groupClass!)[0], "which is an act of its own").toEqual([
      1,
      900,
      false,
      1,
    ]);
    const { rows } = await harness.admin.query("select count(*)::int as n from calendar.outbox where aggregate = $1", [
      `enrolment-${inIt.id}`,
    ]);
    expect(rows[0].n).toBe(3);
  });

  test("that was canceled stays off when its instructor has something else by now: all of it or none", async () => {
    const group = await plan(["2035-09-05", "2035-09-12"]);
    const { groupClass } = await api().cancelClass({ id: group.id });
    await harness.book({ date: "2035-09-12", start: 900 });
    const refusal = await refusalOf(undo(group.id, groupClass!.version));
    expect([refusal.code, refusal.options.facts]).toEqual([SLOT_FULL, { why: "overlap", date: "2035-09-12" }]);
    expect((await shown(group.id)).cancelled).toBe(true);
    await harness.book({ date: "2035-09-05", start: 900 });
  });
});
