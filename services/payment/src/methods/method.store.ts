import type { Tx } from "@leashline/kit";
import { type Kysely, type Selectable, sql } from "kysely";
import type { DB, PaymentMethod as MethodTable } from "../db.gen.ts";
import type { MoneyKind } from "../ledger/ledger.ts";
import { type Method, methodMeant, prefab } from "./method.ts";

export type MethodRow = Selectable<MethodTable>;

export async function listMethods(db: Kysely<DB>, businessId: string): Promise<MethodRow[]> {
  return await db
    .selectFrom("paymentMethod")
    .selectAll()
    .where("businessId", "=", businessId)
    .where("deletedAt", "is", null)
    .orderBy("sort")
    .orderBy("methodId")
    .execute();
}

// Held while methods change, so that two people cannot close the last two at once.
export async function lockMethods(tx: Tx<DB>, businessId: string): Promise<MethodRow[]> {
  tx.lock([`payment-methods:${businessId}`]);
  return await listMethods(tx.db, businessId);
}

// Each of them once, whatever a business has already.
export async function insertPrefab(tx: Tx<DB>, businessId: string): Promise<void> {
  await tx.db
    .insertInto("paymentMethod")
    .values(prefab.map((method, sort) => ({ companyId: tx.ctx.companyId, businessId: businessId, ...method, prefab: true, sort })))
    .onConflict((oc) => oc.doNothing())
    .execute();
}

const methodOf = (row: MethodRow): Method => ({
  methodId: row.methodId,
  name: row.name,
  kind: row.kind as MoneyKind,
  inactive: row.inactive,
});

// The method a payment names; null when the business has none such.
export async function chosenMethod(
  db: Kysely<DB>,
  businessId: string,
  asked: { methodId: string; method: string },
): Promise<Method | null> {
  return methodMeant((await listMethods(db, businessId)).map(methodOf), asked);
}

export async function nextSort(tx: Tx<DB>, businessId: string): Promise<number> {
  const row = await tx.db
    .selectFrom("paymentMethod")
    .select(sql<number>`coalesce(max(sort), -1) + 1`.as("next"))
    .where("businessId", "=", businessId)
    .executeTakeFirstOrThrow();
  return Number(row.next);
}
