import { implement, reachesBusiness, toWireDate } from "@leashline/kit";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { toAppointment, toSnapshot } from "./appointments/appointment.mapper.ts";
import { readAppointments } from "./appointments/appointment.store.ts";
import type { Appointment } from "./appointments/appointment.ts";
import { planOf } from "./appointments/notes.ts";
import { appointmentOf, appointmentsOfClient, commentsBefore, countsOfClient, recordsAfter } from "./appointments/reading.ts";
import { bookAppointment } from "./booking/book.ts";
import { changeAppointment } from "./booking/change.ts";
import { previewPrices, removePet } from "./booking/edit.ts";
import { query } from "./db.ts";
import { logOf } from "./log/log.ts";
import { rescheduleSeries } from "./series/reschedule.ts";
import { updateSeries } from "./series/update.ts";
import { cancelAppointment, correctTimes, deleteAppointment, moveStatus, revertStatus } from "./status/progress.ts";
import { undoing } from "./undo/undo.ts";

const answer = async (appointment: Promise<Appointment>) => ({ appointment: toAppointment(await appointment) });

export const appointmentRpc = implement(AppointmentService, {
  bookAppointment: (request, ctx) => answer(bookAppointment(ctx, request)),
  getAppointment: (request, ctx) => answer(appointmentOf(ctx, request.id)),

  async batchGetAppointments({ ids }, ctx) {
    const appointments = await query(ctx, (db) => readAppointments(db, ids));
    return { appointments: appointments.filter((appointment) => reachesBusiness(ctx, appointment.businessId)).map(toAppointment) };
  },

  async listCustomerAppointments(request, ctx) {
    const { appointments, nextPageToken, total } = await appointmentsOfClient(ctx, request);
    return { appointments: appointments.map(toAppointment), nextPageToken, total };
  },

  async listAppointmentRecords({ afterAppointmentId, pageSize }, ctx) {
    const records = await recordsAfter(ctx, afterAppointmentId, pageSize);
    return {
      records: records.map(({ appointment, deleted }) => ({ appointment: toSnapshot(appointment, deleted), noShow: appointment.noShow })),
    };
  },

  countCustomerAppointments: ({ customerId }, ctx) => countsOfClient(ctx, customerId),

  async updateAppointment(request, ctx) {
    const { appointment, appointments } = await updateSeries(ctx, request);
    return { appointment: toAppointment(appointment), appointments: appointments.map(toAppointment) };
  },

  async rescheduleCard(request, ctx) {
    const { appointment, appointments } = await rescheduleSeries(ctx, request);
    return { appointment: toAppointment(appointment), appointments: appointments.map(toAppointment) };
  },

  previewReschedulePrices: async (request, ctx) => ({ priceChanges: await previewPrices(ctx, request) }),
  removeAppointmentPet: (request, ctx) => answer(removePet(ctx, request)),
  updateStatus: (request, ctx) => answer(moveStatus(ctx, request)),
  revertStatus: (request, ctx) => answer(revertStatus(ctx, request)),
  updateActionTime: (request, ctx) => answer(correctTimes(ctx, request)),
  cancelAppointment: (request, ctx) => answer(cancelAppointment(ctx, request)),

  async deleteAppointment(request, ctx) {
    await deleteAppointment(ctx, request);
    return {};
  },

  undoChange: (asked, ctx) =>
    answer(
      changeAppointment(ctx, { id: asked.id, version: 0, evenDeleted: true }, (appointment, moment) => undoing(appointment, moment, asked)),
    ),
  listActionLog: (request, ctx) => logOf(ctx, request),

  updateTicketComments: ({ ticketComments = "", ...target }, ctx) =>
    answer(
      changeAppointment(ctx, target, (appointment) =>
        appointment.ticketComments === ticketComments
          ? null
          : { plan: { ...planOf(appointment), ticketComments }, kind: "editPetAndServices", note: "Comments" },
      ),
    ),

  async getTicketComments({ id }, ctx) {
    const appointment = await appointmentOf(ctx, id);
    const past = await commentsBefore(ctx, appointment);
    const history = past.map((one) => ({
      appointmentId: one.id,
      appointmentDate: toWireDate(one.date),
      ticketComments: one.ticketComments,
    }));
    return { ticketComments: appointment.ticketComments, alertNotes: appointment.alertNotes, history };
  },
});
