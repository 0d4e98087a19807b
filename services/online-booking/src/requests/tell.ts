import { job, type Tx, toMoney, toTimestamp } from "@leashline/kit";
import {
  BookingRequestLateSchema,
  BookingRequestPrepaymentReleasedSchema,
  BookingRequestSubmittedSchema,
  BookingRequestWaitlistedSchema,
  BookingRequestWithdrawnSchema,
} from "@leashline/proto/leashline/online_booking/v1/events_pb.js";
import { command, type DB } from "../db.ts";
import { arrivalAsked } from "../settings/arrival.ts";
import { claimTelling } from "./request.store.ts";
import { careTypesOf, type RequestRow, reachOf } from "./request.ts";

/** What messages say of a request, whatever became of it. */
export function saidOf(row: RequestRow) {
  const { pets, endDate, endTime, moreDates, total, currency } = row;
  const services = pets.flatMap(({ petName, services }) => services.map(({ name }) => ({ petName, serviceName: name })));
  const isShown = pets.every((pet) => pet.services.every(({ unshown }) => !unshown));
  return {
    careTypes: careTypesOf(pets),
    services,
    moreDates,
    ...arrivalAsked(row),
    ...(endDate !== null && { endDate, endTime }),
    ...(isShown && { price: toMoney(total, currency) }),
  };
}

/** All that a request is, whatever is told of it. */
function snapshotOf(row: RequestRow) {
  const { id, businessId, customerId, customer, verified, date, startTime, summary, textConsent, classWait } = row;
  const about = { bookingRequestId: id, businessId, customerId, date, startTime, summary, textConsent, classWaitlist: classWait };
  return { ...customer, ...reachOf(customer, verified), ...about, ...saidOf(row) };
}

/** Tells the shop and the pet parent of a request that waits for staff. */
export function tellOf(tx: Tx<DB>, row: RequestRow): void {
  const { id, businessId } = row;
  tx.emit(BookingRequestSubmittedSchema, snapshotOf(row), { key: id });
  tx.notify("online_booking.requests", { businessId, ids: [id], tell: true });
}

/** The pet parent has no answer yet, and waits. */
export function tellWaiting(tx: Tx<DB>, row: RequestRow, waitListId: string, message = ""): void {
  const { id, classId } = row;
  tx.emit(BookingRequestWaitlistedSchema, { ...snapshotOf(row), waitListId, classId, message }, { key: id });
}

/** Whoever asked thought better of it. */
export function tellWithdrawn(tx: Tx<DB>, row: RequestRow): void {
  tx.emit(BookingRequestWithdrawnSchema, snapshotOf(row), { key: row.id });
}

/** Nobody has answered by when they were to. */
export function tellOfLate(tx: Tx<DB>, row: RequestRow): void {
  const { id, businessId, createdAt, lateAt } = row;
  const when = { sentAt: toTimestamp(createdAt), ...(lateAt && { answerBy: toTimestamp(lateAt) }) };
  tx.emit(BookingRequestLateSchema, { ...snapshotOf(row), ...when }, { key: id });
  tx.notify("online_booking.requests", { businessId, ids: [id] });
}

/** What was held on the card goes back. */
export function tellReleased(tx: Tx<DB>, row: RequestRow): void {
  const { id, prepayMinor, currency } = row;
  tx.emit(BookingRequestPrepaymentReleasedSchema, { ...snapshotOf(row), amount: toMoney(prepayMinor, currency) }, { key: id });
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
