import { ErrorCode, fail, localOf } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { AutoMessageUseCase } from "@leashline/proto/leashline/message/v1/auto_message_pb.js";
import { AutoMessageService } from "@leashline/proto/leashline/message/v1/auto_message_service_pb.js";
import { MailService } from "@leashline/proto/leashline/message/v1/mail_service_pb.js";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { OnlineBookingNotifyService } from "@leashline/proto/leashline/message/v1/online_booking_notify_service_pb.js";
import { QuietHoursService } from "@leashline/proto/leashline/message/v1/quiet_hours_service_pb.js";
import { BookingRequestStatus } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type MessageHarness, phoneOf, startMessageHarness } from "../../test/harness.ts";

const { REQUEST_ACCEPTED, REQUEST_DECLINED, REQUEST_WAITLISTED } = AutoMessageUseCase;
const { SMS, EMAIL } = MessageMethod;
let servers: MessageHarness;
const request = {
  ...{ id: "61", businessId: "1", customerId: "0", status: BookingRequestStatus.DECLINED, startDate: "2026-12-04", startTime: 600 },
  customer: { firstName: "Kim", lastName: "Oh", phoneNumber: "+12065557701", email: "kim@example.test" },
  ...{ summary: "Full groom for Dot", declineReason: "Our dryer is broken.", phoneConfirmed: true, emailConfirmed: false },
};
beforeAll(async () => {
  servers = await startMessageHarness();
  await servers.keepBusiness("1");
});
afterAll(() => servers?.stop());

const notify = (more: object, key = "") =>
  servers
    .client(OnlineBookingNotifyService, {}, { idempotencyKey: key })
    .notifyOnlineBooking({ groomingId: "61", type: REQUEST_DECLINED, ...more });

test("a pet parent is told once more by hand, by the ways that are named and only where they confirmed; what is not true is not said", async () => {
  servers.onlineBooking.getBookingRequest = async () => ({ bookingRequest: request });
  for (let n = 0; n < 2; n++) await notify({ isSendText: true }, "n1");
  const texts = await servers.sandbox.texts("+12065557701");
  expect(texts).toHaveLength(1);
  expect(texts[0]?.body).toContain("Our dryer is broken.");
  expect((await refusalOf(notify({ isSendEmail: true }))).code, "only typed").toBe(ErrorCode.CLIENT_WITHOUT_EMAIL);
  expect((await refusalOf(notify({ isSendText: true, type: REQUEST_ACCEPTED }))).code).toBe(ErrorCode.STATE_CONFLICT);
  expect((await refusalOf(notify({}))).code).toBe(ErrorCode.PARAMS_INVALID);
  const waiting = { ...request, status: BookingRequestStatus.WAITLISTED };
  servers.onlineBooking.getBookingRequest = async () => ({ bookingRequest: waiting });
  await notify({ isSendText: true, type: REQUEST_WAITLISTED }, "n2");
  expect((await servers.sandbox.texts("+12065557701")).some(({ body }) => body.includes("to our waitlist"))).toBe(true);
  servers.onlineBooking.getBookingRequest = async () => ({ bookingRequest: { ...request, businessId: "9" } });
  const elsewhere = await refusalOf(notify({ isSendText: true }));
  expect(elsewhere, "another location").toMatchObject({ code: ErrorCode.NOT_FOUND, options: { fields: [{ field: "groomingId" }] } });
  servers.onlineBooking.getBookingRequest = async () => {
    throw fail("NOT_FOUND");
  };
  expect(await refusalOf(notify({ isSendText: true })), "it cannot be told from none").toEqual(elsewhere);
});

