import { create, toBinary } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { deliverAll } from "@leashline/kit/events/consumer.ts";
import type { ListStaffToTellRequest } from "@leashline/proto/leashline/account/v1/staff_notice_service_pb.js";
import {
  AppointmentBookedSchema,
  AppointmentCancelledSchema,
  AppointmentChangedSchema,
} from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { AgreementSignedSchema, IntakeFormSubmittedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { BookingRequestSubmittedSchema } from "@leashline/proto/leashline/online_booking/v1/events_pb.js";
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
    return { staff: ids.map((staffId) => ({ staffId, email: `staff${staffId}-${request.event}@staff.test` })) };
  };
});
afterAll(() => servers.stop());

const mailsOf = (staffId: string, event: string, wait = 15_000) => servers.sandbox.mails(`staff${staffId}-${event}@staff.test`, wait);
const askedFor = (event: string) => asked.filter((one) => one.event === event);

test("whoever has to do with an appointment is told once that it is made, moves, also away from them, or is canceled; not of the past", async () => {
  const line = (staffId: string) => ({ staffId, petName: "Rex", serviceName: "Full groom" });
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
  expect(made?.subject).toBe("New appointment: Tuesday, March 4 at 2:00 PM");
  expect(made?.text).toMatch(/^Tuesday, March 4 at 2:00 PM\s+Full groom\s+See it in Leashline in the calendar\./);
  expect(made?.text).not.toMatch(/Ivy|Rex/);
  for (const staffId of ["3", "4"]) expect((await mailsOf(staffId, "bookingRescheduled"))[0]?.subject).toContain("Appointment moved");
  expect((await mailsOf("4", "bookingCancelled"))[0]?.subject).toContain("Appointment canceled");
  expect(await mailsOf("3", "bookingCreated", 0)).toHaveLength(1);
  expect(askedFor("bookingRescheduled")).toHaveLength(1);
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
  await servers.emit("customer", IntakeFormSubmittedSchema, { submissionId: "6", businessId: "1", formTitle: "New clients" }, "i6");
  const agreement = { recordId: "7", businessId: "1", agreementHeader: "Terms for Ada Lovelace", agreementTitle: "Terms for" };
  await servers.emit("customer", AgreementSignedSchema, agreement, "s7");
  // Whatever was paid at a card reader is recorded by the service too, when the reader has said so.
  await servers.emit("payment", PaymentRecordedSchema, { paymentId: "7", orderId: "87", businessId: "1" }, "p8");
  await servers.emit("payment", PaymentRecordedSchema, { paymentId: "8", orderId: "88", businessId: "1", online: true }, "p8");
  expect((await mailsOf("8", "newBooking"))[0]?.subject).toBe("New booking request: Tuesday, March 4 at 10:00 AM");
  expect((await mailsOf("8", "newIntakeForm"))[0]?.subject).toBe("New intake form: New clients");
  expect((await mailsOf("9", "agreementSigned"))[0]?.subject).toBe("Agreement signed: Terms for");
  expect((await mailsOf("9", "invoicePaid"))[0]?.subject).toBe("Invoice paid: INV-88");
  expect(await mailsOf("9", "invoicePaid", 0)).toHaveLength(1);
  await waitFor(async () => expect(askedFor("newIntakeForm")[0]?.anyOf).toContain(Permission.VIEW_CLIENT_LIST));
  expect(askedFor("newBooking")[0]?.anyOf).toContain(Permission.VIEW_BOOKING_REQUESTS);
  expect(askedFor("agreementSigned")[0]?.anyOf).toEqual([Permission.VIEW_CLIENTS_WORKING_LOCATIONS, Permission.VIEW_CLIENTS_ALL_LOCATIONS]);
});
