import { AutoMessageUseCase } from "@leashline/proto/leashline/message/v1/auto_message_pb.js";
import { MailService } from "@leashline/proto/leashline/message/v1/mail_service_pb.js";
import { MessageService } from "@leashline/proto/leashline/message/v1/message_service_pb.js";
import { OnlineBookingNotifyService } from "@leashline/proto/leashline/message/v1/online_booking_notify_service_pb.js";
import { ThreadService } from "@leashline/proto/leashline/message/v1/thread_service_pb.js";
import { BookingRequestStatus } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import {
  BookingRequestAcceptedSchema,
  BookingRequestDeclinedSchema,
  BookingRequestSubmittedSchema,
} from "@leashline/proto/leashline/online_booking/v1/events_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type MessageHarness, phoneOf, startMessageHarness, waitFor } from "../../test/harness.ts";

import { severalDays } from "./request-message.ts";

let servers: MessageHarness;
beforeAll(async () => {
  servers = await startMessageHarness();
  await servers.keepBusiness("1");
});
afterAll(() => servers?.stop());

const request = (bookingRequestId: string, reachPhoneNumber: string, customerId = "0") => ({
  ...{ bookingRequestId, businessId: "1", customerId, firstName: "Kim", date: "2027-12-03", startTime: 600 },
  ...{ summary: "Full groom for Dot", reachPhoneNumber, reachEmail: "" },
});
const tell = (schema: Parameters<MessageHarness["emit"]>[1], event: { bookingRequestId: string }) =>
  servers.emit("online-booking", schema, event as never, event.bookingRequestId);
/** What stands in the client's conversation, newest first. */
async function conversation(customerId: string): Promise<string[]> {
  const { threads } = await servers.client(ThreadService).listThreads({});
  const thread = threads.find((one) => one.customerId === customerId);
  if (!thread) return [];
  return (await servers.client(MessageService).listMessages({ threadId: thread.id })).messages.map(({ messageText }) => messageText);
}
const reason = "Our dryer is broken.";

test("who was told an arrival window when they asked reads it in every message about the request", async () => {
  await servers.keepClient("515");
  const told = { ...request("5", phoneOf("515"), "515"), careTypes: ["GROOMING"], arrivalWindow: { before: 30, after: 30 } };
  await tell(BookingRequestSubmittedSchema, told as never);
  await waitFor(async () => expect(await conversation("515")).toEqual([expect.stringContaining("between 9:30 AM and 10:30 AM")]));
  const moved = { ...told, appointmentId: "9", startTime: 660, askedDate: told.date, askedStartTime: 600, firstName: "Kim", lastName: "" };
  await tell(BookingRequestAcceptedSchema, moved as never);
  const [last] = await waitFor(async () => {
    const said = await conversation("515");
    expect(said).toHaveLength(2);
    return said;
  });
  expect(last).toContain("between 10:30 AM and 11:30 AM");
  expect(last).toContain("the one you asked for (Friday, December 3 between 9:30 AM and 10:30 AM)");
});

test("of a stay that is accepted for other nights the client and the shop read when it ends, and which one was asked for", async () => {
  await servers.keepClient("509");
  const asked = { askedDate: "2027-12-01", askedStartTime: 1080, askedEndDate: "2027-12-03", askedEndTime: 660 };
  const stay = {
    ...request("12", phoneOf("509"), "509"),
    lastName: "Ray",
    endDate: "2027-12-06",
    endTime: 630,
    summary: "Boarding for Dot, 3 nights",
  };
  await tell(BookingRequestAcceptedSchema, { ...stay, ...asked, appointmentId: "74" } as never);
  const before = "Wednesday, December 1 at 6:00 PM to Friday, December 3 at 11:00 AM";
  await waitFor(async () =>
    expect(await conversation("509")).toEqual([
      expect.stringContaining(`Pick-up: Monday, December 6 at 10:30 AM. This is a different stay from the one you asked for (${before}).`),
    ]),
  );
  const [mail] = await waitFor(async () => {
    const mails = await servers.sandbox.mails("shop@example.test");
    expect(mails.some(({ subject }) => subject === "Booked online: Kim Ray")).toBe(true);
    return mails.filter(({ subject }) => subject === "Booked online: Kim Ray");
  });
  const text = JSON.stringify(mail);
  for (const said of ["Pick-up: Monday, December 6 at 10:30 AM", "Boarding for Dot, 3 nights", `They had asked for ${before}.`])
    expect(text).toContain(said);
});

test("who became a client since they asked reads of a no in their conversation, by the number they showed to be theirs", async () => {
  await servers.keepClient("501");
  await tell(BookingRequestDeclinedSchema, { ...request("1", phoneOf("501")), reason } as never);
  await waitFor(async () => expect(await conversation("501")).toEqual([expect.stringContaining(reason)]));
  const declined = {
    ...{ id: "2", businessId: "1", customerId: "0", status: BookingRequestStatus.DECLINED, startDate: "2027-12-03", startTime: 600 },
    ...{ customer: { firstName: "Kim", phoneNumber: phoneOf("501") }, summary: "Full groom", declineReason: reason, phoneConfirmed: true },
  };
  servers.onlineBooking.getBookingRequest = async () => ({ bookingRequest: declined });
  const byHand = { groomingId: "2", type: AutoMessageUseCase.REQUEST_DECLINED, isSendText: true };
  await servers.client(OnlineBookingNotifyService).notifyOnlineBooking(byHand);
  expect(await conversation("501")).toHaveLength(2);
});

