import { type Ctx, can, fail, ownStaffId } from "@leashline/kit";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { query } from "../db.ts";
import { type Reach, reaches, reachesAmong } from "./reach.store.ts";

export const NO_SEND = "You don't have permission to send message.";
export const NO_SEND_TO_CLIENT = "You don't have permission to send message to this client.";

export function reachOf(ctx: Ctx): Reach {
  if (can(ctx, Permission.VIEW_FULL_MESSAGE)) return { kind: "all" };
  return { kind: "own", staffId: ownStaffId(ctx), days: can(ctx, Permission.VIEW_OWN_MESSAGES) ? null : 7 };
}

/** Those of some clients whose messages a caller may read. */
export async function reachedAmong(ctx: Ctx, customerIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (ctx.caller.via !== "") return new Set(customerIds);
  if (customerIds.length === 0 || !can(ctx, Permission.VIEW_MESSAGE_CENTER)) return new Set();
  const reach = reachOf(ctx);
  if (reach.kind === "all") return new Set(customerIds);
  return await query(ctx, (db) => reachesAmong(db, reach, customerIds));
}

/** Why the caller may not write to a client; empty when they may (growth §5). */
export async function whyNotWrite(ctx: Ctx, customerId: string): Promise<string> {
  if (!can(ctx, Permission.VIEW_MESSAGE_CENTER)) return NO_SEND;
  const near = await query(ctx, (db) => reaches(db, reachOf(ctx), customerId));
  return near ? "" : NO_SEND_TO_CLIENT;
}

export async function mustWrite(ctx: Ctx, customerId: string): Promise<void> {
  const reason = await whyNotWrite(ctx, customerId);
  if (reason) throw fail("NO_PERMISSION", { message: reason });
}

/** A client out of reach is as good as none. */
export async function mustReach(ctx: Ctx, customerId: string): Promise<void> {
  if (!(await query(ctx, (db) => reaches(db, reachOf(ctx), customerId)))) throw fail("NOT_FOUND");
}
