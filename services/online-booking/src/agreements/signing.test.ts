import { ErrorCode, fail, nobody, toWireDate } from "@leashline/kit";
import { partOf, refusalOf } from "@leashline/kit/test";
import {
  BookingAgreementService,
  type CheckBookingSignaturesRequest,
  type ExpectBookingSignaturesRequest,
  type GetBookingAgreementsRequest,
  type KeepBookingSignaturesRequest,
} from "@leashline/proto/leashline/customer/v1/booking_agreement_service_pb.js";
import { AgreementSigningService } from "@leashline/proto/leashline/online_booking/v1/agreement_signing_pb.js";
import { AppointmentWaitlistService } from "@leashline/proto/leashline/online_booking/v1/appointment_waitlist_service_pb.js";
import { BookingRequestService, BookingRequestStatus } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { DepositRuleService } from "@leashline/proto/leashline/payment/v1/deposit_rule_service_pb.js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Desk, day, openDesk } from "../../test/desk.ts";
import { knownParty } from "../../test/neighbors.ts";

/** What the customer service was asked of agreements, in order, and whether keeping breaks. */
type Seen = ["list", GetBookingAgreementsRequest] | ["check", CheckBookingSignaturesRequest] | ["expect", ExpectBookingSignaturesRequest];
const seen: Seen[] = [];
const kept: KeepBookingSignaturesRequest[] = [];
const order: string[] = [];
let asks = true;
let keepSays: () => unknown = () => undefined;

const text = { agreementHeader: "Care", agreementContent: "<p>Jo trusts us.</p>", contentHash: "h1" };
let desk: Desk;
beforeAll(async () => {
  desk = await openDesk([
    knownParty(),
    partOf(DepositRuleService, { previewDeposit: async () => ({ hasRules: false }) }),
    partOf(BookingAgreementService, {
      getBookingAgreements: async (asked: GetBookingAgreementsRequest) => {
        seen.push(["list", asked]);
        return { agreements: asks ? [{ agreementId: "31", ...text }] : [] };
      },
      checkBookingSignatures: async (asked: CheckBookingSignaturesRequest) => {
        seen.push(["check", asked]);
        const [one] = asked.signatures;
        if (asks && !one)
          throw fail("PARAMS_INVALID", { field: "agreements", message: "Sign.", facts: { why: "missing", agreementId: "31" } });
        return { signatures: asks && one ? [{ ...one, ...text, title: "Care", versionNumber: 2 }] : [] };
      },
      expectBookingSignatures: async (asked: ExpectBookingSignaturesRequest) => {
        seen.push(["expect", asked]);
        order.push(asked.agreementIds.length > 0 ? "announced" : "recalled");
        return {};
      },
      keepBookingSignatures: async (asked: KeepBookingSignaturesRequest) => {
        order.push("signed");
        const no = keepSays();
        if (no) throw no;
        kept.push(asked);
        return {};
      },
    }),
  ]);
});
afterAll(() => desk?.servers.stop());
beforeEach(async () => {
  await desk.servers.admin.query("delete from online_booking.pace");
  for (const list of [seen, kept, order]) list.length = 0;
  desk.calendarSays(() => void order.push("booked"));
  keepSays = () => undefined;
  asks = true;
});

const visitor = { ...nobody, kind: "anonymous" as const, ip: "198.51.100.77" };
const page = () => desk.servers.client(StorefrontService, visitor);
const requests = () => desk.servers.client(BookingRequestService);
let turn = 0;

/** Who asks, with a number of their own that they have confirmed. */
async function confirmed() {
  const phoneNumber = `+1206555${String(8000 + turn++)}`;
  const { codeToken } = await page().sendBookingCode({ bookOnlineName: desk.page, phoneNumber });
  const code = desk.codes.get(phoneNumber) ?? "";
  const { visitorToken } = await page().confirmBookingCode({ bookOnlineName: desk.page, codeToken, code });
  return { visitorToken, customer: { firstName: "Jo", lastName: " Park", phoneNumber } };
}
const signature = { agreementId: "31", contentHash: "h1", signature: "M 1 1 L 99 99", signerName: "Jo Park", inputs: [] };
const pets = [{ petName: "Rex ", petType: "Dog", serviceIds: ["1"] }];
async function submit(more: object = { agreements: [signature] }): Promise<string> {
  const wish = { bookOnlineName: desk.page, pets, date: toWireDate(day), startTime: 600 };
  return (await page().submitBooking({ ...wish, ...(await confirmed()), ...more } as never)).statusToken.split(".")[0] ?? "";
}
const stored = async (id: string) => {
  const query =
    "select signer_name, signature, content, device_address, version_number from online_booking.request_signature where booking_request_id = $1";
  return (await desk.servers.admin.query(query, [id])).rows;
};

