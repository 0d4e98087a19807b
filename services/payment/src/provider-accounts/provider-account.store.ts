import { type Selectable, sql } from "kysely";
import type { ProviderAccount as AccountTable } from "../db.gen.ts";
import type { Db } from "../db.ts";
import type { ProviderAccount, Requirements } from "../provider/accounts.ts";
import type { SetupStatus } from "./account-status.ts";

export type AccountRow = Omit<Selectable<AccountTable>, "told" | "setupStatus"> & {
  told: ProviderAccount | null;
  setupStatus: SetupStatus;
};

// A day comes back from JSON as a text.
const dated = (asked: Requirements): Requirements => ({ ...asked, deadline: asked.deadline ? new Date(asked.deadline) : null });

function read(row: Selectable<AccountTable>): AccountRow {
  const told = row.told as ProviderAccount | null;
  return {
    ...row,
    setupStatus: row.setupStatus as SetupStatus,
    told: told && { ...told, requirements: dated(told.requirements), future: dated(told.future) },
  };
}

const ofBusiness = (db: Db, businessId: string) =>
  db.selectFrom("providerAccount").selectAll().where("companyId", "=", db.companyId).where("businessId", "=", businessId);

export async function findAccountRow(db: Db, businessId: string): Promise<AccountRow | null> {
  const row = await ofBusiness(db, businessId).executeTakeFirst();
  return row ? read(row) : null;
}

/** The accounts that the company's locations have. */
export const accountsOfCompany = async (db: Db): Promise<{ businessId: string; accountId: string }[]> =>
  await db
    .selectFrom("providerAccount")
    .select(["businessId", "accountId"])
    .where("companyId", "=", db.companyId)
    .where("accountId", "<>", "")
    .orderBy("businessId")
    .execute();

/** The row of a location, locked; made where there is none. */
export async function lockAccountRow(db: Db, businessId: string): Promise<AccountRow> {
  await db
    .insertInto("providerAccount")
    .values({ companyId: db.companyId, businessId })
    .onConflict((oc) => oc.doNothing())
    .execute();
  return read(await ofBusiness(db, businessId).forUpdate().executeTakeFirstOrThrow());
}

export type AccountChange = Partial<Pick<AccountRow, "accountId" | "setupStatus" | "identitySessionId" | "identityStatus" | "told">>;

export async function saveAccountRow(db: Db, businessId: string, { told, ...change }: AccountChange): Promise<AccountRow> {
  const row = await db
    .updateTable("providerAccount")
    .set({ ...change, ...(told && { told: JSON.stringify(told) }), version: sql`version + 1`, updateTime: sql`now()` })
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .returningAll()
    .executeTakeFirstOrThrow();
  return read(row);
}
