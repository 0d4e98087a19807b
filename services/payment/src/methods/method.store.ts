import type { Tx } from "@leashline/kit";
import { type Selectable, sql } from "kysely";
import type { PaymentMethod as MethodTable } from "../db.gen.ts";
import type { DB, Db } from "../db.ts";
import type { MoneyKind } from "../ledger/ledger.ts";
import { type Method, methodMeant, prefab, storeCredit } from "./method.ts";

export type MethodRow = Omit<Selectable<MethodTable>, "kind"> & { kind: MoneyKind };

const read = (row: Selectable<MethodTable>): MethodRow => ({ ...row, kind: row.kind as MoneyKind });

export async function listMethods(db: Db, businessId: string): Promise<MethodRow[]> {
  const rows = await db
    .selectFrom("paymentMethod")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .where("deletedAt", "is", null)
    .orderBy("sort")
    .orderBy("methodId")
    .execute();
  return rows.map(read);
}

export const lockBusinessMethods = (tx: Tx<DB>, businessId: string): void => tx.lock([`payment-methods:${businessId}`]);

/** Locked while methods change, so that two people cannot close the last two at once. */
export async function lockMethods(tx: Tx<DB>, businessId: string): Promise<MethodRow[]> {
  lockBusinessMethods(tx, businessId);
  return await listMethods(tx.db, businessId);
}

export async function businessOfMethod(db: Db, methodId: string): Promise<string | null> {
  const row = await db
    .selectFrom("paymentMethod")
    .select("businessId")
    .where("companyId", "=", db.companyId)
    .where("methodId", "=", methodId)
    .executeTakeFirst();
  return row?.businessId ?? null;
}

/** Each of the built-in methods once, whatever a business has already. */
export async function insertPrefab(db: Db, businessId: string): Promise<void> {
  await db
    .insertInto("paymentMethod")
    .values(prefab.map((method, sort) => ({ companyId: db.companyId, businessId, ...method, prefab: true, sort })))
    .onConflict((oc) => oc.doNothing())
    .execute();
}

/** A method of the business's own, sorted last. */
export async function insertCustom(db: Db, businessId: string, name: string): Promise<MethodRow> {
  const row = await db
    .insertInto("paymentMethod")
    .values((eb) => ({
      companyId: db.companyId,
      businessId,
      name,
      kind: "custom",
      sort: eb
        .selectFrom("paymentMethod")
        .select(sql<number>`coalesce(max(sort), -1) + 1`.as("next"))
        .where("companyId", "=", db.companyId)
        .where("businessId", "=", businessId),
    }))
    .returningAll()
    .executeTakeFirstOrThrow();
  return read(row);
}

export type MethodChange = Partial<Pick<MethodRow, "name" | "inactive" | "sort" | "deletedAt" | "deletedBy">>;

export async function updateMethod(db: Db, methodId: string, change: MethodChange): Promise<void> {
  await db.updateTable("paymentMethod").set(change).where("companyId", "=", db.companyId).where("methodId", "=", methodId).execute();
}

type Asked = { methodId: string; method: string; storeCredit?: boolean };

/** The method a payment names; null when the business has none such, or when it names another besides store credit. */
export async function chosenMethod(db: Db, businessId: string, asked: Asked): Promise<Method | null> {
  if (asked.storeCredit) return asked.methodId === "0" && asked.method.trim() === "" ? storeCredit : null;
  return methodMeant(await listMethods(db, businessId), asked);
}