test("staff are told how whoever asked would hear of a yes: where they are known to be reached, as the shop and the client want, and from when", async () => {
  const { onlineBooking } = servers;
  const sent = { ...request, status: BookingRequestStatus.SUBMITTED };
  const how = async (change: object = {}) => {
    onlineBooking.getBookingRequest = async () => ({ bookingRequest: { ...sent, ...change } });
    return await servers.client(OnlineBookingNotifyService).getAcceptedMessage({ bookingRequestId: "61" });
  };
  const awake = await how();
  expect(awake).toMatchObject({ methods: [SMS], switchedOff: false });
  expect(awake.textWaitsUntil).toBeUndefined();
  expect(await how({ emailConfirmed: true })).toMatchObject({ methods: [SMS, EMAIL] });
  expect((await how({ phoneConfirmed: false })).methods, "only typed").toEqual([]);
  await servers.keepClient("451", { sendAutoMessage: false });
  expect((await how({ customerId: "451" })).methods, "wants no texts").toEqual([]);
  await servers.client(QuietHoursService).updateQuietHours({ isEnabled: true, ...nightAround(new Date()) });
  expect((await how()).textWaitsUntil).toBeDefined();
  await servers.client(QuietHoursService).updateQuietHours({ isEnabled: false });
  await servers.client(AutoMessageService).updateAutoMessage({ useCase: REQUEST_ACCEPTED, isEnabled: false });
  expect(await how({ emailConfirmed: true })).toMatchObject({ methods: [], switchedOff: true });
  await servers.client(AutoMessageService).updateAutoMessage({ useCase: REQUEST_ACCEPTED, isEnabled: true });
  expect((await refusalOf(how({ businessId: "9" }))).code, "another location").toBe(ErrorCode.NOT_FOUND);
});

test("staff are told how whoever asked would hear of other times: by each way that is open, whatever the shop says of other messages", async () => {
  const sent = { ...request, status: BookingRequestStatus.SUBMITTED };
  const how = async (change: object = {}) => {
    servers.onlineBooking.getBookingRequest = async () => ({ bookingRequest: { ...sent, ...change } });
    return await servers.client(OnlineBookingNotifyService).getProposedMessage({ bookingRequestId: "61" });
  };
  expect((await how()).textWaitsUntil).toBeUndefined();
  expect((await how({ emailConfirmed: true })).methods).toEqual([SMS, EMAIL]);
  expect((await how({ phoneConfirmed: false })).methods, "only typed").toEqual([]);
  await servers.keepClient("452", { sendAutoMessage: false });
  expect((await how({ customerId: "452" })).methods, "at what is on file, where they want it").toEqual([EMAIL]);
  await servers.client(QuietHoursService).updateQuietHours({ isEnabled: true, ...nightAround(new Date()) });
  expect((await how()).textWaitsUntil).toBeDefined();
  await servers.client(QuietHoursService).updateQuietHours({ isEnabled: false });
  expect((await refusalOf(how({ businessId: "9" }))).code, "another location").toBe(ErrorCode.NOT_FOUND);
});

/** Quiet hours that a moment lies in the middle of. */
function nightAround(at: Date) {
  const { minute } = localOf(at, "America/Los_Angeles");
  return { quietFrom: (minute + 1380) % 1440, quietTo: (minute + 120) % 1440 };
}

test("one person is written to as they allow: a client at what is on file, anybody else at what is given, unless the number wants no texts", async () => {
  const inner = servers.client(MailService, { kind: "service", via: "online-booking" });
  const say = (more: object, dedupeKey: string) =>
    inner.sendToPerson({ subject: "Your booking", text: "Go on here", useCase: "booking recovery", dedupeKey, ...more });
  await servers.keepClient("411");
  await servers.keepClient("412", { sendAutoMessage: false });
  await servers.keepClient("413", { isBlockMessage: true });
  expect(await say({ customerId: "411", email: "else@example.test" }, "p1")).toMatchObject({ texted: true, emailed: true });
  expect(await say({ customerId: "411" }, "p1")).toMatchObject({ texted: true, emailed: true });
  expect(await servers.sandbox.texts(phoneOf("411"))).toHaveLength(1);
  expect(await say({ customerId: "412" }, "p2")).toMatchObject({ texted: false, emailed: true });
  expect(await say({ customerId: "413" }, "p3")).toMatchObject({ texted: false, emailed: false });
  await servers.keepClient("414", { deleted: true });
  expect(await say({ customerId: "414" }, "p6"), "deleted").toMatchObject({ texted: false, emailed: false });
  expect(await say({ phoneNumber: "+12065557702", email: "new@example.test" }, "p4")).toMatchObject({ texted: true, emailed: true });
  await servers.sandbox.reply(phoneOf("411"), "STOP");
  let tries = 0;
  // What was sent once under a key is answered again: each look has its own.
  const sent = async () => await say({ phoneNumber: phoneOf("411") }, `p5-${tries++}`);
  await expect.poll(sent, { timeout: 10_000 }).toMatchObject({ texted: false, emailed: false });
  const elsewhere = "select id from message.message where address = any($1)";
  const addresses = ["else@example.test", phoneOf("412"), phoneOf("413"), "ann413@example.test"];
  expect((await servers.admin.query(elsewhere, [addresses])).rows).toEqual([]);
});
