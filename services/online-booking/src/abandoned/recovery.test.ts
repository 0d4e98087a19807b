import { type Caller, type Ctx, ErrorCode, nobody, toWireDate } from "@leashline/kit";
import { partOf, refusalOf } from "@leashline/kit/test";
import { MailService, type SendToPersonRequest } from "@leashline/proto/leashline/message/v1/mail_service_pb.js";
import {
  AbandonedBookingService,
  AbandonStatus,
  BookingCustomerType,
} from "@leashline/proto/leashline/online_booking/v1/abandoned_booking_pb.js";
import { BookingFlowService, BookingStep } from "@leashline/proto/leashline/online_booking/v1/booking_flow_pb.js";
import { RecoveryMessageService, RecoverySendOutType } from "@leashline/proto/leashline/online_booking/v1/recovery_message_pb.js";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Desk, day, openDesk } from "../../test/desk.ts";
import { dueAt, standard } from "./recovery.ts";

const { WAIT_FOR, ON_SPECIFIC_DAYS } = RecoverySendOutType;
let desk: Desk;
let sent: SendToPersonRequest[] = [];
let ways = { texted: false, emailed: true };
beforeAll(async () => {
  const sendToPerson = async (request: SendToPersonRequest, _: Ctx) => {
    if (!sent.some(({ dedupeKey }) => dedupeKey === request.dedupeKey)) sent.push(request);
    return ways;
  };
  desk = await openDesk([partOf(MailService, { sendToPerson })]);
});
afterAll(() => desk?.servers.stop());
beforeEach(async () => {
  sent = [];
  ways = { texted: false, emailed: true };
  desk.findsClients(() => []);
  for (const table of ["abandoned_booking", "booking_request", "pace", "recovery_message", "job"])
    await desk.servers.admin.query(`delete from online_booking.${table}`);
});

let made = 0;
const jo = { firstName: "Jo", lastName: "Park", phoneNumber: "(206) 555-7777", email: "jo@example.test" };
const rex = { petName: "Rex", petType: "Dog", breed: "Pug", weight: 18, serviceIds: ["3"] };
const visitor: Caller = { ...nobody, kind: "anonymous", ip: "203.0.113.7" };
const page = () => desk.servers.client(BookingFlowService, visitor);
const settings = () => desk.servers.client(RecoveryMessageService);
const records = () => desk.servers.client(AbandonedBookingService);
const save = (change: object) => settings().updateRecoveryMessageSetting({ isEnabled: true, ...change });

async function tell(more: object = {}, bookingFlowId = `flow-that-is-left-${++made}`): Promise<string> {
  const step = BookingStep.PERSONAL_INFO;
  const about = { staffId: "5", date: toWireDate(day), startTime: 600, additionalNote: "Gate code 12" };
  await page().saveBookingProgress({ bookOnlineName: desk.page, bookingFlowId, step, customer: jo, pets: [rex], ...about, ...more });
  return bookingFlowId;
}
/** As if so many minutes had gone by since, in the middle of the day, and everything that is due were done. */
async function later(flowId: string, minutes: number): Promise<void> {
  const age = "update online_booking.abandoned_booking set seen_at = seen_at - make_interval(mins => $2) where flow_id = $1";
  await desk.servers.admin.query(age, [flowId, minutes]);
  await desk.servers.admin.query("update online_booking.job set due_at = now() - interval '1 second' where kind = 'recover-booking'");
  await desk.servers.runDue("online-booking");
}
/** A day or more: at any hour of the clock a message is due by then. */
const aDay = 25 * 60;
const statusOf = async (bookingFlowId: string) => (await records().getAbandonedBooking({ bookingFlowId })).record;

test("recovery-default-minute: a business that never said anything has it off, to everybody after an hour, and days at 540", async () => {
  const { setting } = await settings().getRecoveryMessageSetting({});
  expect(setting).toMatchObject({ isEnabled: false, sendOutType: WAIT_FOR, onTypeMinute: 540, waitForTypeMinute: 60, clientTypes: [] });
  expect(setting?.onTypeDays).toEqual([0, 1, 2, 3, 4, 5, 6]);
  const saved = await save({});
  expect(saved.setting).toMatchObject({ isEnabled: true, onTypeMinute: 540, version: 1 });
  const stale = settings().updateRecoveryMessageSetting({ onTypeMinute: 600, version: 7 });
  expect((await refusalOf(stale)).code).toBe(ErrorCode.VERSION_CONFLICT);
});

