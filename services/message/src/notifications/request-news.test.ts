import { toMoney } from "@leashline/kit";
import { AutoMessageUseCase } from "@leashline/proto/leashline/message/v1/auto_message_pb.js";
import { AutoMessageService } from "@leashline/proto/leashline/message/v1/auto_message_service_pb.js";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { BookingProposalState } from "@leashline/proto/leashline/online_booking/v1/booking_proposal_pb.js";
import {
  BookingProposalEndedSchema,
  BookingRequestLateSchema,
  BookingRequestPrepaymentReleasedSchema,
  BookingRequestWithdrawnSchema,
  WaitlistJoinedSchema,
} from "@leashline/proto/leashline/online_booking/v1/events_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type MessageHarness, startMessageHarness, waitFor } from "../../test/harness.ts";

let servers: MessageHarness;
beforeAll(async () => {
  servers = await startMessageHarness();
  await servers.keepBusiness("1");
});
afterAll(() => servers.stop());

const joined = {
  ...{ businessId: "1", customerId: "0", firstName: "Kim", lastName: "Oh", reachEmail: "", validTill: "2031-03-04" },
  ...{ summary: "Full groom for Dot", services: [{ petName: "Dot", serviceName: "Full groom" }], careTypes: ["GROOMING"] },
};
const join = (waitListId: string, more: object) =>
  servers.emit("online-booking", WaitlistJoinedSchema, { ...joined, waitListId, ...more }, `waitlist:${waitListId}`);
const toShop = async (subject: string) =>
  await waitFor(async () => {
    const found = (await servers.sandbox.mails("shop@example.test")).filter((mail) => mail.subject.includes(subject));
    expect(found).toHaveLength(1);
    return found[0];
  });

test("who joins the waitlist online hears that they wait, and the shop reads for what, when and what they wrote", async () => {
  const reachPhoneNumber = "+12065557601";
  const wish = { timeRanges: [{ startTime: 720, endTime: 1440 }], dates: ["2031-02-03", "2031-02-04"], note: "Not before noon" };
  for (let n = 0; n < 2; n++) await join("11", { reachPhoneNumber, ...wish });
  const texts = await servers.sandbox.texts(reachPhoneNumber);
  expect(texts.map(({ body }) => body)).toEqual([
    "Paws & Co: Hi Kim, you are on our waitlist for Dot (Full groom). We will contact you when a time opens up.",
  ]);
  const notice = await toShop("New on the waitlist: Kim Oh");
  expect(notice?.text).toMatch(
    /^Kim Oh joined the waitlist on your booking page\.\s+Full groom for Dot\s+Days: Monday, February 3; Tuesday, February 4\s+Times: 12:00 PM to 11:59 PM\s+They wrote: Not before noon/,
  );
  expect(notice?.html).toMatch(/<a href="[^"]+\/waitingList">/);
});

test("a shop's own words for it name the days and times that would do, in place of those of a visit", async () => {
  const useCase = AutoMessageUseCase.WAITLIST_JOINED;
  const settings = servers.client(AutoMessageService);
  const smsBody = "{customerName}, you wait for {appointmentDate}, {appointmentTime}.";
  const own = { useCase, isEnabled: true, clientReceive: [MessageMethod.SMS], templates: [{ smsBody }] };
  await settings.updateAutoMessage({ ...own, updateMask: { paths: ["is_enabled", "client_receive", "templates"] } });
  const bodyOf = async (waitListId: string, reachPhoneNumber: string, wish: object) => {
    await join(waitListId, { reachPhoneNumber, ...wish });
    return (await servers.sandbox.texts(reachPhoneNumber)).map(({ body }) => body);
  };
  const some = { timeRanges: [{ startTime: 540, endTime: 720 }], dates: ["2031-02-03", "2031-02-04"] };
  expect(await bodyOf("21", "+12065557621", some)).toEqual([
    "Kim, you wait for Monday, February 3 or Tuesday, February 4, 9:00 AM to 12:00 PM.",
  ]);
  expect(await bodyOf("22", "+12065557622", {})).toEqual(["Kim, you wait for any day until Tuesday, March 4, any time."]);
  await settings.updateAutoMessage({ useCase, templates: [], updateMask: { paths: ["templates"] } });
});

