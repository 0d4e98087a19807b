import { create, type DescMessage, toBinary } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { toMoney } from "@leashline/kit";
import { deliverAll } from "@leashline/kit/events/consumer.ts";
import type { ListStaffToTellRequest } from "@leashline/proto/leashline/account/v1/staff_notice_service_pb.js";
import {
  AppointmentBookedSchema,
  AppointmentCancelledSchema,
  AppointmentChangedSchema,
} from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { AgreementSignedSchema, IntakeFormSubmittedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { AbandonStatus } from "@leashline/proto/leashline/online_booking/v1/abandoned_booking_pb.js";
import { AbandonedBookingChangedSchema, BookingRequestSubmittedSchema } from "@leashline/proto/leashline/online_booking/v1/events_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { PaymentRecordedSchema } from "@leashline/proto/leashline/payment/v1/events_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type MessageHarness, startMessageHarness, waitFor } from "../../test/harness.ts";
import { staffNoticeConsumers } from "./staff-notice.events.ts";

let servers: MessageHarness;
const asked: ListStaffToTellRequest[] = [];
beforeAll(async () => {
  servers = await startMessageHarness();
  await servers.keepBusiness("1");
  // Everybody's address names who they are and what they are told of.
  servers.account.listStaffToTell = async (request: ListStaffToTellRequest) => {
    asked.push(request);
    const ids = request.staffIds.length > 0 ? request.staffIds : ["8", "9"];
    const owner = request.event === "newBooking" ? [{ staffId: "1", email: "Shop@example.test" }] : [];
    return { staff: [...owner, ...ids.map((staffId) => ({ staffId, email: `staff${staffId}-${request.event}@staff.test` }))] };
  };
});
afterAll(() => servers.stop());

const mailsOf = (staffId: string, event: string, wait = 15_000) => servers.sandbox.mails(`staff${staffId}-${event}@staff.test`, wait);
const askedFor = (event: string) => asked.filter((one) => one.event === event);

test("whoever has to do with an appointment is told once that it is made, moves, also away from them, or is canceled; not of the past", async () => {
  const line = (staffId: string) => ({ staffId, staffName: `Staff ${staffId}`, petName: "Rex", serviceName: "Full groom" });
  const ahead = { date: "2031-03-04", startTime: 840, endAt: timestampFromDate(new Date("2031-03-04T23:00:00Z")) };
  const appointment = { appointmentId: "71", businessId: "1", customerName: "Ivy Abbott", version: 1, lines: [line("3")], ...ahead };
  for (const _ of [1, 2]) await servers.emit("calendar", AppointmentBookedSchema, { appointment }, "a71");
  const over = { ...appointment, appointmentId: "72", date: "2021-03-04", endAt: timestampFromDate(new Date("2021-03-04T23:00:00Z")) };
  await servers.emit("calendar", AppointmentBookedSchema, { appointment: over }, "a72");
  const next = { ...appointment, version: 2, lines: [line("4")] };
  await servers.emit("calendar", AppointmentChangedSchema, { appointment: next, rescheduled: true, previous: appointment }, "a71");
  await servers.emit("calendar", AppointmentChangedSchema, { appointment: { ...next, version: 3 }, rescheduled: false }, "a71");
  await servers.emit("calendar", AppointmentCancelledSchema, { appointment: { ...next, version: 4 } }, "a71");
  const [made] = await mailsOf("3", "bookingCreated");
  expect(made?.subject).toBe("New appointment: Ivy Abbott, Tuesday, March 4 at 2:00 PM");
  expect(made?.text).toMatch(/^Ivy Abbott: Rex\nTuesday, March 4 at 2:00 PM with Staff 3\nFull groom\n/);
  expect(made?.html).toMatch(/<a href="[^"]+\/calendar\/grooming\?appointment=71">/);
  // Moved and canceled before it was told that it moved: whoever had it hears that it is off.
  for (const staffId of ["3", "4"]) expect((await mailsOf(staffId, "bookingCancelled"))[0]?.subject).toContain("Appointment canceled");
  expect(await mailsOf("3", "bookingCreated", 0)).toHaveLength(1);
  expect(await untold("71")).toEqual([]);
  expect(askedFor("bookingRescheduled")).toEqual([]);
  const kept = "select message_text from message.message where use_case = 'staff notice' and address like 'staff3-bookingCreated%'";
  await waitFor(async () => expect((await servers.admin.query(kept)).rows, "it names a client").toEqual([{ message_text: "" }]));
});

