import { type Selectable, sql } from "kysely";
import type { Membership } from "../accounts/membership.ts";
import type { Session } from "../db.gen.ts";
import type { Db } from "../db.ts";
import type { Lifetime } from "./lifetime.ts";

export type SessionRow = Selectable<Session>;
const days = (n: number): string => `${n} days`;

export type NewSession = { hash: Buffer; accountId: string; ip: string; deviceName: string; lifetime: Lifetime };
export async function openSession(db: Db, s: NewSession): Promise<SessionRow> {
  const opened = sql<SessionRow>`select * from session_open(${s.hash}, ${s.accountId}, ${s.ip}, ${s.deviceName}, ${days(s.lifetime.idle)}::interval)`;
  return (await opened.execute(db)).rows[0] as SessionRow;
}

/** Used just now: it lasts again as long as one may lie idle, but not past its end. */
export const touchSession = async (db: Db, id: string, { idle, most }: Lifetime): Promise<void> =>
  void (await sql`select session_touch(${id}, ${days(idle)}::interval, ${days(most)}::interval)`.execute(db));

export const chooseBusiness = async (db: Db, sessionId: string, companyId: string, businessId: string): Promise<void> =>
  void (await sql`select session_choose(${sessionId}, ${companyId}, ${businessId})`.execute(db));

/** Ends sessions of an account, one or all, but never the one to keep; answers how many. */
export async function endSessions(db: Db, accountId: string, which: { only?: string; keep?: string } = {}): Promise<number> {
  const ended = sql<{ n: number }>`select session_end(${accountId}, ${which.only ?? null}, ${which.keep ?? "0"}) as n`;
  return (await ended.execute(db)).rows[0]?.n ?? 0;
}

export const liveSessions = async (db: Db, accountId: string): Promise<SessionRow[]> =>
  (await sql<SessionRow>`select * from session_list(${accountId})`.execute(db)).rows;

export type ResolvedSession = {
  sessionId: string;
  accountId: string;
  accountName: string;
  sessionCompanyId: string;
  sessionBusinessId: string;
  lastBusinessId: string;
  lastSeenTime: Date;
  expireTime: Date;
};
/** The session of a token with every business of its account; nothing when it is not live. A row without a company means no business. */
export const resolveSession = async (db: Db, hash: Buffer): Promise<(ResolvedSession & Partial<Membership>)[]> =>
  (await sql<ResolvedSession & Partial<Membership>>`select * from session_resolve(${hash})`.execute(db)).rows;

export type Purpose = "login" | "challenge";
export async function putSecret(db: Db, accountId: string, purpose: Purpose, hash: Buffer, minutes: number): Promise<Date> {
  const put = sql<{ at: Date }>`select secret_put(${accountId}, ${purpose}, ${hash}, ${`${minutes} minutes`}::interval) as at`;
  return (await put.execute(db)).rows[0]?.at as Date;
}
/** The account a token is for, or null; used up unless only looked at. */
export async function takeSecret(db: Db, purpose: Purpose, hash: Buffer, useUp: boolean): Promise<string | null> {
  const taken = sql<{ id: string | null }>`select secret_take(${purpose}, ${hash}, ${useUp}) as id`;
  return (await taken.execute(db)).rows[0]?.id ?? null;
}
/** From where a code for a new password is asked for, and where it is tried: each business has tries of its own. */
export type ResetCode = { hash: Buffer; from: string };
export const putResetCode = async (db: Db, accountId: string, { hash, from }: ResetCode, minutes: number): Promise<void> =>
  void (await sql`select reset_put(${accountId}, ${hash}, ${`${minutes} minutes`}::interval, ${from})`.execute(db));

const triesPerPlace = 5;
export async function checkResetCode(db: Db, accountId: string, { hash, from }: ResetCode, useUp: boolean): Promise<boolean> {
  const checked = sql<{ ok: boolean }>`select reset_check(${accountId}, ${hash}, ${useUp}, ${triesPerPlace}, ${from}) as ok`;
  return (await checked.execute(db)).rows[0]?.ok ?? false;
}

export const sortMemberships = async (db: Db, accountId: string, kind: "company" | "business", ids: readonly string[]): Promise<void> =>
  void (await sql`select place_sort(${accountId}, ${kind}, ${ids as string[]}::bigint[])`.execute(db));
