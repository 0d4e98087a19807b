import type { Tx } from "@leashline/kit";
import { BookingCustomerType } from "@leashline/proto/leashline/online_booking/v1/abandoned_booking_pb.js";
import type { DB } from "../db.ts";
import { changeFlow, endFlows } from "./abandoned.events.ts";
import { lockLeft, lockNobodys, nameRequests } from "./abandoned.store.ts";
import { isLeft } from "./abandoned.ts";

/** `bookingRequestId`: "0" for a place on the waitlist. */
export type Sent = { businessId: string; flowId: string; contact: string; bookingRequestId: string };

/** A request was sent, or somebody waits for a time instead: what its sender had left before is recovered; what they never left was no abandoned booking. */
export async function recover(tx: Tx<DB>, { businessId, bookingRequestId, ...who }: Sent): Promise<void> {
  const now = new Date();
  const rows = await lockLeft(tx, businessId, who);
  const left = rows.filter((row) => isLeft(row, now));
  for (const row of left) await changeFlow(tx, row, { status: "recovered", bookingRequestId });
  await endFlows(
    tx,
    rows.filter((row) => !left.includes(row)),
  );
  if (left.length > 0) tx.notify("online_booking.abandoned", { businessId });
}

export type Became = { businessId: string; contact: string; customerId: string };

/** Somebody is a client from now on: what else they left here or asked for, and nobody answered, is that client's. */
export async function becameClient(tx: Tx<DB>, who: Became): Promise<void> {
  const { businessId, contact, customerId } = who;
  if (contact === "" || customerId === "0") return;
  const [rows, ids] = await Promise.all([lockNobodys(tx, businessId, contact), nameRequests(tx, who)]);
  for (const row of rows) await changeFlow(tx, row, { customerId, customerType: BookingCustomerType.EXISTING_CLIENT });
  if (rows.length > 0) tx.notify("online_booking.abandoned", { businessId });
  if (ids.length > 0) tx.notify("online_booking.requests", { businessId, ids });
}
