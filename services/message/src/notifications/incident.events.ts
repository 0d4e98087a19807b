import { consumer, fromTimestamp, job, writeDayAndTime } from "@leashline/kit";
import { IncidentReportedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import type { Sender } from "../auto-messages/facts.store.ts";
import type { DB } from "../db.gen.ts";
import { businessOf } from "../projections/business.ts";
import { sendAtOnce } from "../sending/dispatch.ts";
import type { Outgoing } from "../sending/outgoing.ts";
import { noticeMail } from "./notice.ts";

type Due = { incidentId: string; businessId: string; typeName: string; summary: string; writtenBy: string; happenedAt: string };

function whenIn(instant: string, business: Sender): string {
  const local = Temporal.Instant.from(instant).toZonedDateTimeISO(business.zone);
  return writeDayAndTime(local.toPlainDate().toString(), local.hour * 60 + local.minute, business);
}

function mailOf(due: Due, business: Sender): Outgoing {
  const text = [
    `${due.typeName}: ${due.summary}`,
    whenIn(due.happenedAt, business),
    due.writtenBy && `Reported by ${due.writtenBy}.`,
    "Read it in Leashline under Clients, Incident reports.",
  ]
    .filter(Boolean)
    .join("\n\n");
  return noticeMail(business, {
    subject: `Incident report: ${due.typeName}, ${due.summary}`,
    text,
    useCase: "incident notice",
    cause: `incident:${due.incidentId}`,
  });
}

/** Tells the business's own address that a report was written, without the words of it. */
export const incidentJob = job<Due>("send-incident-notice", {
  attempts: 6,
  run: async (ctx, due) => {
    const business = await businessOf(ctx, due.businessId);
    if (business.email) await sendAtOnce(ctx, [mailOf(due, business)]);
  },
});

/** Only what is new is news: changes, deletions and what is brought back are not. */
export const incidentReported = consumer<typeof IncidentReportedSchema, DB>(IncidentReportedSchema, async (tx, event) => {
  const { incidentId, businessId, incidentTypeName: typeName, summary, createdByName: writtenBy, happenedTime, version, deleted } = event;
  if (version !== 1 || deleted) return;
  const happenedAt = fromTimestamp(happenedTime)?.toISOString() ?? new Date().toISOString();
  const payload = { incidentId, businessId, typeName, summary, writtenBy, happenedAt };
  tx.schedule(incidentJob, { key: incidentId, dueAt: new Date(), payload, businessId });
});
