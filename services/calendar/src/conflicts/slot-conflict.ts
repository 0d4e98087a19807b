import { type Ctx, can, fail, type Refusal, writeDay } from "@leashline/kit";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { query } from "../db.ts";
import { type Days, loadFreeDays } from "../occupancy/days.store.ts";
import { type BusinessFacts, todayAt } from "../projections/business.ts";
import { type ServiceTerms, termsOf } from "../projections/service-terms.store.ts";
import type { Who } from "../schedules/rules.store.ts";
import { addDays, laterOf } from "../scheduling/dates.ts";
import type { Offer } from "../scheduling/free.ts";
import type { Range } from "../scheduling/minutes.ts";
import type { PetShare } from "../scheduling/pet-share.ts";
import { type Conflict, type ConflictKind, helpsElsewhere } from "../scheduling/verdict.ts";
import { type ClassName, classesOfSessions } from "./clash.store.ts";
import { earliestAt, OFFER_STEP, suggestions, theirDays } from "./offers.ts";

/** The words of core §4. */
export const conflictText: Record<ConflictKind, string> = {
  notWorking: "not working at this time",
  existingBooking: "conflict with existing booking",
  blockedTime: "conflict with blocked time",
};

/** 51052 for a time at which nobody works, 51051 for one that is taken (core §8). */
export const codeOf = (kind: ConflictKind): "OUTSIDE_WORKING_HOURS" | "SLOT_FULL" =>
  kind === "notWorking" ? "OUTSIDE_WORKING_HOURS" : "SLOT_FULL";

const allowedBy = { SLOT_FULL: Permission.OVERBOOK, OUTSIDE_WORKING_HOURS: Permission.BOOK_OUTSIDE_WORKING_HOURS };
/** Said to who may all the same, and did not ask to. */
const ifAsked = {
  SLOT_FULL: "This slot is already full. You can overbook it if you give a reason.",
  OUTSIDE_WORKING_HOURS: "This time is outside of the working hours. You can book it all the same if you give a reason.",
};

export type Wanted = Range & {
  readonly staffId: string;
  readonly date: string;
  readonly pets: number;
  readonly serviceIds: readonly string[];
  readonly shares?: readonly PetShare[];
  readonly follows?: boolean;
  /** In which steps to offer what is free instead. */
  readonly step?: number;
};

/** A time that cannot be had; thrown inside a command, turned into a refusal with free times outside of it. */
export class SlotConflict extends Error {
  readonly conflict: Conflict;
  readonly wanted: Wanted;
  /** Other dates of the same act that nobody works on either. */
  readonly others: readonly string[];
  constructor(conflict: Conflict, wanted: Wanted, others: readonly string[] = []) {
    super(`${conflictText[conflict.kind]}: ${conflict.why}`);
    this.conflict = conflict;
    this.wanted = wanted;
    this.others = others;
  }
}

/** What the database refuses although the verdict let it pass: the same time, or the same place of a slot, for a second one. */
const refusedAs: Readonly<Record<string, Conflict["why"]>> = {
  nobody_twice: "overlap",
  one_pet_a_seat: "capacity",
  no_seat_too_many: "capacity",
};

/** Runs a command that takes somebody's time; a conflict leaves it as 51051 or 51052 with the next free times. */
export async function refusingConflicts<T>(
  ctx: Ctx,
  business: BusinessFacts,
  wanted: () => Wanted | null,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const slotConflict = error instanceof SlotConflict ? error : fromConstraint(error, wanted());
    throw slotConflict ? await refusalOf(ctx, business, slotConflict) : error;
  }
}

function fromConstraint(error: unknown, wanted: Wanted | null): SlotConflict | null {
  const { constraint = "" } = error as { constraint?: string };
  const why = refusedAs[constraint];
  if (!why || !wanted) return null;
  return new SlotConflict({ kind: "existingBooking", why, range: null, id: "", note: "" }, wanted);
}

async function refusalOf(ctx: Ctx, business: BusinessFacts, { conflict, wanted, others }: SlotConflict): Promise<Refusal> {
  const { kind, why, note, offeredUntil } = conflict;
  const code = codeOf(kind);
  const may = mayAllTheSame(ctx, code);
  const message =
    why === "twice" ? twiceText(may) : isOurs(ctx) && offeredUntil ? offeredText(offeredUntil, business) : may ? ifAsked[code] : undefined;
  return fail(code, {
    ...(message && { message }),
    conflict: await conflictDetail(ctx, business, conflict, wanted),
    facts: { why, date: wanted.date, ...(note ? { note } : {}), ...(others.length > 0 && { dates: [wanted.date, ...others].join() }) },
  });
}

