import { type Ctx, consumer, type EventMeta, fromMoney, fromTimestamp, job } from "@leashline/kit";
import { StaffNoticeService } from "@leashline/proto/leashline/account/v1/staff_notice_service_pb.js";
import {
  AppointmentBookedSchema,
  AppointmentCancelledSchema,
  AppointmentChangedSchema,
  type AppointmentSnapshot,
} from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { AgreementSignedSchema, IntakeFormSubmittedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { AbandonStatus } from "@leashline/proto/leashline/online_booking/v1/abandoned_booking_pb.js";
import {
  type AbandonedBookingChanged,
  AbandonedBookingChangedSchema,
  BookingRequestSubmittedSchema,
} from "@leashline/proto/leashline/online_booking/v1/events_pb.js";
import { PaymentRecordedSchema } from "@leashline/proto/leashline/payment/v1/events_pb.js";
import type { DB } from "../db.gen.ts";
import type { MessageTx } from "../db.ts";
import { businessOf } from "../projections/business.ts";
import { clientIfThere } from "../projections/client.ts";
import { unkeyed } from "../sending/deliver.ts";
import { sendAtOnce } from "../sending/dispatch.ts";
import { noticeMail, screens } from "./notice.ts";
import { untoldOf } from "./staff-notice.store.ts";
import { appointmentNotice, type Move, type Notice, noticeText, partOf, settled, staffNotices } from "./staff-notice.ts";

/** Tells people on the staff, each as they wish; who is asked when it is sent. */
export const staffNoticeJob = job<Notice>("send-staff-notice", {
  attempts: 6,
  run: async (ctx, notice) => {
    const { event, businessId, staffIds, butStaffId, cause } = notice;
    const anyOf = [...staffNotices[event].anyOf];
    const { staff } = await ctx.client(StaffNoticeService).listStaffToTell({ businessId, event, staffIds, butStaffId, anyOf });
    if (staff.length === 0) return;
    const business = await businessOf(ctx, businessId);
    const words = noticeText({ ...notice, who: await whoseIs(ctx, notice) }, business);
    const link = notice.path && `${ctx.runtime.config.publicUrl}${notice.path}`;
    // A request is told to the business's own address in any case.
    const told = staff.filter(({ email }) => event !== "newBooking" || email.toLowerCase() !== business.email.toLowerCase());
    const mails = told.map(({ staffId, email }) => ({
      ...noticeMail(business, { ...words, link, useCase: "staff notice", cause: `staff:${cause}:${staffId}`, forget: true }),
      address: email,
    }));
    await sendAtOnce(ctx, mails);
  },
});

/** Empty where the client is there no more. */
async function whoseIs(ctx: Ctx, { who = "", customerId = "0" }: Notice): Promise<string> {
  if (who || customerId === "0") return who;
  const client = await clientIfThere(unkeyed(ctx), customerId);
  return client ? `${client.firstName} ${client.lastName}`.trim() : "";
}

type Said = Omit<Notice, "butStaffId" | "staffIds" | "date" | "startTime"> & Partial<Notice>;

const doerOf = ({ actor }: EventMeta): string => String(Number(actor.staffId ?? 0));

function tell(tx: MessageTx, said: Said, meta: EventMeta, at = new Date()): void {
  const notice: Notice = { staffIds: [], date: "", startTime: 0, butStaffId: doerOf(meta), ...said };
  schedule(tx, notice.cause, notice, at.getTime() - Date.now());
}

const schedule = (tx: MessageTx, key: string, notice: Notice, delayMs = 0): void =>
  tx.schedule(staffNoticeJob, { key, dueAt: new Date(Date.now() + delayMs), payload: notice, businessId: notice.businessId });

/** Somebody who drags an appointment about tells of it once, where it ends up; who takes it back, of nothing. */
const SETTLING_MS = 30_000;

type Keyed = Move & { key: string };

/** Moves, and cancellations of what may have just moved, in their order. What was to be told of a move gives way to what became of it, also where that is nothing. */
async function settle(tx: MessageTx, moves: Keyed[]): Promise<void> {
  const untold = await untoldOf(tx.db, staffNoticeJob.name, [...new Set(moves.map(({ key }) => key))]);
  for (const { key, ...move } of moves) {
    const told = settled(move, untold.get(key));
    if (told?.event === "bookingRescheduled") {
      untold.set(key, told);
      schedule(tx, key, told, SETTLING_MS);
      continue;
    }
    untold.delete(key);
    tx.unschedule(staffNoticeJob, key);
    if (told) schedule(tx, told.cause, told);
  }
}

const tellMove = (tx: MessageTx, { appointmentId, toldWithAnother }: AppointmentSnapshot, notice: Notice | undefined): void =>
  tx.together(settle, { key: `bookingRescheduled:${appointmentId}`, notice, withAnother: toldWithAnother });

/** Each only says what is to be sent, in a row of its own. */
const apart = { apart: true };

const booked = consumer<typeof AppointmentBookedSchema, DB>(
  AppointmentBookedSchema,
  async (tx, { appointment: one }, meta) => {
    if (!one || one.toldWithAnother) return;
    const notice = appointmentNotice("bookingCreated", { one, butStaffId: doerOf(meta) }, new Date());
    if (notice && notice.staffIds.length > 0) tell(tx, notice, meta);
  },
  apart,
);

const moved = consumer<typeof AppointmentChangedSchema, DB>(
  AppointmentChangedSchema,
  async (tx, { appointment: one, previous: before }, meta) => {
    if (one) tellMove(tx, one, appointmentNotice("bookingRescheduled", { one, before, butStaffId: doerOf(meta) }, new Date()));
  },
  { ...apart, wanted: ({ rescheduled }) => rescheduled },
);

const canceled = consumer<typeof AppointmentCancelledSchema, DB>(
  AppointmentCancelledSchema,
  async (tx, { appointment: one }, meta) => {
    if (one) tellMove(tx, one, appointmentNotice("bookingCancelled", { one, butStaffId: doerOf(meta) }, new Date()));
  },
  apart,
);

const requested = consumer<typeof BookingRequestSubmittedSchema, DB>(
  BookingRequestSubmittedSchema,
  async (tx, event, meta) => {
    const { bookingRequestId: id, businessId, date, startTime, services } = event;
    const what = [...new Set(services.map(({ serviceName }) => serviceName))].join(", ");
    const who = `${event.firstName} ${event.lastName}`.trim();
    const path = screens.requests;
    tell(tx, { event: "newBooking", businessId, cause: `newBooking:${id}`, who, what, date, startTime, path }, meta);
  },
  apart,
);

const isOver = ({ deleted, status, customerId }: AbandonedBookingChanged): boolean =>
  deleted || status === AbandonStatus.RECOVERED || customerId === "0";

/** Whether it counts as left only later; of one that was left before, staff were told then. */
const isGoingOn = ({ status, seenAt, leftAt }: AbandonedBookingChanged): boolean => {
  const [seen, left] = [fromTimestamp(seenAt), fromTimestamp(leftAt)];
  return status === AbandonStatus.ABANDONED && seen !== null && left !== null && left > seen;
};

/** Told when nothing more was heard of it for so long that it counts as left, and not where it was sent before. */
const leftUnfinished = consumer<typeof AbandonedBookingChangedSchema, DB>(
  AbandonedBookingChangedSchema,
  async (tx, event, meta) => {
    const cause = `newAbandonedBookings:${event.abandonedBookingId}`;
    if (isOver(event)) return tx.unschedule(staffNoticeJob, cause);
    const { businessId, customerId } = event;
    tell(
      tx,
      { event: "newAbandonedBookings", businessId, cause, customerId, what: "", path: screens.unfinished },
      meta,
      fromTimestamp(event.leftAt) ?? new Date(),
    );
  },
  { ...apart, wanted: (event) => isOver(event) || isGoingOn(event) },
);

const filledIn = consumer<typeof IntakeFormSubmittedSchema, DB>(IntakeFormSubmittedSchema, async (tx, event, meta) => {
  const { submissionId: id, businessId, formTitle: what } = event;
  const path = screens.submissions;
  tell(tx, { event: "newIntakeForm", businessId, cause: `newIntakeForm:${id}`, who: event.ownerName, what, path }, meta);
});

const signed = consumer<typeof AgreementSignedSchema, DB>(AgreementSignedSchema, async (tx, event, meta) => {
  const { recordId: id, businessId, agreementTitle: what } = event;
  const path = screens.agreementsOf(event.customerId);
  tell(tx, { event: "agreementSigned", businessId, cause: `agreementSigned:${id}`, who: event.customerName, what, path }, meta);
});

/** Of money taken at the counter whoever took it knows; what a client pays online nobody sees come in. */
const paid = consumer<typeof PaymentRecordedSchema, DB>(
  PaymentRecordedSchema,
  async (tx, { paymentId: id, businessId, orderId, customerId, amount: paid, isDeposit, due }, meta) => {
    const { minor, currency } = fromMoney(paid);
    const part = partOf({ isDeposit, due: due && fromMoney(due).minor });
    const about = {
      what: `INV-${orderId}`,
      customerId,
      amount: { minor: String(minor), currency },
      path: screens.bill(orderId),
      ...(part && { part }),
    };
    tell(tx, { event: "invoicePaid", businessId, cause: `invoicePaid:${id}`, ...about }, meta);
  },
  { wanted: ({ online, orderId }) => online && orderId !== "0" },
);

export const staffNoticeConsumers = [booked, moved, canceled, requested, filledIn, signed, paid, leftUnfinished];