const untold = async (id: string) =>
  (await servers.admin.query("select key from message.job where key = $1 and state = 'due'", [`bookingRescheduled:${id}`])).rows;

test("an appointment that is dragged about is told of once, from where it was to where it ends up, and not at all where that was taken back", async () => {
  const endAt = timestampFromDate(new Date("2031-03-04T23:00:00Z"));
  const at = (appointmentId: string, version: number, staffId: string, startTime: number) => ({
    ...{ appointmentId, businessId: "1", customerName: "Ivy Abbott", version, date: "2031-03-04", startTime, endAt },
    lines: [{ staffId, staffName: `Staff ${staffId}`, petName: "Rex", serviceName: "Full groom" }],
  });
  const move = async (previous: ReturnType<typeof at>, appointment: ReturnType<typeof at>) =>
    await servers.emit("calendar", AppointmentChangedSchema, { appointment, rescheduled: true, previous }, appointment.appointmentId);
  const [home, away, next] = [at("75", 1, "21", 660), at("75", 2, "22", 660), at("75", 3, "22", 720)];
  await move(home, away);
  await move(away, next);
  await waitFor(async () => expect(await untold("75")).toHaveLength(1));
  await move(at("76", 1, "23", 660), at("76", 2, "24", 660));
  await waitFor(async () => expect(await untold("76")).toHaveLength(1));
  await move(at("76", 2, "24", 660), at("76", 3, "23", 660));
  await waitFor(async () => expect(await untold("76")).toEqual([]));
  await servers.admin.query("update message.job set due_at = now() where key = 'bookingRescheduled:75'");
  for (const staffId of ["21", "22"]) {
    const [mail] = await mailsOf(staffId, "bookingRescheduled");
    expect(mail?.subject).toBe("Appointment moved: Ivy Abbott, Tuesday, March 4 at 12:00 PM");
    expect(mail?.text).toContain("at 12:00 PM with Staff 22\nBefore: Tuesday, March 4 at 11:00 AM with Staff 21\n");
  }
  expect(askedFor("bookingRescheduled")).toHaveLength(1);
});

test("a move that is not told yet is not told any more once whoever it was for takes it back, or it is deleted; what happens to it with others takes its place", async () => {
  const endAt = timestampFromDate(new Date("2031-03-04T23:00:00Z"));
  const at = (appointmentId: string, version: number, startTime: number, more: object = {}) => ({
    ...{ appointmentId, businessId: "1", customerName: "Ivy Abbott", version, date: "2031-03-04", startTime, endAt, ...more },
    lines: [{ staffId: "6", staffName: "Staff 6", petName: "Rex", serviceName: "Full groom" }],
  });
  type Told = { appointment: ReturnType<typeof at>; previous?: ReturnType<typeof at>; rescheduled?: boolean };
  const by = async (staffId: string, schema: DescMessage, event: Told) => {
    const { appointmentId, version } = event.appointment;
    const meta = { id: `back-${appointmentId}-${version}`, companyId: "1", key: appointmentId, writtenAt: new Date(), actor: { staffId } };
    const data = toBinary(schema, create(schema, event as never));
    await deliverAll(servers.runtime("message"), staffNoticeConsumers, [{ typeName: schema.typeName, data, meta }]);
  };
  const move = async (staffId: string, previous: Told["appointment"], appointment: Told["appointment"]) =>
    await by(staffId, AppointmentChangedSchema, { appointment, rescheduled: true, previous });
  for (const id of ["91", "92", "93", "94"]) {
    await move("5", at(id, 1, 600), at(id, 2, 660));
    expect(await untold(id)).toHaveLength(1);
  }
  await move("6", at("91", 2, 660), at("91", 3, 600));
  await move("6", at("92", 2, 660), at("92", 3, 720));
  await by("5", AppointmentCancelledSchema, { appointment: at("93", 3, 660, { deleted: true }) });
  await move("5", at("94", 2, 660), at("94", 3, 780, { toldWithAnother: true }));
  await move("5", at("95", 1, 600), at("95", 2, 660, { toldWithAnother: true }));
  const { rows } = await servers.admin.query(
    "select key, payload -> 'now' -> 'startTime' as now, payload -> 'before' -> 'startTime' as before from message.job where kind = 'send-staff-notice' and key like '%:9_%' and state = 'due'",
  );
  expect(rows).toEqual([{ key: "bookingRescheduled:94", now: 780, before: 600 }]);
});