const isOurs = ({ caller }: Ctx): boolean => caller.kind === "staff" || caller.kind === "apiKey";
const mayAllTheSame = (ctx: Ctx, code: keyof typeof allowedBy): boolean => ctx.caller.kind === "staff" && can(ctx, allowedBy[code]);

const twiceText = (may: boolean): string =>
  `One person cannot do two services at the same time.${may ? " You can overbook them if you give a reason." : ""}`;

/** The time of day by 24 hours, which reads the same wherever the business is. */
function offeredText(until: string, business: BusinessFacts): string {
  const local = Temporal.Instant.from(until).toZonedDateTimeISO(business.zone);
  const day = local.toPlainDate().toString();
  const on = day === todayAt(business, Date.now()) ? "" : `${writeDay(day, { dateFormat: "" })}, `;
  return `This time is kept for an offer to somebody on the waitlist until ${on}${local.toPlainTime().toString({ smallestUnit: "minute" })}.`;
}

/** What every answer about a conflict carries: the kind, what is in the way, and what is free instead. */
export async function conflictDetail(ctx: Ctx, business: BusinessFacts, conflict: Conflict, wanted: Wanted) {
  const instead = helpsElsewhere(conflict) ? offersInstead(ctx, business, wanted) : [];
  const [offers, clashOf] = await Promise.all([instead, clashesOf(ctx, [conflict])]);
  return toTimeConflict(conflict, wanted, offers, clashOf(conflict));
}

/** What is in the way: from when to when, and of which class it is a session. */
export type Clash = Pick<Conflict, "id" | "range"> & ClassName;
const noClass: ClassName = { classId: "0", className: "" };

/** What staff are told of what is in the way; a visitor of the booking page is not told of others' times. */
export async function clashesOf(ctx: Ctx, conflicts: readonly Conflict[]): Promise<(conflict: Conflict) => Clash> {
  if (!isOurs(ctx)) return () => ({ id: "", range: null, ...noClass });
  const ids = conflicts.flatMap(({ classSessionId }) => classSessionId ?? []);
  const classes = ids.length > 0 ? await query(ctx, (db) => classesOfSessions(db, ids)) : new Map<string, ClassName>();
  return ({ id, range, classSessionId }) => ({ id, range, ...(classes.get(classSessionId ?? "") ?? noClass) });
}

export function toTimeConflict(conflict: Conflict, wanted: Wanted, offers: readonly Offer[], { id, range, classId, className }: Clash) {
  const length = wanted.end - wanted.start;
  return {
    kind: conflictText[conflict.kind],
    appointmentId: /^\d+$/.test(id) ? id : "0",
    staffId: wanted.staffId,
    startTime: wanted.start,
    ...{ rangeStart: range?.start ?? 0, rangeEnd: range?.end ?? 0, classId, className },
    nextFree: offers.map(({ staffId, date, start }) => ({
      $typeName: "leashline.options.v1.FreeStart" as const,
      staffId,
      date,
      startTime: start,
      endTime: start + length,
    })),
  };
}

const NEAR_DAYS = 6;
const FAR_DAYS = 41;

/** First the coming week with everybody of the business; when that is full, six weeks with the person who was asked for. */
async function offersInstead(ctx: Ctx, business: BusinessFacts, wanted: Wanted): Promise<Offer[]> {
  const near = await search(ctx, business, wanted, { online: false }, NEAR_DAYS);
  return near.length > 0 ? near : await search(ctx, business, wanted, [wanted.staffId], FAR_DAYS);
}

async function search(ctx: Ctx, business: BusinessFacts, wanted: Wanted, who: Who, ahead: number): Promise<Offer[]> {
  const from = laterOf(wanted.date, todayAt(business, Date.now()));
  const span = { from, to: addDays(from, ahead) };
  const [days, terms] = await query(ctx, (db) =>
    Promise.all([loadFreeDays(db, { ...business, who, ...span }, minutesOf(wanted)), termsOf(db, wanted.serviceIds)]),
  );
  return freeInstead(days, terms, business, { ...wanted, date: from });
}

const minutesOf = ({ start, end }: Range): number => Math.max(end - start, 1);

/** What of these days is free instead, with those who may do it; who was asked for may. */
export function freeInstead(days: Days, terms: readonly ServiceTerms[], { zone }: BusinessFacts, wanted: Wanted): Offer[] {
  const { pets, serviceIds, shares, step = OFFER_STEP } = wanted;
  const demand = { duration: minutesOf(wanted), step, pets, serviceIds, ...(shares && { shares }) };
  const asked = terms.filter(({ serviceId }) => serviceIds.includes(serviceId));
  return suggestions(theirDays(days, asked, [wanted.staffId]), demand, earliestAt(Date.now(), 0, zone), wanted);
}
