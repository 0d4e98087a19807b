import {
  type Ctx,
  ErrorCode,
  fail,
  fromConnectError,
  fromMoney,
  implement,
  mustExist,
  ownStaffId,
  Refusal,
  reachesBusiness,
  scopeLevel,
  toTimestamp,
} from "@leashline/kit";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import {
  type NotifyOnlineBookingRequest,
  OnlineBookingNotifyService,
} from "@leashline/proto/leashline/message/v1/online_booking_notify_service_pb.js";
import { BookingProposalState } from "@leashline/proto/leashline/online_booking/v1/booking_proposal_pb.js";
import {
  type BookingRequest,
  BookingRequestService,
  BookingRequestStatus,
} from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { ScopeKind, ScopeLevel } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { findSetting } from "../auto-messages/auto-message.store.ts";
import { UseCase } from "../auto-messages/auto-message.ts";
import { fillTemplate } from "../auto-messages/send.ts";
import { query } from "../db.ts";
import { mustFindNumber } from "../numbers/number.ts";
import { businessOf } from "../projections/business.ts";
import { clientOf } from "../projections/client.ts";
import { textSettings } from "../providers/settings.ts";
import { unkeyed } from "../sending/deliver.ts";
import type { Outgoing } from "../sending/outgoing.ts";
import { sendNow } from "../sending/send-now.ts";
import { waysToPerson } from "../sending/to-person.ts";
import { waitUntil } from "../sending/waiting.ts";
import { type Due, forPerson, linksOf, type Person, personOf, type Way, waysTo, withClient } from "./request-message.ts";

const trueOf: Partial<Record<UseCase, BookingRequestStatus>> = {
  [UseCase.REQUEST_SUBMITTED]: BookingRequestStatus.SUBMITTED,
  [UseCase.REQUEST_ACCEPTED]: BookingRequestStatus.ACCEPTED,
  [UseCase.REQUEST_DECLINED]: BookingRequestStatus.DECLINED,
  [UseCase.REQUEST_WAITLISTED]: BookingRequestStatus.WAITLISTED,
};

async function find(ctx: Ctx, id: string): Promise<BookingRequest | undefined> {
  try {
    return (await ctx.client(BookingRequestService).getBookingRequest({ id })).bookingRequest;
  } catch (error) {
    if (fromConnectError(error)?.code === ErrorCode.NOT_FOUND) return undefined;
    throw error;
  }
}

/** A request that the caller may see: asked for in our name, so their own bounds hold here. */
async function mustSee(ctx: Ctx, id: string, field = "groomingId"): Promise<BookingRequest> {
  const request = mustExist(await find(ctx, id), field);
  const own = scopeLevel(ctx, ScopeKind.BOOKING_REQUESTS) === ScopeLevel.OWN;
  return mustExist(reachesBusiness(ctx, request.businessId) && (!own || request.staffId === ownStaffId(ctx)) ? request : null, field);
}

function dueOf(request: BookingRequest, useCase: UseCase): Due {
  const { id: requestId, businessId, customerId, customer, startDate: date, startTime, summary } = request;
  const {
    appointmentId,
    askedDate,
    askedStartTime,
    askedEndDate,
    askedEndTime,
    endDate,
    endTime,
    declineReason: reason,
    arrivalWindow,
  } = request;
  // They know of a time that was proposed to them.
  const isProposed = request.proposal?.state === BookingProposalState.ACCEPTED;
  const { minor, currency } = fromMoney(request.estimatedTotalPrice);
  return {
    ...{ useCase, requestId, businessId, customerId, date, startTime, summary, reason },
    ...(!isProposed && { askedDate, askedStartTime, askedEndDate, askedEndTime }),
    ...{ firstName: customer?.firstName ?? "", lastName: customer?.lastName ?? "" },
    confirmed: useCase === UseCase.REQUEST_DECLINED && request.phoneConfirmed,
    phone: request.phoneConfirmed ? (customer?.phoneNumber ?? "") : "",
    email: request.emailConfirmed ? (customer?.email ?? "") : "",
    services: request.pets.flatMap(({ pet, services }) => services.map(({ name }) => ({ petName: pet?.petName ?? "", serviceName: name }))),
    ...(appointmentId !== "0" && { appointmentId }),
    ...(arrivalWindow && { arrival: { before: arrivalWindow.before, after: arrivalWindow.after } }),
    ...(endDate && { endDate, endTime }),
    ...(minor > 0n && { price: { minor: String(minor), currency } }),
  };
}

