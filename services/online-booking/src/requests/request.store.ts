import { type Ctx, cut, fail, lockRow, mustExist, type Page, type Tx } from "@leashline/kit";
import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import { dropSignatures } from "../agreements/signature.store.ts";
import { type DB, type Db, query } from "../db.ts";
import { closeProposal } from "./proposal/end.ts";
import { can, type Move, moves, type RequestRow, type RequestState } from "./request.ts";

export async function addRequest(tx: Tx<DB>, request: Omit<Insertable<DB["bookingRequest"]>, "companyId" | "state">): Promise<RequestRow> {
  const row = await tx.db
    .insertInto("bookingRequest")
    .values({ ...request, companyId: tx.ctx.companyId, state: "submitted" })
    .returningAll()
    .executeTakeFirstOrThrow();
  return stored(row);
}

const stored = (row: Selectable<DB["bookingRequest"]>): RequestRow => row as unknown as RequestRow;

export async function readRequest(db: Db, id: string): Promise<RequestRow | undefined> {
  const row = await db
    .selectFrom("bookingRequest")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row && stored(row);
}

export async function readRequests(db: Db, ids: readonly string[]): Promise<RequestRow[]> {
  const rows = await db
    .selectFrom("bookingRequest")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute();
  return rows.map(stored);
}

/** What somebody asked for at a business that nobody has answered, by day and time. */
export async function requestsOfContact(db: Db, businessId: string, contact: string, most: number): Promise<RequestRow[]> {
  const rows = await db
    .selectFrom("bookingRequest")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .where("contact", "=", contact)
    .where("state", "in", ["submitted", "accepting"])
    .orderBy("date")
    .orderBy("startTime")
    .orderBy("id")
    .limit(most)
    .execute();
  return rows.map(stored);
}

export async function mustRead(ctx: Ctx, id: string): Promise<RequestRow> {
  return mustExist(await query(ctx, (db) => readRequest(db, id)));
}

export async function lockRequest(tx: Tx<DB>, id: string): Promise<RequestRow | null> {
  const row = await lockRow(tx.db, "bookingRequest", id);
  return row ? stored(row) : null;
}

/** What its card has come to. */
export async function savePayment(tx: Tx<DB>, id: string, change: Updateable<DB["bookingRequest"]>): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await tx.db.updateTable("bookingRequest").set(change).where("companyId", "=", tx.ctx.companyId).where("id", "=", id).execute();
}

/** The request whose card is called so where money is kept, or whose money came in with a payment; null for none of ours. */
export async function requestOfPayment(tx: Tx<DB>, by: { paymentRef: string } | { prepayPaymentId: string }): Promise<RequestRow | null> {
  const found = await tx.db
    .selectFrom("bookingRequest")
    .selectAll()
    .where("companyId", "=", tx.ctx.companyId)
    .where("paymentRef" in by ? "paymentRef" : "prepayPaymentId", "=", "paymentRef" in by ? by.paymentRef : by.prepayPaymentId)
    .forUpdate()
    .executeTakeFirst();
  return found ? stored(found) : null;
}

