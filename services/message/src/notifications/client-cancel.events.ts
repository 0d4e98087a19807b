import { consumer, job, writeDay, writeDayAndTime } from "@leashline/kit";
import { type AppointmentCancelled, AppointmentCancelledSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { CANCELED_BY_CLIENT } from "@leashline/proto/rules/client-link.ts";
import type { Sender } from "../auto-messages/facts.store.ts";
import type { DB } from "../db.gen.ts";
import { businessOf } from "../projections/business.ts";
import { sendAtOnce } from "../sending/dispatch.ts";
import type { Outgoing } from "../sending/outgoing.ts";
import { noticeMail } from "./notice.ts";

type Due = {
  appointmentId: string;
  businessId: string;
  version: number;
  who: string;
  services: string[];
  date: string;
  endDate: string;
  startTime: number;
  reason: string;
};

function mailOf(due: Due, business: Sender): Outgoing {
  const day = writeDay(due.date, business);
  const until = due.endDate > due.date ? ` until ${writeDay(due.endDate, business)}` : "";
  const text = [
    `${due.who} canceled online: ${writeDayAndTime(due.date, due.startTime, business)}${until}.`,
    due.services.join("\n"),
    due.reason && `They wrote: ${due.reason}`,
    "The time is free again. Money that was paid and is still to be refunded is named on Today.",
  ]
    .filter(Boolean)
    .join("\n\n");
  return noticeMail(business, {
    subject: `Canceled online: ${due.who}, ${day}`,
    text,
    useCase: "canceled by the client",
    cause: `client-cancel:${due.appointmentId}:${due.version}`,
  });
}

/** Tells the business's own address that a client canceled with the link in their message. */
export const clientCancelJob = job<Due>("send-client-cancel", {
  attempts: 6,
  run: async (ctx, due) => {
    const business = await businessOf(ctx, due.businessId);
    if (business.email) await sendAtOnce(ctx, [mailOf(due, business)]);
  },
});

const theirs = ({ cancelReason }: AppointmentCancelled): boolean => cancelReason.startsWith(CANCELED_BY_CLIENT);

export const clientCanceled = consumer<typeof AppointmentCancelledSchema, DB>(
  AppointmentCancelledSchema,
  async (tx, { appointment, cancelReason }, { actor }) => {
    // Staff may write the same words as a reason of theirs.
    if (!appointment || Number(actor.staffId ?? 0) > 0) return;
    const { appointmentId, businessId, version, customerName, date, endDate, startTime, lines } = appointment;
    const services = lines.map(({ petName, serviceName }) => `${petName}: ${serviceName}`);
    const reason = cancelReason.slice(CANCELED_BY_CLIENT.length + 2);
    const said = cancelReason[CANCELED_BY_CLIENT.length] === ":" ? reason : "";
    const payload = {
      appointmentId,
      businessId,
      version,
      who: customerName || "A client",
      services,
      date,
      endDate,
      startTime,
      reason: said,
    };
    tx.schedule(clientCancelJob, { key: `${appointmentId}:${version}`, dueAt: new Date(), payload, businessId });
  },
  { wanted: theirs },
);
