import { type Selectable, sql } from "kysely";
import type { ApiKey } from "../db.gen.ts";
import type { Db } from "../db.ts";

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
export const resolveApiKey = async (db: Db, hash: Buffer): Promise<ResolvedKey[]> =>
  (await sql<ResolvedKey>`select * from api_key_resolve(${hash})`.execute(db)).rows;
export const touchApiKey = async (db: Db, companyId: string, id: string): Promise<void> =>
  void (await sql`select api_key_used(${companyId}, ${id})`.execute(db));

const isLive = sql<boolean>`(revoke_time is null and (expire_time is null or expire_time > now()))`;
export const listApiKeys = async (db: Db): Promise<ApiKeyRow[]> =>
  await db
    .selectFrom("apiKey")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .orderBy(isLive, "desc")
    .orderBy("id", "desc")
    .limit(200)
    .execute();
export const countLiveKeys = async (db: Db): Promise<number> =>
  (
    await db
      .selectFrom("apiKey")
      .select(sql<number>`count(*)::int`.as("n"))
      .where("companyId", "=", db.companyId)
      .where(isLive)
      .executeTakeFirstOrThrow()
  ).n;

export type NewKey = Pick<
  ApiKeyRow,
  "name" | "prefix" | "keyHash" | "permissions" | "businessIds" | "createdBy" | "createdByStaffId" | "expireTime"
>;
export const insertApiKey = async (db: Db, row: NewKey): Promise<ApiKeyRow> =>
  await db
    .insertInto("apiKey")
    .values({ ...row, companyId: db.companyId })
    .returningAll()
    .executeTakeFirstOrThrow();
export const findApiKey = async (db: Db, id: string): Promise<ApiKeyRow | undefined> =>
  await db.selectFrom("apiKey").selectAll().where("companyId", "=", db.companyId).where("id", "=", id).executeTakeFirst();
export const updateApiKey = async (db: Db, id: string, patch: { revokeTime?: Date; expireTime?: Date }): Promise<ApiKeyRow> =>
  await db
    .updateTable("apiKey")
    .set(patch)
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
