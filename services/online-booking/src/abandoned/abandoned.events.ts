import { type Tx, toTimestamp } from "@leashline/kit";
import { AbandonedBookingChangedSchema } from "@leashline/proto/leashline/online_booking/v1/events_pb.js";
import type { Insertable, Updateable } from "kysely";
import type { DB } from "../db.ts";
import { statusOf } from "./abandoned.mapper.ts";
import { addFlow, dropFlows, saveFlow } from "./abandoned.store.ts";
import { type AbandonedRow, leftAt } from "./abandoned.ts";

/** A booking as others hear of it. */
export const toldOf = (row: AbandonedRow) => ({
  abandonedBookingId: row.id,
  businessId: row.businessId,
  customerId: row.customerId,
  step: row.step,
  status: statusOf[row.status],
  seenAt: toTimestamp(row.seenAt),
  leftAt: toTimestamp(leftAt(row)),
  version: row.version,
});

const tell = (tx: Tx<DB>, row: AbandonedRow, more: { deleted?: true } = {}): void =>
  tx.emit(AbandonedBookingChangedSchema, { ...toldOf(row), ...more }, { key: row.id });

/** Only what is a client's, or was, is told. */
export async function beginFlow(tx: Tx<DB>, row: Omit<Insertable<DB["abandonedBooking"]>, "companyId">): Promise<AbandonedRow> {
  const begun = await addFlow(tx, row);
  if (begun.customerId !== "0") tell(tx, begun);
  return begun;
}

export async function changeFlow(tx: Tx<DB>, before: AbandonedRow, change: Updateable<DB["abandonedBooking"]>): Promise<AbandonedRow> {
  const after = await saveFlow(tx, before.id, change);
  if (before.customerId !== "0" || after.customerId !== "0") tell(tx, after);
  return after;
}

export async function endFlows(tx: Tx<DB>, rows: readonly AbandonedRow[]): Promise<void> {
  if (rows.length === 0) return;
  await dropFlows(
    tx,
    rows.map(({ id }) => id),
  );
  for (const row of rows) if (row.customerId !== "0") tell(tx, { ...row, version: row.version + 1 }, { deleted: true });
}
