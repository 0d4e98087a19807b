import { implement, toWireDate } from "@leashline/kit";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { query } from "../db.ts";
import { snapshotOf } from "./appointment.events.ts";
import { toAppointment } from "./appointment.wire.ts";
import { bookVisit } from "./book.ts";
import { changeVisit, mayUse } from "./change.ts";
import { removePet, rescheduleVisit, updateVisitDetails, visitOf } from "./edit.ts";
import { planOf } from "./log.ts";
import { cancelVisit, correctTimes, deleteVisit, moveStatus, revertStatus } from "./progress.ts";
import { commentsBefore, countsOfCustomer, logOf, recordsAfter, visitsOfCustomer } from "./reading.ts";
import { undoing } from "./undo.ts";
import { readVisits } from "./visit.store.ts";
import type { Visit } from "./visit.ts";

const answer = async (visit: Promise<Visit>) => ({ appointment: toAppointment(await visit) });

export const appointmentRpc = implement(AppointmentService, {
  bookAppointment: (request, ctx) => answer(bookVisit(ctx, request)),
  getAppointment: (request, ctx) => answer(visitOf(ctx, request.id)),

  async batchGetAppointments({ ids }, ctx) {
    const visits = await query(ctx, (db) => readVisits(db, ctx.companyId, ids));
    return { appointments: visits.filter((visit) => mayUse(ctx, visit.businessId)).map(toAppointment) };
  },

  async listCustomerAppointments(request, ctx) {
    const { visits, nextPageToken, total } = await visitsOfCustomer(ctx, request);
    return { appointments: visits.map(toAppointment), nextPageToken, total };
  },

  async listAppointmentRecords({ afterAppointmentId, pageSize }, ctx) {
    const records = await recordsAfter(ctx, afterAppointmentId, pageSize);
    return { records: records.map(({ visit, deleted }) => ({ appointment: snapshotOf(visit, deleted), noShow: visit.noShow })) };
  },

  countCustomerAppointments: ({ customerId }, ctx) => countsOfCustomer(ctx, customerId),
  updateAppointment: (request, ctx) => answer(updateVisitDetails(ctx, request)),
  rescheduleAppointment: (request, ctx) => answer(rescheduleVisit(ctx, request)),
  removeAppointmentPet: (request, ctx) => answer(removePet(ctx, request)),
  updateStatus: (request, ctx) => answer(moveStatus(ctx, request)),
  revertStatus: (request, ctx) => answer(revertStatus(ctx, request)),
  updateActionTime: (request, ctx) => answer(correctTimes(ctx, request)),
  cancelAppointment: (request, ctx) => answer(cancelVisit(ctx, request)),

  async deleteAppointment({ id }, ctx) {
    await deleteVisit(ctx, id);
    return {};
  },

  undoChange: (asked, ctx) => answer(changeVisit(ctx, { id: asked.id, version: 0 }, (visit, moment) => undoing(visit, moment, asked))),
  listActionLog: (request, ctx) => logOf(ctx, request),

  updateTicketComments: ({ ticketComments = "", ...target }, ctx) =>
    answer(
      changeVisit(ctx, target, (visit) =>
        visit.ticketComments === ticketComments
          ? null
          : { plan: { ...planOf(visit), ticketComments }, kind: "editPetAndServices", note: "Comments" },
      ),
    ),

  async getTicketComments({ id }, ctx) {
    const visit = await visitOf(ctx, id);
    const past = await commentsBefore(ctx, visit);
    const history = past.map((one) => ({
      appointmentId: one.id,
      appointmentDate: toWireDate(one.date),
      ticketComments: one.ticket_comments,
    }));
    return { ticketComments: visit.ticketComments, alertNotes: visit.alertNotes, history };
  },
});
