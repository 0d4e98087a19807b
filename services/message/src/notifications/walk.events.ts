import { consumer, job } from "@leashline/kit";
import { WalkReportedSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { UseCase } from "../auto-messages/auto-message.ts";
import { sendByItself } from "../auto-messages/send.ts";
import type { DB } from "../db.gen.ts";

type Due = { appointmentId: string; cause: string };

/** Tells a client that they can read how the walk was. */
export const walkReportJob = job<Due>("send-walk-report", {
  attempts: 6,
  run: async (ctx, due) => await sendByItself(ctx, { ...due, useCase: UseCase.WALK_REPORT }),
});

export const walkReported = consumer<typeof WalkReportedSchema, DB>(WalkReportedSchema, async (tx, { appointmentId, businessId, time }) => {
  const cause = `walk-report-${appointmentId}-${time}`;
  tx.schedule(walkReportJob, { key: cause, dueAt: new Date(), payload: { appointmentId, cause }, businessId });
});
