import { type Ctx, implement, merged, mustBeCurrent, reachesBusiness } from "@leashline/kit";
import { AlertService, AlertSettingsSchema } from "@leashline/proto/leashline/calendar/v1/alert_service_pb.js";
import { AgreementRecordService } from "@leashline/proto/leashline/customer/v1/agreement_record_service_pb.js";
import { VisitPartyService } from "@leashline/proto/leashline/customer/v1/visit_party_service_pb.js";
import { readAppointments } from "../appointments/appointment.store.ts";
import type { Appointment } from "../appointments/appointment.ts";
import { appointmentOf } from "../appointments/reading.ts";
import { command, query } from "../db.ts";
import { readAlertSettings, saveAlertSettings } from "./alert.store.ts";
import { alertsOf, type Occasion } from "./alert.ts";

export const alertRpc = implement(AlertService, {
  getAlertSettings: async ({ businessId }, ctx) => ({ settings: await query(ctx, (db) => readAlertSettings(db, businessId)) }),

  async saveAlertSettings({ businessId, settings: given, updateMask, version }, ctx) {
    return await command(ctx, async (tx) => {
      tx.lock([`alert-setting:${businessId}`]);
      const before = await readAlertSettings(tx.db, businessId);
      mustBeCurrent(version, before.version);
      const settings = { ...merged(AlertSettingsSchema, before, given!, updateMask), businessId, version: before.version + 1 };
      await saveAlertSettings(tx.db, settings);
      tx.log({ entity: "alert settings", id: businessId, action: "update", before, after: settings, businessId });
      tx.notify("calendar.setting", { businessId });
      return { settings };
    });
  },

  getCheckInAlerts: async ({ appointmentId, quick }, ctx) => ({
    alerts: await single(ctx, appointmentId, quick ? "quickCheckIn" : "checkIn"),
  }),
  batchGetCheckInAlerts: async ({ appointmentIds, quick }, ctx) => ({
    visits: await several(ctx, appointmentIds, quick ? "quickCheckIn" : "checkIn"),
  }),
  getCheckOutAlerts: async ({ appointmentId }, ctx) => ({ alerts: await single(ctx, appointmentId, "checkOut") }),
  batchGetCheckOutAlerts: async ({ appointmentIds }, ctx) => ({ visits: await several(ctx, appointmentIds, "checkOut") }),
});

async function single(ctx: Ctx, id: string, occasion: Occasion) {
  const [alerts] = await alertsFor(ctx, [await appointmentOf(ctx, id)], occasion);
  return alerts ?? {};
}

async function several(ctx: Ctx, ids: readonly string[], occasion: Occasion) {
  const visits = (await query(ctx, (db) => readAppointments(db, ids))).filter((one) => reachesBusiness(ctx, one.businessId));
  return (await alertsFor(ctx, visits, occasion)).filter(({ alerts = [] }) => alerts.length > 0);
}

async function unsignedOf(ctx: Ctx, visits: readonly Appointment[]): Promise<ReadonlySet<string>> {
  const { appointmentIds } = await ctx.client(AgreementRecordService).getRequiredSigns({ appointmentIds: visits.map(({ id }) => id) });
  return new Set(appointmentIds);
}

async function alertsFor(ctx: Ctx, visits: readonly Appointment[], occasion: Occasion) {
  if (visits.length === 0) return [];
  const customerIds = [...new Set(visits.map((one) => one.customerId))];
  const petIds = [...new Set(visits.flatMap((one) => one.lines.map((line) => line.petId)))];
  const businessIds = [...new Set(visits.map((one) => one.businessId))];
  const [profiles, unsigned, settings] = await Promise.all([
    ctx.client(VisitPartyService).batchGetVisitProfiles({ customerIds, petIds }),
    occasion === "checkOut" ? new Set<string>() : unsignedOf(ctx, visits),
    query(ctx, async (db) => {
      const found = [];
      for (const id of businessIds) found.push(await readAlertSettings(db, id));
      return new Map(found.map((one) => [one.businessId, one]));
    }),
  ]);
  return visits.map((visit) => alertsOf(visit, { ...profiles, unsigned }, settings.get(visit.businessId)!, occasion));
}
