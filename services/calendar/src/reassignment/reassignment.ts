import { businessesOf, type Ctx, fail } from "@leashline/kit";
import { type Appointment, withBounds } from "../appointments/appointment.ts";
import { isEditable } from "../appointments/moves.ts";
import { planOf, whenAndWho } from "../appointments/notes.ts";
import { type Change, changeAppointment } from "../booking/change.ts";
import { query } from "../db.ts";
import { NO_STAFF, nameOf, staffById, staffOrNone } from "../projections/staff.ts";
import { comesBetween, handedOver, isDoneBy } from "../scheduling/shared-work.ts";
import { nextAppointments, type Whose } from "./reassignment.store.ts";

const atOnce = 100;

/** The appointments of these people as far as the caller's locations reach; services reach all. */
export const appointmentsOf = (ctx: Ctx, staffIds: readonly string[]): Whose => ({
  companyId: ctx.companyId,
  staffIds,
  businessIds: businessesOf(ctx, "0"),
});

type StaffMember = { readonly id: string; readonly name: string };

/** The appointment with another person in place of one, at the same times; null when there is nothing to hand over, or somebody else's part would move. */
export function reassigned(appointment: Appointment, from: StaffMember, to: StaffMember): Change | null {
  const own = appointment.lines.filter((line) => isDoneBy(line, from.id));
  if (own.length === 0 || !isEditable(appointment.status) || own.some((line) => comesBetween(line, from.id, to.id))) return null;
  const lines = appointment.lines.map((line) => (isDoneBy(line, from.id) ? handedOver(line, from.id, to) : line));
  const plan = withBounds({ ...planOf(appointment), lines });
  const grant = { overbook: true, outOfHours: true, overRequest: true, reason: `Taken over from ${from.name}` };
  return { plan, kind: "reschedule", note: `${whenAndWho(appointment)} → ${whenAndWho(plan)}`, grant, anybody: true };
}

export type Reassigned = { transferred: number; overbooked: number; more: boolean };

/** One appointment after the other, each a change of its own that can be taken back. What was handed over is not found again, so this may be repeated; what needs a hand stays. */
export async function reassign(ctx: Ctx, fromId: string, toId: string): Promise<Reassigned> {
  const to = await assignee(ctx, fromId, staffOrNone(toId));
  const leaver = (await staffById(ctx, [fromId], "fromStaffId")).get(fromId);
  const from = { id: fromId, name: leaver ? nameOf(leaver) : "" };
  const left: string[] = [];
  let [transferred, overbooked] = [0, 0];
  for (;;) {
    const ids = await query(ctx, (db) => nextAppointments(db, appointmentsOf(ctx, [fromId]), { most: atOnce + 1, but: left }));
    const next = ids.slice(0, atOnce - transferred);
    for (const id of next) {
      const after = await handOver(ctx, id, from, to);
      if (!after) left.push(id);
      else transferred++;
      if (after?.overbooked) overbooked++;
    }
    const more = ids.length > next.length;
    if (!more || transferred === atOnce) return { transferred, overbooked, more };
  }
}

/** The appointment as it is then; null where it stays. Each is a command of its own, not a repeat of the whole call. */
async function handOver(ctx: Ctx, id: string, from: StaffMember, to: StaffMember): Promise<Appointment | null> {
  let moves = false;
  const after = await changeAppointment({ ...ctx, idempotencyKey: "" }, { id, version: 0 }, (appointment) => {
    const change = reassigned(appointment, from, to);
    moves = change !== null;
    return change;
  });
  return moves ? after : null;
}

async function assignee(ctx: Ctx, fromId: string, id: string): Promise<StaffMember> {
  if (id === NO_STAFF) return { id, name: "" };
  const staff = (await staffById(ctx, [id], "toStaffId")).get(id);
  if (!staff || staff.deleted || id === fromId) throw fail("NOT_FOUND", { field: "toStaffId" });
  return { id, name: nameOf(staff) };
}
