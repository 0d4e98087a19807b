import { type Kysely, sql } from "kysely";
import type { DB } from "../db.gen.ts";

export type InviteRow = {
  company_id: string;
  invite_id: string;
  staff_id: string;
  state: string;
  expired: boolean;
  email: string;
  company_name: string;
  enterprise_id: string;
  first_name: string;
  last_name: string;
  employee_category: number;
  account_id: string | null;
  gone: boolean;
  business_id: string | null;
  business_name: string | null;
};

/** By the hash of its code, whichever company it is of. */
export const findInvite = async (db: Kysely<DB>, hash: Buffer): Promise<InviteRow | undefined> =>
  (await sql<InviteRow>`select * from invite_find(${hash})`.execute(db)).rows[0];

export const findOpenInvite = async (db: Kysely<DB>, companyId: string, staffId: string): Promise<{ id: string } | undefined> =>
  await db
    .selectFrom("invite")
    .select("id")
    .where("company_id", "=", companyId)
    .where("staff_id", "=", staffId)
    .where("state", "=", "open")
    .where("expire_time", ">", sql<Date>`now()`)
    .executeTakeFirst();

export const disableInvites = async (db: Kysely<DB>, companyId: string, staffId: string): Promise<void> =>
  void (await db
    .updateTable("invite")
    .set({ state: "disabled" })
    .where("company_id", "=", companyId)
    .where("staff_id", "=", staffId)
    .where("state", "=", "open")
    .execute());

export async function nextInviteId(db: Kysely<DB>): Promise<string> {
  return (await sql<{ id: string }>`select nextval(pg_get_serial_sequence('invite', 'id')) as id`.execute(db)).rows[0]?.id as string;
}

export type NewInvite = { id: string; staffId: string; hash: Buffer; email: string; expireTime: Date };
export const insertInvite = async (db: Kysely<DB>, companyId: string, i: NewInvite): Promise<void> =>
  void (await db
    .insertInto("invite")
    .values({ company_id: companyId, id: i.id, staff_id: i.staffId, code_hash: i.hash, email: i.email, expire_time: i.expireTime })
    .execute());

/** Binds the invite once; a second accept finds nothing open. */
export async function bindInvite(db: Kysely<DB>, companyId: string, inviteId: string): Promise<boolean> {
  const done = await db
    .updateTable("invite")
    .set({ state: "bound" })
    .where("company_id", "=", companyId)
    .where("id", "=", inviteId)
    .where("state", "=", "open")
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

export const joinEnterprise = async (db: Kysely<DB>, enterpriseId: string, accountId: string, category: number): Promise<void> =>
  void (await sql`select enterprise_join(${enterpriseId}, ${accountId}, ${category})`.execute(db));
