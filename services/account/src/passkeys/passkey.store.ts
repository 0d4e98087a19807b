import { type Kysely, type Selectable, sql } from "kysely";
import type { DB, Passkey } from "../db.gen.ts";

export type PasskeyRow = Selectable<Passkey>;

/** Keeps what a device is asked to sign: for an account, or "0" for whoever will sign in. */
export const askFor = async (db: Kysely<DB>, hash: Buffer, accountId: string, minutes: number): Promise<void> =>
  void (await sql`select passkey_ask(${hash}, ${accountId}, ${`${minutes} minutes`}::interval)`.execute(db));

/** Whether this was asked, of this account, and is answered for the first time. */
export const useAnswer = (db: Kysely<DB>, hash: Buffer, accountId: string): Promise<boolean> =>
  yes(sql`select passkey_answer(${hash}, ${accountId}) as ok`, db);

export const listPasskeys = async (db: Kysely<DB>, accountId: string): Promise<PasskeyRow[]> =>
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
export async function addPasskey(db: Kysely<DB>, accountId: string, p: NewPasskey): Promise<PasskeyRow | undefined> {
  const added = sql<PasskeyRow>`select * from passkey_add(
    ${accountId}, ${p.credentialId}, ${p.publicKey}, ${p.signCount}, ${p.transports}::text[], ${p.backedUp}, ${p.name})`;
  return (await added.execute(db)).rows[0];
}

export const renamePasskey = async (db: Kysely<DB>, accountId: string, id: string, name: string): Promise<PasskeyRow | undefined> =>
  (await sql<PasskeyRow>`select * from passkey_rename(${accountId}, ${id}, ${name})`.execute(db)).rows[0];

export const removePasskey = (db: Kysely<DB>, accountId: string, id: string): Promise<boolean> =>
  yes(sql`select passkey_remove(${accountId}, ${id}) as ok`, db);

export const findPasskey = async (db: Kysely<DB>, credentialId: Buffer): Promise<PasskeyRow | undefined> =>
  (await sql<PasskeyRow>`select * from passkey_find(${credentialId})`.execute(db)).rows[0];

/** Counts a signature; no when the device has counted as far before. */
export const countUse = (db: Kysely<DB>, id: string, signCount: number, backedUp: boolean): Promise<boolean> =>
  yes(sql`select passkey_used(${id}, ${signCount}, ${backedUp}) as ok`, db);

const yes = async (asked: ReturnType<typeof sql<{ ok: boolean }>>, db: Kysely<DB>): Promise<boolean> =>
  (await asked.execute(db)).rows[0]?.ok ?? false;
