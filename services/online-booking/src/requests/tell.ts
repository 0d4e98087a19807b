import { job, type Tx, toMoney, toTimestamp } from "@leashline/kit";
import {
  BookingRequestLateSchema,
  BookingRequestPrepaymentReleasedSchema,
  BookingRequestSubmittedSchema,
  BookingRequestWaitlistedSchema,
  BookingRequestWithdrawnSchema,
} from "@leashline/proto/leashline/online_booking/v1/events_pb.js";
import { command, type DB } from "../db.ts";
import { claimTelling } from "./request.store.ts";
import { careTypesOf, type RequestRow, reachOf } from "./request.ts";

/** What messages say of a request, whatever became of it. */
export function saidOf({ pets, endDate, endTime, total, currency }: RequestRow) {
  const services = pets.flatMap(({ petName, services }) => services.map(({ name }) => ({ petName, serviceName: name })));
  const isShown = pets.every((pet) => pet.services.every(({ unshown }) => !unshown));
  return {
    careTypes: careTypesOf(pets),
    services,
    ...(endDate !== null && { endDate, endTime }),
    ...(isShown && { price: toMoney(total, currency) }),
  };
}

/** Tells the shop and the pet parent of a request that waits for staff. */
export function tellOf(tx: Tx<DB>, row: RequestRow): void {
  const { id, businessId, customerId, customer, verified, date, startTime, summary, textConsent } = row;
  const about = { bookingRequestId: id, businessId, customerId, date, startTime, summary, textConsent, classWaitlist: row.classWait };
  tx.emit(BookingRequestSubmittedSchema, { ...customer, ...reachOf(customer, verified), ...about, ...saidOf(row) }, { key: id });
  tx.notify("online_booking.requests", { businessId, ids: [id], tell: true });
}

/** The pet parent has no answer yet, and waits. */
export function tellWaiting(tx: Tx<DB>, row: RequestRow, waitListId: string): void {
  const { id, businessId, customerId, customer, verified, date, startTime, summary, classId, textConsent } = row;
  const { firstName, lastName } = customer;
  const about = { bookingRequestId: id, businessId, customerId, date, startTime, summary, waitListId, classId, textConsent };
  tx.emit(BookingRequestWaitlistedSchema, { firstName, lastName, ...reachOf(customer, verified), ...about, ...saidOf(row) }, { key: id });
}

/** Whoever asked thought better of it. */
export function tellWithdrawn(tx: Tx<DB>, row: RequestRow): void {
  const { id, businessId, customerId, customer, date, startTime, summary } = row;
  const { firstName, lastName } = customer;
  const about = { bookingRequestId: id, businessId, customerId, firstName, lastName, date, startTime, summary };
  tx.emit(BookingRequestWithdrawnSchema, { ...about, ...saidOf(row) }, { key: id });
}

/** Nobody has answered by when they were to. */
export function tellOfLate(tx: Tx<DB>, row: RequestRow): void {
  const { id, businessId, customerId, customer, date, startTime, summary, createdAt, lateAt } = row;
  const { firstName, lastName } = customer;
  const when = { sentAt: toTimestamp(createdAt), ...(lateAt && { answerBy: toTimestamp(lateAt) }) };
  const about = { bookingRequestId: id, businessId, customerId, firstName, lastName, date, startTime, summary };
  tx.emit(BookingRequestLateSchema, { ...about, ...when }, { key: id });
  tx.notify("online_booking.requests", { businessId, ids: [id] });
}

/** What was held on the card goes back. */
export function tellReleased(tx: Tx<DB>, row: RequestRow): void {
  const { id, businessId, customerId, customer, verified, date, startTime, summary, prepayMinor, currency } = row;
  const { firstName, lastName } = customer;
  const about = { bookingRequestId: id, businessId, customerId, firstName, lastName, date, startTime, summary };
  const amount = toMoney(prepayMinor, currency);
  tx.emit(BookingRequestPrepaymentReleasedSchema, { ...about, ...reachOf(customer, verified), ...saidOf(row), amount }, { key: id });
}

/** Tells of one that may not have been told yet, and still waits for staff. */
export async function tellOnce(tx: Tx<DB>, id: string): Promise<void> {
  const row = await claimTelling(tx, id);
  if (row) tellOf(tx, row);
}

const PATIENCE_MS = 120_000;
/** So long the automation may take before somebody is told all the same. */
export const atTheLatest = (): Date => new Date(Date.now() + PATIENCE_MS);

export const tellRequest = job<{ id: string }>("tell-request", {
  attempts: 12,
  run: async (ctx, { id }) => {
    await command({ ...ctx, idempotencyKey: "" }, async (tx) => {
      await tellOnce(tx, id);
      return {};
    });
  },
});