test("whoever makes an appointment of their own is told nothing; whoever else has to do with it is", async () => {
  const endAt = timestampFromDate(new Date("2031-03-04T23:00:00Z"));
  const made = (appointmentId: string, staffIds: string[]) => {
    const appointment = {
      appointmentId,
      businessId: "1",
      version: 1,
      date: "2031-03-04",
      endAt,
      lines: staffIds.map((staffId) => ({ staffId })),
    };
    const meta = { id: `own-${appointmentId}`, companyId: "1", key: appointmentId, writtenAt: new Date(), actor: { staffId: "5" } };
    const data = toBinary(AppointmentBookedSchema, create(AppointmentBookedSchema, { appointment }));
    return { typeName: AppointmentBookedSchema.typeName, data, meta };
  };
  await deliverAll(servers.runtime("message"), staffNoticeConsumers, [made("81", ["5"]), made("82", ["5", "6"]), made("83", [])]);
  const { rows } = await servers.admin.query(
    "select key, payload -> 'staffIds' as told from message.job where kind = 'send-staff-notice' and key like 'bookingCreated:8%'",
  );
  expect(rows).toEqual([{ key: "bookingCreated:82:1", told: ["6"] }]);
});

test("requests, forms, signatures and what is paid online are told to those who may read them, and not to whoever did it", async () => {
  const services = [{ petName: "Rex", serviceName: "Bath" }];
  const request = { bookingRequestId: "5", businessId: "1", firstName: "Ivy", date: "2031-03-04", startTime: 600, services };
  await servers.emit("online-booking", BookingRequestSubmittedSchema, request, "r5");
  const form = { submissionId: "6", businessId: "1", formTitle: "New clients", ownerName: "Ivy Abbott" };
  await servers.emit("customer", IntakeFormSubmittedSchema, form, "i6");
  const about = { customerId: "41", customerName: "Ada Lovelace", agreementHeader: "Terms for Ada Lovelace" };
  const agreement = { recordId: "7", businessId: "1", agreementTitle: "Terms for", ...about };
  await servers.keepClient("42", { firstName: "Jo", lastName: "Park" });
  await servers.emit("customer", AgreementSignedSchema, agreement, "s7");
  const paid = { orderId: "88", businessId: "1", customerId: "42", online: true, amount: toMoney(4550n, "USD") };
  // Whatever was paid at a card reader is recorded by the service too, when the reader has said so.
  await servers.emit("payment", PaymentRecordedSchema, { paymentId: "7", orderId: "87", businessId: "1" }, "p8");
  await servers.emit("payment", PaymentRecordedSchema, { paymentId: "8", ...paid, due: toMoney(0n, "USD") }, "p8");
  const [asked, filled, signed, bill] = [
    (await mailsOf("8", "newBooking"))[0],
    (await mailsOf("8", "newIntakeForm"))[0],
    (await mailsOf("9", "agreementSigned"))[0],
    (await mailsOf("9", "invoicePaid"))[0],
  ];
  expect(asked?.subject).toBe("New booking request: Ivy, Tuesday, March 4 at 10:00 AM");
  expect(filled?.subject).toBe("New intake form: Ivy Abbott, New clients");
  expect(signed?.subject).toBe("Agreement signed: Ada Lovelace, Terms for");
  expect(bill?.subject).toBe("Invoice paid: Jo Park, INV-88, $45.50");
  expect(signed?.html).toMatch(/<a href="[^"]+\/client\/41\/agreements">/);
  expect(bill?.html).toMatch(/<a href="[^"]+\?bill=88">/);
  // The business's own address, which is told by its own mail, is also that of somebody on the staff.
  expect((await servers.sandbox.mails("shop@example.test")).map(({ subject }) => subject)).toEqual(["New booking request from Ivy"]);
  expect(await mailsOf("9", "invoicePaid", 0)).toHaveLength(1);
  await waitFor(async () => expect(askedFor("newIntakeForm")[0]?.anyOf).toContain(Permission.VIEW_CLIENT_LIST));
  expect(askedFor("newBooking")[0]?.anyOf).toContain(Permission.VIEW_BOOKING_REQUESTS);
  expect(askedFor("agreementSigned")[0]?.anyOf).toEqual([Permission.VIEW_CLIENTS_WORKING_LOCATIONS, Permission.VIEW_CLIENTS_ALL_LOCATIONS]);
});