test("without a signature that is asked for a request is refused, and nothing is held or kept; staff who enter one sign nothing", async () => {
  const held = desk.held.length;
  const refusal = await refusalOf(submit({}));
  expect([refusal.code, refusal.options.fields?.[0]?.field, refusal.options.facts]).toEqual([
    ErrorCode.PARAMS_INVALID,
    "agreements",
    expect.objectContaining({ why: "missing", agreementId: "31" }),
  ]);
  expect(desk.held.length).toBe(held);
  const id = await desk.submit();
  expect(seen.filter(([what]) => what === "check").length).toBe(1);
  await requests().acceptBookingRequest({ id });
  expect(order).toEqual(["booked"]);
  asks = false;
  await submit({});
});

test("what the page shows and what the request is checked with are the same words, and nothing of who has not said who they are", async () => {
  const asked = { bookOnlineName: desk.page, firstName: "Jo", lastName: " Park", pets: [{ petName: "Rex ", serviceIds: ["1"] }] };
  const preview = desk.servers.client(AgreementSigningService, visitor);
  const { agreements } = await preview.previewBookingAgreements({ ...asked, date: toWireDate(day), startTime: 600 });
  expect(agreements).toMatchObject([{ agreementId: "31", contentHash: "h1" }]);
  desk.findsClients(() => [{ customerId: "7", firstName: "Jo", lastName: "Park" }]);
  await submit();
  desk.findsClients(() => []);
  const [listed, checked] = seen.map(([, { about }]: Seen & [string, { about?: object }]) => about) as object[];
  expect(listed).toMatchObject({
    customerId: "0",
    careTypes: ["GROOMING"],
    firstName: "Jo",
    lastName: "Park",
    petNames: ["Rex"],
    date: day,
  });
  expect({ ...checked, customerId: "0" }).toEqual(listed);
  expect(checked).toMatchObject({ customerId: "7" });
  const told = async () => await page().previewBookingDeposit({ bookOnlineName: desk.page, pets: [{ serviceIds: ["1"], petType: "Dog" }] });
  expect((await told()).signs).toBe(true);
  asks = false;
  expect((await told()).signs).toBe(false);
});

test("signed with a request it stays with it, is read by staff, and is the client's when it is accepted: announced, booked, signed", async () => {
  const id = await submit();
  expect(await stored(id)).toEqual([
    {
      signer_name: "Jo Park",
      signature: signature.signature,
      content: text.agreementContent,
      device_address: "198.51.100.77",
      version_number: 2,
    },
  ]);
  const [listed] = (await requests().listBookingRequests({})).bookingRequests.filter((one) => one.id === id);
  expect(listed?.agreements).toMatchObject([{ title: "Care", signerName: "Jo Park", agreementContent: "", signature: "" }]);
  const read = (await requests().getBookingRequest({ id })).bookingRequest;
  expect(read?.agreements).toMatchObject([{ agreementContent: text.agreementContent, signature: signature.signature, versionNumber: 2 }]);
  await requests().acceptBookingRequest({ id });
  expect(order).toEqual(["announced", "booked", "signed"]);
  expect(kept).toMatchObject([
    {
      bookingRequestId: id,
      customerId: "7",
      businessId: "1",
      appointmentIds: ["99"],
      signatures: [{ agreementId: "31", title: "Care", deviceAddress: "198.51.100.77" }],
    },
  ]);
  expect(await stored(id)).toEqual([]);
  const after = (await requests().getBookingRequest({ id })).bookingRequest;
  expect(after?.agreements).toMatchObject([{ title: "Care", signerName: "Jo Park", agreementContent: "" }]);
  await requests().acceptBookingRequest({ id });
  expect(kept.length).toBe(1);
});

