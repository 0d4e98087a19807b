import { asTenant, type Ctx, fail, fromWireDate, type Tx } from "@leashline/kit";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import type { RescheduleFromWaitlistRequest } from "@leashline/proto/leashline/online_booking/v1/appointment_waitlist_service_pb.js";
import type { BookWaitlistRequest } from "@leashline/proto/leashline/online_booking/v1/waitlist_service_pb.js";
import type { DB } from "../db.ts";
import { type Begun, begin } from "../requests/accept.ts";
import { mustBeAllowedToMove, overrideOf } from "../requests/override.ts";
import { shopOf } from "../storefront/shop.ts";
import { type Booking, waitlistBooking } from "./book.process.ts";
import { mustBeSession } from "./entry/class-place.ts";
import { visible } from "./entry/entries.ts";
import { openOfferOf } from "./entry/offer.store.ts";
import { isOpen, isSameTime } from "./entry/offer.ts";
import { isSigned } from "./entry/signed.ts";
import { lockFor, saveEntry } from "./entry/waitlist.store.ts";
import { type EntryRow, type Family, isPlace } from "./entry/waitlist.ts";

/** Books whoever waits; several people may press at once, and all who mean the same time get the same answer. */
export async function bookEntry(ctx: Ctx, request: BookWaitlistRequest | RescheduleFromWaitlistRequest, family: Family): Promise<EntryRow> {
  const { id } = request;
  const row = await visible(ctx, id, family);
  const { businessId, appointmentId } = row;
  if (isPlace(row) && row.state === "waiting") await mustBeSession(ctx, row, bookingOf(ctx, request));
  if (appointmentId !== "0") await mustBeTheirs(ctx, appointmentId);
  const plain = asTenant({ ...ctx, idempotencyKey: "" }, { companyId: ctx.companyId, businessId, name: ctx.caller.name });
  const { ctx: shop } = await shopOf(plain, businessId);
  await bookIn(ctx, shop, id, bookingOf(ctx, request));
  return await visible(ctx, id, family);
}

/** Somebody else's appointment is moved from here by whoever may move it on the calendar. */
async function mustBeTheirs(ctx: Ctx, appointmentId: string): Promise<void> {
  const { appointments } = await ctx.client(AppointmentService).batchGetAppointments({ ids: [appointmentId] });
  const [appointment] = appointments;
  if (appointment) mustBeAllowedToMove(ctx, appointment, "id");
}

/** The same for a client who takes the time that is kept for them. */
export const bookOffered = (shop: Ctx, id: string, wanted: Booking & { offerId: string }): Promise<void> =>
  bookIn({ ...shop, idempotencyKey: "" }, shop, id, wanted);

async function bookIn(ctx: Ctx, shop: Ctx, id: string, wanted: Booking): Promise<void> {
  const { runId, run } = await begin(ctx, (tx) => beginIn(tx.as(shop), id, wanted));
  if (runId !== null) await waitlistBooking.finish(shop, runId, run);
}

function bookingOf(ctx: Ctx, request: BookWaitlistRequest | RescheduleFromWaitlistRequest): Booking {
  const { date, startTime = 0, staffId, endDate, endTime, override } = request;
  return {
    date: fromWireDate(date, "date"),
    startTime,
    staffId,
    ...(endDate && { endDate: fromWireDate(endDate, "endDate") }),
    ...(endTime !== undefined && { endTime }),
    ...(override && { override: overrideOf(ctx, override) }),
  };
}

const isSame = (row: EntryRow, a: Booking, b: Booking): boolean => isSameTime(row, a, b) && a.endDate === b.endDate;

async function beginIn(tx: Tx<DB>, id: string, asked: Booking): Promise<Begun> {
  waitlistBooking.hold(tx as never, id);
  const row = await lockFor(tx, id, "beginBooking");
  const wanted = { ...(await inItsHold(tx, row, asked)), ...((await isSigned(tx, row)) && { withAgreements: true }) };
  const run = await waitlistBooking.begin(tx as never, id, wanted);
  if (!isSame(row, wanted, run.input as Booking))
    throw fail("STATE_CONFLICT", { message: "Somebody else booked them at another time meanwhile." });
  if (row.state === "booked") return { runId: null };
  // One that is being undone goes back to waiting by itself.
  if (run.state === "running" && row.state === "waiting") await saveEntry(tx, id, { state: "booking" });
  return { runId: run.id, run };
}

/** Booked for the very time that is kept for them, they take its place on the calendar. Who says yes too late is told so. */
async function inItsHold(tx: Tx<DB>, row: EntryRow, { offerId, ...wanted }: Booking): Promise<Booking> {
  const { id, state } = row;
  const offer = await openOfferOf(tx.db, id);
  const kept = offer && isOpen(offer, Date.now()) && isSameTime(row, offer, wanted);
  if (offerId && state === "waiting" && !(kept && offer.id === offerId))
    throw fail("STATE_CONFLICT", { message: "This time is no longer held for you." });
  return { ...wanted, ...(kept && { holdToken: offer.holdToken }), ...(offerId && { offerId }) };
}
