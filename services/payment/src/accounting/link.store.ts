import type { Tx } from "@leashline/kit";
import { type Selectable, sql } from "kysely";
import type { AccountingLink, AccountingMapping } from "../db.gen.ts";
import type { DB, Db } from "../db.ts";

export type LinkRow = Selectable<AccountingLink>;
export type Mapping = Pick<Selectable<AccountingMapping>, "account" | "externalId" | "externalName">;

const links = (db: Db, businessId: string) =>
  db.selectFrom("accountingLink").where("companyId", "=", db.companyId).where("businessId", "=", businessId);

export const findLink = async (db: Db, businessId: string): Promise<LinkRow | undefined> =>
  await links(db, businessId).selectAll().executeTakeFirst();

export const lockLink = async (db: Db, businessId: string): Promise<LinkRow | undefined> =>
  await links(db, businessId).selectAll().forUpdate().executeTakeFirst();

export type NewLink = Pick<LinkRow, "businessId" | "realmId" | "companyName" | "nonce" | "refreshToken" | "startDate" | "currency">;

/** Another consent takes the place of the one before; the first day stays where the company is the same. */
export async function saveLink(tx: Tx<DB>, link: NewLink): Promise<LinkRow> {
  return await tx.db
    .insertInto("accountingLink")
    .values({ ...link, companyId: tx.ctx.companyId })
    .onConflict((found) =>
      found.columns(["companyId", "businessId"]).doUpdateSet((eb) => ({
        realmId: eb.ref("excluded.realmId"),
        companyName: eb.ref("excluded.companyName"),
        nonce: eb.ref("excluded.nonce"),
        refreshToken: eb.ref("excluded.refreshToken"),
        currency: eb.ref("excluded.currency"),
        startDate: sql`case when accounting_link.realm_id = excluded.realm_id then accounting_link.start_date else excluded.start_date end`,
        connected: true,
        plannedNumber: 0,
        fault: "",
        version: sql`accounting_link.version + 1`,
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

export type LinkChange = Partial<Pick<LinkRow, "connected" | "fault" | "startDate" | "plannedNumber" | "version" | "refreshToken">> & {
  syncTime?: Date;
};

/** Nothing when it was connected anew or disconnected since it was read. */
export async function changeLink(tx: Tx<DB>, { businessId, nonce }: LinkRow, change: LinkChange): Promise<LinkRow | undefined> {
  return await tx.db
    .updateTable("accountingLink")
    .set(change)
    .where("companyId", "=", tx.ctx.companyId)
    .where("businessId", "=", businessId)
    .where("nonce", "=", nonce)
    .returningAll()
    .executeTakeFirst();
}

export async function deleteLink(tx: Tx<DB>, businessId: string): Promise<void> {
  await tx.db.deleteFrom("accountingLink").where("companyId", "=", tx.ctx.companyId).where("businessId", "=", businessId).execute();
}

type Books = Pick<LinkRow, "businessId" | "realmId">;

export const listMappings = async (db: Db, { businessId, realmId }: Books): Promise<Mapping[]> =>
  await db
    .selectFrom("accountingMapping")
    .select(["account", "externalId", "externalName"])
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .where("realmId", "=", realmId)
    .orderBy("account")
    .execute();

export async function replaceMappings(tx: Tx<DB>, { businessId, realmId }: Books, mappings: readonly Mapping[]): Promise<void> {
  const { companyId } = tx.ctx;
  await tx.db
    .deleteFrom("accountingMapping")
    .where("companyId", "=", companyId)
    .where("businessId", "=", businessId)
    .where("realmId", "=", realmId)
    .execute();
  if (mappings.length === 0) return;
  await tx.db
    .insertInto("accountingMapping")
    .values(mappings.map((one) => ({ ...one, companyId, businessId, realmId })))
    .execute();
}
