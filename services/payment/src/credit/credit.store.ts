import type { Page } from "@leashline/kit";
import { type Selectable, sql } from "kysely";
import type { CreditChange } from "../db.gen.ts";
import type { Db } from "../db.ts";
import type { CreditKind, CreditMove } from "./credit.ts";

export type CreditRow = Omit<Selectable<CreditChange>, "amount" | "kind"> & {
  amount: bigint;
  kind: CreditKind;
  /** What the client had after it. */
  balance: bigint;
  undone: boolean;
};

const credits = (db: Db) => db.selectFrom("clientCredit").where("companyId", "=", db.companyId);

/** What a client has, in a currency. */
export async function findBalance(db: Db, customerId: string, currency: string): Promise<bigint> {
  const row = await credits(db).select("balance").where("customerId", "=", customerId).where("currency", "=", currency).executeTakeFirst();
  return BigInt(row?.balance ?? 0);
}

async function openCredit(db: Db, customerIds: readonly string[], currency: string): Promise<void> {
  await db
    .insertInto("clientCredit")
    .values(customerIds.map((customerId) => ({ companyId: db.companyId, customerId, currency })))
    .onConflict((oc) => oc.doNothing())
    .execute();
}

/** Opens the credit of these clients where there is none, and locks it until the transaction ends. */
export async function lockCredit(db: Db, customerIds: readonly string[], currency: string): Promise<void> {
  await openCredit(db, customerIds, currency);
  await credits(db)
    .select("customerId")
    .where("customerId", "in", customerIds)
    .where("currency", "=", currency)
    .orderBy("customerId")
    .forUpdate()
    .execute();
}

/** Adds to what a client has, and answers what that comes to; null, and nothing is changed, when it would be below zero. */
export async function addToBalance(db: Db, { customerId, currency, amount }: CreditMove): Promise<bigint | null> {
  await openCredit(db, [customerId], currency);
  const row = await db
    .updateTable("clientCredit")
    .set({ balance: sql<string>`balance + ${amount}` })
    .where("companyId", "=", db.companyId)
    .where("customerId", "=", customerId)
    .where("currency", "=", currency)
    .where(sql<boolean>`balance + ${amount} >= 0`)
    .returning("balance")
    .executeTakeFirst();
  return row ? BigInt(row.balance) : null;
}

export async function setBalance(
  db: Db,
  { customerId, currency }: { customerId: string; currency: string },
  balance: bigint,
): Promise<void> {
  await db
    .updateTable("clientCredit")
    .set({ balance: balance.toString() })
    .where("companyId", "=", db.companyId)
    .where("customerId", "=", customerId)
    .where("currency", "=", currency)
    .execute();
}

export async function insertChange(db: Db, { amount, undoes, ...change }: CreditMove): Promise<Omit<CreditRow, "balance" | "undone">> {
  const row = await db
    .insertInto("creditChange")
    .values({ companyId: db.companyId, ...change, amount: amount.toString(), undoes: undoes ?? null })
    .returningAll()
    .executeTakeFirstOrThrow();
  return changeOf(row);
}

const changeOf = <R extends Selectable<CreditChange>>(row: R) => ({ ...row, amount: BigInt(row.amount), kind: row.kind as CreditKind });
type Raw = Selectable<CreditChange> & { balance: string; undone: boolean };
const read = (row: Raw): CreditRow => ({ ...changeOf(row), balance: BigInt(row.balance) });

const undone = sql<boolean>`exists (select from credit_change u where u.company_id = c.company_id and u.undoes = c.change_id)`.as("undone");

// What a client had after each change is the sum of it and of those before it.
const shown = (db: Db, customerId: string) =>
  db
    .selectFrom(
      db
        .selectFrom("creditChange")
        .selectAll()
        .select(sql<string>`sum(amount) over (partition by currency order by change_id)`.as("balance"))
        .where("companyId", "=", db.companyId)
        .where("customerId", "=", customerId)
        .as("c"),
    )
    .selectAll()
    .select(undone);

/** The newest first. */
export async function listChanges(db: Db, customerId: string, { after, offset, limit }: Page): Promise<CreditRow[]> {
  const from = shown(db, customerId).orderBy("c.changeId", "desc").limit(limit);
  const rows = await (after ? from.where("c.changeId", "<", after[0] ?? "0") : from.offset(offset)).execute();
  return rows.map(read);
}

export async function countChanges(db: Db, customerId: string): Promise<number> {
  const row = await db
    .selectFrom("creditChange")
    .select(sql<string>`count(*)`.as("n"))
    .where("companyId", "=", db.companyId)
    .where("customerId", "=", customerId)
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/** A change by itself, and whether it was undone. */
export async function findChange(db: Db, changeId: string): Promise<Omit<CreditRow, "balance"> | null> {
  const row = await db
    .selectFrom("creditChange as c")
    .selectAll("c")
    .select(undone)
    .where("c.companyId", "=", db.companyId)
    .where("c.changeId", "=", changeId)
    .executeTakeFirst();
  return row ? changeOf(row) : null;
}

/** What each of these clients has by their history, in each currency of it. */
export async function sumsOf(db: Db, customerIds: readonly string[]): Promise<{ customerId: string; currency: string; balance: bigint }[]> {
  const rows = await db
    .selectFrom("creditChange")
    .select(["customerId", "currency", sql<string>`sum(amount)`.as("balance")])
    .where("companyId", "=", db.companyId)
    .where("customerId", "in", customerIds)
    .groupBy(["customerId", "currency"])
    .execute();
  return rows.map((row) => ({ ...row, balance: BigInt(row.balance) }));
}

/** What was last done with the credit of one of these clients, in a currency. */
export async function lastChange(db: Db, customerIds: readonly string[], currency: string) {
  return await db
    .selectFrom("creditChange")
    .select(["businessId", "businessDate"])
    .where("companyId", "=", db.companyId)
    .where("customerId", "in", customerIds)
    .where("currency", "=", currency)
    .orderBy("changeId", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
}

/** What each client who ever had some has, in order of the client's id. */
export async function creditsAfter(db: Db, customerId: string, size: number) {
  return await credits(db)
    .distinctOn("customerId")
    .select(["customerId", "currency", "balance"])
    .where("customerId", ">", customerId)
    .orderBy("customerId")
    .orderBy("balance", "desc")
    .limit(size)
    .execute();
}
