import { consumer, type EventMeta, job } from "@leashline/kit";
import { StaffNoticeService } from "@leashline/proto/leashline/account/v1/staff_notice_service_pb.js";
import {
  AppointmentBookedSchema,
  AppointmentCancelledSchema,
  AppointmentChangedSchema,
} from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { AgreementSignedSchema, IntakeFormSubmittedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { BookingRequestSubmittedSchema } from "@leashline/proto/leashline/online_booking/v1/events_pb.js";
import { PaymentRecordedSchema } from "@leashline/proto/leashline/payment/v1/events_pb.js";
import type { DB } from "../db.gen.ts";
import type { MessageTx } from "../db.ts";
import { businessOf } from "../projections/business.ts";
import { sendAtOnce } from "../sending/dispatch.ts";
import { noticeMail } from "./notice.ts";
import { appointmentNotice, type Notice, noticeText, staffNotices } from "./staff-notice.ts";

/** Tells people on the staff, each as they wish; who is asked when it is sent. */
export const staffNoticeJob = job<Notice>("send-staff-notice", {
  attempts: 6,
  run: async (ctx, notice) => {
    const { event, businessId, staffIds, butStaffId, cause } = notice;
    const anyOf = [...staffNotices[event].anyOf];
    const { staff } = await ctx.client(StaffNoticeService).listStaffToTell({ businessId, event, staffIds, butStaffId, anyOf });
    if (staff.length === 0) return;
    const business = await businessOf(ctx, businessId);
    const words = noticeText(notice, business);
    const mails = staff.map(({ staffId, email }) => ({
      ...noticeMail(business, { ...words, useCase: "staff notice", cause: `staff:${cause}:${staffId}` }),
      address: email,
    }));
    await sendAtOnce(ctx, mails);
  },
});

type Said = Omit<Notice, "butStaffId" | "staffIds" | "date" | "startTime"> & Partial<Notice>;

const doerOf = ({ actor }: EventMeta): string => String(Number(actor.staffId ?? 0));

function tell(tx: MessageTx, said: Said | undefined, meta: EventMeta): void {
  if (!said) return;
  const notice: Notice = { staffIds: [], date: "", startTime: 0, butStaffId: doerOf(meta), ...said };
  tx.schedule(staffNoticeJob, { key: notice.cause, dueAt: new Date(), payload: notice, businessId: notice.businessId });
}

/** Each only says what is to be sent, in a row of its own. */
const apart = { apart: true };

const booked = consumer<typeof AppointmentBookedSchema, DB>(
  AppointmentBookedSchema,
  async (tx, { appointment: one }, meta) => {
    if (one) tell(tx, appointmentNotice("bookingCreated", { one, butStaffId: doerOf(meta) }, new Date()), meta);
  },
  apart,
);

const moved = consumer<typeof AppointmentChangedSchema, DB>(
  AppointmentChangedSchema,
  async (tx, { appointment: one, previous: before }, meta) => {
    if (one) tell(tx, appointmentNotice("bookingRescheduled", { one, before, butStaffId: doerOf(meta) }, new Date()), meta);
  },
  { ...apart, wanted: ({ rescheduled }) => rescheduled },
);

const canceled = consumer<typeof AppointmentCancelledSchema, DB>(
  AppointmentCancelledSchema,
  async (tx, { appointment: one }, meta) => {
    if (one) tell(tx, appointmentNotice("bookingCancelled", { one, butStaffId: doerOf(meta) }, new Date()), meta);
  },
  apart,
);

const requested = consumer<typeof BookingRequestSubmittedSchema, DB>(
  BookingRequestSubmittedSchema,
  async (tx, event, meta) => {
    const { bookingRequestId: id, businessId, date, startTime, services } = event;
    const what = [...new Set(services.map(({ serviceName }) => serviceName))].join(", ");
    tell(tx, { event: "newBooking", businessId, cause: `newBooking:${id}`, what, date, startTime }, meta);
  },
  apart,
);

const filledIn = consumer<typeof IntakeFormSubmittedSchema, DB>(IntakeFormSubmittedSchema, async (tx, event, meta) => {
  const { submissionId: id, businessId, formTitle: what } = event;
  tell(tx, { event: "newIntakeForm", businessId, cause: `newIntakeForm:${id}`, what }, meta);
});

const signed = consumer<typeof AgreementSignedSchema, DB>(AgreementSignedSchema, async (tx, event, meta) => {
  const { recordId: id, businessId, agreementTitle: what } = event;
  tell(tx, { event: "agreementSigned", businessId, cause: `agreementSigned:${id}`, what }, meta);
});

/** Of money taken at the counter whoever took it knows; what a client pays online nobody sees come in. */
const paid = consumer<typeof PaymentRecordedSchema, DB>(
  PaymentRecordedSchema,
  async (tx, { paymentId: id, businessId, orderId }, meta) => {
    tell(tx, { event: "invoicePaid", businessId, cause: `invoicePaid:${id}`, what: `INV-${orderId}` }, meta);
  },
  { wanted: ({ online, orderId }) => online && orderId !== "0" },
);

export const staffNoticeConsumers = [booked, moved, canceled, requested, filledIn, signed, paid];
