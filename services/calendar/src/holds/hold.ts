import { randomBytes } from "node:crypto";
import { type Ctx, fail, fromTimestamp } from "@leashline/kit";
import type { HoldSlotRequest, VisitorHold } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import { offered } from "../appointments/catalogue.ts";
import { renderHeldCard, renderOfferCard, renderRequestCard } from "../cards/held-card.ts";
import { refusingConflicts, SlotConflict, type Wanted } from "../conflicts/slot-conflict.ts";
import { type CalendarTx, command, query } from "../db.ts";
import { type Days, dayKey, loadDays } from "../occupancy/days.store.ts";
import { over, staffLocks } from "../occupancy/resource-lock.ts";
import { type BusinessFacts, businessOf, todayAt } from "../projections/business.ts";
import { mayDo, ownStaffIn, type Terms } from "../projections/own-staff.ts";
import { termsOf } from "../projections/service-terms.store.ts";
import { listStaff } from "../projections/staff.store.ts";
import { staffById } from "../projections/staff.ts";
import { comingDay } from "../scheduling/asked-days.ts";
import { isStart } from "../scheduling/free.ts";
import { comers } from "../scheduling/pet-share.ts";
import { leavesRoom } from "../scheduling/share.ts";
import { type Conflict, conflictsOf, Holder } from "../scheduling/verdict.ts";
import { boundLocks, forgetHolds, insertHold, isBeyondBounds, isHeldAt, renewHold } from "./hold.store.ts";

/** A hold lasts ten minutes unless asked otherwise. */
export const HOLD_MINUTES = 10;

/** Without a token the time is free, but not kept. */
export type Held = { token: string; staffId: string; expiresAt: string };

/** Keeps a time with the first of the staff members who is free then. */
export async function holdSlot(ctx: Ctx, request: HoldSlotRequest): Promise<Held> {
  for (const field of ["heldRequest", "heldOffer"] as const)
    if (request[field] && ctx.caller.via !== "online-booking") throw fail("PARAMS_INVALID", { field, reason: "is for the booking page" });
  const business = await businessOf(ctx, request.businessId);
  const coming = comers(request);
  const [named, terms] = await Promise.all([candidates(ctx, request), termsFor(ctx, request, coming.serviceIds)]);
  const staffIds = theirs(named, terms);
  const range = { start: request.startTime, end: request.startTime + request.duration };
  const date = comingDay(request.date, "date", todayAt(business, Date.now()));
  const wanted = (staffId: string): Wanted => ({
    ...{ ...range, staffId, date, ...coming },
    ...(request.step > 0 && { step: request.step }),
  });
  const first = wanted(staffIds[0] as string);
  return await refusingConflicts(
    ctx,
    business,
    () => first,
    () => command(ctx, (tx) => holdFirst({ tx, business, request, options: staffIds.map(wanted) }), { step: "hold" }),
  );
}

async function candidates(ctx: Ctx, request: HoldSlotRequest): Promise<string[]> {
  if (request.staffIds.length > 0)
    return [...(await staffById(ctx, request.staffIds, "staffIds")).keys()].sort(inOrderOf(request.staffIds));
  const staff = await query(ctx, (db) => listStaff(db, request.businessId));
  const online = staff.filter((one) => one.bookOnlineAvailable).map((one) => one.staffId);
  if (online.length === 0) throw fail("OUTSIDE_WORKING_HOURS", { field: "staffIds", reason: "nobody takes online bookings" });
  return online;
}

/** Who does these services. Of what a visitor chooses online booking has just asked the catalogue; booking asks it again, whoever kept the time. */
async function termsFor(
  ctx: Ctx,
  { businessId, visitor, heldRequest, heldOffer }: HoldSlotRequest,
  ids: readonly string[],
): Promise<Terms[]> {
  const isChosenOnline = visitor && !heldRequest && !heldOffer && ctx.caller.via === "online-booking";
  if (isChosenOnline) return await query(ctx, (db) => termsOf(db, ids));
  return ownStaffIn((await offered(ctx, businessId, ids, "serviceIds")).values());
}

/** Those of them who may do all of these services. */
function theirs(staffIds: readonly string[], terms: readonly Terms[]): string[] {
  const able = staffIds.filter((id) => mayDo(terms, id));
  if (able.length > 0) return able;
  const message = "These services have staff of their own, and nobody of those asked for does them.";
  throw fail("OUTSIDE_WORKING_HOURS", { field: "staffIds", message, facts: { why: "dedicatedStaff" } });
}

const inOrderOf = (ids: readonly string[]) => (a: string, b: string) => ids.indexOf(a) - ids.indexOf(b);

type Holding = { tx: CalendarTx; business: BusinessFacts; request: HoldSlotRequest; options: readonly Wanted[] };

