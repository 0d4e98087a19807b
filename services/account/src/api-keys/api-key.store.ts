import { type Kysely, type Selectable, sql } from "kysely";
import type { ApiKey, DB } from "../db.gen.ts";

export type ApiKeyRow = Selectable<ApiKey>;
export type ResolvedKey = {
  apiKeyId: string;
  name: string;
  companyId: string;
  country: string;
  currency: string;
  permissions: number[];
  lastUsedTime: Date | null;
  expireTime: Date | null;
  businessId: string;
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
    .selectFrom("apiKey")
    .selectAll()
    .where("companyId", "=", companyId)
    .orderBy(isLive, "desc")
    .orderBy("id", "desc")
    .limit(200)
    .execute();
export const countLiveKeys = async (db: Kysely<DB>, companyId: string): Promise<number> =>
  (
    await db
      .selectFrom("apiKey")
      .select(sql<number>`count(*)::int`.as("n"))
      .where("companyId", "=", companyId)
      .where(isLive)
      .executeTakeFirstOrThrow()
  ).n;

export type NewKey = Pick<
  ApiKeyRow,
  "name" | "prefix" | "keyHash" | "permissions" | "businessIds" | "createdBy" | "createdByStaffId" | "expireTime"
>;
export const insertApiKey = async (db: Kysely<DB>, companyId: string, row: NewKey): Promise<ApiKeyRow> =>
  await db
    .insertInto("apiKey")
    .values({ ...row, companyId })
    .returningAll()
    .executeTakeFirstOrThrow();
export const findApiKey = async (db: Kysely<DB>, companyId: string, id: string): Promise<ApiKeyRow | undefined> =>
  await db.selectFrom("apiKey").selectAll().where("companyId", "=", companyId).where("id", "=", id).executeTakeFirst();
export const updateApiKey = async (
  db: Kysely<DB>,
  companyId: string,
  id: string,
  patch: { revokeTime?: Date; expireTime?: Date },
): Promise<ApiKeyRow> =>
  await db
    .updateTable("apiKey")
    .set(patch)
    .where("companyId", "=", companyId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
