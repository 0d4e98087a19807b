import { timestampDate, timestampFromMs } from "@bufbuild/protobuf/wkt";
import { asTenant, type Ctx, fromWireDate, instantAt, job, writeAtTime, writeDay } from "@leashline/kit";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { MailService } from "@leashline/proto/leashline/message/v1/mail_service_pb.js";
import { command, query } from "../db.ts";
import { arrivalOn } from "../settings/arrival.ts";
import { settingOf } from "../settings/kept-setting.ts";
import { readBusiness } from "../storefront/shop.store.ts";
import { latestOf } from "./change-request.store.ts";
import { answerWords } from "./change-request.ts";

/** Writes to the client what staff answered, once. */
export const tellAnswer = job<{ id: string; appointmentId: string }>("tell-change-answer", {
  attempts: 8,
  run: async (given, { id, appointmentId }) => {
    const ctx: Ctx = { ...given, idempotencyKey: "" };
    const row = await query(ctx, (db) => latestOf(db, appointmentId));
    if (!row || row.id !== id) return;
    const shop = await query(ctx, (db) => readBusiness(db, row.businessId));
    const as = asTenant(ctx, { companyId: ctx.companyId, businessId: row.businessId, name: "Changes asked for" });
    const { appointments } = await as.client(AppointmentService).batchGetAppointments({ ids: [appointmentId] });
    const [appointment] = appointments;
    if (!shop || !appointment) return;
    const { business } = shop;
    const careTypes = appointment.petServiceList.map(({ careType }) => careType);
    const { arrivalWindow } = arrivalOn(await settingOf(as, row.businessId), careTypes);
    const written = (date: string, startTime: number) => `${writeDay(date, business)} ${writeAtTime(startTime, arrivalWindow, business)}`;
    const { askedDate, askedStart } = row;
    const date = fromWireDate(appointment.appointmentDate, "appointmentDate");
    const said = answerWords({
      wish: row.wish,
      accepted: row.state === "accepted",
      firstName: appointment.customerFirstName,
      businessName: business.businessName,
      when: written(date, appointment.startTime),
      ...(askedDate !== null && askedStart !== null && { asked: written(askedDate, askedStart) }),
      pets: [...new Set(appointment.petServiceList.map(({ petName }) => petName))].join(", "),
      message: row.answer,
    });
    const begins = (day: string, minutes: number) => instantAt(day, minutes, business.timezoneName).getTime();
    const before = askedDate !== null && askedStart !== null ? [begins(askedDate, askedStart)] : [];
    const sent = {
      ...{ customerId: row.customerId, ...said, useCase: "change answered", dedupeKey: `change-request:${id}` },
      ...uselessAfter([begins(date, appointment.startTime), ...before]),
    };
    const { textWaitsUntil } = await as.client(MailService).sendToPerson(sent);
    if (!textWaitsUntil) return;
    const again = { key: `${id}-text`, dueAt: timestampDate(textWaitsUntil), payload: { id, appointmentId }, businessId: row.businessId };
    await command(ctx, async (tx) => {
      tx.schedule(tellAnswer, again);
      return {};
    });
  },
});

/** Whoever would still come at the old time, or does not know of the new one, has to hear of it before either; what is past hurries nothing. */
function uselessAfter(begins: readonly number[]) {
  const ahead = begins.filter((time) => time > Date.now());
  return ahead.length > 0 ? { uselessAfter: timestampFromMs(Math.min(...ahead)) } : {};
}
