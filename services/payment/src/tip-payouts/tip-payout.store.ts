import type { Page } from "@leashline/kit";
import { type Insertable, type Selectable, sql } from "kysely";
import type { TipPayout } from "../db.gen.ts";
import type { Db } from "../db.ts";
import type { Tips } from "./tip-payout.ts";

export type Share = { staffId: string; amount: bigint };
export type TippedOrder = { orderId: string; businessId: string; currency: string; version: number };

/** What an order says of its tip, in place of what it said before. An older word than is kept changes nothing. */
export async function keepShares(db: Db, order: TippedOrder, shares: readonly Share[]): Promise<void> {
  const { companyId } = db;
  const { orderId, businessId, currency, version } = order;
  // Before the order is at another place: the database takes them off the sums of the place that the order is at.
  await db
    .deleteFrom("tipShare")
    .where("companyId", "=", companyId)
    .where("orderId", "=", orderId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("tipOrder")
          .select("orderId")
          .where("companyId", "=", companyId)
          .where("orderId", "=", orderId)
          .where("version", "<=", version),
      ),
    )
    .execute();
  const kept = await db
    .insertInto("tipOrder")
    .values({ companyId, orderId, businessId, currency, version })
    .onConflict((oc) =>
      oc.columns(["companyId", "orderId"]).doUpdateSet({ businessId, currency, version }).where("tipOrder.version", "<=", version),
    )
    .returning("orderId")
    .executeTakeFirst();
  if (!kept) return;
  const rows = shares.map(({ staffId, amount }) => ({ companyId, orderId, staffId, amount: amount.toString() }));
  if (rows.length > 0) await db.insertInto("tipShare").values(rows).execute();
}

export const isTipped = async (db: Db, orderId: string): Promise<boolean> =>
  (await db
    .selectFrom("tipOrder")
    .select("orderId")
    .where("companyId", "=", db.companyId)
    .where("orderId", "=", orderId)
    .executeTakeFirst()) !== undefined;

/** Whether the order has been opened again or canceled in a later version than this. */
export const isOvertaken = async (db: Db, { orderId, version }: Pick<TippedOrder, "orderId" | "version">): Promise<boolean> =>
  (await db
    .selectFrom("orderAccount")
    .select("orderId")
    .where("companyId", "=", db.companyId)
    .where("orderId", "=", orderId)
    .where("orderVersion", ">", version)
    .where((eb) => eb.or([eb("cancelled", "=", true), eb("completed", "=", false)]))
    .executeTakeFirst()) !== undefined;

/** Waits for whoever pays out the same tips; what comes afterwards waits for this. */
export async function lockTips(db: Db, businessId: string, staffId: string): Promise<void> {
  const { companyId } = db;
  await db
    .insertInto("tipAccount")
    .values({ companyId, businessId, staffId })
    .onConflict((oc) => oc.doNothing())
    .execute();
  const account = db.selectFrom("tipAccount").select("staffId").where("companyId", "=", companyId).where("businessId", "=", businessId);
  await account.where("staffId", "=", staffId).forUpdate().execute();
}

export type OwedRow = Tips & { staffId: string };
type Whose = { businessId: string; currency: string };

// The database adds to a person's sums with every bill and every payout.
const sums = (db: Db, { businessId, currency }: Whose) =>
  db
    .selectFrom("tipSum")
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .where("currency", "=", currency)
    // A bill that was opened again leaves somebody with nothing.
    .where((eb) => eb.or([eb("earned", "<>", "0"), eb("paidOut", "<>", "0")]));

const toRow = (row: { staffId: string; earned: string; paidOut: string }): OwedRow => ({
  staffId: row.staffId,
  earned: BigInt(row.earned),
  paidOut: BigInt(row.paidOut),
});

export async function listOwed(db: Db, whose: Whose, { after, offset, limit }: Page): Promise<OwedRow[]> {
  const from = sums(db, whose).select(["staffId", "earned", "paidOut"]).orderBy("staffId").limit(limit);
  return (await (after ? from.where("staffId", ">", after[0] ?? "0") : from.offset(offset)).execute()).map(toRow);
}

export async function countOwed(db: Db, whose: Whose): Promise<number> {
  const { n } = await sums(db, whose).select(sql<string>`count(*)`.as("n")).executeTakeFirstOrThrow();
  return Number(n);
}

export async function findOwed(db: Db, whose: Whose, staffId: string): Promise<OwedRow> {
  const row = await sums(db, whose).select(["staffId", "earned", "paidOut"]).where("staffId", "=", staffId).executeTakeFirst();
  return row ? toRow(row) : { staffId, earned: 0n, paidOut: 0n };
}

export type PayoutRow = Omit<Selectable<TipPayout>, "amount"> & { amount: bigint };
const read = (row: Selectable<TipPayout>): PayoutRow => ({ ...row, amount: BigInt(row.amount) });

export async function insertPayout(db: Db, payout: Omit<Insertable<TipPayout>, "companyId">): Promise<PayoutRow> {
  const values = { ...payout, companyId: db.companyId };
  return read(await db.insertInto("tipPayout").values(values).returningAll().executeTakeFirstOrThrow());
}

export async function findPayout(db: Db, tipPayoutId: string): Promise<PayoutRow | null> {
  const from = db.selectFrom("tipPayout").selectAll().where("companyId", "=", db.companyId);
  const row = await from.where("tipPayoutId", "=", tipPayoutId).executeTakeFirst();
  return row ? read(row) : null;
}

export async function markUndone(db: Db, tipPayoutId: string, undoneAt: Date): Promise<PayoutRow> {
  const row = await db
    .updateTable("tipPayout")
    .set({ undoneAt })
    .where("companyId", "=", db.companyId)
    .where("tipPayoutId", "=", tipPayoutId)
    .returningAll()
    .executeTakeFirstOrThrow();
  return read(row);
}

type Payouts = { businessId: string; staffId: string };
const payouts = (db: Db, { businessId, staffId }: Payouts) => {
  const from = db.selectFrom("tipPayout").where("companyId", "=", db.companyId).where("businessId", "=", businessId);
  return staffId === "0" ? from : from.where("staffId", "=", staffId);
};

export async function listPayouts(db: Db, of: Payouts, { after, offset, limit }: Page): Promise<PayoutRow[]> {
  const from = payouts(db, of).selectAll().orderBy("tipPayoutId", "desc").limit(limit);
  return (await (after ? from.where("tipPayoutId", "<", after[0] ?? "0") : from.offset(offset)).execute()).map(read);
}

export async function countPayouts(db: Db, of: Payouts): Promise<number> {
  const { n } = await payouts(db, of).select(sql<string>`count(*)`.as("n")).executeTakeFirstOrThrow();
  return Number(n);
}
