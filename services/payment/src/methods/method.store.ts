import type { Tx } from "@leashline/kit";
import { type Kysely, type Selectable, sql } from "kysely";
import type { DB, PaymentMethod as MethodTable } from "../db.gen.ts";
import type { MoneyKind } from "../ledger/ledger.ts";

export type MethodRow = Selectable<MethodTable>;
export type Method = { methodId: string; name: string; kind: MoneyKind; inactive: boolean };

// What every business starts with.
export const prefab: readonly { name: string; kind: MoneyKind }[] = [
  { name: "Card", kind: "card" },
  { name: "Cash", kind: "cash" },
  { name: "Check", kind: "check" },
];

const kinds: Record<string, MoneyKind> = { card: "card", "credit card": "card", cash: "cash", check: "check" };

export async function listMethods(db: Kysely<DB>, businessId: string): Promise<MethodRow[]> {
  return await db
    .selectFrom("payment_method")
    .selectAll()
    .where("business_id", "=", businessId)
    .where("deleted_at", "is", null)
    .orderBy("sort")
    .orderBy("method_id")
    .execute();
}

// Held while methods change, so that two people cannot close the last two at once.
export async function lockMethods(tx: Tx<DB>, businessId: string): Promise<MethodRow[]> {
  tx.lock([`payment-methods:${businessId}`]);
  return await listMethods(tx.db, businessId);
}

export async function insertPrefab(tx: Tx<DB>, businessId: string): Promise<void> {
  if ((await tx.db.selectFrom("payment_method").select("method_id").where("business_id", "=", businessId).limit(1).execute()).length > 0)
    return;
  await tx.db
    .insertInto("payment_method")
    .values(prefab.map((method, sort) => ({ company_id: tx.ctx.companyId, business_id: businessId, ...method, prefab: true, sort })))
    .execute();
}

const methodOf = (row: MethodRow): Method => ({
  methodId: row.method_id,
  name: row.name,
  kind: row.kind as MoneyKind,
  inactive: row.inactive,
});

// The method a payment names, by row, by kind or by a custom name; null when the business has none of that name.
export async function chosenMethod(
  db: Kysely<DB>,
  businessId: string,
  asked: { methodId: string; method: string },
): Promise<Method | null> {
  const all = await listMethods(db, businessId);
  if (asked.methodId !== "0") return optional(all.find((row) => row.method_id === asked.methodId));
  const name = asked.method.trim().toLowerCase();
  const kind = kinds[name];
  if (kind && all.length === 0) return { methodId: "0", name: kind, kind, inactive: false };
  return optional(kind ? all.find((row) => row.kind === kind) : all.find((row) => row.name.toLowerCase() === name));
}

const optional = (row: MethodRow | undefined): Method | null => (row ? methodOf(row) : null);

export async function nextSort(tx: Tx<DB>, businessId: string): Promise<number> {
  const row = await tx.db
    .selectFrom("payment_method")
    .select(sql<number>`coalesce(max(sort), -1) + 1`.as("next"))
    .where("business_id", "=", businessId)
    .executeTakeFirstOrThrow();
  return Number(row.next);
}