test("a shop that does not want clients told of it is told itself all the same; any day and nights are said", async () => {
  const useCase = AutoMessageUseCase.WAITLIST_JOINED;
  const settings = servers.client(AutoMessageService);
  await settings.updateAutoMessage({ useCase, isEnabled: false, clientReceive: [MessageMethod.SMS], minutesAt: 0 });
  await join("12", { firstName: "Ida", reachPhoneNumber: "+12065557602", nights: 3 });
  expect((await toShop("New on the waitlist: Ida Oh"))?.text).toMatch(/Days: any\s+Nights: 3/);
  const { rows } = await servers.admin.query("select id from message.message where address = $1", ["+12065557602"]);
  expect(rows).toEqual([]);
});

const request = { bookingRequestId: "31", businessId: "1", firstName: "Lou", lastName: "Fox", date: "2031-03-04", startTime: 600 };

test("a request that is taken back is told to the shop once", async () => {
  const tell = () => servers.emit("online-booking", BookingRequestWithdrawnSchema, { ...request, summary: "Bath for Max" }, "31");
  await tell();
  await tell();
  expect((await toShop("Request taken back: Lou Fox, Tuesday, March 4"))?.text).toMatch(
    /^Lou Fox took back their booking request for Tuesday, March 4 at 10:00 AM\.\s+Bath for Max\s+There is nothing left to do/,
  );
});

test("a request that waits longer than the shop promised is told to the shop once, with where it is answered", async () => {
  const tell = () => servers.emit("online-booking", BookingRequestLateSchema, { ...request, summary: "Bath for Max" }, "31");
  await tell();
  await tell();
  const mail = await toShop("Still waiting for your answer: Lou Fox, Tuesday, March 4");
  expect(mail?.text).toMatch(/^Lou Fox is still waiting for an answer to their booking request for Tuesday, March 4 at 10:00 AM\./);
  expect(mail?.html).toMatch(/<a href="[^"]+\/online_booking\/requests">/);
});

test("whom none of the proposed times suits is told to the shop once, with what they wrote; of another end of a proposal nothing is", async () => {
  const end = (number: number, state: BookingProposalState) =>
    servers.emit(
      "online-booking",
      BookingProposalEndedSchema,
      { proposal: { ...request, summary: "Bath for Max", proposal: { number, state, answer: "Only after five" } } },
      "31",
    );
  await end(1, BookingProposalState.EXPIRED);
  for (let n = 0; n < 2; n++) await end(2, BookingProposalState.DECLINED);
  const mail = await toShop("None of the times suits Lou Fox");
  expect(mail?.text).toMatch(
    /^Lou Fox, who asked for Tuesday, March 4 at 10:00 AM, can come at none of the times that you proposed\.\s+Bath for Max\s+They wrote: Only after five\s+The request is still open/,
  );
  expect(mail?.html).toMatch(/<a href="[^"]+\/online_booking\/requests">/);
});

test("whom none of the proposed stays suits is told of by the nights they asked for", async () => {
  const proposal = { number: 3, state: BookingProposalState.DECLINED, times: [{ date: "2031-03-07", endDate: "2031-03-08" }] };
  const stay = { ...request, endDate: "2031-03-06", summary: "Boarding for Max, 2 nights", proposal };
  await servers.emit("online-booking", BookingProposalEndedSchema, { proposal: stay }, "31");
  expect((await toShop("None of the stays suits Lou Fox"))?.text).toMatch(
    /^Lou Fox, who asked for Tue, Mar 4 to Thu, Mar 6 \(2 nights\), can come for none of the stays that you proposed\.\s+Boarding for Max, 2 nights\s+The request is still open: propose other stays/,
  );
});

test("money that went back to a card is told to whoever paid, with how much, and to the shop", async () => {
  const reachPhoneNumber = "+12065557603";
  const told = { ...request, reachPhoneNumber, amount: toMoney(2_550, "USD") };
  await servers.emit("online-booking", BookingRequestPrepaymentReleasedSchema, told, "31");
  expect((await servers.sandbox.texts(reachPhoneNumber))[0]?.body).toMatch(
    /^Paws & Co: Hi Lou, we have not answered your request for Tuesday, March 4 at 10:00 AM yet, so the money held for it went back to your card\. Call us at .* if you still want to come\. The amount was \$25\.50\.$/,
  );
  expect((await toShop("Prepayment went back: Lou Fox, Tuesday, March 4"))?.text).toContain("The request is still open");
});
