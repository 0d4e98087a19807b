import type { Tx } from "@leashline/kit";
import type { DB } from "../db.ts";
import { changeFlow, endFlows } from "./abandoned.events.ts";
import { lockLeft } from "./abandoned.store.ts";
import { isLeft } from "./abandoned.ts";

export type Sent = { businessId: string; flowId: string; contact: string; bookingRequestId: string };

/** A request was sent: what its sender had left before is recovered; what they never left was no abandoned booking. */
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