/** The ways that were named; one that leads nowhere is said. */
function waysOf(person: Person, { isSendEmail, isSendText, isSendAppMessage }: NotifyOnlineBookingRequest): Way[] {
  if (isSendText && !person.phone) throw fail("CLIENT_WITHOUT_PHONE", { field: "groomingId" });
  if (isSendEmail && !person.email) throw fail("CLIENT_WITHOUT_EMAIL", { field: "groomingId" });
  if (isSendText && !person.texts) throw fail("STATE_CONFLICT", { message: "This client wants no texts." });
  if (isSendEmail && !person.mails) throw fail("STATE_CONFLICT", { message: "This client wants no emails." });
  return [
    ...(isSendText ? [{ method: MessageMethod.SMS, address: person.phone }] : []),
    ...(isSendEmail ? [{ method: MessageMethod.EMAIL, address: person.email }] : []),
    ...(isSendAppMessage && person.customerId !== "0" ? [{ method: MessageMethod.APP, address: "" }] : []),
  ];
}

async function partiesOf(ctx: Ctx, due: Due) {
  const [business, client, setting] = await Promise.all([
    businessOf(ctx, due.businessId),
    due.customerId === "0" ? null : clientOf(unkeyed(ctx), due.customerId),
    query(ctx, (db) => findSetting(db, due.businessId, due.useCase)),
  ]);
  return { business, client, setting, person: await personOf(due, business, client) };
}

async function outgoing(ctx: Ctx, req: NotifyOnlineBookingRequest, asked: Due): Promise<Outgoing[]> {
  const due = await query(ctx, (db) => withClient(db, asked, ctx.caller.country));
  const { person, business, client, setting } = await partiesOf(ctx, due);
  const by = waysOf(person, req);
  if (by.length === 0) throw fail("PARAMS_INVALID", { field: "isSendEmail", reason: "choose email, text or app message" });
  const parts = { business, client, setting, links: linksOf(ctx, due, business), by };
  const found = await forPerson(due, person, { ...parts, fill: (template, facts) => fillTemplate(ctx, due, template, facts) });
  const cause = `${due.requestId} by hand ${ctx.idempotencyKey || ctx.requestId}`;
  const staff = { id: ctx.caller.staffId, name: ctx.caller.name };
  return (found ?? []).map((one) => ({ ...one, cause, staff, inline: true }));
}

/** Whether texts of the company go anywhere. */
async function canText(ctx: Ctx): Promise<boolean> {
  if (textSettings(ctx.runtime.config.env) === null) return false;
  try {
    await mustFindNumber(ctx);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** How they would hear of a yes now; what stands in their thread reaches nobody by itself. */
async function acceptedMessageOf(ctx: Ctx, asked: Due) {
  const due = await query(ctx, (db) => withClient(db, asked, ctx.caller.country));
  const { person, setting } = await partiesOf(ctx, due);
  if (!setting.isEnabled) return { switchedOff: true };
  const reaching = waysTo(person, setting).filter(({ address }) => address !== "");
  const texts = reaching.some(({ method }) => method === MessageMethod.SMS) && (await canText(ctx));
  const methods = reaching.map(({ method }) => method).filter((method) => texts || method !== MessageMethod.SMS);
  const waits = texts ? await waitUntil(ctx, due.businessId, new Date(), null) : null;
  return { methods, ...(waits && { textWaitsUntil: toTimestamp(waits) }) };
}

const DAY_MS = 86_400_000;

/** The same of other times, which are proposed for a day. */
async function proposedMessageOf(ctx: Ctx, { businessId, customerId, phone: phoneNumber, email }: Due) {
  const until = new Date(Date.now() + DAY_MS);
  const { methods, waits } = await waysToPerson(unkeyed(ctx), businessId, { customerId, phoneNumber, email }, until);
  return { methods, ...(waits && { textWaitsUntil: toTimestamp(waits) }) };
}

export const onlineBookingNotifyRpc = implement(OnlineBookingNotifyService, {
  async getAcceptedMessage({ bookingRequestId }, ctx) {
    const request = await mustSee(ctx, bookingRequestId, "bookingRequestId");
    return await acceptedMessageOf(ctx, dueOf(request, UseCase.REQUEST_ACCEPTED));
  },

  async getProposedMessage({ bookingRequestId }, ctx) {
    const request = await mustSee(ctx, bookingRequestId, "bookingRequestId");
    return await proposedMessageOf(ctx, dueOf(request, UseCase.REQUEST_SUBMITTED));
  },

  async notifyOnlineBooking(req, ctx) {
    const request = await mustSee(ctx, req.groomingId);
    if (trueOf[req.type] !== request.status) throw fail("STATE_CONFLICT", { message: "The request stands otherwise by now." });
    await sendNow(ctx, await outgoing(ctx, req, dueOf(request, req.type)));
    return {};
  },
});
