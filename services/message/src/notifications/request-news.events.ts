import { consumer, fromMoney, job, writeDay, writeDayAndTime, writeStay } from "@leashline/kit";
import { BookingProposalState } from "@leashline/proto/leashline/online_booking/v1/booking_proposal_pb.js";
import {
  BookingProposalEndedSchema,
  type BookingRequestLate,
  BookingRequestLateSchema,
  BookingRequestPrepaymentReleasedSchema,
  type BookingRequestWithdrawn,
  BookingRequestWithdrawnSchema,
  WaitlistJoinedSchema,
} from "@leashline/proto/leashline/online_booking/v1/events_pb.js";
import { UseCase } from "../auto-messages/auto-message.ts";
import type { Sender } from "../auto-messages/facts.store.ts";
import type { DB } from "../db.gen.ts";
import { businessOf } from "../projections/business.ts";
import { sendAtOnce } from "../sending/dispatch.ts";
import type { Outgoing } from "../sending/outgoing.ts";
import { noticeMail, screens } from "./notice.ts";
import { apart, askedIn, followAll } from "./request.events.ts";

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

type Asked = { requestId: string; businessId: string; who: string; date: string; startTime: number; summary: string };

type Told = Pick<
  BookingRequestLate | BookingRequestWithdrawn,
  "bookingRequestId" | "businessId" | "firstName" | "lastName" | "date" | "startTime" | "summary"
>;
function askedOf({ bookingRequestId: requestId, businessId, firstName, lastName, date, startTime, summary }: Told): Asked {
  return { requestId, businessId, who: `${firstName} ${lastName}`.trim() || "A client", date, startTime, summary };
}

function withdrawnMail({ requestId, who, date, startTime, summary }: Asked, business: Sender): Outgoing {
  const when = writeDayAndTime(date, startTime, business);
  return noticeMail(business, {
    subject: `Request taken back: ${who}, ${writeDay(date, business)}`,
    text: [`${who} took back their booking request for ${when}.`, summary, "There is nothing left to do."].filter(Boolean).join("\n\n"),
    useCase: "request withdrawn notice",
    cause: `request-withdrawn:${requestId}`,
  });
}

/** Tells the business's own address that what it was told of needs no answer any more. */
export const withdrawnJob = job<Asked>("send-request-withdrawn", {
  attempts: 6,
  run: async (ctx, due) => {
    const business = await businessOf(ctx, due.businessId);
    if (business.email) await sendAtOnce(ctx, [withdrawnMail(due, business)]);
  },
});

export const requestWithdrawn = consumer<typeof BookingRequestWithdrawnSchema, DB>(BookingRequestWithdrawnSchema, async (tx, event) => {
  const payload = askedOf(event);
  tx.schedule(withdrawnJob, { key: payload.requestId, dueAt: new Date(), payload, businessId: payload.businessId });
});

export const prepaymentReleased = consumer<typeof BookingRequestPrepaymentReleasedSchema, DB>(
  BookingRequestPrepaymentReleasedSchema,
  async (tx, event) => {
    const { bookingRequestId: requestId, firstName, lastName, businessId, customerId, date, startTime, summary, careTypes } = event;
    const { minor, currency } = fromMoney(event.amount);
    tx.together(followAll, {
      ...{ useCase: UseCase.REQUEST_PREPAYMENT_RELEASED, requestId, businessId, customerId, firstName, lastName },
      ...{ date, startTime, summary, careTypes, phone: event.reachPhoneNumber, email: event.reachEmail },
      ...askedIn(event),
      released: { minor: String(minor), currency },
    });
  },
  apart,
);

function lateMail({ requestId, who, date, startTime, summary }: Asked, business: Sender, site: string): Outgoing {
  const when = writeDayAndTime(date, startTime, business);
  return noticeMail(business, {
    subject: `Still waiting for your answer: ${who}, ${writeDay(date, business)}`,
    text: [`${who} is still waiting for an answer to their booking request for ${when}.`, summary, "Accept or decline it in Leashline."]
      .filter(Boolean)
      .join("\n\n"),
    useCase: "request late notice",
    cause: `request-late:${requestId}`,
    link: site + screens.requests,
  });
}

/** Tells the business's own address that somebody waits longer than it promises. */
export const lateJob = job<Asked>("send-request-late", {
  attempts: 6,
  run: async (ctx, due) => {
    const business = await businessOf(ctx, due.businessId);
    if (business.email) await sendAtOnce(ctx, [lateMail(due, business, ctx.runtime.config.publicUrl)]);
  },
});

export const requestLate = consumer<typeof BookingRequestLateSchema, DB>(BookingRequestLateSchema, async (tx, event) => {
  const payload = askedOf(event);
  tx.schedule(lateJob, { key: payload.requestId, dueAt: new Date(), payload, businessId: payload.businessId });
});

type TurnedDown = Asked & { number: number; answer: string /** Of a stay. */; endDate?: string };

function turnedDownMail(
  { requestId, who, date, startTime, endDate, summary, number, answer }: TurnedDown,
  business: Sender,
  site: string,
): Outgoing {
  const when = endDate ? writeStay({ date, endDate }, business) : writeDayAndTime(date, startTime, business);
  const [what, come] = endDate ? ["stays", "come for"] : ["times", "come at"];
  return noticeMail(business, {
    subject: `None of the ${what} suits ${who}`,
    text: [
      `${who}, who asked for ${when}, can ${come} none of the ${what} that you proposed.`,
      summary,
      answer && `They wrote: ${answer}`,
      `The request is still open: propose other ${what}, accept or decline it in Leashline.`,
    ]
      .filter(Boolean)
      .join("\n\n"),
    useCase: "proposal declined notice",
    cause: `proposal-declined:${requestId}:${number}`,
    link: site + screens.requests,
  });
}

/** Tells the business's own address that the times it proposed do not suit somebody. */
export const turnedDownJob = job<TurnedDown>("send-proposal-declined", {
  attempts: 6,
  run: async (ctx, due) => {
    const business = await businessOf(ctx, due.businessId);
    if (business.email) await sendAtOnce(ctx, [turnedDownMail(due, business, ctx.runtime.config.publicUrl)]);
  },
});

export const proposalEnded = consumer<typeof BookingProposalEndedSchema, DB>(
  BookingProposalEndedSchema,
  async (tx, { proposal: about }) => {
    if (!about?.proposal) return;
    const { number, answer } = about.proposal;
    const payload = { ...askedOf(about), number, answer, endDate: about.endDate };
    tx.schedule(turnedDownJob, { key: `${payload.requestId}:${number}`, dueAt: new Date(), payload, businessId: payload.businessId });
  },
  { wanted: ({ proposal }) => proposal?.proposal?.state === BookingProposalState.DECLINED },
);
