import { sql } from "kysely";
import type { Db } from "../db.ts";

export type InviteRow = {
  companyId: string;
  inviteId: string;
  staffId: string;
  state: string;
  expired: boolean;
  email: string;
  companyName: string;
  enterpriseId: string;
  firstName: string;
  lastName: string;
  employeeCategory: number;
  accountId: string | null;
  gone: boolean;
  businessId: string | null;
  businessName: string | null;
};

/** By the hash of its code, whichever company it is of. */
export const findInvite = async (db: Db, hash: Buffer): Promise<InviteRow | undefined> =>
  (await sql<InviteRow>`select * from invite_find(${hash})`.execute(db)).rows[0];

export const findOpenInvite = async (db: Db, staffId: string): Promise<{ id: string } | undefined> =>
  await db
    .selectFrom("invite")
    .select("id")
    .where("companyId", "=", db.companyId)
    .where("staffId", "=", staffId)
    .where("state", "=", "open")
    .where("expireTime", ">", sql<Date>`now()`)
    .executeTakeFirst();

export const disableInvites = async (db: Db, staffId: string): Promise<void> =>
  void (await db
    .updateTable("invite")
    .set({ state: "disabled" })
    .where("companyId", "=", db.companyId)
    .where("staffId", "=", staffId)
    .where("state", "=", "open")
    .execute());

export async function nextInviteId(db: Db): Promise<string> {
  return (await sql<{ id: string }>`select nextval(pg_get_serial_sequence('invite', 'id')) as id`.execute(db)).rows[0]?.id as string;
}

export type NewInvite = { id: string; staffId: string; hash: Buffer; email: string; expireTime: Date };
export const insertInvite = async (db: Db, i: NewInvite): Promise<void> =>
  void (await db
    .insertInto("invite")
    .values({ companyId: db.companyId, id: i.id, staffId: i.staffId, codeHash: i.hash, email: i.email, expireTime: i.expireTime })
    .execute());

/** Binds the invite once; a second accept finds nothing open. */
export async function bindInvite(db: Db, inviteId: string): Promise<boolean> {
  const done = await db
    .updateTable("invite")
    .set({ state: "bound" })
    .where("companyId", "=", db.companyId)
    .where("id", "=", inviteId)
    .where("state", "=", "open")
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

export const joinEnterprise = async (db: Db, enterpriseId: string, accountId: string, category: number): Promise<void> =>
  void (await sql`select enterprise_join(${enterpriseId}, ${accountId}, ${category})`.execute(db));
