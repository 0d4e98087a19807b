import { sql } from "kysely";
import type { Db } from "../db.ts";
import { chartOf, type NamedAccount, type OwnName } from "./ledger-account.ts";

const columns = ["account", "name", "number", "description", "version", "updateTime"] as const;

/** What a business named of its own; at most one for each account of the ledger. */
export const ownNames = async (db: Db, businessId: string): Promise<OwnName[]> =>
  await db
    .selectFrom("ledgerAccountName")
    .select(columns)
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .orderBy("account")
    .execute();

/** Every account of the ledger as the business calls it, by the ledger's word for it. */
export async function accountsOf(db: Db, businessId: string): Promise<ReadonlyMap<string, NamedAccount>> {
  return new Map(chartOf(await ownNames(db, businessId)).map((one) => [one.account, one]));
}

/** Writes a name in its next version. */
export async function saveName(db: Db, businessId: string, { account, name, number, description, version }: OwnName): Promise<OwnName> {
  const row = { name, number, description, version: version + 1, updateTime: sql<Date>`now()` };
  return await db
    .insertInto("ledgerAccountName")
    .values({ ...row, companyId: db.companyId, businessId, account })
    .onConflict((found) => found.columns(["companyId", "businessId", "account"]).doUpdateSet(row))
    .returning(columns)
    .executeTakeFirstOrThrow();
}
