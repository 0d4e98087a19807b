import { mayMove } from "@leashline/kit";
import { type Insertable, type Selectable, sql } from "kysely";
import type { PreAuth as PreAuthTable } from "../db.gen.ts";
import type { Db } from "../db.ts";
import { type PreAuthStatus, preAuthMoves } from "./pre-auth.ts";

export type PreAuthRow = Omit<Selectable<PreAuthTable>, "amount" | "state"> & { amount: bigint; state: PreAuthStatus };

const read = (row: Selectable<PreAuthTable>): PreAuthRow => ({
  ...row,
  amount: BigInt(row.amount),
  state: row.state as PreAuthStatus,
});

const preAuths = (db: Db) => db.selectFrom("preAuth").selectAll().where("companyId", "=", db.companyId);

export async function findPreAuth(db: Db, ticketId: string): Promise<PreAuthRow | null> {
  const row = await preAuths(db).where("ticketId", "=", ticketId).executeTakeFirst();
  return row ? read(row) : null;
}

export const preAuthsOf = async (db: Db, ticketIds: readonly string[]): Promise<PreAuthRow[]> =>
  ticketIds.length === 0 ? [] : (await preAuths(db).where("ticketId", "in", ticketIds).execute()).map(read);

export async function lockPreAuth(db: Db, ticketId: string): Promise<PreAuthRow | null> {
  const row = await preAuths(db).where("ticketId", "=", ticketId).forUpdate().executeTakeFirst();
  return row ? read(row) : null;
}

export async function lockPreAuthOfOrder(db: Db, orderId: string): Promise<PreAuthRow | null> {
  const row = await preAuths(db).where("orderId", "=", orderId).forUpdate().executeTakeFirst();
  return row ? read(row) : null;
}

export async function findPreAuthOfOrder(db: Db, orderId: string): Promise<PreAuthRow | null> {
  const row = await preAuths(db).where("orderId", "=", orderId).executeTakeFirst();
  return row ? read(row) : null;
}

/** The newest first. */
export async function preAuthsOfClient(db: Db, customerId: string): Promise<PreAuthRow[]> {
  const rows = await preAuths(db).where("customerId", "=", customerId).orderBy("preAuthId", "desc").limit(20).execute();
  return rows.map(read);
}

export async function insertPreAuth(db: Db, row: Omit<Insertable<PreAuthTable>, "companyId" | "state">): Promise<PreAuthRow | null> {
  const inserted = await db
    .insertInto("preAuth")
    .values({ ...row, companyId: db.companyId, state: "waiting" })
    .onConflict((oc) => oc.columns(["companyId", "ticketId"]).doNothing())
    .returningAll()
    .executeTakeFirst();
  return inserted ? read(inserted) : null;
}

export type PreAuthChange = Partial<Omit<PreAuthRow, "companyId" | "preAuthId" | "ticketId" | "version">>;

/** Changes a pre-authorization, and raises its version. Its state moves only as its table says. */
export async function updatePreAuth(db: Db, row: PreAuthRow, change: PreAuthChange): Promise<PreAuthRow> {
  const to = change.state ?? row.state;
  if (!mayMove(preAuthMoves, row.state, to)) throw new Error(`Pre-authorization ${row.preAuthId} cannot go from ${row.state} to ${to}.`);
  const updated = await db
    .updateTable("preAuth")
    .set({ ...change, version: sql`version + 1` })
    .where("companyId", "=", db.companyId)
    .where("preAuthId", "=", row.preAuthId)
    .returningAll()
    .executeTakeFirstOrThrow();
  return read(updated);
}
