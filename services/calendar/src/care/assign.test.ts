import { ErrorCode, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { StaffChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { CareKind, CareOutcome, CareService } from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";
import { StayDay } from "@leashline/proto/leashline/offering/v1/additional_service_pb.js";
import { LodgingUnitChangedSchema } from "@leashline/proto/leashline/offering/v1/events_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Harness, openHarness, people } from "../../test/harness.ts";

const [BOARDING, PLAY] = ["95", "98"];
let harness: Harness;
beforeAll(async () => {
  harness = await openHarness(["1", "2", "3"]);
  const lodgingUnit = { lodgingUnitId: "21", businessId: "1", lodgingTypeId: "2", name: "Meadow", capacity: 400, version: 1 };
  await harness.tell(LodgingUnitChangedSchema, { lodgingUnit });
});
afterEach(() => people.clear());
afterAll(() => harness.stop());

/** The owner, and somebody of the kennel who sees the calendar and no more. */
const hand = {
  staffId: "3",
  accountId: "3",
  sessionId: "3",
  employeeCategory: 0,
  name: "Staff 3",
  permissions: [Permission.VIEW_CALENDAR],
};
const care = (caller = {}) => harness.client(CareService, caller);

type Task = { appointmentId: string; careScheduleId?: string; petDetailId?: string; time?: number };
let keys = 0;
const assign = (date: string, tasks: (Task & { staffId?: string; expectedStaffId?: string })[], more: object = {}, caller = {}) =>
  care(caller).assignCare({ date: toWireDate(date), tasks, entryKey: `assign-key-${++keys}`, ...more });

/** A stay of three days with two meals and a service on each, alone in the house on its days. */
async function stayed(from: string, to: string) {
  const petServices = [{ petId: "10", services: [{ serviceId: BOARDING }, { serviceId: PLAY, stayDay: StayDay.EVERY }] }];
  const stay = await harness.book({
    date: from,
    start: 0,
    endDate: toWireDate(to),
    endTime: 1439,
    staffId: "-10",
    petId: "10",
    petServices,
  });
  const kibble = {
    appointmentId: stay.id,
    petId: "10",
    kind: CareKind.FEEDING,
    name: "Kibble",
    amount: "1",
    unit: "cup",
    times: [480, 1080],
  };
  const { schedule } = await care().createCareSchedule(kibble);
  const meal = { appointmentId: stay.id, careScheduleId: schedule?.careScheduleId ?? "0", time: 480 };
  const line = stay.petServiceList.find(({ serviceId }) => serviceId === PLAY);
  return { id: stay.id, meal, supper: { ...meal, time: 1080 }, play: { appointmentId: stay.id, petDetailId: line?.petDetailId ?? "0" } };
}
/** Who is to do what on a day, by time, the service last. */
const whose = async (date: string) => {
  const { tasks, services } = await care().listCareTasks({ date: toWireDate(date) });
  return [...tasks, ...services].map((one) => one.assignedStaffName || one.assignedStaffId);
};
const rows = async (appointmentId: string) => {
  const { rows: found } = await harness.admin.query(
    "select staff_id, staff_name, by_staff_name, minute from calendar.care_assignment where appointment_id = $1 order by id",
    [appointmentId],
  );
  return found.map((row) => [row.staff_id ?? "0", row.staff_name, row.by_staff_name, row.minute]);
};
const refused = async (call: Promise<unknown>) => {
  const { code, options } = await refusalOf(call);
  return [code, options.fields?.[0]?.field ?? ""];
};

test("a task is taken, given, given back; each stands for itself on its day, and what was said before stays noted", async () => {
  const { id, meal, supper, play } = await stayed("2035-03-10", "2035-03-12");
  expect(await whose("2035-03-11")).toEqual(["0", "0", "0"]);
  const taken = await assign("2035-03-11", [{ ...meal, staffId: "3" }], {}, hand);
  expect(taken.tasks.map((one) => [one.schedule?.name, one.time, one.assignedStaffId, one.assignedStaffName])).toEqual([
    ["Kibble", 480, "3", "Staff 3"],
  ]);
  const given = await assign(
    "2035-03-11",
    [supper, play].map((one) => ({ ...one, staffId: "2" })),
  );
  expect(given.services.map((one) => [one.appointmentId, one.serviceName, one.assignedStaffName])).toEqual([[id, "Service 98", "Staff 2"]]);
  expect([await whose("2035-03-11"), await whose("2035-03-12")]).toEqual([
    ["Staff 3", "Staff 2", "Staff 2"],
    ["0", "0", "0"],
  ]);
  await assign("2035-03-11", [{ ...meal, expectedStaffId: "3", staffId: "0" }], {}, hand);
  expect(await whose("2035-03-11")).toEqual(["0", "Staff 2", "Staff 2"]);
  expect(await rows(id)).toEqual([
    ["3", "Staff 3", "Staff 3", 480],
    ["2", "Staff 2", "Olive Owner", 1080],
    ["2", "Staff 2", "Olive Owner", 0],
    ["0", "", "Staff 3", 480],
  ]);
  const { service } = await care().recordCare({
    ...play,
    date: toWireDate("2035-03-11"),
    outcome: CareOutcome.GIVEN,
    entryKey: "tick-of-play",
  });
  expect([service?.assignedStaffName, service?.events[0]?.staffName], "who is to do it and who did it are two").toEqual([
    "Staff 2",
    "Olive Owner",
  ]);
  const { services } = await care().getCareSheet({ appointmentId: id });
  expect(services.map((one) => one.assignedStaffName)).toEqual(["Staff 2"]);
});

test("two take it at once: one has it, the other is told who; several are given together or not at all", async () => {
  const { id, meal, supper, play } = await stayed("2035-04-10", "2035-04-12");
  const sam = { ...hand, staffId: "2", accountId: "2", sessionId: "2", name: "Staff 2" };
  const race = (date: string, task: Task) =>
    Promise.allSettled([hand, sam].map((caller) => assign(date, [{ ...task, staffId: caller.staffId }], {}, caller)));
  const [both, ...others] = await Promise.all([
    race("2035-04-11", meal),
    ...["2035-04-10", "2035-04-12"].flatMap((date) => [supper, play].map((one) => race(date, one))),
  ]);
  for (const one of [both, ...others]) expect(one.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const winner = both[0]?.status === "fulfilled" ? hand : sam;
  const loser = winner === hand ? sam : hand;
  const told = await refusalOf(assign("2035-04-11", [{ ...meal, staffId: loser.staffId }], {}, loser));
  expect([told.code, told.message, told.options.facts, told.options.fields?.[0]?.field]).toEqual([
    ErrorCode.VERSION_CONFLICT,
    `${winner.name} has it now.`,
    { staffId: winner.staffId, staffName: winner.name },
    "tasks.0.expectedStaffId",
  ]);
  const all = [play, supper, meal].map((one) => ({ ...one, staffId: "1" }));
  expect(await refused(assign("2035-04-11", all))).toEqual([ErrorCode.VERSION_CONFLICT, "tasks.2.expectedStaffId"]);
  expect(await whose("2035-04-11")).toEqual([winner.name, "0", "0"]);
  const seen = all.map((one) => ({ ...one, expectedStaffId: "time" in one && one.time === 480 ? winner.staffId : "0" }));
  await assign("2035-04-11", seen);
  expect(await whose("2035-04-11")).toEqual(["Olive Owner", "Olive Owner", "Olive Owner"]);
  await assign(
    "2035-04-11",
    seen.map((one) => ({ ...one, expectedStaffId: "1", staffId: one.expectedStaffId })),
  );
  expect(await whose("2035-04-11"), "and back, each to whom it was with").toEqual([winner.name, "0", "0"]);
  expect((await rows(id)).length).toBe(7 + others.length);
});

test("sent again it is noted once and answers how it stands; its key says nothing else", async () => {
  const { id, meal, supper } = await stayed("2035-05-10", "2035-05-12");
  const key = { entryKey: "assign-on-a-phone" };
  const both = [meal, supper].map((one) => ({ ...one, staffId: "2" }));
  const calls = await Promise.all([1, 2, 3].map(() => assign("2035-05-11", both, key)));
  expect(calls.map(({ tasks }) => tasks.map((one) => one.assignedStaffName))).toEqual([1, 2, 3].map(() => ["Staff 2", "Staff 2"]));
  await assign("2035-05-11", [{ ...meal, expectedStaffId: "2", staffId: "3" }]);
  expect((await assign("2035-05-11", both, key)).tasks.map((one) => one.assignedStaffName)).toEqual(["Staff 3", "Staff 2"]);
  expect((await rows(id)).length).toBe(3);
  for (const [date, tasks] of [
    ["2035-05-11", both.slice(1)],
    ["2035-05-12", both],
    ["2035-05-11", both.map((one) => ({ ...one, staffId: "3" }))],
  ] as const)
    expect(await refused(assign(date, [...tasks], key))).toEqual([ErrorCode.IDEMPOTENCY_KEY_REUSED, "entryKey"]);
});

test("sent again after somebody left or a schedule was replaced it is still what was noted, and answers what is left of its tasks", async () => {
  const { id, meal, supper, play } = await stayed("2035-12-10", "2035-12-12");
  const day = "2035-12-11";
  const key = { entryKey: "assign-on-a-phone-that-was-off" };
  const act = [meal, supper, play].map((one) => ({ ...one, staffId: "2" }));
  await assign(day, act, key);
  people.set("2", { inactive: true });
  const less = { petId: "10", kind: CareKind.FEEDING, name: "Kibble", amount: "1/2", unit: "cup", times: [480] };
  await care().createCareSchedule({ ...less, appointmentId: id, replacesId: meal.careScheduleId });
  const noted = (await rows(id)).length;
  const again = await assign(day, act, key);
  expect([again.tasks.length, again.services.map((one) => one.assignedStaffName)]).toEqual([0, ["Staff 2"]]);
  people.set("2", { deleted: true });
  expect((await assign(day, act, key)).services).toHaveLength(1);
  expect((await rows(id)).length).toBe(noted);
  expect(await refused(assign(day, act.slice(1), key))).toEqual([ErrorCode.IDEMPOTENCY_KEY_REUSED, "entryKey"]);
  expect((await refused(assign(day, [{ ...play, expectedStaffId: "2", staffId: "2" }])))[0], "it is no new act").toBe(ErrorCode.NOT_FOUND);
});

test("whoever only sees the calendar takes and gives back their own; what is somebody else's asks for editing tickets", async () => {
  const { meal, supper } = await stayed("2035-06-10", "2035-06-12");
  await assign("2035-06-11", [{ ...supper, staffId: "2" }]);
  for (const one of [
    { ...meal, staffId: "2" },
    { ...supper, expectedStaffId: "2", staffId: "3" },
    { ...supper, expectedStaffId: "2", staffId: "0" },
  ])
    expect((await refused(assign("2035-06-11", [one], {}, hand)))[0]).toBe(ErrorCode.NO_PERMISSION);
  expect(await whose("2035-06-11")).toEqual(["0", "Staff 2", "0"]);
  for (const permission of [Permission.EDIT_TICKET, Permission.CREATE_AND_EDIT_TICKET]) {
    const desk = { ...hand, permissions: [Permission.VIEW_CALENDAR, permission] };
    await assign("2035-06-11", [{ ...supper, expectedStaffId: "2", staffId: "3" }], {}, desk);
    await assign("2035-06-11", [{ ...supper, expectedStaffId: "3", staffId: "2" }], {}, desk);
  }
});

test("refused: who is not active, not of the location or unknown; what is not due, is noted, is named twice, is of a canceled visit or of another company", async () => {
  const { id, meal, supper, play } = await stayed("2035-07-10", "2035-07-12");
  const day = "2035-07-11";
  people
    .set("5", { inactive: true })
    .set("6", { businessIds: ["2"] })
    .set("7", { deleted: true })
    .set("8", { showOnCalendar: false });
  const to = (staffId: string) => refused(assign(day, [{ ...meal, staffId }]));
  expect([await to("5"), await to("6"), await to("7"), await to("901")]).toEqual([
    [ErrorCode.PARAMS_INVALID, "tasks.0.staffId"],
    [ErrorCode.PARAMS_INVALID, "tasks.0.staffId"],
    [ErrorCode.NOT_FOUND, "tasks.0.staffId"],
    [ErrorCode.NOT_FOUND, "tasks.0.staffId"],
  ]);
  await assign(day, [{ ...meal, staffId: "8" }]);
  expect(await whose(day), "who is not on the calendar works all the same").toEqual(["Staff 8", "0", "0"]);
  const mine = { staffId: "1" };
  expect(await refused(assign(day, [{ ...supper, ...mine, time: 500 }]))).toEqual([ErrorCode.PARAMS_INVALID, "tasks.0.time"]);
  expect(await refused(assign("2035-07-13", [{ ...supper, ...mine }]))).toEqual([ErrorCode.PARAMS_INVALID, "tasks.0.time"]);
  expect(await refused(assign("2035-07-13", [{ ...play, ...mine }]))).toEqual([ErrorCode.NOT_FOUND, "tasks.0.petDetailId"]);
  expect(await refused(assign(day, [{ ...supper, ...mine, careScheduleId: "999999" }]))).toEqual([
    ErrorCode.NOT_FOUND,
    "tasks.0.careScheduleId",
  ]);
  expect(
    (
      await refused(
        assign(
          day,
          [supper, play, supper].map((one) => ({ ...one, ...mine })),
        ),
      )
    )[1],
  ).toBe("tasks.2");
  expect((await refused(assign(day, [{ ...supper, ...play, ...mine }])))[0], "one of both").toBe(ErrorCode.PARAMS_INVALID);
  expect((await refused(assign(day, [])))[0]).toBe(ErrorCode.PARAMS_INVALID);
  expect(
    (
      await refused(
        assign(
          day,
          Array.from({ length: 101 }, () => supper),
        ),
      )
    )[0],
  ).toBe(ErrorCode.PARAMS_INVALID);
  const tick = { ...play, date: toWireDate(day), entryKey: "tick-before-it-is-taken" };
  await care().recordCare({ ...tick, outcome: CareOutcome.NOT_GIVEN });
  expect(await refused(assign(day, [{ ...play, ...mine }]))).toEqual([ErrorCode.STATE_CONFLICT, "tasks.0"]);
  await care().recordCare({ ...tick, outcome: CareOutcome.TAKEN_BACK, entryKey: "tick-taken-back" });
  await assign(day, [{ ...play, ...mine }]);
  const stranger = { companyId: "2" };
  expect(await refused(assign(day, [{ ...supper, ...mine }], {}, stranger))).toEqual([
    ErrorCode.APPOINTMENT_NOT_FOUND,
    "tasks.0.appointmentId",
  ]);
  expect((await care(stranger).listCareTasks({ date: toWireDate(day) })).tasks).toEqual([]);
  await harness.client(AppointmentService).cancelAppointment({ id });
  expect((await refused(assign(day, [{ ...supper, ...mine }])))[0]).toBe(ErrorCode.APPOINTMENT_STATUS_INVALID);
});

test("another schedule takes the place of one: who was to give it at a time of both goes on", async () => {
  const { id, meal, supper } = await stayed("2035-09-10", "2035-09-12");
  await assign(
    "2035-09-11",
    [meal, supper].map((one) => ({ ...one, staffId: "2" })),
  );
  await assign("2035-09-12", [{ ...meal, staffId: "3" }]);
  const less = { appointmentId: id, petId: "10", kind: CareKind.FEEDING, name: "Kibble", amount: "1/2", unit: "cup", times: [480, 1090] };
  await care().createCareSchedule({ ...less, replacesId: meal.careScheduleId });
  expect([await whose("2035-09-11"), await whose("2035-09-12")]).toEqual([
    ["Staff 2", "0", "0"],
    ["Staff 3", "0", "0"],
  ]);
});

test("who is given a task while another schedule takes the place of its own has it there, or hears that it is gone", async () => {
  const day = "2035-10-11";
  const stays = await Promise.all(Array.from({ length: 12 }, () => stayed("2035-10-10", "2035-10-12")));
  const less = { petId: "10", kind: CareKind.FEEDING, name: "Kibble", amount: "1/2", unit: "cup", times: [480] };
  const said = await Promise.all(
    stays.map(async ({ id, meal }) => {
      const replace = care().createCareSchedule({ ...less, appointmentId: id, replacesId: meal.careScheduleId });
      const [given, replaced] = await Promise.allSettled([assign(day, [{ ...meal, staffId: "2" }]), replace]);
      const now = replaced.status === "fulfilled" ? replaced.value.schedule?.careScheduleId : "";
      const { tasks } = await care().listCareTasks({ date: toWireDate(day) });
      const task = tasks.find((one) => one.schedule?.careScheduleId === now && one.time === 480);
      return [given.status, task?.assignedStaffId];
    }),
  );
  for (const [status, staffId] of said) expect([status, staffId]).toEqual(status === "fulfilled" ? [status, "2"] : ["rejected", "0"]);
});

test("a schedule is ended once what is being said of its visit is said", async () => {
  const { id, meal } = await stayed("2035-11-10", "2035-11-12");
  const order: string[] = [];
  const saying = harness.admin
    .query("select pg_advisory_xact_lock(hashtextextended($1, 0)), pg_sleep(0.5)", [`1:care:${id}`])
    .then(() => order.push("said"));
  const asleep = "select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'";
  await expect.poll(async () => (await harness.admin.query(asleep)).rowCount).toBe(1);
  await care().deleteCareSchedule({ appointmentId: id, careScheduleId: meal.careScheduleId });
  order.push("ended");
  await saying;
  expect(order).toEqual(["said", "ended"]);
});

test("what somebody had who has left is nobody's again, and is taken as such", async () => {
  const { meal } = await stayed("2035-08-10", "2035-08-12");
  await harness.tell(StaffChangedSchema, { staffId: "4", firstName: "Lee", lastName: "Leaver", businessIds: ["1"] });
  await assign("2035-08-11", [{ ...meal, staffId: "4" }]);
  expect(await whose("2035-08-11")).toEqual(["Staff 4", "0", "0"]);
  await harness.tell(StaffChangedSchema, { staffId: "4", firstName: "Lee", lastName: "Leaver", businessIds: ["1"], deleted: true });
  expect(await whose("2035-08-11")).toEqual(["0", "0", "0"]);
  await assign("2035-08-11", [{ ...meal, staffId: "3" }], {}, hand);
  expect(await whose("2035-08-11")).toEqual(["Staff 3", "0", "0"]);
});
