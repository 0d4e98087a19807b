import { type Kysely, sql } from "kysely";
import type { DB } from "../db.gen.ts";

export type MemberRow = { account_id: string; first_name: string; last_name: string; email: string; employee_category: number };
export type PlaceRow = {
  company_id: string;
  company_name: string;
  business_id: string | null;
  business_name: string | null;
  avatar_path: string | null;
  app_type: number | null;
  zone: string | null;
  currency: string;
};

export const createEnterprise = async (db: Kysely<DB>, name: string, accountId: string): Promise<string> =>
  (await sql<{ id: string }>`select enterprise_create(${name}, ${accountId}) as id`.execute(db)).rows[0]?.id as string;
export const membersOf = async (db: Kysely<DB>, id: string): Promise<MemberRow[]> =>
  (await sql<MemberRow>`select * from enterprise_members(${id})`.execute(db)).rows;
export const enterprisePlaces = async (db: Kysely<DB>, id: string): Promise<PlaceRow[]> =>
  (await sql<PlaceRow>`select * from enterprise_places(${id})`.execute(db)).rows;
export const leaveEnterprise = async (db: Kysely<DB>, id: string, accountId: string): Promise<number> =>
  (await sql<{ n: number }>`select enterprise_leave(${id}, ${accountId}) as n`.execute(db)).rows[0]?.n ?? 0;
