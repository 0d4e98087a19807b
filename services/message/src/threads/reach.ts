import { type Ctx, can, fail, ownStaffId } from "@leashline/kit";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { type RawBuilder, sql } from "kysely";
import { type Db, query } from "../db.ts";

/** Whose threads a caller sees (core §6): all, or clients who have a visit with them, within so many days of now or ever. */
export type Reach = { kind: "all" } | { kind: "own"; staffId: string; days: number | null };

export const NO_SEND = "You don't have permission to send message.";
export const NO_SEND_TO_CLIENT = "You don't have permission to send message to this client.";

export function reachOf(ctx: Ctx): Reach {
  if (can(ctx, Permission.VIEW_FULL_MESSAGE)) return { kind: "all" };
  return { kind: "own", staffId: ownStaffId(ctx), days: can(ctx, Permission.VIEW_OWN_MESSAGES) ? null : 7 };
}

/** As a condition on a thread in the query at hand. */
export function withinReach(reach: Reach): RawBuilder<boolean>[] {
  if (reach.kind === "all") return [];
  return [
    sql<boolean>`exists (select 1 from visit where visit.company_id = thread.company_id and visit.customer_id = thread.customer_id and ${visitOf(reach)})`,
  ];
}

function visitOf(reach: Extract<Reach, { kind: "own" }>): RawBuilder<boolean> {
  const mine = sql<boolean>`${reach.staffId}::bigint = any (visit.staff_ids)`;
  if (reach.days === null) return mine;
  return sql<boolean>`${mine} and visit.start_at between now() - make_interval(days => ${reach.days}) and now() + make_interval(days => ${reach.days})`;
}

export async function reaches(db: Db, companyId: string, reach: Reach, customerId: string): Promise<boolean> {
  if (reach.kind === "all") return true;
  const row = await db
    .selectFrom("visit")
    .select("appointment_id")
    .where("company_id", "=", companyId)
    .where("customer_id", "=", customerId)
    .where(visitOf(reach))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Those of some clients whose messages a caller may read. */
export async function reachedAmong(ctx: Ctx, customerIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (ctx.caller.via !== "") return new Set(customerIds);
  if (customerIds.length === 0 || !can(ctx, Permission.VIEW_MESSAGE_CENTER)) return new Set();
  const reach = reachOf(ctx);
  if (reach.kind === "all") return new Set(customerIds);
  const rows = await query(ctx, (db) =>
    db
      .selectFrom("visit")
      .select("customer_id")
      .distinct()
      .where("company_id", "=", ctx.companyId)
      .where("customer_id", "in", customerIds)
      .where(visitOf(reach))
      .execute(),
  );
  return new Set(rows.map((row) => row.customer_id));
}

/** Why the caller may not write to a client; empty when they may (growth §5). */
export async function whyNotWrite(ctx: Ctx, customerId: string): Promise<string> {
  if (!can(ctx, Permission.VIEW_MESSAGE_CENTER)) return NO_SEND;
  const near = await query(ctx, (db) => reaches(db, ctx.companyId, reachOf(ctx), customerId));
  return near ? "" : NO_SEND_TO_CLIENT;
}

export async function mustWrite(ctx: Ctx, customerId: string): Promise<void> {
  const reason = await whyNotWrite(ctx, customerId);
  if (reason) throw fail("NO_PERMISSION", { message: reason });
}

/** A client out of reach is as good as none. */
export async function mustReach(ctx: Ctx, customerId: string): Promise<void> {
  if (!(await query(ctx, (db) => reaches(db, ctx.companyId, reachOf(ctx), customerId)))) throw fail("NOT_FOUND");
}