test("a number of two clients, or one that was only typed, is nobody's", async () => {
  const shared = "+12065569902";
  for (const id of ["502", "503"]) await servers.keepClient(id, { phoneNumber: shared });
  await tell(BookingRequestDeclinedSchema, { ...request("3", shared), reason } as never);
  await servers.keepClient("504");
  await tell(BookingRequestDeclinedSchema, { ...request("4", ""), phoneNumber: phoneOf("504"), reason } as never);
  expect((await servers.sandbox.texts(shared))[0]?.body).toContain(reason);
  expect((await servers.sandbox.texts(phoneOf("504")))[0]?.body).toContain(reason);
  for (const id of ["502", "503", "504"]) expect(await conversation(id)).toEqual([]);
  await tell(BookingRequestAcceptedSchema, { ...request("8", shared, "503"), appointmentId: "71" } as never);
  await waitFor(async () => expect(await conversation("503")).toEqual([expect.stringContaining("is confirmed")]));
});

test("of daycare on several days one message names them all, when it is asked for and when it is accepted; of many, how many", async () => {
  await servers.keepClient("507");
  const [phone, said] = [phoneOf("507"), "It is for 3 days: Friday, December 3, Monday, December 6, and Tuesday, December 7."];
  const asked = { ...request("9", phone, "507"), moreDates: ["2027-12-06", "2027-12-07"] };
  await tell(BookingRequestSubmittedSchema, asked as never);
  await tell(BookingRequestAcceptedSchema, { ...asked, appointmentId: "72" } as never);
  const texts = () => servers.sandbox.texts(phone);
  await waitFor(async () =>
    expect((await texts()).map(({ body }) => body)).toEqual([expect.stringContaining(said), expect.stringContaining(said)]),
  );
  const many = Array.from({ length: 6 }, (_, n) => `2027-12-1${n}`);
  expect(severalDays({ date: "2027-12-03", moreDates: many }, { dateFormat: "MM/DD/YYYY" })).toBe(
    "It is for 7 days: Friday, December 3 and 6 more days.",
  );
  expect(severalDays({ date: "2027-12-03", moreDates: many, careTypes: ["GROUP_CLASS"] }, { dateFormat: "MM/DD/YYYY" })).toBe(
    "It is for 7 sessions: Friday, December 3 and 6 more.",
  );
});

test("what somebody was told before they were a client stands in their conversation once a request of theirs is accepted", async () => {
  const phone = phoneOf("505");
  await tell(BookingRequestSubmittedSchema, request("5", phone) as never);
  await tell(BookingRequestDeclinedSchema, { ...request("5", phone), reason } as never);
  await tell(BookingRequestDeclinedSchema, { ...request("6", "+12065569906"), reason: "Somebody else's." } as never);
  await waitFor(async () => expect(await servers.sandbox.texts(phone)).toHaveLength(2));
  expect(await conversation("505")).toEqual([]);
  await servers.keepClient("505");
  await tell(BookingRequestSubmittedSchema, request("7", phone) as never);
  await tell(BookingRequestAcceptedSchema, { ...request("7", phone, "505"), appointmentId: "70" } as never);
  await waitFor(async () =>
    expect(await conversation("505")).toEqual([
      expect.stringContaining("is confirmed"),
      expect.stringContaining("we got your request"),
      expect.stringContaining(reason),
      expect.stringContaining("we got your request"),
    ]),
  );
  const { threads } = await servers.client(ThreadService).listThreads({});
  expect(threads.find((one) => one.customerId === "505")?.lastMessageText).toContain("is confirmed");
});

test("other times that were proposed to somebody, and that they were taken back, stand there too; words that were kept for nobody do not", async () => {
  const [phone, email] = [phoneOf("508"), "kim@example.test"];
  const mails = servers.client(MailService, { kind: "service", via: "online-booking" });
  const write = (dedupeKey: string, text: string, useCase = "proposed times") =>
    mails.sendToPerson({ customerId: "0", phoneNumber: phone, email, subject: "Other times", text, useCase, dedupeKey });
  await tell(BookingRequestSubmittedSchema, request("11", phone) as never);
  await waitFor(async () => expect(await servers.sandbox.texts(phone)).toHaveLength(1));
  await write("booking-proposal:11:1:proposed", "We can on Tuesday.");
  await write("booking-proposal:11:1:withdrawn", "Tuesday is gone.");
  await write("waitlist-offer:1:made", "A code of yours.", "waitlist offer");
  await waitFor(async () => expect(await servers.sandbox.texts(phone)).toHaveLength(4));
  await servers.keepClient("508", { email });
  await tell(BookingRequestAcceptedSchema, { ...request("11", phone, "508"), reachEmail: email, appointmentId: "73" } as never);
  const said = await waitFor(async () => {
    const all = await conversation("508");
    expect(all.some((text) => text.includes("is confirmed"))).toBe(true);
    return all;
  });
  for (const text of ["We can on Tuesday.", "Tuesday is gone."]) expect(said.filter((one) => one === text)).toHaveLength(2);
  expect(said.some((text) => text.includes("A code of yours.") || text === "")).toBe(false);
});
