import { AutoReplyService } from "@leashline/proto/leashline/message/v1/auto_reply_service_pb.js";
import { MessageService } from "@leashline/proto/leashline/message/v1/message_service_pb.js";
import {
  TextConsentSource as Source,
  TextConsentState as State,
  TextConsentService,
} from "@leashline/proto/leashline/message/v1/text_consent_service_pb.js";
import { BookingRequestAcceptedSchema, BookingRequestSubmittedSchema } from "@leashline/proto/leashline/online_booking/v1/events_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { appointmentsOf } from "../../test/appointments.ts";
import { type MessageHarness, phoneOf, startMessageHarness, waitFor } from "../../test/harness.ts";

let servers: MessageHarness;
let appointments: ReturnType<typeof appointmentsOf>;
const consent = () => servers.client(TextConsentService);
const said = async (customerId: string) => await consent().getTextConsent({ customerId });
const words = "By sending this you agree that Paws & Co may text you.";

beforeAll(async () => {
  servers = await startMessageHarness();
  await servers.keepBusiness("1");
  appointments = appointmentsOf(servers);
  await appointments.tellNoBookings();
});
afterAll(() => servers.stop());

const request = (bookingRequestId: string, customerId: string, textConsent = words) => ({
  bookingRequestId,
  businessId: "1",
  customerId,
  firstName: "Ann",
  lastName: "Lee",
  date: "2027-03-01",
  startTime: 540,
  summary: "Full groom for Rex",
  reachPhoneNumber: "+12065560499",
  textConsent,
});

test("a request from the booking page: the words it was sent under are kept for its client, once", async () => {
  await servers.keepClient("400");
  expect(await said("400")).toMatchObject({ state: State.NOT_RECORDED, records: [] });
  await servers.emit("online-booking", BookingRequestSubmittedSchema, request("9001", "400"), "9001");
  await waitFor(async () => expect(await said("400")).toMatchObject({ state: State.AGREED }));
  await servers.emit("online-booking", BookingRequestAcceptedSchema, { ...request("9001", "400"), appointmentId: "4001" }, "9001");
  await servers.emit("online-booking", BookingRequestSubmittedSchema, request("9002", "400", ""), "9002");
  await waitFor(async () => expect((await appointments.sent("400")).length).toBeGreaterThanOrEqual(2));
  const { records } = await said("400");
  expect(records).toMatchObject([{ agreed: true, words, source: Source.BOOKING_PAGE, phoneNumber: phoneOf("400"), businessId: "1" }]);
  expect(records[0]?.createTime).toBeDefined();
});

test("somebody who becomes a client by being accepted agreed too, though their profile is still on its way", async () => {
  await servers.emit("online-booking", BookingRequestSubmittedSchema, request("9003", "0"), "9003");
  await servers.emit("online-booking", BookingRequestAcceptedSchema, { ...request("9003", "401"), appointmentId: "4002" }, "9003");
  await waitFor(async () => {
    const { rows } = await servers.admin.query("select words, phone from message.text_consent where customer_id = 401");
    expect(rows).toEqual([{ words, phone: "+12065560499" }]);
  });
  await servers.keepClient("401");
  expect(await said("401")).toMatchObject({ state: State.AGREED });
});

test("STOP and START are kept as they were texted; staff cannot agree in the place of who said STOP", async () => {
  await servers.keepClient("402");
  await servers.sandbox.reply(phoneOf("402"), " Stop ");
  await waitFor(async () => expect(await said("402")).toMatchObject({ state: State.STOPPED }));
  expect((await said("402")).records).toMatchObject([{ agreed: false, words: "Stop", source: Source.TEXT }]);
  await expect(consent().recordTextConsent({ customerId: "402", agreed: true, words: "At the counter" })).rejects.toThrow(/START/);
  await consent().recordTextConsent({ customerId: "402", agreed: false, words: "At the counter too" });
  expect(await said("402")).toMatchObject({ state: State.STOPPED });
  await servers.sandbox.reply(phoneOf("402"), "START");
  await waitFor(async () => expect(await said("402")).toMatchObject({ state: State.AGREED }));
  expect((await said("402")).records.map((one) => one.words)).toEqual(["START", "At the counter too", "Stop"]);
});

test("who told staff that they want no texts gets none, by hand or by itself, until staff note that they agree", async () => {
  await servers.keepClient("403", { sendAutoEmail: false });
  const send = () => servers.client(MessageService).sendMessage({ customerId: "403", messageText: "Hi" });
  const staff = servers.client(TextConsentService, { staffId: "5", name: "Ana Ruiz" });
  const refused = await staff.recordTextConsent({ customerId: "403", agreed: false, words: " No texts, please " });
  expect(refused).toMatchObject({
    state: State.REFUSED,
    records: [{ agreed: false, words: "No texts, please", source: Source.STAFF, staffId: "5", staffName: "Ana Ruiz" }],
  });
  await expect(send()).rejects.toThrow("This client told you that they want no texts.");
  await appointments.book("4003", "403");
  await appointments.ring("4003");
  await servers.emit("online-booking", BookingRequestSubmittedSchema, request("9004", "403"), "9004");
  await waitFor(async () => expect((await said("403")).records).toHaveLength(2));
  expect((await said("403")).state, "a page does not undo it").toBe(State.REFUSED);
  await waitFor(async () => {
    const { rows } = await servers.admin.query("select state from message.job where kind = 'send-reminder' and key like '4003:1'");
    expect(rows).not.toContainEqual({ state: "due" });
  });
  expect((await appointments.sent("403")).filter((row) => row.method === 1)).toEqual([]);
  expect(await staff.recordTextConsent({ customerId: "403", agreed: true, words: "Texts are fine again" })).toMatchObject({
    state: State.AGREED,
  });
  expect((await send()).message?.errorCode).toBe(0);
});

test("no reply goes out by itself to who texted STOP and then writes", async () => {
  await servers.keepClient("404");
  await servers.client(AutoReplyService).updateAutoReply({ status: 1, autoReplyBody: "We are closed.", startTime: 0, endTime: 1440 });
  await servers.sandbox.reply(phoneOf("404"), "STOP");
  await waitFor(async () => expect(await said("404")).toMatchObject({ state: State.STOPPED }));
  await servers.sandbox.reply(phoneOf("404"), "Are you open?");
  await waitFor(async () => {
    const { rows } = await servers.admin.query(
      "select state from message.job where kind = 'auto-reply' and payload ->> 'customerId' = '404'",
    );
    expect(rows).toEqual([{ state: "done" }]);
  });
  expect(await appointments.sent("404")).toEqual([]);
});

test("phones are for who may see contact data; writing needs the permission to edit clients", async () => {
  await servers.keepClient("405");
  await consent().recordTextConsent({ customerId: "405", agreed: true, words: "By phone" });
  const groomer = { staffId: "6", employeeCategory: 0, permissions: [Permission.VIEW_CLIENT_LIST, Permission.VIEW_CLIENTS_ALL_LOCATIONS] };
  const seen = await servers.client(TextConsentService, groomer).getTextConsent({ customerId: "405" });
  expect(seen.records).toMatchObject([{ words: "By phone", phoneNumber: "" }]);
  await expect(
    servers.client(TextConsentService, groomer).recordTextConsent({ customerId: "405", agreed: false, words: "No" }),
  ).rejects.toThrow();
  await expect(consent().recordTextConsent({ customerId: "405", agreed: true, words: "   " })).rejects.toThrow();
  await expect(consent().recordTextConsent({ customerId: "999999", agreed: true, words: "Yes" })).rejects.toThrow();
});
