import { type Ctx, fail, mustExist, type Tx } from "@leashline/kit";
import { type DeleteStaffRequest, UpcomingVisits } from "@leashline/proto/leashline/account/v1/staff_requests_pb.js";
import { StaffAppointmentService } from "@leashline/proto/leashline/calendar/v1/staff_appointment_service_pb.js";
import { command, type DB, query } from "../db.ts";
import { isOwnerCategory } from "../staff/owner-category.ts";
import { findStaff, type StaffRow, updateStaff } from "../staff/staff.store.ts";
import { reaches } from "../staff/staff.ts";
import { announce, mustFind } from "../staff/staff-changes.ts";
import { offboarding } from "./offboarding.process.ts";
import { beginOffboarding, findOffboarding, type OffboardingRow } from "./offboarding.store.ts";
import type { Leaving } from "./reassign.ts";

export type Choice = Pick<DeleteStaffRequest, "id" | "upcomingVisits" | "transferToStaffId">;

/** Takes somebody off the calendar, reassigns their appointments and deletes them. A refusal on the way brings them back as they were. */
export async function offboard(ctx: Ctx, choice: Choice): Promise<OffboardingRow> {
  const upcoming = await upcomingOf(ctx, choice.id);
  const { runId } = await command(ctx, (tx) => begin(tx, choice, upcoming), { step: "begin" });
  if (runId !== null) await offboarding.finish(ctx, runId);
  return mustExist(await query(ctx, (db) => findOffboarding(db, choice.id)), "id");
}

async function upcomingOf(ctx: Ctx, staffId: string): Promise<number> {
  const { counts } = await ctx.client(StaffAppointmentService).getStaffUpcomingCounts({ staffIds: [staffId] });
  return counts[0]?.upcoming ?? 0;
}

async function begin(tx: Tx<DB>, choice: Choice, upcoming: number): Promise<{ runId: string | null }> {
  const { db } = tx;
  const { id, upcomingVisits } = choice;
  tx.lock([`staff-leaving:${id}`]);
  const known = await findOffboarding(db, id);
  if (known?.state === "gone") return { runId: null };
  const before = await mustFind(tx, id);
  await mustBeAllowed(tx, choice, before, upcoming);
  const heirStaffId = upcomingVisits === UpcomingVisits.TRANSFER ? choice.transferToStaffId : "0";
  const kept = upcomingVisits === UpcomingVisits.KEEP ? upcoming : 0;
  await beginOffboarding(db, { staffId: id, choice: upcomingVisits, heirStaffId, wasInactive: before.inactive, kept });
  const run = await offboarding.begin(tx as never, id, { staffId: id, choice: upcomingVisits, heirStaffId });
  const asked = run.input as Leaving;
  if (asked.choice !== upcomingVisits || asked.heirStaffId !== heirStaffId) throw leavingOtherwise(before);
  if (!before.inactive) announce(tx, await updateStaff(db, id, { inactive: true }), "leaving", before);
  return { runId: run.id };
}

async function mustBeAllowed(
  tx: Tx<DB>,
  { id, upcomingVisits, transferToStaffId }: Choice,
  staff: StaffRow,
  upcoming: number,
): Promise<void> {
  if (isOwnerCategory(staff.employeeCategory) || id === tx.ctx.caller.staffId)
    throw fail("NO_PERMISSION", { message: "You cannot delete the owner or yourself." });
  if (upcoming > 0 && upcomingVisits === UpcomingVisits.UNSPECIFIED) throw undecided(staff, upcoming);
  if (upcomingVisits === UpcomingVisits.TRANSFER) await mustBeAssignee(tx, id, transferToStaffId);
}

const leavingOtherwise = ({ firstName }: StaffRow) =>
  fail("STATE_CONFLICT", {
    field: "upcomingVisits",
    message: `${firstName} is being deleted already, with another choice for the upcoming appointments.`,
  });

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