/** Whether something that was prepaid with its request was taken for an appointment. */
export async function isPrepaidVisit(db: Db, appointmentId: string): Promise<boolean> {
  const row = await db
    .selectFrom("bookingRequest")
    .select("id")
    .where("companyId", "=", db.companyId)
    .where("appointmentId", "=", appointmentId)
    .where("prepayPaymentId", "<>", "0")
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether another request, also one of the same person that is being accepted just now, or the waitlist names this client. */
export async function isNamedElsewhere(db: Db, customerId: string, id: string): Promise<boolean> {
  const { rows } = await sql<{ named: boolean }>`
    select exists (
      select from booking_request r
      where r.company_id = ${db.companyId} and r.id <> ${id}
        and (r.customer_id = ${customerId} or r.state = 'accepting' and r.contact <> '' and r.contact =
          (select contact from booking_request where company_id = ${db.companyId} and id = ${id}))
    ) or exists (
      select from waitlist_entry where company_id = ${db.companyId} and customer_id = ${customerId}
    ) as named`.execute(db);
  return rows[0]?.named === true;
}

/** Locks the row and checks that the move is legal from where it stands. */
export async function lockFor(tx: Tx<DB>, id: string, move: Move): Promise<RequestRow> {
  const row = stored(mustExist(await lockRow(tx.db, "bookingRequest", id)));
  if (!can(move, row.state)) throw fail("STATE_CONFLICT", { facts: { state: row.state } });
  return row;
}

/** What was signed with one that is declined or taken back goes with it. Once it is decided, nothing that was proposed is open any more. */
export async function saveMove(tx: Tx<DB>, id: string, move: Move, change: Updateable<DB["bookingRequest"]> = {}): Promise<RequestRow> {
  const state = moves[move].to;
  const over = state === "declined" || state === "cancelled";
  if (over) await dropSignatures(tx, id);
  const row = await tx.db
    .updateTable("bookingRequest")
    .set({ ...change, state, ...(over && { agreements: "[]" }) })
    .where("companyId", "=", tx.ctx.companyId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return state === "submitted" || state === "accepting" ? stored(row) : await closeProposal(tx, stored(row));
}

/** What was signed with a request that waited, and waits no more. */
export async function forgetSigned(tx: Tx<DB>, id: string): Promise<void> {
  const { numUpdatedRows } = await tx.db
    .updateTable("bookingRequest")
    .set({ agreements: "[]" })
    .where("companyId", "=", tx.ctx.companyId)
    .where("id", "=", id)
    .where("state", "=", "waitlisted")
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 1n) await dropSignatures(tx, id);
}

/** That it is being accepted; goes with the next statement. */
export function noteBegun(tx: Tx<DB>, id: string): void {
  const change = { state: moves.beginAccept.to, chosen: null };
  tx.write(tx.db.updateTable("bookingRequest").set(change).where("companyId", "=", tx.ctx.companyId).where("id", "=", id));
}

/** Remembers the hold that keeps the time; false once the request is decided, or is being accepted with the hold that it had. */
export async function saveHold(tx: Tx<DB>, id: string, token: string): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable("bookingRequest")
    .set({ holdToken: token })
    .where("companyId", "=", tx.ctx.companyId)
    .where("id", "=", id)
    .where("state", "=", "submitted")
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Why nobody was spared to look at it; false once somebody decided. */
export async function saveAutomation(tx: Tx<DB>, id: string, automation: string): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable("bookingRequest")
    .set({ automation })
    .where("companyId", "=", tx.ctx.companyId)
    .where("id", "=", id)
    .where("state", "=", "submitted")
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** A request that waits and that nobody has heard of, from now on told; undefined where there is nothing to tell. */
export async function claimTelling(tx: Tx<DB>, id: string): Promise<RequestRow | undefined> {
  const row = await tx.db
    .updateTable("bookingRequest")
    .set({ told: true })
    .where("companyId", "=", tx.ctx.companyId)
    .where("id", "=", id)
    .where("told", "=", false)
    .where("state", "in", ["submitted", "accepting"])
    .returningAll()
    .executeTakeFirst();
  return row && stored(row);
}

/** The hold has run out; the request stands without it. */
export async function forgetHold(tx: Tx<DB>, id: string): Promise<object> {
  await tx.db.updateTable("bookingRequest").set({ holdToken: "" }).where("companyId", "=", tx.ctx.companyId).where("id", "=", id).execute();
  return {};
}

export type Listing = {
  businessIds: readonly string[];
  states: readonly RequestState[];
  staffId: string | null;
  byDate: boolean;
  lateFirst?: boolean;
  onlyLate?: boolean;
};

const isLateNow = sql<boolean>`(late_at is not null and late_at <= now() and state in ('submitted', 'accepting'))`;

export async function listRequests(db: Db, { businessIds, states, staffId, byDate, lateFirst, onlyLate }: Listing, page: Page) {
  const all = db
    .selectFrom("bookingRequest")
    .where("companyId", "=", db.companyId)
    .where("businessId", "in", businessIds)
    .where("state", "in", states)
    .$if(staffId !== null, (q) => q.where("staffId", "=", staffId ?? "0"));
  const base = all.$if(onlyLate === true, (q) => q.where(isLateNow));
  const counted = await all
    .select((eb) => [eb.fn.countAll<string>().as("n"), eb.fn.countAll<string>().filterWhere(isLateNow).as("late")])
    .executeTakeFirstOrThrow();
  const after = page.after;
  // Nothing else can be late, and sorting all that ever was takes long.
  const byLate = lateFirst === true && !byDate && states.includes("submitted");
  const rows = await base
    .selectAll()
    .select(isLateNow.as("lateNow"))
    .$if(after !== null && byLate, (q) =>
      q.where(sql<boolean>`(${isLateNow}, id) < (${after?.[0] === "1"}::boolean, ${after?.[1] ?? "0"}::bigint)`),
    )
    .$if(after !== null && !byDate && !byLate, (q) => q.where("id", "<", after?.[0] ?? "0"))
    .$if(after !== null && byDate, (q) =>
      q.where((eb) =>
        eb(eb.refTuple("date", "startTime", "id"), ">", eb.tuple(after?.[0] ?? "", Number(after?.[1] ?? 0), after?.[2] ?? "0")),
      ),
    )
    .$if(byDate, (q) => q.orderBy("date").orderBy("startTime").orderBy("id"))
    .$if(byLate, (q) => q.orderBy(isLateNow, "desc"))
    .$if(!byDate, (q) => q.orderBy("id", "desc"))
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  // Late by the database's clock, by which the next page goes on.
  const keyOf = ({ date, startTime, id, lateNow }: (typeof rows)[number]) =>
    byDate ? [date, startTime, id] : byLate ? [lateNow ? "1" : "0", id] : [id];
  const { rows: shown, nextPageToken } = cut(rows, page.size, keyOf);
  const lateTotal = Number(counted.late);
  return { rows: shown.map(stored), nextPageToken, total: onlyLate ? lateTotal : Number(counted.n), lateTotal };
}
