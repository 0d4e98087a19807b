import { asTenant, type Ctx, fail, fromConnectError, type Tx } from "@leashline/kit";
import { type DeleteStaffRequest, UpcomingVisits } from "@leashline/proto/leashline/account/v1/staff_requests_pb.js";
import { StaffAppointmentService } from "@leashline/proto/leashline/calendar/v1/staff_appointment_service_pb.js";
import { command, type DB, query } from "../db.ts";
import { isOwnerCategory } from "../staff/owner-category.ts";
import { findStaff, type StaffRow, updateStaff } from "../staff/staff.store.ts";
import { reaches } from "../staff/staff.ts";
import { announce, mustFind } from "../staff/staff-changes.ts";
import { finishOffboarding } from "./offboarding.jobs.ts";
import {
  beginOffboarding,
  deleteOffboarding,
  findOffboarding,
  type OffboardingRow,
  releaseAssignments,
  updateOffboarding,
} from "./offboarding.store.ts";

const takeOverSeconds = 30;
const sweepSeconds = 60;

export type Choice = Pick<DeleteStaffRequest, "id" | "upcomingVisits" | "transferToStaffId">;

/**
 * Count, off the calendar, reassign the appointments, gone: each step can be repeated, and a job takes over when this process dies on the
 * way. A refusal on the way brings the staff member back as they were.
 */
export async function offboard(ctx: Ctx, choice: Choice): Promise<OffboardingRow> {
  const upcoming = await upcomingOf(ctx, choice.id);
  const begun = await command(ctx, (tx) => begin(tx, choice, upcoming), { step: "begin" });
  if (begun.state === "gone") return begun;
  return await reassignAndFinish(ctx, choice.id);
}

/** The second half, by whoever gets to it: the call itself, or the job after it. */
export async function reassignAndFinish(ctx: Ctx, staffId: string): Promise<OffboardingRow> {
  const row = await query(ctx, (db) => findOffboarding(db, staffId));
  if (!row) throw fail("NOT_FOUND", { field: "id" });
  const plain = { ...ctx, idempotencyKey: "" };
  try {
    const moved = reassigns(row) ? await reassign(ctx, row) : { transferred: 0, overbooked: 0 };
    return await command(plain, (tx) => finish(tx, staffId, moved));
  } catch (error) {
    if (row.state === "leaving" && isRefusal(error)) await command(plain, (tx) => undoOffboarding(tx, staffId));
    throw error;
  }
}

async function upcomingOf(ctx: Ctx, staffId: string): Promise<number> {
  const { counts } = await ctx.client(StaffAppointmentService).getStaffUpcomingCounts({ staffIds: [staffId] });
  return counts[0]?.upcoming ?? 0;
}

const reassigns = (row: Pick<OffboardingRow, "choice">): boolean =>
  row.choice === UpcomingVisits.TRANSFER || row.choice === UpcomingVisits.UNASSIGN;

async function begin(tx: Tx<DB>, { id, upcomingVisits, transferToStaffId }: Choice, upcoming: number): Promise<OffboardingRow> {
  const { ctx, db } = tx;
  const known = await findOffboarding(db, id);
  if (known?.state === "gone") return known;
  const before = await mustFind(tx, id);
  if (isOwnerCategory(before.employeeCategory) || id === ctx.caller.staffId)
    throw fail("NO_PERMISSION", { message: "The owner and oneself cannot be deleted." });
  if (upcoming > 0 && upcomingVisits === UpcomingVisits.UNSPECIFIED) throw undecided(before, upcoming);
  if (upcomingVisits === UpcomingVisits.TRANSFER) await mustBeAssignee(tx, id, transferToStaffId);
  const kept = upcomingVisits === UpcomingVisits.KEEP ? upcoming : 0;
  const heirStaffId = upcomingVisits === UpcomingVisits.TRANSFER ? transferToStaffId : "0";
  const row = await beginOffboarding(db, {
    staffId: id,
    choice: upcomingVisits,
    heirStaffId,
    wasInactive: before.inactive,
    kept,
  });
  tx.schedule(finishOffboarding, { key: id, dueAt: new Date(Date.now() + takeOverSeconds * 1000), payload: { staffId: id } });
  if (!before.inactive) announce(tx, await updateStaff(db, id, { inactive: true }), "leaving", before);
  return row;
}

const undecided = (staff: StaffRow, upcoming: number) =>
  fail("STATE_CONFLICT", {
    field: "upcomingVisits",
    message: `${staff.firstName} has ${upcoming} upcoming appointment${upcoming === 1 ? "" : "s"}. Say who takes over first.`,
    facts: { upcoming: String(upcoming) },
  });

async function mustBeAssignee(tx: Tx<DB>, id: string, assigneeId: string): Promise<void> {
  const assignee = assigneeId === id ? undefined : await findStaff(tx.db, assigneeId);
  if (!assignee || assignee.inactive || !reaches(tx.ctx, assignee)) throw fail("NOT_FOUND", { field: "transferToStaffId" });
}

async function reassign(ctx: Ctx, row: OffboardingRow): Promise<{ transferred: number; overbooked: number }> {
  const sum = { transferred: 0, overbooked: 0 };
  // Without the caller's key: under it every page would be answered like the first.
  const { companyId, businessId, caller } = ctx;
  const calendar = asTenant({ ...ctx, idempotencyKey: "" }, { companyId, businessId, name: caller.name }).client(StaffAppointmentService);
  for (let more = true; more; ) {
    const done = await calendar.transferStaffAppointments({ fromStaffId: row.staffId, toStaffId: row.heirStaffId });
    sum.transferred += done.transferred;
    sum.overbooked += done.overbooked;
    more = done.more;
  }
  return sum;
}

async function finish(tx: Tx<DB>, staffId: string, moved: { transferred: number; overbooked: number }): Promise<OffboardingRow> {
  const { db } = tx;
  const row = await findOffboarding(db, staffId);
  if (!row) throw fail("NOT_FOUND", { field: "id" });
  const sums = { transferred: row.transferred + moved.transferred, overbooked: row.overbooked + moved.overbooked };
  if (row.state === "gone") return await updateOffboarding(db, staffId, sums);
  const before = await findStaff(db, staffId);
  await releaseAssignments(db, staffId);
  if (before) announce(tx, await updateStaff(db, staffId, { deletedAt: new Date() }), "deleted", before);
  tx.unschedule(finishOffboarding, staffId);
  // Who booked them while the event was on its way is reassigned a minute later.
  const dueAt = new Date(Date.now() + sweepSeconds * 1000);
  if (reassigns(row)) tx.schedule(finishOffboarding, { key: `${staffId}.after`, dueAt, payload: { staffId } });
  return await updateOffboarding(db, staffId, { ...sums, state: "gone" });
}

async function undoOffboarding(tx: Tx<DB>, staffId: string): Promise<object> {
  const { db } = tx;
  const row = await findOffboarding(db, staffId);
  if (row?.state !== "leaving") return {};
  tx.unschedule(finishOffboarding, staffId);
  await deleteOffboarding(db, staffId);
  if (!row.wasInactive) announce(tx, await updateStaff(db, staffId, { inactive: false }), "stays");
  return {};
}

/** A no from the catalogue, and not a fault or an outage: those are left to the job. */
function isRefusal(error: unknown): boolean {
  const refusal = fromConnectError(error);
  return refusal !== null && refusal.code !== 0;
}