async function holdFirst({ tx, business, request, options }: Holding): Promise<Held> {
  const { ctx, db } = tx;
  const { visitor, replaceToken } = request;
  const staffIds = options.map((option) => option.staffId);
  const { date } = options[0] as Wanted;
  tx.lock([...staffLocks(staffIds, date, business.zone), ...(visitor ? boundLocks(visitor) : [])]);
  const question = { ...business, who: staffIds, from: date, to: date, ignoreToken: replaceToken };
  const days = await loadDays(db, { ...question, ...over(ctx) });
  const bounded = visitor !== undefined && (await isBeyondBounds(tx, visitor, replaceToken));
  const refusals: [Wanted, Conflict][] = [];
  let free: Wanted | undefined;
  for (const option of await onOffer(tx, request, { options, days })) {
    const staffDay = days.get(dayKey(option.staffId, date));
    const [conflict] = staffDay ? conflictsOf(staffDay, { ...option, range: option }) : [];
    if (conflict) refusals.push([option, conflict]);
    else if (bounded || (staffDay && visitor && !leavesRoom(staffDay, option, visitor.strangerShare))) free ??= option;
    else return await keep(tx, business, request, option);
  }
  if (free) return await leave(tx, request, free);
  // A time that is taken says more than a time at which this person does not work.
  const [wanted, conflict] = refusals.find(([, one]) => one.kind !== "notWorking") ?? (refusals[0] as [Wanted, Conflict]);
  throw new SlotConflict(conflict, wanted);
}

/** Those with whom a time may begin then; whoever holds it already goes on. */
async function onOffer(
  tx: CalendarTx,
  { step, replaceToken }: HoldSlotRequest,
  { options, days }: { options: readonly Wanted[]; days: Days },
) {
  const [{ date, start }] = options as [Wanted];
  if (step === 0 || (replaceToken && (await isHeldAt(tx, replaceToken, { date, start })))) return options;
  const offered = options.filter(({ staffId }) => {
    const staffDay = days.get(dayKey(staffId, date));
    return !staffDay || isStart(staffDay, start, step);
  });
  if (offered.length === 0)
    throw fail("PARAMS_INVALID", { field: "startTime", message: "No visit begins at this time. Please choose another one." });
  return offered;
}

/** The time is free, but beyond what visitors may hold: whoever books it first has it. What they held before is given back all the same. */
async function leave(tx: CalendarTx, { replaceToken }: HoldSlotRequest, { staffId }: Wanted): Promise<Held> {
  if (replaceToken) await forgetHolds(tx, { token: replaceToken, key: "" });
  return { token: "", staffId, expiresAt: "" };
}

async function keep(tx: CalendarTx, business: BusinessFacts, request: HoldSlotRequest, wanted: Wanted): Promise<Held> {
  const { staffId, date } = wanted;
  const expiresAt = new Date(Date.now() + (request.holdMinutes || HOLD_MINUTES) * 60_000).toISOString();
  const { replaceToken, visitor, heldRequest } = request;
  const offeredUntil = request.offeredUntil ? fromTimestamp(request.offeredUntil) : null;
  const keys = visitor?.bounds.map(({ key }) => key) ?? [];
  const requestId = heldRequest?.bookingRequestId ?? "0";
  const holding = (token: string) => {
    const card = cardFor(tx.ctx, request, wanted, { token, expiresAt });
    return { business, wanted, facts: { expiresAt, holder: holderOf(visitor), keys, requestId, card, offeredUntil } };
  };
  if (isShown(request)) tx.notify("calendar.cards", { businessId: business.businessId, dates: [date] });
  if (replaceToken && (await renewHold(tx, replaceToken, holding(replaceToken)))) return { token: replaceToken, staffId, expiresAt };
  const token = randomBytes(18).toString("base64url");
  await forgetHolds(tx, { token: replaceToken, key: "" });
  insertHold(tx, { token, ...holding(token) });
  return { token, staffId, expiresAt };
}

/** Staff book over a visitor who still chooses as if they were not there. */
const isShown = ({ heldRequest, heldOffer, visitor, offeredUntil }: HoldSlotRequest): boolean =>
  Boolean(heldRequest ?? heldOffer) || !(visitor || offeredUntil);

function cardFor({ caller }: Ctx, request: HoldSlotRequest, wanted: Wanted, hold: { token: string; expiresAt: string }): Buffer | null {
  if (!isShown(request)) return null;
  const { heldRequest, heldOffer, offeredUntil } = request;
  if (heldRequest) return Buffer.from(renderRequestCard(heldRequest, offeredUntil, wanted));
  if (heldOffer) return Buffer.from(renderOfferCard(heldOffer, offeredUntil, wanted));
  return Buffer.from(renderHeldCard({ ...hold, by: caller.name || "Integration" }, wanted));
}

export function holderOf(visitor: VisitorHold | undefined): Holder {
  if (!visitor) return Holder.SHOP;
  const [chooses, asked] = visitor.strangerShare > 0 ? [Holder.STRANGER, Holder.STRANGER_REQUEST] : [Holder.CLIENT, Holder.CLIENT_REQUEST];
  return visitor.requested ? asked : chooses;
}

export const releaseHolds = (ctx: Ctx, which: { token: string; key: string }): Promise<unknown> =>
  command(ctx, async (tx) => await forgetHolds(tx, which), { step: "release" });
