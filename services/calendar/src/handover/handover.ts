import { type Ctx, fail } from "@leashline/kit";
import { staffOrNone } from "../appointments/catalogue.ts";
import { type Change, changeVisit } from "../appointments/change.ts";
import { planOf, whenAndWho } from "../appointments/log.ts";
import { isEditable } from "../appointments/moves.ts";
import { framed, NO_STAFF, type Visit } from "../appointments/visit.ts";
import { query } from "../db.ts";
import { nameOf, staffById } from "../staff/staff.store.ts";
import { nextVisits, type Whose } from "./handover.store.ts";

const atOnce = 100;

/** The visits of these people as far as the caller's locations reach; services reach all. */
export const visitsOf = (ctx: Ctx, staffIds: readonly string[]): Whose => ({
  companyId: ctx.companyId,
  staffIds,
  businessIds: ctx.caller.via === "" ? ctx.caller.businessIds : null,
});

type Person = { readonly id: string; readonly name: string };

/** The visit with another person in place of one, at the same times; null when there is nothing to hand over. */
export function handedOver(visit: Visit, from: Person, to: Person): Change | null {
  const own = visit.lines.filter((line) => line.staffId === from.id);
  if (own.length === 0 || !isEditable(visit.status)) return null;
  const lines = visit.lines.map((line) => (line.staffId === from.id ? { ...line, staffId: to.id, staffName: to.name } : line));
  const plan = framed({ ...planOf(visit), lines });
  const grant = { overbook: true, outOfHours: true, overRequest: true, reason: `Taken over from ${from.name}` };
  return { plan, kind: "reschedule", note: `${whenAndWho(visit)} → ${whenAndWho(plan)}`, grant };
}

export type HandedOver = { transferred: number; overbooked: number; more: boolean };

/** One visit after the other, each a change of its own that can be taken back. What was handed over is not found again, so this may be repeated. */
export async function handOver(ctx: Ctx, fromId: string, toId: string): Promise<HandedOver> {
  const to = await heir(ctx, fromId, staffOrNone(toId));
  const leaver = (await staffById(ctx, [fromId], "fromStaffId")).get(fromId);
  const from = { id: fromId, name: leaver ? nameOf(leaver) : "" };
  const ids = await query(ctx, (db) => nextVisits(db, visitsOf(ctx, [fromId]), atOnce + 1));
  // Every visit is a command of its own, not a repeat of this call.
  const each = { ...ctx, idempotencyKey: "" };
  let [transferred, overbooked] = [0, 0];
  for (const id of ids.slice(0, atOnce)) {
    let moves = false;
    const after = await changeVisit(each, { id, version: 0 }, (visit) => {
      const change = handedOver(visit, from, to);
      moves = change !== null;
      return change;
    });
    if (!moves) continue;
    transferred++;
    if (after.overbooked) overbooked++;
  }
  return { transferred, overbooked, more: ids.length > atOnce && transferred > 0 };
}

async function heir(ctx: Ctx, fromId: string, id: string): Promise<Person> {
  if (id === NO_STAFF) return { id, name: "" };
  const staff = (await staffById(ctx, [id], "toStaffId")).get(id);
  if (!staff || staff.deleted || id === fromId) throw fail("NOT_FOUND", { field: "toStaffId" });
  return { id, name: nameOf(staff) };
}
