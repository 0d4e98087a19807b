import { type Ctx, type ErrorName, fail, type Refusal } from "@leashline/kit";
import { query } from "../db.ts";
import { addDays, laterOf } from "../scheduling/dates.ts";
import type { Offer } from "../scheduling/free.ts";
import type { Range } from "../scheduling/minutes.ts";
import type { Conflict, ConflictKind } from "../scheduling/verdict.ts";
import { type Place, todayAt } from "../staff/place.ts";
import { loadFreeDays, type Who } from "./days.store.ts";
import { earliestAt, OFFER_STEP, suggestions } from "./offers.ts";

/** The words of core §4. */
export const conflictText: Record<ConflictKind, string> = {
  notWorking: "not working at this time",
  existingBooking: "conflict with existing booking",
  blockedTime: "conflict with blocked time",
};

/** 51052 for a time at which nobody works, 51051 for one that is taken (core §8). */
export const codeOf = (kind: ConflictKind): ErrorName => (kind === "notWorking" ? "OUTSIDE_WORKING_HOURS" : "SLOT_FULL");

export type Wanted = Range & {
  readonly staffId: string;
  readonly date: string;
  readonly pets: number;
  readonly serviceIds: readonly string[];
};

/** A time that cannot be had; thrown inside a command, turned into a refusal with free times outside of it. */
export class Clash extends Error {
  readonly conflict: Conflict;
  readonly wanted: Wanted;
  constructor(conflict: Conflict, wanted: Wanted) {
    super(`${conflictText[conflict.kind]}: ${conflict.why}`);
    this.conflict = conflict;
    this.wanted = wanted;
  }
}

const NOBODY_TWICE = "nobody_twice";

/** Runs a command that takes somebody's time; a clash leaves it as 51051 or 51052 with the next free times. */
export async function refusingClashes<T>(ctx: Ctx, place: Place, wanted: () => Wanted | null, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const clash = error instanceof Clash ? error : fromConstraint(error, wanted());
    throw clash ? await refusalOf(ctx, place, clash) : error;
  }
}

function fromConstraint(error: unknown, wanted: Wanted | null): Clash | null {
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code !== "23P01" || constraint !== NOBODY_TWICE || !wanted) return null;
  return new Clash({ kind: "existingBooking", why: "overlap", range: null, id: "", note: "" }, wanted);
}

async function refusalOf(ctx: Ctx, place: Place, { conflict, wanted }: Clash): Promise<Refusal> {
  const { kind, why, note } = conflict;
  return fail(codeOf(kind), {
    conflict: await conflictDetail(ctx, place, conflict, wanted),
    facts: { why, ...(note ? { note } : {}) },
  });
}

/** What every answer about a clash carries: the kind, what is in the way, and what is free instead. */
export async function conflictDetail(ctx: Ctx, place: Place, conflict: Conflict, wanted: Wanted) {
  const offers = await offersInstead(ctx, place, wanted);
  const length = wanted.end - wanted.start;
  return {
    kind: conflictText[conflict.kind],
    appointmentId: /^\d+$/.test(conflict.id) ? conflict.id : "0",
    staffId: wanted.staffId,
    startTime: wanted.start,
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
async function offersInstead(ctx: Ctx, place: Place, wanted: Wanted): Promise<Offer[]> {
  const near = await search(ctx, place, wanted, { online: false }, NEAR_DAYS);
  return near.length > 0 ? near : await search(ctx, place, wanted, [wanted.staffId], FAR_DAYS);
}

async function search(ctx: Ctx, place: Place, wanted: Wanted, who: Who, ahead: number): Promise<Offer[]> {
  const from = laterOf(wanted.date, todayAt(place, Date.now()));
  const days = await query(ctx, (db) => loadFreeDays(db, { ...place, companyId: ctx.companyId, who, from, to: addDays(from, ahead) }));
  const demand = { duration: Math.max(wanted.end - wanted.start, 1), step: OFFER_STEP, pets: wanted.pets, serviceIds: wanted.serviceIds };
  return suggestions(days, demand, earliestAt(Date.now(), 0, place.zone), { ...wanted, date: from });
}
