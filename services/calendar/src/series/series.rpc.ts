import { type Ctx, fail, implement } from "@leashline/kit";
import { SeriesService } from "@leashline/proto/leashline/calendar/v1/series_service_pb.js";
import { toAppointment } from "../appointments/appointment.mapper.ts";
import type { Appointment } from "../appointments/appointment.ts";
import { appointmentOf } from "../appointments/reading.ts";
import { query } from "../db.ts";
import { cancelSeries, changeSeries, undoSeriesChange } from "./change.ts";
import { changeSeriesRule, previewSeries } from "./change-rule.ts";
import { createSeries } from "./create.ts";
import { named } from "./named.ts";
import { asItEnds } from "./rule-change.ts";
import { toDate, toRule } from "./series.mapper.ts";
import { findRule, readMembers } from "./series.store.ts";

const answer = async (appointments: Promise<Appointment[]>) => ({ appointments: (await appointments).map(toAppointment) });

export const seriesRpc = implement(SeriesService, {
  previewSeries: async (request, ctx) => ({ dates: (await named(ctx, await previewSeries(ctx, request))).map(toDate) }),

  async createSeries(request, ctx) {
    const { seriesId, appointments } = await createSeries(ctx, request);
    return { repeatId: seriesId, appointments: appointments.map(toAppointment) };
  },

  getSeries: ({ appointmentId }, ctx) => seriesOf(ctx, appointmentId),
  async changeSeriesRule(request, ctx) {
    const { seriesId, appointments } = await changeSeriesRule(ctx, request);
    return { repeatId: seriesId, appointments: appointments.map(toAppointment) };
  },

  changeSeries: (request, ctx) => answer(changeSeries(ctx, request)),
  cancelSeries: (request, ctx) => answer(cancelSeries(ctx, request)),
  undoSeriesChange: (request, ctx) => answer(undoSeriesChange(ctx, request)),
});

async function seriesOf(ctx: Ctx, appointmentId: string) {
  const { seriesId } = await appointmentOf(ctx, appointmentId, "appointmentId");
  return await query(ctx, async (db) => {
    const rule = await findRule(db, seriesId);
    if (!rule) throw fail("NOT_FOUND", { field: "appointmentId", reason: "does not repeat" });
    const members = await readMembers(db, seriesId, "0001-01-01");
    return { repeatId: seriesId, rule: toRule(asItEnds(rule, members)), appointments: members.map(toAppointment) };
  });
}
