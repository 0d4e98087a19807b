import { type Kysely, type Selectable, sql } from "kysely";
import type { ApiKey, DB } from "../db.gen.ts";

export type ApiKeyRow = Selectable<ApiKey>;
export type ResolvedKey = {
  api_key_id: string;
  name: string;
  company_id: string;
  country: string;
  currency: string;
  permissions: number[];
  last_used_time: Date | null;
  expire_time: Date | null;
  business_id: string;
  zone: string;
};
/** A live key with the businesses it may use, one row each. */
export const resolveApiKey = async (db: Kysely<DB>, hash: Buffer): Promise<ResolvedKey[]> =>
  (await sql<ResolvedKey>`select * from api_key_resolve(${hash})`.execute(db)).rows;
export const touchApiKey = async (db: Kysely<DB>, companyId: string, id: string): Promise<void> =>
  void (await sql`select api_key_used(${companyId}, ${id})`.execute(db));

const isLive = sql<boolean>`(revoke_time is null and (expire_time is null or expire_time > now()))`;
export const listApiKeys = async (db: Kysely<DB>, companyId: string): Promise<ApiKeyRow[]> =>
  await db
    .selectFrom("api_key")
    .selectAll()
    .where("company_id", "=", companyId)
    .orderBy(isLive, "desc")
    .orderBy("id", "desc")
    .limit(200)
    .execute();
export const countLiveKeys = async (db: Kysely<DB>, companyId: string): Promise<number> =>
  (
    await db
      .selectFrom("api_key")
      .select(sql<number>`count(*)::int`.as("n"))
      .where("company_id", "=", companyId)
      .where(isLive)
      .executeTakeFirstOrThrow()
  ).n;

export type NewKey = Pick<
  ApiKeyRow,
  "name" | "prefix" | "key_hash" | "permissions" | "business_ids" | "created_by" | "created_by_staff_id" | "expire_time"
>;
export const insertApiKey = async (db: Kysely<DB>, companyId: string, row: NewKey): Promise<ApiKeyRow> =>
  await db
    .insertInto("api_key")
    .values({ ...row, company_id: companyId })
    .returningAll()
    .executeTakeFirstOrThrow();
export const findApiKey = async (db: Kysely<DB>, companyId: string, id: string): Promise<ApiKeyRow | undefined> =>
  await db.selectFrom("api_key").selectAll().where("company_id", "=", companyId).where("id", "=", id).executeTakeFirst();
export const updateApiKey = async (
  db: Kysely<DB>,
  companyId: string,
  id: string,
  patch: { revoke_time?: Date; expire_time?: Date },
): Promise<ApiKeyRow> =>
  await db
    .updateTable("api_key")
    .set(patch)
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
