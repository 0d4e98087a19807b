import { fromBinary } from "@bufbuild/protobuf";
import { ErrorCode, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { CareKind, CareOutcome, CareService, type CareTask } from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";
import { CareGivenSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { StayService } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { LodgingUnitChangedSchema } from "@leashline/proto/leashline/offering/v1/events_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, openHarness } from "../../test/harness.ts";

const { GIVEN, NOT_GIVEN, TAKEN_BACK, UNSPECIFIED } = CareOutcome;
let harness: Harness;
beforeAll(async () => {
  harness = await openHarness(["1"]);
  for (const id of ["11", "12", "13"])
    await harness.tell(LodgingUnitChangedSchema, {
      lodgingUnit: { lodgingUnitId: id, businessId: "1", lodgingTypeId: "1", name: `Unit ${id}`, version: 1 },
    });
});
afterAll(() => harness.stop());

const ZONE = "America/Los_Angeles";
const today = Temporal.Now.plainDateISO(ZONE);
/** What is due is noted on its day: the first of them is yesterday. */
const day = (plus: number) => today.add({ days: plus - 1 }).toString();
const care = (caller = {}) => harness.client(CareService, caller);
const stay = (petId: string, unitId: string, from = -2, to = 2) =>
  harness.book({
    date: day(from),
    start: 0,
    endDate: toWireDate(day(to)),
    endTime: 1439,
    staffId: "-10",
    petId,
    petServices: [{ petId, services: [{ serviceId: "95", lodgingUnitId: unitId }] }],
  });
const feed = async (appointmentId: string, petId: string, more: object = {}) => {
  const made = await care().createCareSchedule({
    appointmentId,
    petId,
    kind: CareKind.FEEDING,
    name: "Kibble",
    amount: "1/2",
    unit: "cup",
    times: [1080, 480],
    ...more,
  });
  // A schedule of now says nothing of the hours before it; these were there when the pet came.
  const hours = "replacesId" in more ? 0 : 90;
  await harness.admin.query("update calendar.care_schedule set created_at = created_at - make_interval(hours => $2) where id = $1", [
    made.schedule?.careScheduleId,
    hours,
  ]);
  return made;
};
const tasksOn = async (date: string) => (await care().listCareTasks({ date: toWireDate(date) })).tasks;
let keys = 0;
const record = (task: CareTask | undefined, outcome: CareOutcome, more: object = {}, caller = {}) =>
  care(caller).recordCare({
    appointmentId: task!.schedule!.appointmentId,
    careScheduleId: task!.schedule!.careScheduleId,
    date: task!.date!,
    time: task!.time,
    outcome,
    entryKey: `entry-key-${++keys}`,
    ...more,
  });

test.each(["-1", "0", "0 cups", "-1/2"])("an amount of %j is refused at its field, and nothing is kept", async (amount) => {
  const { id } = await stay("10", "11");
  const { code, options } = await refusalOf(feed(id, "10", { amount }));
  expect([code, options.fields]).toEqual([ErrorCode.PARAMS_INVALID, [{ field: "amount", reason: "must be more than 0" }]]);
  expect((await care().getCareSheet({ appointmentId: id })).schedules).toEqual([]);
  await harness.client(AppointmentService).cancelAppointment({ id });
});

test("what a pet is given stands on every day of its stay, by time, with its room; who gave it and when is noted", async () => {
  const { id } = await stay("10", "11");
  const { schedule } = await feed(id, "10");
  expect(schedule).toMatchObject({ petName: "Pet 10", times: [480, 1080], amount: "1/2" });
  const [morning, evening, ...more] = await tasksOn(day(1));
  expect([morning, evening].map((task) => [task?.time, task?.outcome, task?.lodgingUnitName, task?.checkedIn])).toEqual([
    [480, UNSPECIFIED, "Unit 11", false],
    [1080, UNSPECIFIED, "Unit 11", false],
  ]);
  expect(more).toEqual([]);
  expect(await tasksOn(day(3))).toEqual([]);
  const { task } = await record(morning, GIVEN, { note: " " });
  expect(task?.events.map((one) => [one.staffName, one.note, one.outcome])).toEqual([["Olive Owner", "", GIVEN]]);
  expect((await tasksOn(day(1))).map((one) => one.outcome)).toEqual([GIVEN, UNSPECIFIED]);
  const wrongTime = await refusalOf(record(morning, GIVEN, { time: 500 }));
  const wrongDay = await refusalOf(record(morning, GIVEN, { date: toWireDate(day(9)) }));
  expect([wrongTime, wrongDay].map((one) => one.options.fields?.[0]?.field)).toEqual(["time", "date"]);
  const change = (to: number) => harness.client(StayService).changeStay({ appointmentId: id, endDate: toWireDate(day(to)) });
  await change(0);
  expect((await refusalOf(record(morning, GIVEN))).options.fields?.[0]?.field).toBe("date");
  expect((await refusalOf(record(evening, TAKEN_BACK))).options.fields?.[0]?.field).toBe("date");
  expect((await record(morning, TAKEN_BACK)).task?.outcome, "what was given on a day that the stay lost is taken back").toBe(UNSPECIFIED);
  await change(2);
  await harness.client(AppointmentService).cancelAppointment({ id });
  expect(await tasksOn(day(1))).toEqual([]);
  expect((await refusalOf(record(evening, GIVEN))).code).toBe(ErrorCode.APPOINTMENT_STATUS_INVALID);
});

test("what is given on some days of a stay only stands on these, in the day's tasks and on the sheet; a last day before the first is refused", async () => {
  const { id } = await stay("15", "11", 30, 36);
  const days = { firstDate: toWireDate(day(31)), lastDate: toWireDate(day(34)), everyDays: 2 };
  const { schedule } = await feed(id, "15", { times: [600], name: "Antibiotic", kind: CareKind.MEDICATION, ...days });
  expect(schedule).toMatchObject(days);
  const on = async (plus: number) => (await tasksOn(day(plus))).map((one) => one.schedule?.name);
  expect([await on(30), await on(31), await on(32), await on(33), await on(35)]).toEqual([[], ["Antibiotic"], [], ["Antibiotic"], []]);
  const { schedules } = await care().getCareSheet({ appointmentId: id });
  expect(schedules).toMatchObject([days]);
  const { schedule: always } = await feed(id, "15");
  expect([always?.everyDays, always?.firstDate, always?.lastDate]).toEqual([1, undefined, undefined]);
  const wrong = await refusalOf(feed(id, "15", { firstDate: days.lastDate, lastDate: days.firstDate }));
  expect([wrong.code, wrong.options.fields?.[0]?.field]).toEqual([ErrorCode.PARAMS_INVALID, "lastDate"]);
});

test("entries are added and never changed: sent again they count once, taken back nothing is noted, given by two it is said so", async () => {
  const { id } = await stay("20", "12");
  await feed(id, "20", { times: [600], kind: CareKind.MEDICATION, name: "Apoquel" });
  const [task] = await tasksOn(day(1));
  const tomorrow = await refusalOf(record((await tasksOn(day(2)))[0], GIVEN));
  expect([tomorrow.code, tomorrow.options.fields?.[0]?.field], "ahead of its day").toEqual([ErrorCode.PARAMS_INVALID, "date"]);
  expect(tomorrow.options.fields?.[0]?.reason).toMatch(/can be noted on that day/);
  const entryKey = "ticked-on-a-phone-1";
  const midnight = today.toZonedDateTime(ZONE).epochMilliseconds;
  const tickedTime = { seconds: BigInt(Math.floor(Math.max(midnight, Date.now() - 3_600_000) / 1000)), nanos: 0 };
  await record(task, GIVEN, { entryKey, tickedTime });
  const { task: again } = await record(task, GIVEN, { entryKey, tickedTime });
  expect([again?.events.length, again?.twice, again?.events[0]?.createTime?.seconds]).toEqual([1, false, tickedTime.seconds]);
  const toldOf = async () =>
    (await harness.admin.query("select from calendar.outbox where aggregate = $1 and type like '%CareGiven'", [id])).rows.length;
  expect(await toldOf(), "what is sent again is told once").toBe(1);
  const { task: twice } = await record(task, GIVEN);
  expect([twice?.events.length, twice?.twice]).toEqual([2, true]);
  const { task: back } = await record(task, TAKEN_BACK);
  expect([back?.outcome, back?.twice]).toEqual([UNSPECIFIED, false]);
  const { task: refused } = await record(task, NOT_GIVEN, { note: "Spat it out" });
  expect([refused?.outcome, refused?.events.length]).toEqual([NOT_GIVEN, 4]);
  for (const other of [{ outcome: TAKEN_BACK }, { date: toWireDate(day(0)) }, { outcome: NOT_GIVEN, note: "Ate half" }]) {
    const { code, options } = await refusalOf(record(task, GIVEN, { entryKey, ...other }));
    expect([code, options.fields?.[0]?.field]).toEqual([ErrorCode.IDEMPOTENCY_KEY_REUSED, "entryKey"]);
  }
  for (const outcome of [GIVEN, TAKEN_BACK]) {
    const { code, options } = await refusalOf(record(task, outcome, { note: "Refused" }));
    expect([code, options.fields?.[0]?.field], "why it was not given is said of nothing else").toEqual([ErrorCode.PARAMS_INVALID, "note"]);
  }
  const future = { seconds: BigInt(Math.floor(Date.now() / 1000) + 3600), nanos: 0 };
  expect((await refusalOf(record(task, GIVEN, { tickedTime: future }))).options.fields?.[0]?.field).toBe("tickedTime");
  const { events } = await care().getCareSheet({ appointmentId: id });
  expect(events.map((one) => one.outcome)).toEqual([NOT_GIVEN, TAKEN_BACK, GIVEN, GIVEN]);
});

test("what the pet was here for and nobody noted is missed; another schedule takes the place of one, and what was given stays", async () => {
  const { id } = await stay("30", "12", -3, 4).catch(() => stay("30", "11", -3, 4));
  const { schedule } = await feed(id, "30", { times: [600] });
  await harness.client(AppointmentService).updateStatus({ id, status: AppointmentStatus.CHECKED_IN });
  await harness.admin.query("update calendar.appointment set check_in_at = now() - interval '60 hours' where id = $1", [id]);
  await harness.admin.query("update calendar.care_schedule set created_at = now() - interval '60 hours' where id = $1", [
    schedule!.careScheduleId,
  ]);
  const { missed } = await care().getCareSheet({ appointmentId: id });
  expect(missed.length).toBeGreaterThanOrEqual(2);
  expect(missed.every((one) => one.missed && one.time === 600)).toBe(true);
  await record(missed[0], GIVEN);
  const replaced = { replacesId: schedule!.careScheduleId, name: "Wet food", times: [660] };
  await feed(id, "30", replaced);
  const after = await care().getCareSheet({ appointmentId: id });
  expect([after.schedules.map((one) => one.name), after.missed.length, after.events.length]).toEqual([["Wet food"], missed.length - 1, 1]);
  expect((await tasksOn(day(2))).filter((one) => one.schedule?.petId === "30").map((one) => one.schedule?.name)).toEqual(["Wet food"]);
  expect((await refusalOf(feed(id, "30", replaced))).options.fields?.[0]?.field).toBe("replacesId");
  await care().deleteCareSchedule({ appointmentId: id, careScheduleId: after.schedules[0]!.careScheduleId });
  expect((await care().getCareSheet({ appointmentId: id })).schedules).toEqual([]);
});

const photo = (name: string) => `/uploads/private/1/3f/${name}.jpg`;

test("what came and what went home has its photo, a private file of the company; taken back it keeps the first", async () => {
  const { id: appointmentId } = await harness.book({
    date: day(22),
    start: 600,
    petId: "42",
    override: { outsideWorkingHours: true, reason: "test" },
  });
  const { belonging } = await care().addBelonging({ appointmentId, petId: "42", name: "Bed", photoPath: photo("in") });
  const { belongingId } = belonging!;
  const give = (more: object) => care().returnBelonging({ appointmentId, belongingId, returned: true, ...more });
  expect((await give({ photoPath: photo("out") })).belonging).toMatchObject({ photoPath: photo("in"), returnPhotoPath: photo("out") });
  expect((await give({})).belonging).toMatchObject({ returnPhotoPath: photo("out") });
  expect((await give({ returned: false })).belonging).toMatchObject({ photoPath: photo("in"), returnPhotoPath: "" });
  for (const photoPath of ["/uploads/private/2/3f/in.jpg", "/uploads/public/1/3f/in.jpg", "https://a.example/in.jpg"])
    expect((await refusalOf(give({ photoPath }))).options.fields?.[0]?.field).toBe("photoPath");
});

test("a belonging that was written down wrongly is corrected: what is not named stays, and nobody writes over what somebody else corrected meanwhile", async () => {
  const override = { outsideWorkingHours: true, reason: "test" };
  const [{ id: appointmentId }, { id: other }] = [
    await harness.book({ date: day(24), start: 600, petId: "42", override }),
    await harness.book({ date: day(26), start: 600, petId: "42", override }),
  ];
  const { belonging } = await care().addBelonging({ appointmentId, petId: "42", name: "Bleu blanket", photoPath: photo("in") });
  const { belongingId } = belonging!;
  const change = (more: object) => care().updateBelonging({ appointmentId, belongingId, ...more });
  const { belonging: named } = await change({ name: " Blue blanket ", version: belonging!.version });
  expect(named).toMatchObject({ name: "Blue blanket", photoPath: photo("in"), staffName: "Olive Owner", version: belonging!.version + 1 });
  expect((await refusalOf(change({ name: "Bed", version: belonging!.version }))).code).toBe(ErrorCode.VERSION_CONFLICT);
  const masked = await change({ name: "Bed", photoPath: "", updateMask: { paths: ["photo_path"] } });
  expect(masked.belonging).toMatchObject({ name: "Blue blanket", photoPath: "" });
  expect((await refusalOf(change({ name: "  " }))).code).toBe(ErrorCode.PARAMS_INVALID);
  expect((await refusalOf(change({ photoPath: "/uploads/public/1/a/b.jpg" }))).code).toBe(ErrorCode.PARAMS_INVALID);
  expect((await refusalOf(care().updateBelonging({ appointmentId: other, belongingId, name: "Bed" }))).code).toBe(ErrorCode.NOT_FOUND);
  expect((await care().getCareSheet({ appointmentId })).belongings).toMatchObject([{ name: "Blue blanket" }]);
});

test("belongings come in and go home, and notes wait for the next shift; nothing of another company's is seen or touched", async () => {
  const visit = await harness.book({ date: day(20), start: 600, petId: "40", override: { outsideWorkingHours: true, reason: "test" } });
  const appointmentId = visit.id;
  const { belonging } = await care().addBelonging({ appointmentId, petId: "40", name: " Blue blanket " });
  expect(belonging).toMatchObject({ name: "Blue blanket", petName: "Pet 40", staffName: "Olive Owner" });
  const { belongingId } = belonging!;
  const back = await care().returnBelonging({ appointmentId, belongingId, returned: true });
  expect([back.belonging?.returnStaffName, back.belonging?.returnTime]).toEqual(["Olive Owner", expect.anything()]);
  expect((await refusalOf(care().deleteBelonging({ appointmentId, belongingId }))).code).toBe(ErrorCode.STATE_CONFLICT);
  const here = await care().returnBelonging({ appointmentId, belongingId, returned: false });
  expect(here.belonging?.returnTime).toBeUndefined();
  const { belonging: typo } = await care().addBelonging({ appointmentId, petId: "40", name: "Blu blankt" });
  const names = async () => (await care().getCareSheet({ appointmentId })).belongings.map(({ name }) => name);
  expect(await names()).toEqual(["Blue blanket", "Blu blankt"]);
  for (let nth = 0; nth < 2; nth += 1) await care().deleteBelonging({ appointmentId, belongingId: typo!.belongingId });
  expect(await names()).toEqual(["Blue blanket"]);
  await care().addShiftNote({ appointmentId, text: "Barks at the door" });
  expect((await care().getCareSheet({ appointmentId })).notes.map((one) => one.text)).toEqual(["Barks at the door"]);
  expect((await refusalOf(care().addBelonging({ appointmentId, petId: "50", name: "Leash" }))).code).toBe(ErrorCode.PET_NOT_FOUND);
  const other = await harness.book({ date: day(21), start: 600, petId: "41", override: { outsideWorkingHours: true, reason: "test" } });
  const elsewhere = refusalOf(care().returnBelonging({ appointmentId: other.id, belongingId, returned: true }));
  expect((await elsewhere).code).toBe(ErrorCode.NOT_FOUND);
  const stranger = care({ companyId: "2" });
  for (const call of [stranger.getCareSheet({ appointmentId }), stranger.addShiftNote({ appointmentId, text: "x" })])
    expect((await refusalOf(call)).code).toBe(ErrorCode.APPOINTMENT_NOT_FOUND);
});

test("what stands as given is told for each pet and kind: what two ticked counts once, what was taken back does not count", async () => {
  const { id } = await stay("31", "13", 0, 3);
  await feed(id, "31", { times: [500], kind: CareKind.MEDICATION, name: "Apoquel" });
  await feed(id, "31", { times: [700] });
  const told = async () => {
    const { rows } = await harness.admin.query(
      "select payload from calendar.outbox where aggregate = $1 and type like '%CareGiven' order by id desc limit 1",
      [id],
    );
    return fromBinary(CareGivenSchema, rows[0].payload).given.map(({ petId, kind, times }) => [petId, kind, times]);
  };
  const [pill, meal] = (await tasksOn(day(1))).filter((one) => one.schedule?.petId === "31");
  await record(pill, GIVEN);
  await record(pill, GIVEN);
  await record(meal, NOT_GIVEN);
  expect(await told()).toEqual([["31", CareKind.MEDICATION, 1]]);
  await record(meal, GIVEN);
  const { task } = await record(pill, TAKEN_BACK);
  expect([task?.events.length, await told()]).toEqual([3, [["31", CareKind.FEEDING, 1]]]);
});
