import { cut, fail, type Page, type Tx } from "@leashline/kit";
import type { Insertable, Kysely, Updateable } from "kysely";
import type { DB } from "../db.ts";
import { can, type Move, moves, type RequestRow, type RequestState } from "./request.ts";

export async function addRequest(tx: Tx<DB>, request: Omit<Insertable<DB["booking_request"]>, "company_id" | "state">): Promise<string> {
  const row = await tx.db
    .insertInto("booking_request")
    .values({ ...request, company_id: tx.ctx.companyId, state: "submitted" })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

export const readRequest = (db: Kysely<DB>, id: string, { lock = false } = {}): Promise<RequestRow | undefined> =>
  db
    .selectFrom("booking_request")
    .selectAll()
    .where("id", "=", id)
    .$if(lock, (q) => q.forUpdate())
    .executeTakeFirst();

/** Locks the row and checks that the move is legal from where it stands. */
export async function lockFor(tx: Tx<DB>, id: string, move: Move): Promise<RequestRow> {
  const row = await tx.db
    .selectFrom("booking_request")
    .selectAll()
    .where("company_id", "=", tx.ctx.companyId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw fail("NOT_FOUND");
  if (!can(move, row.state)) throw fail("STATE_CONFLICT", { facts: { state: row.state } });
  return row;
}

export async function saveMove(tx: Tx<DB>, id: string, move: Move, change: Updateable<DB["booking_request"]> = {}): Promise<RequestRow> {
  return await tx.db
    .updateTable("booking_request")
    .set({ ...change, state: moves[move].to })
    .where("company_id", "=", tx.ctx.companyId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Remembers the hold that keeps the time; false once the request is decided. */
export async function saveHold(tx: Tx<DB>, id: string, token: string): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable("booking_request")
    .set({ hold_token: token })
    .where("company_id", "=", tx.ctx.companyId)
    .where("id", "=", id)
    .where("state", "in", ["submitted", "accepting"])
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** The hold has run out; the request stands without it. */
export async function forgetHold(tx: Tx<DB>, id: string): Promise<object> {
  await tx.db
    .updateTable("booking_request")
    .set({ hold_token: "" })
    .where("company_id", "=", tx.ctx.companyId)
    .where("id", "=", id)
    .execute();
  return {};
}

export type Listing = { businessIds: readonly string[]; states: readonly RequestState[]; staffId: string | null; byDate: boolean };

export async function listRequests(db: Kysely<DB>, { businessIds, states, staffId, byDate }: Listing, page: Page) {
  const base = db
    .selectFrom("booking_request")
    .where("business_id", "in", businessIds)
    .where("state", "in", states)
    .$if(staffId !== null, (q) => q.where("staff_id", "=", staffId ?? "0"));
  const total = await base.select((eb) => eb.fn.countAll<string>().as("n")).executeTakeFirstOrThrow();
  const after = page.after;
  const rows = await base
    .selectAll()
    .$if(after !== null && !byDate, (q) => q.where("id", "<", after?.[0] ?? "0"))
    .$if(after !== null && byDate, (q) =>
      q.where((eb) =>
        eb(eb.refTuple("date", "start_time", "id"), ">", eb.tuple(after?.[0] ?? "", Number(after?.[1] ?? 0), after?.[2] ?? "0")),
      ),
    )
    .$if(byDate, (q) => q.orderBy("date").orderBy("start_time").orderBy("id"))
    .$if(!byDate, (q) => q.orderBy("id", "desc"))
    .limit(page.size + 1)
    .offset(page.offset)
    .execute();
  const shown = cut(rows, page.size, (row) => (byDate ? [row.date, row.start_time, row.id] : [row.id]));
  return { ...shown, total: Number(total.n) };
}
