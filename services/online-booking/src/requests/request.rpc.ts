import { type Ctx, fromWireDate, type Impl, mustExist, mustExistFor, ownStaffId, pageOf, scopeLevel } from "@leashline/kit";
import {
  type AcceptBookingRequestRequest,
  type BookingRequestService,
  BookingRequestStatus,
} from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { BookingRequestDeclinedSchema } from "@leashline/proto/leashline/online_booking/v1/events_pb.js";
import { ScopeKind, ScopeLevel } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { command, query } from "../db.ts";
import { acceptRequest } from "./accept.ts";
import { assignStaff } from "./assign.ts";
import { overrideOf } from "./override.ts";
import { releaseTime } from "./request.jobs.ts";
import { toBookingRequest } from "./request.mapper.ts";
import { listRequests, lockFor, mustRead, readRequest, saveMove } from "./request.store.ts";
import { type Choice, type RequestRow, type RequestState, reachOf } from "./request.ts";
import { saidOf, tellOnce } from "./tell.ts";

const states: Record<BookingRequestStatus, RequestState[]> = {
  [BookingRequestStatus.UNSPECIFIED]: ["submitted", "accepting"],
  [BookingRequestStatus.SUBMITTED]: ["submitted", "accepting"],
  [BookingRequestStatus.ACCEPTED]: ["accepted"],
  [BookingRequestStatus.DECLINED]: ["declined"],
  [BookingRequestStatus.WAITLISTED]: ["waitlisted"],
};

/** With the level "own" a person sees the requests for themselves only. */
const onlyStaff = (ctx: Ctx): string | null => (scopeLevel(ctx, ScopeKind.BOOKING_REQUESTS) === ScopeLevel.OWN ? ownStaffId(ctx) : null);

export const requestHandlers = {
  async listBookingRequests(request, ctx) {
    const listing = { businessIds: [request.businessId], states: states[request.status], staffId: onlyStaff(ctx), byDate: request.byDate };
    const found = await query(ctx, (db) => listRequests(db, listing, pageOf(request)));
    return { bookingRequests: found.rows.map(toBookingRequest), nextPageToken: found.nextPageToken, total: found.total };
  },

  async getBookingRequest({ id }, ctx) {
    return { bookingRequest: toBookingRequest(await visible(ctx, id)) };
  },

  async acceptBookingRequest(request, ctx) {
    await visible(ctx, request.id);
    await acceptRequest(ctx, request.id, choiceOf(ctx, request));
    return { bookingRequest: toBookingRequest(await mustRead(ctx, request.id)) };
  },

  async autoAssignBookingRequest({ id }, ctx) {
    return { bookingRequest: toBookingRequest(await assignStaff(ctx, await visible(ctx, id))) };
  },

  async declineBookingRequest({ id, reason }, ctx) {
    await visible(ctx, id);
    await command(
      ctx,
      async (tx) => {
        const row = await lockFor(tx, id, "decline");
        await tellOnce(tx, id);
        await saveMove(tx, id, "decline", { declineReason: reason, decidedAt: new Date(), holdToken: "" });
        const { firstName, phoneNumber, email } = row.customer;
        const event = {
          bookingRequestId: id,
          businessId: row.businessId,
          customerId: row.customerId,
          firstName,
          phoneNumber,
          email,
          ...reachOf(row.customer, row.verified),
          date: row.date,
          startTime: row.startTime,
          summary: row.summary,
          reason,
          ...saidOf(row),
        };
        tx.emit(BookingRequestDeclinedSchema, event, { key: id });
        tx.log({ entity: "booking_request", id, action: "decline", businessId: row.businessId, note: reason });
        tx.notify("online_booking.requests", { businessId: row.businessId, ids: [id] });
        tx.schedule(releaseTime, { key: id, dueAt: new Date(), payload: { id, token: row.holdToken }, businessId: row.businessId });
        return {};
      },
      { step: "decline" },
    );
    return { bookingRequest: toBookingRequest(await visible(ctx, id)) };
  },
} satisfies Partial<Impl<typeof BookingRequestService>>;

/** What the caller names of the time, and of what is in its way what they may override. */
function choiceOf(ctx: Ctx, { startDate, startTime, staffId, override, endDate, endTime }: AcceptBookingRequestRequest): Choice {
  return {
    ...(startDate && { date: fromWireDate(startDate, "startDate") }),
    ...(startTime !== undefined && { startTime }),
    ...(staffId !== "0" && { staffId }),
    ...(endDate && { endDate: fromWireDate(endDate, "endDate") }),
    ...(endTime !== undefined && { endTime }),
    ...(override && { override: overrideOf(ctx, override) }),
  };
}

/** A request that the caller may see. */
export async function visible(ctx: Ctx, id: string): Promise<RequestRow> {
  const row = mustExistFor(ctx, await query(ctx, (db) => readRequest(db, id)));
  const only = onlyStaff(ctx);
  return mustExist(only === null || row.staffId === only ? row : null);
}
