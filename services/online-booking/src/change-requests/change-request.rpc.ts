import { type Ctx, implement, listed, mustExist } from "@leashline/kit";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { ChangeRequestService } from "@leashline/proto/leashline/online_booking/v1/change_request_pb.js";
import { query } from "../db.ts";
import { toChangeRequest } from "./change-request.mapper.ts";
import { latestOf, readWaiting } from "./change-request.store.ts";
import type { ChangeRow } from "./change-request.ts";
import { acceptChange, appointmentFor, declineChange } from "./decide.ts";

async function shown(ctx: Ctx, appointmentId: string) {
  const row = mustExist(await query(ctx, (db) => latestOf(db, appointmentId)), "appointmentId");
  return { changeRequest: toChangeRequest(row, await appointmentFor(ctx, appointmentId)) };
}

/** With the appointments as they stand; one that the caller does not reach, or that is deleted, is left out. */
async function withAppointments(ctx: Ctx, rows: readonly ChangeRow[]) {
  if (rows.length === 0) return [];
  const ids = rows.map(({ appointmentId }) => appointmentId);
  const { appointments } = await ctx.client(AppointmentService).batchGetAppointments({ ids });
  const byId = new Map(appointments.map((one) => [one.id, one]));
  return rows.flatMap((row) => {
    const appointment = byId.get(row.appointmentId);
    return appointment ? [toChangeRequest(row, appointment)] : [];
  });
}

export const changeRequestRpc = implement(ChangeRequestService, {
  async listChangeRequests({ businessId, ...asked }, ctx) {
    const { rows, nextPageToken } = await listed(asked, {
      read: (page) => query(ctx, (db) => readWaiting(db, businessId, page)),
      key: (row) => [row.id],
    });
    return { changeRequests: await withAppointments(ctx, rows), nextPageToken };
  },

  async acceptChangeRequest(request, ctx) {
    await acceptChange(ctx, request);
    return await shown(ctx, request.appointmentId);
  },

  async declineChangeRequest({ appointmentId, message }, ctx) {
    await declineChange(ctx, appointmentId, message);
    return await shown(ctx, appointmentId);
  },
});
