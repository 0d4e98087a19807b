import { consumer, job, writeDay, writeTime } from "@leashline/kit";
import { BookingRequestWithdrawnSchema, WaitlistJoinedSchema } from "@leashline/proto/leashline/online_booking/v1/events_pb.js";
import { UseCase } from "../auto-messages/auto-message.ts";
import type { Sender } from "../auto-messages/facts.store.ts";
import type { DB } from "../db.gen.ts";
import { businessOf } from "../projections/business.ts";
import { sendAtOnce } from "../sending/dispatch.ts";
import type { Outgoing } from "../sending/outgoing.ts";
import { noticeMail } from "./notice.ts";
import { apart, followAll } from "./request.events.ts";

const MIDNIGHT = 0;

export const waitlistJoined = consumer<typeof WaitlistJoinedSchema, DB>(
  WaitlistJoinedSchema,
  async (tx, event) => {
    const { waitListId, businessId, customerId, firstName, lastName, summary, careTypes, dates, nights, note, validTill } = event;
    const timeRanges = event.timeRanges.map(({ startTime, endTime }) => ({ startTime, endTime }));
    tx.together(followAll, {
      ...{ useCase: UseCase.WAITLIST_JOINED, requestId: waitListId, businessId, customerId, firstName, lastName, summary, careTypes },
      ...{ phone: event.reachPhoneNumber, email: event.reachEmail, date: dates[0] ?? validTill, startTime: MIDNIGHT },
      services: event.services.map(({ petName, serviceName }) => ({ petName, serviceName })),
      joined: { dates, nights, timeRanges, note, validTill },
    });
  },
  apart,
);

type Withdrawn = { requestId: string; businessId: string; who: string; date: string; startTime: number; summary: string };

function withdrawnMail({ requestId, who, date, startTime, summary }: Withdrawn, business: Sender): Outgoing {
  const when = `${writeDay(date, business)} at ${writeTime(startTime, business)}`;
  return noticeMail(business, {
    subject: `Request taken back: ${who}, ${writeDay(date, business)}`,
    text: [`${who} took back their booking request for ${when}.`, summary, "There is nothing left to do: the time is free again."]
      .filter(Boolean)
      .join("\n\n"),
    useCase: "request withdrawn notice",
    cause: `request-withdrawn:${requestId}`,
  });
}

/** Tells the business's own address that what it was told of needs no answer any more. */
export const withdrawnJob = job<Withdrawn>("send-request-withdrawn", {
  attempts: 6,
  run: async (ctx, due) => {
    const business = await businessOf(ctx, due.businessId);
    if (business.email) await sendAtOnce(ctx, [withdrawnMail(due, business)]);
  },
});

export const requestWithdrawn = consumer<typeof BookingRequestWithdrawnSchema, DB>(
  BookingRequestWithdrawnSchema,
  async (tx, { bookingRequestId: requestId, businessId, firstName, lastName, date, startTime, summary }) => {
    const who = `${firstName} ${lastName}`.trim() || "A client";
    const payload = { requestId, businessId, who, date, startTime, summary };
    tx.schedule(withdrawnJob, { key: requestId, dueAt: new Date(), payload, businessId });
  },
);
