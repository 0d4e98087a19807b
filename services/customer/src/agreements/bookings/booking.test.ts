import { createHash } from "node:crypto";
import { toTimestamp } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { BookingAgreementService } from "@leashline/proto/leashline/customer/v1/booking_agreement_service_pb.js";
import { AgreementReminderDueSchema, AgreementSignedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { checked } from "@leashline/proto/rules/agreement-evidence.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SIGNATURE, SigningShop } from "../../../test/agreements.ts";

let shop: SigningShop;
beforeAll(async () => {
  shop = await SigningShop.open();
});
afterAll(() => shop?.servers.stop());

const online = { bookOnlineAvailable: true };
const bookings = (companyId: string, idempotencyKey = "") =>
  shop.servers.client(BookingAgreementService, { companyId, kind: "service", via: "online-booking" }, { idempotencyKey });
const about = (more: object = {}) => ({
  ...{ businessId: "1", careTypes: ["GROOMING"], firstName: "Jo", lastName: "Park", petNames: ["Rex"], date: "2026-12-04", startTime: 600 },
  ...more,
});
const told = async (companyId: string, type: { typeName: string }): Promise<number> => {
  const { rows } = await shop.servers.admin.query("select count(*)::int as n from customer.outbox where company_id = $1 and type = $2", [
    companyId,
    type.typeName,
  ]);
  return rows[0].n;
};

/** Somebody reads all that is asked, and signs it. */
async function signed(companyId: string, more: object = {}) {
  const { agreements } = await bookings(companyId).getBookingAgreements({ about: about(more) });
  const given = agreements.map(({ agreementId, contentHash, inputs }) => ({
    ...{ agreementId, contentHash, signature: SIGNATURE, signerName: "Jo Park" },
    inputs: inputs.map(({ label }) => ({ label, value: "Dr. Doe" })),
  }));
  const { signatures } = await bookings(companyId).checkBookingSignatures({ about: about(more), signatures: given });
  return signatures.map((one) => ({ ...one, signedTime: toTimestamp(new Date("2026-11-20T15:30:00Z"))!, deviceAddress: "203.0.113.9" }));
}

test("a newcomer reads all that is asked of who books online, filled in with what was typed; a client what they still have to sign", async () => {
  const once = await shop.agreement("1", { ...online, agreementContent: "<p>{customerFullName}, {petName}: {appointmentDate}.</p>" });
  const each = await shop.agreement("1", { ...online, agreementHeader: "Each time", agreementRequiredType: 2, careTypes: ["GROOMING"] });
  await shop.agreement("1", { agreementHeader: "Not online" });
  await shop.agreement("1", { ...online, agreementHeader: "Stays", careTypes: ["BOARDING"] });
  await shop.agreement("1", { ...online, agreementHeader: "By hand", agreementRequiredType: 3 });
  const read = async (more: object = {}) => (await bookings("1").getBookingAgreements({ about: about(more) })).agreements;
  const [first, ...others] = await read();
  expect(others.map(({ agreementId }) => agreementId)).toEqual([each]);
  const content = "<p>Jo Park, Rex: Friday, December 4.</p>";
  expect(first).toMatchObject({ agreementId: once, agreementContent: content, versionNumber: 1 });
  expect(first?.contentHash).toBe(createHash("sha256").update(`Service agreement\n\n${content}`).digest("hex"));
  expect((await read({ firstName: "<b>Jo" }))[0]?.agreementContent).toBe("<p>&#60;b&#62;Jo Park, Rex: Friday, December 4.</p>");
  expect((await read({ date: "" }))[0]?.agreementContent).toBe("<p>Jo Park, Rex: the day of the appointment.</p>");
  const customerId = await shop.client("1");
  expect((await read({ customerId })).length).toBe(2);
  const signatures = await signed("1", { customerId });
  await bookings("1").keepBookingSignatures({ bookingRequestId: "5", customerId, businessId: "1", appointmentIds: ["50"], signatures });
  expect(
    (await read({ customerId })).map(({ agreementId }) => agreementId),
    "the one of every booking is signed again",
  ).toEqual([each]);
  expect((await read()).length, "of somebody who has not said who they are").toBe(2);
});

test("signed with a request it is on record once, with its own time and device, and nobody is asked for it, however the booking is told", async () => {
  await shop.agreement("2", { ...online, inputs: [{ label: "Vet", required: true }] });
  await shop.agreement("2", { ...online, agreementHeader: "Each time", agreementRequiredType: 2 });
  const customerId = await shop.client("2");
  const signatures = await signed("2");
  const request = { bookingRequestId: "7", customerId };
  const agreementIds = signatures.map(({ agreementId }) => agreementId);
  for (const _twice of [1, 2]) await bookings("2").expectBookingSignatures({ ...request, agreementIds });
  // The calendar tells of it before the signatures are there.
  await shop.book("2", { appointmentId: "71", customerId });
  expect(await shop.waiting("2", customerId)).toEqual([]);
  const keeping = { ...request, businessId: "1", appointmentIds: ["71", "72"], signatures };
  for (const key of ["", "k1", "k1"]) await bookings("2", key).keepBookingSignatures(keeping);
  await shop.book("2", { appointmentId: "72", customerId });
  const { records } = await shop.records("2").listSignedAgreements({ customerId });
  expect(records.map(({ agreementHeader, ticketId }) => `${agreementHeader} ${ticketId}`).sort()).toEqual([
    "Each time 71",
    "Each time 72",
    "Service agreement 0",
  ]);
  expect(await shop.waiting("2", customerId)).toEqual([]);
  expect([await told("2", AgreementReminderDueSchema), await told("2", AgreementSignedSchema)]).toEqual([0, 3]);
  const { record } = await shop.records("2").getAgreementRecord({ id: records.find(({ ticketId }) => ticketId === "0")!.id });
  expect(record).toMatchObject({
    ...{ signature: SIGNATURE, signerName: "Jo Park", staffName: "", kind: 1, contentHash: signatures[0]?.contentHash },
    agreementContent: "<p>Jo Park trusts Paws &#38; Co with Rex.</p>",
    inputs: [{ label: "Vet", required: true, value: "Dr. Doe" }],
    signedTime: { seconds: BigInt(Date.parse("2026-11-20T15:30:00Z") / 1000) },
    steps: [{ number: 1, what: "signed", deviceAddress: "203.0.113.9" }],
  });
  const paper = await shop.records("2").getAgreementEvidence({ id: record!.id });
  expect(checked(Buffer.from(paper.content))).toMatchObject({ sound: true, evidence: { signedAt: "2026-11-20T15:30:00.000Z" } });
  await shop.book("2", { appointmentId: "73", customerId });
  expect(
    (await shop.waiting("2", customerId)).map(({ ticketId }) => ticketId),
    "another visit asks for its own",
  ).toEqual(["73"]);
});

test("what waited already is signed, not asked beside it; where the request does not come about it is asked for as ever", async () => {
  await shop.agreement("3", online);
  const customerId = await shop.client("3");
  await shop.book("3", { appointmentId: "30", customerId });
  const [waiting] = await shop.waiting("3", customerId);
  const signatures = await signed("3", { customerId });
  await bookings("3").keepBookingSignatures({ bookingRequestId: "9", customerId, businessId: "1", appointmentIds: ["31"], signatures });
  const { records } = await shop.records("3").listSignedAgreements({ customerId });
  expect([records.map(({ id }) => id), await shop.waiting("3", customerId)]).toEqual([[waiting?.id], []]);
  const other = await shop.client("3", "Bo");
  const given = { bookingRequestId: "10", customerId: other };
  await bookings("3").expectBookingSignatures({ ...given, agreementIds: signatures.map(({ agreementId }) => agreementId) });
  await shop.book("3", { appointmentId: "32", customerId: other });
  expect(await shop.waiting("3", other)).toEqual([]);
  const before = await told("3", AgreementReminderDueSchema);
  await bookings("3").expectBookingSignatures({ ...given, agreementIds: [] });
  expect([(await shop.waiting("3", other)).length, (await told("3", AgreementReminderDueSchema)) - before]).toEqual([1, 1]);
});

test("a text that changed since keeps what was signed; whether that counts is as for any signature", async () => {
  const [kept, flushed] = [await shop.agreement("4", online), await shop.agreement("4", { ...online, agreementHeader: "Flushed" })];
  const customerId = await shop.client("4");
  const signatures = await signed("4");
  await shop.texts("4").updateAgreement({ id: kept, agreementContent: "<p>New words.</p>" });
  await shop.texts("4").updateAgreement({ id: flushed, agreementContent: "<p>New words.</p>", isNeedFlush: true });
  await shop.rest();
  await shop.book("4", { appointmentId: "41", customerId });
  await bookings("4").keepBookingSignatures({ bookingRequestId: "11", customerId, businessId: "1", appointmentIds: ["41"], signatures });
  const { records } = await shop.records("4").listSignedAgreements({ customerId });
  expect(records.map(({ versionNumber, outdated }) => [versionNumber, outdated]).sort()).toEqual([
    [1, false],
    [1, true],
  ]);
  expect((await shop.waiting("4", customerId)).map(({ agreementHeader }) => agreementHeader)).toEqual(["Flushed"]);
});

test("a class has no appointment: what was signed for its booking is on record all the same, once", async () => {
  await shop.agreement("6", { ...online, agreementRequiredType: 2, careTypes: ["GROUP_CLASS"] });
  const customerId = await shop.client("6");
  const signatures = await signed("6", { careTypes: ["GROUP_CLASS"] });
  const keeping = { bookingRequestId: "13", customerId, businessId: "1", appointmentIds: [], signatures };
  for (const _twice of [1, 2]) await bookings("6").keepBookingSignatures(keeping);
  const { records } = await shop.records("6").listSignedAgreements({ customerId });
  expect(records.map(({ ticketId }) => ticketId)).toEqual(["0"]);
});

test("a client who is gone is not signed for, and says so", async () => {
  await shop.agreement("5", online);
  const signatures = await signed("5");
  const keeping = { bookingRequestId: "12", customerId: "999999", businessId: "1", appointmentIds: [], signatures };
  expect((await refusalOf(bookings("5").keepBookingSignatures(keeping))).options.fields?.[0]?.field).toBe("customerId");
});

test("whoever books for a day after the end of what they signed reads and signs it again; for one before it they do not", async () => {
  await shop.agreement("8", { ...online, expireMonths: 12 });
  const customerId = await shop.client("8");
  await shop.book("8", { appointmentId: "81", customerId });
  const [waiting] = await shop.waiting("8", customerId);
  await shop.sign("8", waiting!.id);
  await shop.servers.admin.query("update customer.agreement_record set expire_at = now() + interval '20 days' where id = $1", [
    waiting!.id,
  ]);
  const asked = async (days: number | null) => {
    const date = days === null ? "" : Temporal.Now.plainDateISO("UTC").add({ days }).toString();
    return (await bookings("8").getBookingAgreements({ about: about({ customerId, date }) })).agreements.length;
  };
  expect([await asked(10), await asked(30), await asked(null)]).toEqual([0, 1, 0]);
  const later = { customerId, date: Temporal.Now.plainDateISO("UTC").add({ days: 30 }).toString() };
  const unsigned = bookings("8").checkBookingSignatures({ about: about(later), signatures: [] });
  expect((await refusalOf(unsigned)).options.fields?.[0]?.field ?? (await refusalOf(unsigned)).options.field).toBe("agreements");
});