test.each([
  ["all seven", [6, 5, 4, 3, 2, 1, 0], true],
  ["Monday to Friday", [1, 2, 3, 4, 5], true],
  ["the weekend", [0, 6], true],
  ["three", [1, 2, 3], false],
  ["none", [], false],
  ["five others", [0, 1, 2, 3, 4], false],
  ["two others", [1, 2], false],
])("recovery-weekday-set: %s of the days", async (_, onTypeDays, allowed) => {
  const change = settings().updateRecoveryMessageSetting({ onTypeDays, updateMask: { paths: ["on_type_days"] } });
  if (allowed) expect((await change).setting?.onTypeDays).toEqual([...onTypeDays].sort());
  else {
    const { code, message } = await refusalOf(change);
    expect([code, message]).toEqual([ErrorCode.PARAMS_INVALID, "unknown ruleDay"]);
  }
});

test.each([
  ["a placeholder that there is not", "Hi {nonsense}, go on: {bookingLink}", "there is no placeholder {nonsense}"],
  ["words without the link", "Hi {customerName}, come back!", "needs {bookingLink}, where the link goes"],
])("a message is refused with %s, and the one before it stays", async (_, message, reason) => {
  await save({ message: "Hi {customerName} of {businessName}, {bookingLink}" });
  const { code, options } = await refusalOf(settings().updateRecoveryMessageSetting({ message, updateMask: { paths: ["message"] } }));
  expect([code, options.fields]).toEqual([ErrorCode.PARAMS_INVALID, [{ field: "message", reason }]]);
  const { setting } = await settings().getRecoveryMessageSetting({});
  expect(setting?.message).toBe("Hi {customerName} of {businessName}, {bookingLink}");
});

const zone = "America/Los_Angeles";
const at = (text: string) => new Date(Temporal.PlainDateTime.from(text).toZonedDateTime(zone).epochMilliseconds);
const days = { ...standard, sendOutType: ON_SPECIFIC_DAYS };
// 24 November 2026 is a Tuesday.
test.each([
  ["waits an hour", standard, "2026-11-24T10:00", "2026-11-24T11:00"],
  ["never writes at night", standard, "2026-11-24T21:30", "2026-11-25T08:00"],
  ["nor before eight", standard, "2026-11-24T03:00", "2026-11-24T08:00"],
  ["every day, before its minute", days, "2026-11-24T08:00", "2026-11-24T09:00"],
  ["every day, after it", days, "2026-11-24T08:50", "2026-11-25T09:00"],
  ["on weekdays, from Friday", { ...days, onTypeDays: [1, 2, 3, 4, 5] }, "2026-11-27T12:00", "2026-11-30T09:00"],
  ["on the weekend, by the shop's minute", { ...days, onTypeDays: [0, 6], onTypeMinute: 1_100 }, "2026-11-24T12:00", "2026-11-28T18:20"],
])("when it goes out: %s", (_, setting, seen, due) => expect(dueAt(setting, at(seen), zone)).toEqual(at(due)));

test("recovery-send-out-types: sent once after the wait, or on the days, with a link; whoever left is contacted", async () => {
  await save({ sendOutType: WAIT_FOR, waitForTypeMinute: 60, message: "Come back, {customerName}! {bookingLink}" });
  const flow = await tell();
  await later(flow, 20);
  expect(sent, "not yet").toEqual([]);
  await later(flow, aDay);
  await later(flow, aDay);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.text).toMatch(/^Come back, Jo! http\S+\/ol\/\S+\/book\?resume=\d+\.[\w-]{22}$/);
  expect(sent[0], "a number that was only typed gets no text").toMatchObject({ phoneNumber: "", email: "jo@example.test" });
  expect(await statusOf(flow)).toMatchObject({ abandonStatus: AbandonStatus.CONTACTED, lastEmailedTime: expect.anything() });
  await save({
    sendOutType: ON_SPECIFIC_DAYS,
    onTypeDays: [0, 1, 2, 3, 4, 5, 6],
    updateMask: { paths: ["send_out_type", "on_type_days"] },
  });
  const mia = await tell({ customer: { ...jo, phoneNumber: "2065558888", email: "mia@example.test" } });
  await later(mia, 2 * aDay);
  expect(sent.map(({ email }) => email)).toEqual(["jo@example.test", "mia@example.test"]);
});