test("refused by the calendar it stays with the request, and is announced no more; broken off at signing, the job signs, once", async () => {
  const id = await submit();
  desk.calendarSays(() => fail("SLOT_FULL"));
  await refusalOf(requests().acceptBookingRequest({ id }));
  expect([order, (await stored(id)).length]).toEqual([["announced", "recalled"], 1]);
  order.length = 0;
  desk.calendarSays(() => void order.push("booked"));
  keepSays = () => new Error("the line broke");
  await expect(requests().acceptBookingRequest({ id })).rejects.toThrow();
  expect((await stored(id)).length).toBe(1);
  keepSays = () => undefined;
  await desk.servers.admin.query(
    "update online_booking.job set due_at = now() - interval '1 second' where kind = 'process-accept-request'",
  );
  await desk.servers.runDue("online-booking");
  expect([order, kept.length, await stored(id)]).toEqual([["announced", "booked", "signed", "signed"], 1, []]);
  expect((await requests().getBookingRequest({ id })).bookingRequest?.status).toBe(BookingRequestStatus.ACCEPTED);
});

test("a client who is gone when it is accepted leaves it with the request", async () => {
  const id = await submit();
  keepSays = () => fail("CUSTOMER_NOT_FOUND", { field: "customerId" });
  await requests().acceptBookingRequest({ id });
  expect((await requests().getBookingRequest({ id })).bookingRequest?.agreements).toMatchObject([{ signature: signature.signature }]);
});

test("moved to the waitlist it waits there, and is the client's when they are booked; taken off the list, nothing of it stays", async () => {
  const list = desk.servers.client(AppointmentWaitlistService);
  const waiting = async () => {
    const id = await submit();
    await requests().moveBookingRequestToWaitlist({ id });
    const { entries } = await list.listWaitEntries({ filters: { isFromOb: true } });
    return { id, entry: entries[0]?.id ?? "0" };
  };
  const first = await waiting();
  expect([(await stored(first.id)).length, order]).toEqual([1, []]);
  const wanted = { id: first.entry, date: toWireDate(day), startTime: 720, staffId: "5" };
  desk.calendarSays(() => fail("SLOT_FULL"));
  await refusalOf(list.rescheduleFromWaitlist(wanted));
  expect([(await stored(first.id)).length, order]).toEqual([1, ["announced", "recalled"]]);
  desk.calendarSays(() => void order.push("booked"));
  await list.rescheduleFromWaitlist(wanted);
  expect(order.slice(2)).toEqual(["announced", "booked", "signed"]);
  expect(kept).toMatchObject([
    { bookingRequestId: first.id, customerId: "7", appointmentIds: ["99"], signatures: [{ agreementId: "31" }] },
  ]);
  expect(await stored(first.id)).toEqual([]);
  const second = await waiting();
  await list.deleteWaitEntry({ id: second.entry });
  expect([await stored(second.id), (await requests().getBookingRequest({ id: second.id })).bookingRequest?.agreements]).toEqual([[], []]);
});

