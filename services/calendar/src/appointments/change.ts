import { type Ctx, fail, mustBeCurrent } from "@leashline/kit";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { type Days, dayKey, loadDays } from "../availability/days.store.ts";
import { refusingClashes, type Wanted } from "../availability/refusal.ts";
import { type CalendarTx, command } from "../db.ts";
import { type Instants, instantAt, instantsOf, utcDatesOf } from "../scheduling/zone.ts";
import { type Place, placeOf } from "../staff/place.ts";
import { tellChanged } from "./appointment.events.ts";
import { ENTITY, type LogKind, planOf } from "./log.ts";
import { type Grant, isWithin, mustFitTheDay, noGrant, type Placed, placed, takesTime, wantedOf } from "./placement.ts";
import { type CardSeat, cardRow, type StoredCard } from "./visit.rows.ts";
import { freshIds, type Locked, lockVisit, updateVisit } from "./visit.store.ts";
import { framed, type Line, type Share, sharesOf, takenBy, type Visit, type VisitPlan } from "./visit.ts";

/** What a decision about a visit comes to. */
export type Change = {
  readonly plan: VisitPlan;
  readonly kind: LogKind;
  /** What people read in the log. */
  readonly note: string;
  readonly grant?: Grant;
  readonly autoRefundOrder?: boolean;
  readonly deleted?: boolean;
};

export type Moment = { readonly tx: CalendarTx; readonly now: string; readonly place: Place };
export type Decide = (visit: Visit, moment: Moment) => Change | null | Promise<Change | null>;

/** The visit belongs to another business than the one whose zone was looked up before the command. */
class ElsewhereError extends Error {
  readonly businessId: string;
  constructor(businessId: string) {
    super("the visit belongs to another business");
    this.businessId = businessId;
  }
}

export const mayUse = (ctx: Ctx, businessId: string): boolean => ctx.caller.via !== "" || ctx.caller.businessIds.includes(businessId);

/** Every change of a visit: lock, decide, find its place, save, tell. No decision (null) changes nothing. */
export async function changeVisit(
  ctx: Ctx,
  target: { id: string; version: number },
  decide: Decide,
  businessId = ctx.businessId,
): Promise<Visit> {
  try {
    return await changeAt(ctx, await placeOf(ctx, businessId), target, decide);
  } catch (error) {
    if (!(error instanceof ElsewhereError)) throw error;
    return await changeAt(ctx, await placeOf(ctx, error.businessId), target, decide);
  }
}

async function changeAt(ctx: Ctx, place: Place, target: { id: string; version: number }, decide: Decide): Promise<Visit> {
  let wanted: Wanted | null = null;
  return await refusingClashes(
    ctx,
    place,
    () => wanted,
    () =>
      command(
        ctx,
        async (tx) => {
          const locked = await lockVisit(tx, target.id);
          if (!locked || !mayUse(ctx, locked.visit.businessId)) throw fail("APPOINTMENT_NOT_FOUND", { field: "id" });
          if (locked.visit.businessId !== place.businessId) throw new ElsewhereError(locked.visit.businessId);
          mustBeCurrent(target.version, locked.visit.version);
          const change = await decide(locked.visit, { tx, now: new Date().toISOString(), place });
          if (!change) return locked.visit;
          return await apply({ tx, place, locked, change, wants: (one) => (wanted = one) });
        },
        { step: "visit" },
      ),
  );
}

type Applying = { tx: CalendarTx; place: Place; locked: Locked; change: Change; wants: (wanted: Wanted) => void };

async function apply({ tx, place, locked, change, wants }: Applying): Promise<Visit> {
  const { visit: before } = locked;
  const plan = framed(change.plan);
  mustFitTheDay(plan);
  const shows = plan.status !== AppointmentStatus.CANCELLED && !change.deleted;
  const lines = await withIds(tx, plan.lines);
  const linesChanged = JSON.stringify(lines) !== JSON.stringify(before.lines);
  const seats = shows ? await seated({ tx, place, locked, plan: { ...plan, lines }, grant: change.grant ?? noGrant, wants }) : [];
  const marks = shows ? marksOf(plan, seats, change.grant ?? noGrant) : {};
  // Where the business moved to another zone, a visit keeps its instants until somebody moves it.
  const instants = sameTime(plan, before) ? { start: before.startAt, end: before.endAt } : instantsOfPlan(plan, place.zone);
  const after: Visit = {
    ...before,
    ...planOf(plan),
    ...marks,
    lines,
    startAt: instants.start.toString(),
    endAt: instants.end.toString(),
    version: before.version + 1,
    updatedAt: new Date().toISOString(),
  };
  const rows = seats.map((seat) => cardRow(tx.ctx.companyId, after, seat, seats.length > 1));
  await updateVisit(tx, {
    visit: after,
    cards: rows,
    orderVersion: locked.orderVersion,
    linesChanged,
    ...(change.deleted ? { deletedAt: after.updatedAt } : {}),
  });
  tellChanged(tx, before, after, change);
  tx.log({
    entity: ENTITY,
    id: before.id,
    action: change.kind,
    before: planOf(before),
    after: { version: after.version },
    note: change.note,
    businessId: before.businessId,
  });
  tx.notify("calendar.cards", { businessId: before.businessId, dates: [...new Set([before.date, after.date])], ids: [before.id] });
  return after;
}

