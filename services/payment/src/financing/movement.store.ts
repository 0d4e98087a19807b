import type { Page, Tx } from "@leashline/kit";
import { type Selectable, sql } from "kysely";
import type { FinancingMovement } from "../db.gen.ts";
import type { DB, Db } from "../db.ts";

export type MovementRow = Selectable<FinancingMovement>;
export type NewMovement = Omit<MovementRow, "companyId" | "advance" | "fee"> & { advance: bigint; fee: bigint };

const movements = (db: Db) => db.selectFrom("financingMovement").where("companyId", "=", db.companyId);

export const findMovement = async (db: Db, movementId: string): Promise<MovementRow | undefined> =>
  await movements(db).selectAll().where("movementId", "=", movementId).executeTakeFirst();

/** Newest first. */
export async function listMovements(db: Db, offerId: string, { after, limit }: Page): Promise<MovementRow[]> {
  let from = movements(db)
    .selectAll()
    .where("offerId", "=", offerId)
    .orderBy("occurTime", "desc")
    .orderBy("movementId", "desc")
    .limit(limit);
  if (after) from = from.where(sql<boolean>`(occur_time, movement_id) < (${after[0]}::timestamptz, ${after[1]}::text)`);
  return await from.execute();
}

/** Once; false when it is there already. */
export async function insertMovement(tx: Tx<DB>, movement: NewMovement): Promise<boolean> {
  const row = await tx.db
    .insertInto("financingMovement")
    .values({ companyId: tx.ctx.companyId, ...movement })
    .onConflict((found) => found.doNothing())
    .returning("movementId")
    .executeTakeFirst();
  return row !== undefined;
}
