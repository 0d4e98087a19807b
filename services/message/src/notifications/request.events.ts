import { type Ctx, consumer, e164, fromMoney, job } from "@leashline/kit";
import { TextConsentSource } from "@leashline/proto/leashline/message/v1/text_consent_service_pb.js";
import {
  BookingRequestAcceptedSchema,
  type BookingRequestDeclined,
  BookingRequestDeclinedSchema,
  type BookingRequestSubmitted,
  BookingRequestSubmittedSchema,
  BookingRequestWaitlistedSchema,
} from "@leashline/proto/leashline/online_booking/v1/events_pb.js";
import { findSetting } from "../auto-messages/auto-message.store.ts";
import { type Template, UseCase, useCaseName } from "../auto-messages/auto-message.ts";
import { readKnown } from "../auto-messages/facts.store.ts";
import { fillAlone, fillTemplate, withNights } from "../auto-messages/send.ts";
import { keepSaid } from "../consent/consent.store.ts";
import type { DB } from "../db.gen.ts";
import { type MessageTx, query } from "../db.ts";
import { businessOf } from "../projections/business.ts";
import { clientOf } from "../projections/client.ts";
import { unkeyed } from "../sending/deliver.ts";
import { dispatch, sendAtOnce } from "../sending/dispatch.ts";
import { PROPOSED_TIMES } from "../sending/to-person.ts";
import { onlyClientAt, takeOverThread } from "../threads/before-client.store.ts";
import type { Facts } from "../wording/placeholders.ts";
import { type Due, linksOf, outgoingOf, withClient } from "./request-message.ts";

const ofRequests = [
  ...[UseCase.REQUEST_SUBMITTED, UseCase.REQUEST_DECLINED, UseCase.REQUEST_WAITLISTED, UseCase.REQUEST_PREPAYMENT_RELEASED].map(
    (useCase) => useCaseName[useCase] ?? "",
  ),
  PROPOSED_TIMES,
];
const siteOf = ({ runtime }: Ctx): string => runtime.config.publicUrl;

/** Tells the pet parent what became of their booking request, and the business that there is one. A job only where somebody has to be asked first. */
export const requestJob = job<Due>("send-request-message", {
  attempts: 6,
  run: async (ctx, due) => {
    const [business, client, setting] = await Promise.all([
      businessOf(ctx, due.businessId),
      due.customerId === "0" ? null : clientOf(unkeyed(ctx), due.customerId),
      query(ctx, (db) => findSetting(db, due.businessId, due.useCase)),
    ]);
    const fill = (template: Template, facts: Facts) => fillTemplate(ctx, due, template, facts);
    await sendAtOnce(
      ctx,
      (await outgoingOf(due, { business, client, setting, links: linksOf(ctx, due, business), site: siteOf(ctx), fill })) ?? [],
    );
  },
});

export async function followAll(tx: MessageTx, given: Due[]): Promise<void> {
  const dues = await Promise.all(given.map((due) => withClient(tx.db, due, tx.ctx.caller.country)));
  const clients = dues.map(({ customerId }) => customerId).filter((id) => id !== "0");
  const businesses = dues.map(({ businessId }) => businessId);
  const known = await readKnown(tx.db, businesses, clients);
  for (const due of dues) {
    const { businessId, customerId, requestId, useCase } = due;
    const business = known.businesses.get(businessId);
    const client = customerId === "0" ? null : known.clients.get(customerId);
    const setting = known.settingsOf(businessId).find((one) => one.useCase === useCase);
    const outgoing =
      business && setting && client !== undefined
        ? await outgoingOf(due, { business, client, setting, links: linksOf(tx.ctx, due, business), site: siteOf(tx.ctx), fill: fillAlone })
        : null;
    if (outgoing)
      dispatch(
        tx,
        withNights(tx.ctx, known, outgoing).map((out) => ({ ...out, ...(known.number ? { fromNumber: known.number } : {}) })),
      );
    else tx.schedule(requestJob, { key: `${requestId}:${useCase}`, dueAt: new Date(), payload: due, businessId });
  }
  // After what is stored with these: of a request that is accepted as soon as it is sent both are told at once.
  for (const due of dues.filter(({ becameClient }) => becameClient)) tx.together(takeOver, due);
}

/** What they were told of this request and earlier ones, before they were a client. */
async function takeOver(tx: MessageTx, dues: Due[]): Promise<void> {
  for (const { customerId, phone, email } of dues) {
    const number = await e164(phone, tx.ctx.caller.country);
    const whose = await Promise.all([onlyClientAt(tx.db, number), onlyClientAt(tx.db, email, "email")]);
    const addresses = [number, email].filter((_, nth) => whose[nth] === customerId);
    for (const { id, businessId } of await takeOverThread(tx.db, { customerId, addresses, useCases: ofRequests }))
      tx.notify("message.threads", { businessId, ids: [id] });
  }
}

/** What was confirmed; an event from before that was asked tells only what was given. */
const reachIn = (event: BookingRequestSubmitted | BookingRequestDeclined) => {
  const { reachPhoneNumber: phone, reachEmail: email } = event;
  return phone || email ? { phone, email } : { phone: event.phoneNumber, email: event.email };
};

