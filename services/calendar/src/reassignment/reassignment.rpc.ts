import { implement } from "@leashline/kit";
import { StaffAppointmentService } from "@leashline/proto/leashline/calendar/v1/staff_appointment_service_pb.js";
import { command, query } from "../db.ts";
import { planAbsence } from "./plan-absence.ts";
import { countUpcoming } from "./reassignment.store.ts";
import { appointmentsOf, reassign } from "./reassignment.ts";

export const reassignmentRpc = implement(StaffAppointmentService, {
  async getStaffUpcomingCounts({ staffIds }, ctx) {
    const counts = await query(ctx, (db) => countUpcoming(db, appointmentsOf(ctx, staffIds)));
    return { counts: staffIds.map((staffId) => ({ staffId, upcoming: counts.get(staffId) ?? 0 })) };
  },

  async transferStaffAppointments({ fromStaffId, toStaffId }, ctx) {
    const done = await reassign(ctx, fromStaffId, toStaffId);
    // A repeat under the same key finds nothing left to hand over and answers what was told the first time.
    return await command(ctx, async () => done);
  },

  planStaffAbsence: (request, ctx) => planAbsence(ctx, request),
});
