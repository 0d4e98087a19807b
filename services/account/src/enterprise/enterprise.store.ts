import { sql } from "kysely";
import type { Db } from "../db.ts";

export type MemberRow = { accountId: string; firstName: string; lastName: string; email: string; employeeCategory: number };
export type EnterpriseBusiness = {
  companyId: string;
  companyName: string;
  businessId: string | null;
  businessName: string | null;
  avatarPath: string | null;
  appType: number | null;
  zone: string | null;
  currency: string;
};

export const createEnterprise = async (db: Db, name: string, accountId: string): Promise<string> =>
  (await sql<{ id: string }>`select enterprise_create(${name}, ${accountId}) as id`.execute(db)).rows[0]?.id as string;
export const membersOf = async (db: Db, id: string): Promise<MemberRow[]> =>
  (await sql<MemberRow>`select * from enterprise_members(${id})`.execute(db)).rows;
export const enterpriseBusinesses = async (db: Db, id: string): Promise<EnterpriseBusiness[]> =>
  (await sql<EnterpriseBusiness>`select * from enterprise_places(${id})`.execute(db)).rows;
/** Category 0 takes the member out. False when there is no such member. */
export const standInEnterprise = async (db: Db, id: string, accountId: string, category: number): Promise<boolean> =>
  (await sql<{ done: boolean }>`select enterprise_stand(${id}, ${accountId}, ${category}) as done`.execute(db)).rows[0]?.done === true;