const sameTime = (a: VisitPlan, b: VisitPlan): boolean =>
  a.date === b.date && a.endDate === b.endDate && a.start === b.start && a.end === b.end;

export const instantsOfPlan = (plan: Pick<VisitPlan, "date" | "endDate" | "start" | "end">, zone: string) => ({
  start: instantsOf(plan.date, { start: plan.start, end: plan.start }, zone).start,
  end: instantsOf(plan.endDate, { start: plan.end, end: plan.end }, zone).end,
});

async function withIds(tx: CalendarTx, lines: readonly Line[]): Promise<Line[]> {
  const { lineIds } = await freshIds(tx.db, lines.filter((line) => line.id === "0").length, 0);
  return lines.map((line) => (line.id === "0" ? { ...line, id: lineIds.shift() as string } : line));
}

type Seating = { tx: CalendarTx; place: Place; locked: Locked; plan: VisitPlan; grant: Grant; wants: (wanted: Wanted) => void };

type Kept = Placed & { readonly card: StoredCard | undefined; readonly stays: boolean; readonly during: Instants };

/** A seat for every share: the one it has while it stays within it, otherwise a new look at the staff members' days. */
async function seated({ tx, place, locked, plan, grant, wants }: Seating): Promise<CardSeat[]> {
  const shares = sharesOf(plan.lines);
  const kept = keptSeats(locked, plan, shares, place.zone);
  const searching = shares.filter((share) => !kept.get(share)?.stays && takesTime(plan, share));
  const days: Days = searching.length > 0 ? await lockedDays(tx, place, locked.visit.id, plan.date, searching) : new Map();
  const free = locked.cards.filter((card) => ![...kept.values()].some((seat) => seat.card?.id === card.id));
  const missing = shares.filter((share) => !kept.get(share)?.card).length - free.length;
  const { cardIds } = await freshIds(tx.db, 0, Math.max(0, missing));
  return shares.map((share) => {
    wants(wantedOf(plan.date, share));
    const seat = kept.get(share);
    const cardId = seat?.card?.id ?? free.shift()?.id ?? (cardIds.shift() as string);
    if (seat?.stays) return { ...seat, cardId };
    return { ...placed(plan, share, days, grant), cardId, during: instantsOf(plan.date, takenBy(share), place.zone) };
  });
}

function keptSeats({ visit, cards }: Locked, plan: VisitPlan, shares: readonly Share[], zone: string): Map<Share, Kept> {
  const sameZone = Date.parse(visit.startAt) === instantAt(visit.date, visit.start, zone).epochMilliseconds;
  const before = new Map(sharesOf(visit.lines).map((share) => [share.staffId, share]));
  const cardOf = new Map(cards.map((card) => [card.staffId, card]));
  const kept = new Map<Share, Kept>();
  for (const share of shares) {
    const own = before.get(share.staffId);
    const card = cardOf.get(share.staffId);
    const same = own !== undefined && own.start === share.start && own.end === share.end;
    const sameDays = plan.date === visit.date && plan.endDate === visit.endDate;
    const stays = own !== undefined && card !== undefined && sameDays && isWithin(share, own) && (same || sameZone);
    const { overbooked, outOfHours } = visit;
    kept.set(share, {
      ...share,
      takesTime: takesTime(plan, share),
      exclusive: card?.exclusive ?? false,
      overbooked,
      outOfHours,
      card,
      stays,
      during: same && card ? card.during : instantsOf(plan.date, takenBy(share), zone),
    });
  }
  return kept;
}

/** Locks the days of the staff members, in one order for everybody, then reads them. */
export async function lockedDays(
  tx: CalendarTx,
  place: Place,
  ignoreAppointmentId: string,
  date: string,
  shares: readonly Share[],
): Promise<Days> {
  const staffIds = [...new Set(shares.map((share) => share.staffId))];
  tx.lock(dayLocks(staffIds, date, place.zone));
  const question = { ...place, companyId: tx.ctx.companyId, who: staffIds, from: date, to: date, ignoreAppointmentId };
  return await loadDays(tx.db, { ...question, ...over(tx.ctx) });
}

/** Staff book over what a visitor holds while choosing; visitors among themselves do not. */
export const over = ({ caller }: Ctx) => ({ overVisitors: caller.via !== "online-booking" });

/** Staff members' days by UTC, all that a local day touches: whoever wants the same instants waits here, whatever date it is where they are. */
export const dayLocks = (staffIds: readonly string[], date: string, zone: string): string[] =>
  utcDatesOf(date, zone).flatMap((utcDate) => staffIds.map((staffId) => `day:${dayKey(staffId, utcDate)}`));

const marksOf = (plan: VisitPlan, seats: readonly Placed[], grant: Grant) => {
  const overbooked = seats.some((seat) => seat.overbooked);
  const outOfHours = seats.some((seat) => seat.outOfHours);
  const overrideReason = overbooked || outOfHours ? grant.reason || plan.overrideReason : "";
  return { overbooked, outOfHours, overrideReason };
};
