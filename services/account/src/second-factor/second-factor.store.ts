import { type Selectable, sql } from "kysely";
import type { SecondFactor } from "../db.gen.ts";
import type { Db } from "../db.ts";
import type { KeptCodes } from "./recovery.ts";

export type FactorRow = Selectable<SecondFactor>;
export const findFactor = async (db: Db, accountId: string): Promise<FactorRow | undefined> =>
  (await sql<FactorRow>`select * from factor_get(${accountId})`.execute(db)).rows[0];
export const beginFactor = async (db: Db, accountId: string, sealed: Buffer): Promise<void> =>
  void (await sql`select factor_begin(${accountId}, ${sealed})`.execute(db));
export const confirmFactor = async (db: Db, accountId: string, { hashes, salt }: KeptCodes): Promise<void> =>
  void (await sql`select factor_confirm(${accountId}, ${hashes}::bytea[], ${salt})`.execute(db));
export const dropFactor = async (db: Db, accountId: string): Promise<void> =>
  void (await sql`select factor_drop(${accountId})`.execute(db));
export const renewCodes = (db: Db, accountId: string, { hashes, salt }: KeptCodes): Promise<boolean> =>
  yes(sql`select factor_renew(${accountId}, ${hashes}::bytea[], ${salt}) as ok`, db);
export const hardenCodes = async (db: Db, factor: FactorRow, { hashes, salt }: KeptCodes): Promise<void> =>
  void (await sql`select factor_harden(${factor.accountId}, ${factor.recoveryHashes}::bytea[], ${hashes}::bytea[], ${salt})`.execute(db));

const yes = async (asked: ReturnType<typeof sql<{ ok: boolean }>>, db: Db): Promise<boolean> =>
  (await asked.execute(db)).rows[0]?.ok ?? false;
export const useStep = (db: Db, accountId: string, step: number): Promise<boolean> =>
  yes(sql`select factor_step(${accountId}, ${step}) as ok`, db);
export const useRecoveryCode = (db: Db, accountId: string, hash: Buffer): Promise<boolean> =>
  yes(sql`select factor_recover(${accountId}, ${hash}) as ok`, db);
