import { mayMove } from "@leashline/kit";
import type { Insertable } from "kysely";
import type { Refund as RefundTable } from "../db.gen.ts";
import type { Db } from "../db.ts";
import { type RefundRow, readRefund } from "../payments/payment.store.ts";
import { type RefundState, refundMoves } from "../payments/payment.ts";

const refunds = (db: Db) => db.selectFrom("refund").where("companyId", "=", db.companyId);

export async function findRefund(db: Db, refundId: string): Promise<RefundRow | null> {
  const row = await refunds(db).selectAll().where("refundId", "=", refundId).executeTakeFirst();
  return row ? readRefund(row) : null;
}

export async function mustFindRefund(db: Db, refundId: string): Promise<RefundRow> {
  return readRefund(await refunds(db).selectAll().where("refundId", "=", refundId).executeTakeFirstOrThrow());
}

export async function lockRefund(db: Db, refundId: string): Promise<RefundRow> {
  return readRefund(await refunds(db).selectAll().where("refundId", "=", refundId).forUpdate().executeTakeFirstOrThrow());
}

/** The refunds that wait for this one, in the order in which they were asked. */
export async function lockWaiting(db: Db, refundId: string): Promise<RefundRow[]> {
  const waiting = refunds(db).selectAll().where("afterRefundId", "=", refundId).where("state", "=", "processing");
  return (await waiting.orderBy("refundId").forUpdate().execute()).map(readRefund);
}

/** The refund that the provider knows under its id, or that has the id noted there. */
export async function findRefundAtProvider(
  db: Db,
  by: { providerId: string; refundId: string; ref: string | null },
): Promise<RefundRow | null> {
  const row = await refunds(db)
    .selectAll()
    .where((eb) => eb.or([eb("providerRefundId", "=", by.providerId), eb("refundId", "=", by.refundId), eb("providerRef", "=", by.ref)]))
    .orderBy((eb) => eb("providerRefundId", "is not distinct from", by.providerId), "desc")
    .executeTakeFirst();
  return row ? readRefund(row) : null;
}

export async function insertRefund(
  db: Db,
  refund: Omit<Insertable<RefundTable>, "companyId" | "state"> & { state: RefundState },
): Promise<RefundRow> {
  const row = await db
    .insertInto("refund")
    .values({ companyId: db.companyId, ...refund })
    .returningAll()
    .executeTakeFirstOrThrow();
  return readRefund(row);
}

export type RefundChange = Partial<Omit<RefundRow, "companyId" | "refundId">>;

/** Changes a refund. Its state moves only as its table says. */
export async function updateRefund(db: Db, refund: RefundRow, change: RefundChange): Promise<RefundRow> {
  const { refundId, state } = refund;
  const next = { ...refund, ...change };
  if (!mayMove(refundMoves, state, next.state)) throw new Error(`Refund ${refundId} cannot go from ${state} to ${next.state}.`);
  await db.updateTable("refund").set(change).where("companyId", "=", db.companyId).where("refundId", "=", refundId).execute();
  return next;
}

/** Refunds whose end is not known yet. */
export async function openRefunds(db: Db) {
  return await refunds(db).select(["paymentId", "orderId", "state", "amount"]).where("state", "=", "processing").execute();
}