test("who joins the waitlist from the page signs there: kept with their place, theirs when they are booked, gone when they are taken off the list", async () => {
  const list = desk.servers.client(AppointmentWaitlistService);
  const join = async (more: object = { agreements: [signature] }) =>
    await page().joinWaitlist({ bookOnlineName: desk.page, pets, ...(await confirmed()), ...more } as never);
  const refusal = await refusalOf(join({}));
  expect([refusal.code, refusal.options.fields?.[0]?.field, refusal.options.facts?.why]).toEqual([400, "agreements", "missing"]);
  const checked = (seen.find(([what]) => what === "check")?.[1] as CheckBookingSignaturesRequest | undefined)?.about;
  expect(checked, "nobody knows the day yet").toMatchObject({ date: "", startTime: 0, petNames: ["Rex"] });
  const joined = async () => {
    await join();
    const entry = (await list.listWaitEntries({ filters: { isFromOb: true } })).entries[0]?.id ?? "0";
    const { rows } = await desk.servers.admin.query("select signed_as from online_booking.waitlist_entry where id = $1", [entry]);
    return { entry, under: String(rows[0].signed_as) };
  };
  const first = await joined();
  expect([await stored(first.under), order]).toMatchObject([[{ signer_name: "Jo Park", version_number: 2 }], []]);
  const read = async () => (await list.getWaitEntry({ id: first.entry })).entry?.agreements;
  const proof = {
    agreementId: "31",
    signerName: "Jo Park",
    versionNumber: 2,
    signature: signature.signature,
    contentHash: signature.contentHash,
  };
  expect(await read(), "staff read what was signed, by whom and when").toMatchObject([{ ...proof, signedTime: expect.anything() }]);
  const sees = async (...permissions: Permission[]) => {
    const staff = desk.servers.client(AppointmentWaitlistService, { permissions, employeeCategory: 0 });
    return (await staff.getWaitEntry({ id: first.entry })).entry?.agreements.map(({ signature }) => signature);
  };
  const { VIEW_CALENDAR, VIEW_CLIENTS_ALL_LOCATIONS } = Permission;
  expect(await sees(VIEW_CALENDAR), "who sees the calendar alone reads no client's papers").toEqual([]);
  expect(await sees(VIEW_CALENDAR, VIEW_CLIENTS_ALL_LOCATIONS)).toEqual([proof.signature]);
  expect((await list.listWaitEntries({ filters: { isFromOb: true } })).entries[0]?.agreements).toEqual([]);
  const wanted = { id: first.entry, date: toWireDate(day), startTime: 780, staffId: "5" };
  desk.calendarSays(() => fail("SLOT_FULL"));
  await refusalOf(list.rescheduleFromWaitlist(wanted));
  expect([(await stored(first.under)).length, order]).toEqual([1, ["announced", "recalled"]]);
  desk.calendarSays(() => void order.push("booked"));
  await list.rescheduleFromWaitlist(wanted);
  expect(order.slice(2)).toEqual(["announced", "booked", "signed"]);
  expect(kept).toMatchObject([{ bookingRequestId: first.under, appointmentIds: ["99"], signatures: [{ agreementId: "31" }] }]);
  expect([await stored(first.under), await read()]).toEqual([[], []]);
  const second = await joined();
  await list.deleteWaitEntry({ id: second.entry });
  expect([second.under === first.under, await stored(second.under)]).toEqual([false, []]);
});

test("whom the shop does not take is not asked to sign; whoever goes on unsigned waits before they are looked at again", async () => {
  const sent = { bookOnlineName: desk.page, pets, ...(await confirmed()) };
  const codeOf = async () => (await refusalOf(page().joinWaitlist(sent as never))).code;
  desk.findsClients(() => [{ customerId: "7", isBlockOnlineBooking: true }]);
  expect([await codeOf(), seen.length]).toEqual([ErrorCode.NOT_AVAILABLE_ONLINE, 0]);
  desk.findsClients(() => []);
  let [last, tries] = [await codeOf(), 1];
  for (; last !== ErrorCode.TOO_MANY_REQUESTS && tries < 60; tries += 1) last = await codeOf();
  expect([last, tries, seen.filter(([what]) => what === "check").length]).toEqual([ErrorCode.TOO_MANY_REQUESTS, 42, 41]);
});

test("declined or taken back, nothing of what was signed stays", async () => {
  for (const end of [(id: string) => requests().declineBookingRequest({ id }), (id: string) => requests().cancelBookingRequest({ id })]) {
    const id = await submit();
    await end(id);
    expect([await stored(id), (await requests().getBookingRequest({ id })).bookingRequest?.agreements]).toEqual([[], []]);
  }
});

test("accepted without anybody it is signed as well", async () => {
  const settings = desk.servers.client(OnlineBookingSettingService);
  await settings.updateOnlineBookingSetting({ autoAccept: true });
  const id = await submit();
  await desk.servers.runDue("online-booking");
  await settings.updateOnlineBookingSetting({ autoAccept: false });
  expect([order, kept.map(({ bookingRequestId }) => bookingRequestId)]).toEqual([["announced", "booked", "signed"], [id]]);
});
