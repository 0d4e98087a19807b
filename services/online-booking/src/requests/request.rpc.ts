import {
  type Ctx,
  fromWireDate,
  type Impl,
  mustExist,
  mustExistFor,
  ownStaffId,
  type Page,
  pageOf,
  scopeLevel,
  type Tx,
} from "@leashline/kit";
import {
  type AcceptBookingRequestRequest,
  type BookingRequestService,
  BookingRequestStatus,
  type ListBookingRequestsRequest,
} from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { BookingRequestDeclinedSchema } from "@leashline/proto/leashline/online_booking/v1/events_pb.js";
import { ScopeKind, ScopeLevel } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { signaturesOf } from "../agreements/signature.store.ts";
import { toWhole } from "../agreements/signature.ts";
import { command, type DB, query } from "../db.ts";
import { letPaymentGo } from "../payment-groups/payment.jobs.ts";
import { acceptRequest } from "./accept.ts";
import { assignStaff } from "./assign.ts";
import { overrideOf } from "./override.ts";
import { releaseTime } from "./request.jobs.ts";
import { toBookingRequest } from "./request.mapper.ts";
import { listRequests, lockFor, mustRead, readRequest, saveMove } from "./request.store.ts";
import { type Choice, moves, type RequestRow, type RequestState, reachOf } from "./request.ts";
import { saidOf, tellOnce } from "./tell.ts";

const states: Record<BookingRequestStatus, RequestState[]> = {
  [BookingRequestStatus.UNSPECIFIED]: ["submitted", "accepting"],
  [BookingRequestStatus.SUBMITTED]: ["submitted", "accepting"],
  [BookingRequestStatus.ACCEPTED]: ["accepted"],
  [BookingRequestStatus.DECLINED]: ["declined"],
  [BookingRequestStatus.WAITLISTED]: ["waitlisted"],
  [BookingRequestStatus.CANCELLED]: ["cancelled"],
};

/** With the level "own" a person sees the requests for themselves only. */
const onlyStaff = (ctx: Ctx): string | null => (scopeLevel(ctx, ScopeKind.BOOKING_REQUESTS) === ScopeLevel.OWN ? ownStaffId(ctx) : null);

type Asked = Pick<ListBookingRequestsRequest, "businessId" | "status" | "byDate"> &
  Partial<Pick<ListBookingRequestsRequest, "lateFirst" | "onlyLate">>;

/** Of one status, as far as the caller sees them. */
export function requestsOf(ctx: Ctx, { businessId, status, ...order }: Asked, page: Page) {
  const listing = { businessIds: [businessId], states: states[status], staffId: onlyStaff(ctx), ...order };
  return query(ctx, (db) => listRequests(db, listing, page));
}

export const requestHandlers = {
  async listBookingRequests(request, ctx) {
    const { businessId, status, byDate, lateFirst, onlyLate } = request;
    const { rows, ...counts } = await requestsOf(ctx, { businessId, status, byDate, lateFirst, onlyLate }, pageOf(request));
    return { bookingRequests: rows.map((row) => toBookingRequest(ctx, row)), ...counts };
  },

  async getBookingRequest({ id }, ctx) {
    const row = await visible(ctx, id);
    const signed = row.agreements.length > 0 ? await query(ctx, (db) => signaturesOf(db, id)) : [];
    return { bookingRequest: { ...toBookingRequest(ctx, row), ...(signed.length > 0 && { agreements: signed.map(toWhole) }) } };
  },

  async acceptBookingRequest(request, ctx) {
    await visible(ctx, request.id);
    await acceptRequest(ctx, request.id, choiceOf(ctx, request));
    return { bookingRequest: toBookingRequest(ctx, await mustRead(ctx, request.id)) };
  },

  async autoAssignBookingRequest({ id }, ctx) {
    return { bookingRequest: toBookingRequest(ctx, await assignStaff(ctx, await visible(ctx, id))) };
  },

  async declineBookingRequest({ id, reason }, ctx) {
    await visible(ctx, id);
    await end(ctx, id, { move: "decline", reason });
    return { bookingRequest: toBookingRequest(ctx, await visible(ctx, id)) };
  },
} satisfies Partial<Impl<typeof BookingRequestService>>;

/** What the caller names of the time, and of what is in its way what they may override. */
function choiceOf(ctx: Ctx, { startDate, startTime, staffId, override, endDate, endTime, dates }: AcceptBookingRequestRequest): Choice {
  const [first, ...moreDates] = [...new Set(dates.map((date) => fromWireDate(date, "dates")))].sort();
  return {
    ...(first !== undefined && { date: first, moreDates }),
    ...(first === undefined && startDate && { date: fromWireDate(startDate, "startDate") }),
    ...(startTime !== undefined && { startTime }),
    ...(staffId !== "0" && { staffId }),
    ...(endDate && { endDate: fromWireDate(endDate, "endDate") }),
    ...(endTime !== undefined && { endTime }),
    ...(override && { override: overrideOf(ctx, override) }),
  };
}

type Ending = { move: "decline" | "cancel"; reason: string };

/** The shop's no, before or in place of a yes: whoever asked is told, and what was kept for them is given back. */
export async function end(ctx: Ctx, id: string, { move, reason }: Ending): Promise<void> {
  await command(
    ctx,
    async (tx) => {
      const row = await lockFor(tx, id, move);
      if (row.state === moves[move].to) return {};
      await tellOnce(tx, id);
      const over = { ...letPaymentGo(tx, row), declineReason: reason, decidedAt: new Date(), holdToken: "" };
      tellEnd(tx, await saveMove(tx, id, move, over));
      const { businessId, holdToken: token } = row;
      tx.log({ entity: "booking_request", id, action: move, businessId, note: reason });
      tx.notify("online_booking.requests", { businessId, ids: [id] });
      tx.schedule(releaseTime, { key: id, dueAt: new Date(), payload: { id, token }, businessId });
      return {};
    },
    { step: move },
  );
}

function tellEnd(tx: Tx<DB>, row: RequestRow): void {
  const { id, businessId, customerId, customer, verified, date, startTime, summary, declineReason: reason } = row;
  const { firstName, phoneNumber, email } = customer;
  const about = { bookingRequestId: id, businessId, customerId, date, startTime, summary, reason };
  const whom = { firstName, phoneNumber, email, ...reachOf(customer, verified) };
  tx.emit(BookingRequestDeclinedSchema, { ...about, ...whom, ...saidOf(row) }, { key: id });
}

/** A request that the caller may see. */
export async function visible(ctx: Ctx, id: string): Promise<RequestRow> {
  const row = mustExistFor(ctx, await query(ctx, (db) => readRequest(db, id)));
  const only = onlyStaff(ctx);
  return mustExist(only === null || row.staffId === only ? row : null);
}