test("what a client paid online who is deleted by now is told of without their name", async () => {
  await servers.keepClient("43", { firstName: "Jo", lastName: "Park", deleted: true });
  const paid = { paymentId: "9", orderId: "89", businessId: "1", customerId: "43", online: true, amount: toMoney(4550n, "USD") };
  await servers.emit("payment", PaymentRecordedSchema, paid, "p9");
  const subjects = async () => (await mailsOf("9", "invoicePaid", 0)).map(({ subject }) => subject);
  await waitFor(async () => expect(await subjects()).toContain("Invoice paid: INV-89, $45.50"));
});

test.each([
  ["a deposit", { isDeposit: true, due: toMoney(4550n, "USD") }, "Deposit paid"],
  ["a deposit before its bill is known", { isDeposit: true }, "Deposit paid"],
  ["a deposit of all there is", { isDeposit: true, due: toMoney(0n, "USD") }, "Invoice paid"],
  ["a part", { due: toMoney(100n, "USD") }, "Invoice partly paid"],
  ["the rest", { due: toMoney(0n, "USD") }, "Invoice paid"],
])("what is paid online is told as what it is: %s", async (what, more, subject) => {
  const orderId = String(9000 + what.length);
  const paid = { paymentId: orderId, orderId, businessId: "1", customerId: "43", online: true, amount: toMoney(4550n, "USD"), ...more };
  await servers.emit("payment", PaymentRecordedSchema, paid, `p${orderId}`);
  const subjects = async () => (await mailsOf("9", "invoicePaid", 0)).map((one) => one.subject);
  await waitFor(async () => expect(await subjects()).toContain(`${subject}: INV-${orderId}, $45.50`));
});

test("a booking that a client leaves unfinished is told once it counts as left, not before, not twice, and not where it was sent or is no client's", async () => {
  await servers.keepClient("44", { firstName: "Jo", lastName: "Park" });
  const { ABANDONED, CONTACTED, RECOVERED } = AbandonStatus;
  const [seen, left] = [new Date(), new Date(Date.now() + 15 * 60_000)];
  const changed = async (id: string, more: object = {}, [seenAt, leftAt] = [seen, left]) => {
    const times = { seenAt: timestampFromDate(seenAt), leftAt: timestampFromDate(leftAt) };
    const event = { abandonedBookingId: id, businessId: "1", customerId: "44", status: ABANDONED, ...times, ...more };
    await servers.emit("online-booking", AbandonedBookingChangedSchema, event, `f${id}`);
  };
  const due = async () => {
    const text = "select key, due_at from message.job where key like 'newAbandonedBookings:%' and state = 'due' order by key";
    return (await servers.admin.query<{ key: string; due_at: Date }>(text)).rows.map(({ key, due_at }) => [
      key.split(":")[1],
      due_at.getTime(),
    ]);
  };
  for (const id of ["1", "2", "3", "4"]) await changed(id);
  const later: [Date, Date] = [new Date(seen.getTime() + 60_000), new Date(left.getTime() + 60_000)];
  await changed("1", {}, later);
  await changed("2", { status: RECOVERED });
  await changed("3", { deleted: true });
  await changed("4", { customerId: "0" });
  await changed("5", {}, [seen, seen]);
  await changed("6", { status: CONTACTED }, [seen, seen]);
  await waitFor(async () => expect(await due()).toEqual([["1", later[1].getTime()]]));
  await servers.admin.query("update message.job set due_at = now() where key = 'newAbandonedBookings:1'");
  const [mail] = await mailsOf("8", "newAbandonedBookings");
  expect(mail?.subject).toBe("Booking left unfinished: Jo Park");
  expect(mail?.html).toMatch(/<a href="[^"]+\/online_booking\/abandon_list">/);
  expect(askedFor("newAbandonedBookings")).toHaveLength(1);
  expect(askedFor("newAbandonedBookings")[0]?.anyOf).toContain(Permission.VIEW_ABANDONED_BOOKINGS);
});
