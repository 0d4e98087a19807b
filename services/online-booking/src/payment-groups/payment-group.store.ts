import type { Tx } from "@leashline/kit";
import { type Insertable, type Selectable, sql } from "kysely";
import type { DB, Db } from "../db.ts";
import type { Group, GroupKind } from "./payment-group.ts";

export type GroupRow = Group & { businessId: string; version: number };

const read = (row: Selectable<DB["paymentGroup"]>): GroupRow => ({ ...row, depositMinor: BigInt(row.depositMinor) }) as unknown as GroupRow;

/** In the order in which they are looked at. */
export async function readGroups(db: Db, businessId: string): Promise<GroupRow[]> {
  const rows = await db
    .selectFrom("paymentGroup")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .orderBy("position")
    .orderBy("kind")
    .execute();
  return rows.map(read);
}

/** One change of a business's groups at a time. */
export const lockGroups = (tx: Tx<DB>, businessId: string): void => tx.lock([`payment-groups:${businessId}`]);

export type GroupChange = Partial<Omit<Insertable<DB["paymentGroup"]>, "companyId" | "businessId" | "kind" | "version">>;

/** Changes a group and raises its version, or makes it, before the others. */
export async function saveGroup(tx: Tx<DB>, businessId: string, kind: GroupKind, change: GroupChange): Promise<GroupRow> {
  const { companyId } = tx.ctx;
  const first = tx.db
    .selectFrom("paymentGroup")
    .select((eb) => eb(eb.fn.coalesce(eb.fn.min("position"), eb.lit(1)), "-", eb.lit(1)).as("position"))
    .where("companyId", "=", companyId)
    .where("businessId", "=", businessId);
  const row = await tx.db
    .insertInto("paymentGroup")
    .values({ ...change, companyId, businessId, kind, position: first })
    .onConflict((oc) => oc.columns(["companyId", "businessId", "kind"]).doUpdateSet({ ...change, version: sql`payment_group.version + 1` }))
    .returningAll()
    .executeTakeFirstOrThrow();
  return read(row);
}

export async function dropGroup(tx: Tx<DB>, businessId: string, kind: GroupKind): Promise<boolean> {
  const { numDeletedRows } = await tx.db
    .deleteFrom("paymentGroup")
    .where("companyId", "=", tx.ctx.companyId)
    .where("businessId", "=", businessId)
    .where("kind", "=", kind)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function placeGroup(tx: Tx<DB>, businessId: string, kind: GroupKind, position: number): Promise<void> {
  await tx.db
    .updateTable("paymentGroup")
    .set({ position })
    .where("companyId", "=", tx.ctx.companyId)
    .where("businessId", "=", businessId)
    .where("kind", "=", kind)
    .execute();
}

/** Whether a request came with what is called so where money is kept. */
export async function isRequested(db: Db, paymentRef: string): Promise<boolean> {
  const row = await db
    .selectFrom("bookingRequest")
    .select("id")
    .where("companyId", "=", db.companyId)
    .where("paymentRef", "=", paymentRef)
    .executeTakeFirst();
  return row !== undefined;
}
