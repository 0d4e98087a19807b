import { rowsOf, type Tx } from "@leashline/kit";
import { type Selectable, sql } from "kysely";
import type { SquareLink } from "../db.gen.ts";
import type { DB, Db } from "../db.ts";

export type LinkRow = Selectable<SquareLink>;

const links = (db: Db) => db.selectFrom("squareLink").where("companyId", "=", db.companyId);

export const findLink = async (db: Db, businessId: string): Promise<LinkRow | undefined> =>
  await links(db).selectAll().where("businessId", "=", businessId).executeTakeFirst();

export const lockLink = async (db: Db, businessId: string): Promise<LinkRow | undefined> =>
  await links(db).selectAll().where("businessId", "=", businessId).forUpdate().executeTakeFirst();

/** By which an account is asked: of several locations of it, the one that lets us do most; first one of which that is not known. */
export const findLinkOf = async (db: Db, merchantId: string): Promise<LinkRow | undefined> =>
  await links(db)
    .selectAll()
    .where("merchantId", "=", merchantId)
    .orderBy("connected", "desc")
    .orderBy(sql`cardinality(scopes) desc nulls first`)
    .orderBy("businessId")
    .executeTakeFirst();

export type NewLink = Omit<LinkRow, "companyId" | "version" | "createTime" | "connected">;

/** Another consent takes the place of the one before; the place stays chosen where the account is the same and has it still. */
export async function saveLink(tx: Tx<DB>, link: NewLink): Promise<LinkRow> {
  return await tx.db
    .insertInto("squareLink")
    .values({ ...link, companyId: tx.ctx.companyId })
    .onConflict((found) =>
      found.columns(["companyId", "businessId"]).doUpdateSet({ ...link, connected: true, version: sql<number>`square_link.version + 1` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

export type LinkChange = Partial<
  Pick<LinkRow, "accessToken" | "refreshToken" | "expiresAt" | "connected" | "placeId" | "placeName" | "version" | "scopes">
>;

/** Nothing when it was connected anew since it was read. */
export async function changeLink(tx: Tx<DB>, { businessId, nonce }: LinkRow, change: LinkChange): Promise<LinkRow | undefined> {
  return await tx.db
    .updateTable("squareLink")
    .set(change)
    .where("companyId", "=", tx.ctx.companyId)
    .where("businessId", "=", businessId)
    .where("nonce", "=", nonce)
    .returningAll()
    .executeTakeFirst();
}

export const listLinks = async (db: Db): Promise<LinkRow[]> => await links(db).selectAll().orderBy("businessId").limit(1_000).execute();

/** Whose locations an account is, of whatever company. */
export const ownersOf = async (db: Db, merchantId: string): Promise<{ companyId: string; businessId: string }[]> =>
  await rowsOf(db, "select company_id, business_id from square_links_of($1)", [merchantId]);
