import { consumer, job } from "@leashline/kit";
import { WalkReportedSchema, WalkReportTakenBackSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { UseCase } from "../auto-messages/auto-message.ts";
import { sendByItself } from "../auto-messages/send.ts";
import type { DB } from "../db.gen.ts";
import { dropWaiting } from "../sending/waiting.ts";

type Due = { appointmentId: string; cause: string };

/** Who sent the report of the wrong walk, or too early, has this long to take it back before the client is told. */
const REPORT_MS = 60_000;

const causeOf = ({ appointmentId, time }: { appointmentId: string; time: number }): string => `walk-report-${appointmentId}-${time}`;

/** Tells a client that they can read how the walk was. */
export const walkReportJob = job<Due>("send-walk-report", {
  attempts: 6,
  run: async (ctx, due, tried) => await sendByItself(ctx, { ...due, useCase: UseCase.WALK_REPORT }, tried),
});

export const walkReported = consumer<typeof WalkReportedSchema, DB>(WalkReportedSchema, async (tx, { appointmentId, businessId, time }) => {
  const cause = causeOf({ appointmentId, time });
  tx.schedule(walkReportJob, { key: cause, dueAt: new Date(Date.now() + REPORT_MS), payload: { appointmentId, cause }, businessId });
});

export const walkReportTakenBack = consumer<typeof WalkReportTakenBackSchema, DB>(WalkReportTakenBackSchema, async (tx, event) => {
  tx.unschedule(walkReportJob, causeOf(event));
  await dropWaiting(tx, { cause: causeOf(event) });
});
