import { type Selectable, sql } from "kysely";
import type { Passkey } from "../db.gen.ts";
import type { Db } from "../db.ts";

export type PasskeyRow = Selectable<Passkey>;

/** Keeps what a device is asked to sign: for an account, or "0" for whoever will sign in. */
export const askFor = async (db: Db, hash: Buffer, accountId: string, minutes: number): Promise<void> =>
  void (await sql`select passkey_ask(${hash}, ${accountId}, ${`${minutes} minutes`}::interval)`.execute(db));

/** Whether this was asked, of this account, and is answered for the first time. */
export const useAnswer = (db: Db, hash: Buffer, accountId: string): Promise<boolean> =>
  yes(sql`select passkey_answer(${hash}, ${accountId}) as ok`, db);

export const listPasskeys = async (db: Db, accountId: string): Promise<PasskeyRow[]> =>
  (await sql<PasskeyRow>`select * from passkey_list(${accountId})`.execute(db)).rows;

export type NewPasskey = {
  credentialId: Buffer;
  publicKey: Buffer;
  signCount: number;
  transports: string[];
  backedUp: boolean;
  name: string;
};
/** Nothing when the account has as many as it may. */
export async function addPasskey(db: Db, accountId: string, p: NewPasskey): Promise<PasskeyRow | undefined> {
  const added = sql<PasskeyRow>`select * from passkey_add(
    ${accountId}, ${p.credentialId}, ${p.publicKey}, ${p.signCount}, ${p.transports}::text[], ${p.backedUp}, ${p.name})`;
  return (await added.execute(db)).rows[0];
}

export const renamePasskey = async (db: Db, accountId: string, id: string, name: string): Promise<PasskeyRow | undefined> =>
  (await sql<PasskeyRow>`select * from passkey_rename(${accountId}, ${id}, ${name})`.execute(db)).rows[0];

export const removePasskey = (db: Db, accountId: string, id: string): Promise<boolean> =>
  yes(sql`select passkey_remove(${accountId}, ${id}) as ok`, db);

export const findPasskey = async (db: Db, credentialId: Buffer): Promise<PasskeyRow | undefined> =>
  (await sql<PasskeyRow>`select * from passkey_find(${credentialId})`.execute(db)).rows[0];

/** Counts a signature; no when the device has counted as far before. */
export const countUse = (db: Db, id: string, signCount: number, backedUp: boolean): Promise<boolean> =>
  yes(sql`select passkey_used(${id}, ${signCount}, ${backedUp}) as ok`, db);

const yes = async (asked: ReturnType<typeof sql<{ ok: boolean }>>, db: Db): Promise<boolean> =>
  (await asked.execute(db)).rows[0]?.ok ?? false;