/** What was asked for, of any of the events. */
export function askedIn({ services, endDate, endTime, price, moreDates, arrivalWindow }: Asked) {
  const { minor, currency } = fromMoney(price);
  return {
    services: services.map(({ petName, serviceName }) => ({ petName, serviceName })),
    ...(endDate && { endDate, endTime }),
    ...(arrivalWindow && { arrival: { before: arrivalWindow.before, after: arrivalWindow.after } }),
    ...(moreDates && moreDates.length > 0 && { moreDates }),
    ...(minor > 0n && { price: { minor: String(minor), currency } }),
  };
}

type Asked = Pick<BookingRequestSubmitted, "services" | "endDate" | "endTime" | "price" | "arrivalWindow"> & { moreDates?: string[] };
type Agreed = { requestId: string; businessId: string; customerId: string; words: string; given: string };

/** The words a request was sent under, for the client it is of: known when it is sent, or when it is accepted. */
async function keepAgreed(tx: MessageTx, all: Agreed[]): Promise<void> {
  const source = TextConsentSource.BOOKING_PAGE;
  for (const { requestId: cause, customerId, ...said } of all.filter((one) => one.customerId !== "0"))
    await keepSaid(tx.db, { customerId }, { ...said, agreed: true, source, cause });
}

/** Each only says what is to be done together at the end. */
export const apart = { apart: true };

export const requestSubmitted = consumer<typeof BookingRequestSubmittedSchema, DB>(
  BookingRequestSubmittedSchema,
  async (tx, event) => {
    const { bookingRequestId: requestId, firstName, lastName, businessId, customerId, date, startTime, summary, careTypes } = event;
    const about = { requestId, businessId, customerId, firstName, lastName, date, startTime, summary, careTypes };
    const { textConsent: words, reachPhoneNumber: given } = event;
    if (words) tx.together(keepAgreed, { requestId, businessId, customerId, words, given });
    tx.together(followAll, {
      useCase: UseCase.REQUEST_SUBMITTED,
      ...about,
      ...askedIn(event),
      ...reachIn(event),
      waits: event.classWaitlist,
    });
  },
  apart,
);

export const requestAccepted = consumer<typeof BookingRequestAcceptedSchema, DB>(
  BookingRequestAcceptedSchema,
  async (tx, event) => {
    const { bookingRequestId: requestId, firstName, lastName, businessId, customerId, date, startTime, summary, careTypes } = event;
    const { appointmentId, askedDate, askedStartTime, askedEndDate, askedEndTime, reachPhoneNumber: phone, reachEmail: email } = event;
    const about = { requestId, businessId, customerId, firstName, lastName, date, startTime, summary, careTypes };
    const { textConsent: words } = event;
    const { minor, currency } = fromMoney(event.deposit);
    // A group class has no appointment to lead to.
    const booked = appointmentId === "0" ? {} : { appointmentId };
    const told = { ...askedIn(event), phone, email, ...(minor > 0n && { deposit: { minor: String(minor), currency } }) };
    if (words) tx.together(keepAgreed, { requestId, businessId, customerId, words, given: phone });
    const asked = { askedDate, askedStartTime, ...(askedEndDate && { askedEndDate, askedEndTime }) };
    const how = { ...asked, automatic: event.automatic, becameClient: true };
    tx.together(followAll, { useCase: UseCase.REQUEST_ACCEPTED, ...about, ...told, ...booked, ...how });
  },
  apart,
);

export const requestDeclined = consumer<typeof BookingRequestDeclinedSchema, DB>(
  BookingRequestDeclinedSchema,
  async (tx, event) => {
    const { bookingRequestId: requestId, firstName, businessId, customerId, date, startTime, summary, careTypes } = event;
    const about = { requestId, businessId, customerId, firstName, lastName: "", date, startTime, summary, careTypes };
    tx.together(followAll, {
      useCase: UseCase.REQUEST_DECLINED,
      ...about,
      ...askedIn(event),
      ...reachIn(event),
      reason: event.reason.trim(),
      confirmed: event.reachPhoneNumber !== "",
    });
  },
  apart,
);

/** Of a class its line is told of when the pets come into it. */
export const requestWaitlisted = consumer<typeof BookingRequestWaitlistedSchema, DB>(
  BookingRequestWaitlistedSchema,
  async (tx, event) => {
    const { bookingRequestId: requestId, firstName, lastName, businessId, customerId, date, startTime, summary, careTypes } = event;
    const about = { requestId, businessId, customerId, firstName, lastName, date, startTime, summary, careTypes };
    const { textConsent: words, reachPhoneNumber: phone, reachEmail: email } = event;
    if (words) tx.together(keepAgreed, { requestId, businessId, customerId, words, given: phone });
    if (event.classId === "0")
      tx.together(followAll, {
        useCase: UseCase.REQUEST_WAITLISTED,
        ...about,
        ...askedIn(event),
        phone,
        email,
        reason: event.message.trim(),
      });
  },
  apart,
);
