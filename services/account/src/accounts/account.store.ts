import { type Selectable, sql } from "kysely";
import type { Account } from "../db.gen.ts";
import type { Db } from "../db.ts";
import type { Membership } from "./membership.ts";

export type AccountRow = Selectable<Account>;

export async function findAccount(db: Db, id: string): Promise<AccountRow | undefined> {
  return (await sql<AccountRow>`select * from account_get(${id})`.execute(db)).rows[0];
}

/** Accounts a sign-in name may mean: one by e-mail, or up to five by the end of their phone number. */
export async function accountsNamed(db: Db, name: string): Promise<AccountRow[]> {
  if (name.includes("@")) return (await sql<AccountRow>`select * from account_by_email(${name.trim()})`.execute(db)).rows;
  const digits = name.replace(/\D/g, "");
  return digits.length < 7 ? [] : (await sql<AccountRow>`select * from account_by_phone(${digits})`.execute(db)).rows;
}

export type NewAccount = { email: string; passwordHash: string; firstName: string; lastName: string; phoneNumber: string };

export async function createAccount(db: Db, a: NewAccount): Promise<AccountRow> {
  const made = sql<AccountRow>`select * from account_create(${a.email}, ${a.passwordHash}, ${a.firstName}, ${a.lastName}, ${a.phoneNumber})`;
  return (await made.execute(db)).rows[0] as AccountRow;
}

/** Null leaves a field as it is. */
export type AccountPatch = {
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  phoneNumber: string | null;
  avatarPath: string | null;
};

export async function updateAccount(db: Db, id: string, p: AccountPatch): Promise<AccountRow> {
  const done = sql<AccountRow>`select * from account_update(${id}, ${p.email}, ${p.firstName}, ${p.lastName}, ${p.phoneNumber}, ${p.avatarPath})`;
  return (await done.execute(db)).rows[0] as AccountRow;
}

export const setPassword = async (db: Db, id: string, hash: string): Promise<void> =>
  void (await sql`select account_set_password(${id}, ${hash})`.execute(db));

export const linkAccounts = async (db: Db, one: string, other: string): Promise<void> =>
  void (await sql`select link_add(${one}, ${other})`.execute(db));
export const unlinkAccounts = async (db: Db, one: string, other: string): Promise<void> =>
  void (await sql`select link_remove(${one}, ${other})`.execute(db));
export const linkedAccounts = async (db: Db, id: string): Promise<AccountRow[]> =>
  (await sql<AccountRow>`select * from link_list(${id})`.execute(db)).rows;

export const membershipsOf = async (db: Db, accountId: string): Promise<Membership[]> =>
  (await sql<Membership>`select * from places_of(${accountId})`.execute(db)).rows;

export type EnterpriseMember = { enterpriseId: string; name: string; employeeCategory: number };
export const enterprisesOf = async (db: Db, accountId: string): Promise<EnterpriseMember[]> =>
  (await sql<EnterpriseMember>`select * from enterprises_of(${accountId})`.execute(db)).rows;
