import { type Ctx, fail, fromMoney, implement, mustExist, ownStaffId, reachesBusiness, scopeLevel } from "@leashline/kit";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import {
  type NotifyOnlineBookingRequest,
  OnlineBookingNotifyService,
} from "@leashline/proto/leashline/message/v1/online_booking_notify_service_pb.js";
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
import { businessOf } from "../projections/business.ts";
import { clientOf } from "../projections/client.ts";
import { unkeyed } from "../sending/deliver.ts";
import type { Outgoing } from "../sending/outgoing.ts";
import { sendNow } from "../sending/send-now.ts";
import { type Due, forPerson, linksOf, type Person, personOf, type Way, withClient } from "./request-message.ts";

const trueOf: Partial<Record<UseCase, BookingRequestStatus>> = {
  [UseCase.REQUEST_SUBMITTED]: BookingRequestStatus.SUBMITTED,
  [UseCase.REQUEST_ACCEPTED]: BookingRequestStatus.ACCEPTED,
  [UseCase.REQUEST_DECLINED]: BookingRequestStatus.DECLINED,
  [UseCase.REQUEST_WAITLISTED]: BookingRequestStatus.WAITLISTED,
};

/** A request that the caller may see: asked for in our name, so their own bounds hold here. */
async function mustSee(ctx: Ctx, id: string): Promise<BookingRequest> {
  const { bookingRequest } = await ctx.client(BookingRequestService).getBookingRequest({ id });
  const request = mustExist(bookingRequest, "groomingId");
  const own = scopeLevel(ctx, ScopeKind.BOOKING_REQUESTS) === ScopeLevel.OWN;
  return mustExist(
    reachesBusiness(ctx, request.businessId) && (!own || request.staffId === ownStaffId(ctx)) ? request : null,
    "groomingId",
  );
}

function dueOf(request: BookingRequest, useCase: UseCase): Due {
  const { id: requestId, businessId, customerId, customer, startDate: date, startTime, summary } = request;
  const { appointmentId, askedDate, askedStartTime, endDate, endTime, declineReason: reason, arrivalWindow } = request;
  const { minor, currency } = fromMoney(request.estimatedTotalPrice);
  return {
    ...{ useCase, requestId, businessId, customerId, date, startTime, summary, askedDate, askedStartTime, reason },
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

async function outgoing(ctx: Ctx, req: NotifyOnlineBookingRequest, asked: Due): Promise<Outgoing[]> {
  const due = await query(ctx, (db) => withClient(db, asked, ctx.caller.country));
  const [business, client, setting] = await Promise.all([
    businessOf(ctx, due.businessId),
    due.customerId === "0" ? null : clientOf(unkeyed(ctx), due.customerId),
    query(ctx, (db) => findSetting(db, due.businessId, due.useCase)),
  ]);
  const person = await personOf(due, business, client);
  const by = waysOf(person, req);
  if (by.length === 0) throw fail("PARAMS_INVALID", { field: "isSendEmail", reason: "choose email, text or app message" });
  const parts = { business, client, setting, links: linksOf(ctx, due, business), by };
  const found = await forPerson(due, person, { ...parts, fill: (template, facts) => fillTemplate(ctx, due, template, facts) });
  const cause = `${due.requestId} by hand ${ctx.idempotencyKey || ctx.requestId}`;
  const staff = { id: ctx.caller.staffId, name: ctx.caller.name };
  return (found ?? []).map((one) => ({ ...one, cause, staff, inline: true }));
}

export const onlineBookingNotifyRpc = implement(OnlineBookingNotifyService, {
  async notifyOnlineBooking(req, ctx) {
    const request = await mustSee(ctx, req.groomingId);
    if (trueOf[req.type] !== request.status) throw fail("STATE_CONFLICT", { message: "The request stands otherwise by now." });
    await sendNow(ctx, await outgoing(ctx, req, dueOf(request, req.type)));
    return {};
  },
});