test("nobody is written to who was contacted, came back, is another kind of client, stopped elsewhere, or had one this week", async () => {
  await save({});
  const told = await tell();
  await records().updateAbandonedBooking({ bookingFlowId: told, abandonStatus: AbandonStatus.CONTACTED });
  await later(told, aDay);
  const back = await tell({ customer: { ...jo, phoneNumber: "2065550001", email: "" } });
  const request = { customer: { ...jo, phoneNumber: "2065550001", email: "" }, pets: [rex], date: toWireDate(day), startTime: 600 };
  await desk.servers.client(StorefrontService).submitBooking({ bookOnlineName: desk.page, ...request, bookingFlowId: back });
  await desk.servers.runDue("online-booking");
  await save({ clientTypes: [BookingCustomerType.EXISTING_CLIENT] });
  const mia = { ...jo, phoneNumber: "2065550002", email: "mia@example.test" };
  await later(await tell({ customer: mia }), aDay);
  await save({ abandonedSteps: [BookingStep.SELECT_PET], updateMask: { paths: ["abandoned_steps", "client_types"] } });
  await later(await tell({ customer: mia }), aDay);
  await save({ isEnabled: false, abandonedSteps: [], updateMask: { paths: ["abandoned_steps", "is_enabled"] } });
  await later(await tell({ customer: mia }), aDay);
  expect(sent).toEqual([]);
  await save({});
  await later(await tell({ customer: mia }), aDay);
  await later(await tell({ customer: mia }), aDay);
  expect(sent, "once in seven days").toHaveLength(1);
});

test("who can be reached by no way stays abandoned", async () => {
  await save({});
  ways = { texted: false, emailed: false };
  const flow = await tell();
  await later(flow, aDay);
  expect(await statusOf(flow)).toMatchObject({ abandonStatus: AbandonStatus.ABANDONED });
});

test("the link goes on where they stopped, under the same booking; another one, or one that was sent, opens nothing", async () => {
  await save({});
  const flow = await tell();
  await later(flow, aDay);
  const resumeToken = sent[0]?.text.split("resume=")[1] ?? "";
  const { progress } = await page().getBookingProgress({ bookOnlineName: desk.page, resumeToken });
  expect(progress).toMatchObject({
    ...{ bookingFlowId: flow, step: BookingStep.PERSONAL_INFO, staffId: "5", date: day, additionalNote: "Gate code 12" },
    customer: { firstName: "Jo", phoneNumber: "+12065557777", email: "jo@example.test" },
    pets: [rex],
  });
  const gone = async (token: string) =>
    (await refusalOf(page().getBookingProgress({ bookOnlineName: desk.page, resumeToken: token }))).code;
  const [id = "", proof = ""] = resumeToken.split(".");
  for (const wrong of ["x", `${Number(id) + 1}.${proof}`, `${id}.${proof.slice(1)}A`]) expect(await gone(wrong)).toBe(ErrorCode.NOT_FOUND);
  const request = { customer: jo, pets: [{ petName: "Rex", petType: "Dog", serviceIds: ["3"] }], date: toWireDate(day), startTime: 600 };
  await desk.servers.client(StorefrontService).submitBooking({ bookOnlineName: desk.page, ...request, bookingFlowId: flow });
  expect(await statusOf(flow)).toMatchObject({ abandonStatus: AbandonStatus.RECOVERED });
  expect(await gone(resumeToken)).toBe(ErrorCode.NOT_FOUND);
});
