import { lockRow, type Page, type Tx } from "@leashline/kit";
import { type Selectable, sql } from "kysely";
import type { DB, Db } from "../db.ts";
import type { ChangeRow, State } from "./change-request.ts";

const stored = (row: Selectable<DB["changeRequest"]>): ChangeRow => row as unknown as ChangeRow;
/** As the index says it: with parameters for the states the database would not know which one is meant. */
const isOpen = sql<boolean>`state in ('waiting', 'accepting')`;

export type Asked = Pick<ChangeRow, "businessId" | "appointmentId" | "customerId" | "wish" | "said" | "askedDate" | "askedStart">;

/** What is wished of an appointment from now on, in place of what waited. Whoever wishes the same once more asked when they first did: a late fee goes by that. */
export async function keepAsked(tx: Tx<DB>, asked: Asked): Promise<ChangeRow> {
  const { wish, said, askedDate, askedStart } = asked;
  const row = await tx.db
    .insertInto("changeRequest")
    .values({ companyId: tx.ctx.companyId, ...asked })
    .onConflict((conflict) =>
      conflict
        .columns(["companyId", "appointmentId"])
        .where(isOpen)
        .doUpdateSet({
          ...{ wish, said, askedDate, askedStart },
          createdAt: sql`case when change_request.wish = excluded.wish then change_request.created_at else now() end`,
        }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  return stored(row);
}

/** The newest of an appointment. */
export async function latestOf(db: Db, appointmentId: string): Promise<ChangeRow | undefined> {
  return (await latestByAppointment(db, [appointmentId])).get(appointmentId);
}

export async function latestByAppointment(db: Db, appointmentIds: readonly string[]): Promise<ReadonlyMap<string, ChangeRow>> {
  const rows = await db
    .selectFrom("changeRequest")
    .selectAll()
    .distinctOn("appointmentId")
    .where("companyId", "=", db.companyId)
    .where(sql<boolean>`appointment_id = any(${appointmentIds}::bigint[])`)
    .orderBy("appointmentId")
    .orderBy("id", "desc")
    .execute();
  return new Map(rows.map((row) => [row.appointmentId, stored(row)]));
}

/** The newest of an appointment, under lock. */
export async function lockLatest(tx: Tx<DB>, appointmentId: string): Promise<ChangeRow | undefined> {
  const latest = await latestOf(tx.db, appointmentId);
  const row = latest && (await lockRow(tx.db, "changeRequest", latest.id));
  return row ? stored(row) : undefined;
}

/** Those that wait at a business, who waits longest first; one row more than asked. */
export async function readWaiting(db: Db, businessId: string, { limit, after }: Page): Promise<ChangeRow[]> {
  const rows = await db
    .selectFrom("changeRequest")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .where(isOpen)
    .where("id", ">", after?.[0] ?? "0")
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(stored);
}

export async function saveState(tx: Tx<DB>, id: string, state: State, answer = ""): Promise<ChangeRow> {
  const row = await tx.db
    .updateTable("changeRequest")
    .set({ state, answer, decidedAt: state === "waiting" ? null : new Date() })
    .where("companyId", "=", tx.ctx.companyId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return stored(row);
}
