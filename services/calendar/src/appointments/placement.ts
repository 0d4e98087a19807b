import { type Ctx, can, fail } from "@leashline/kit";
import type { BookingOverride } from "@leashline/proto/leashline/calendar/v1/appointment_booking_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { type Days, dayKey } from "../availability/days.store.ts";
import { Clash, type Wanted } from "../availability/refusal.ts";
import { DAY_MINUTES } from "../scheduling/minutes.ts";
import { type Conflict, conflictsOf } from "../scheduling/verdict.ts";
import { NO_STAFF, type Share, takenBy, type VisitPlan } from "./visit.ts";

/** What the caller asked to override and is allowed to. */
export type Grant = {
  readonly overbook: boolean;
  readonly outOfHours: boolean;
  /** A time kept for a booking request; whoever may book may do so. */
  readonly overRequest: boolean;
  readonly reason: string;
};

export const noGrant: Grant = { overbook: false, outOfHours: false, overRequest: false, reason: "" };

export function grantOf(ctx: Ctx, override: BookingOverride | undefined): Grant {
  if (!override) return noGrant;
  return {
    overbook: override.overbook && can(ctx, Permission.OVERBOOK),
    outOfHours: override.outsideWorkingHours && can(ctx, Permission.BOOK_OUTSIDE_WORKING_HOURS),
    overRequest: override.overbook || override.heldTime,
    reason: override.reason.trim(),
  };
}

/** A share with a place in its staff member's day. */
export type Placed = Share & {
  readonly takesTime: boolean;
  readonly exclusive: boolean;
  readonly overbooked: boolean;
  readonly outOfHours: boolean;
};

/** Nobody's time is taken without a staff member, nor by a stay, which occupies a place and not a person. */
export const takesTime = (plan: Pick<VisitPlan, "date" | "endDate">, share: Pick<Share, "staffId">): boolean =>
  share.staffId !== NO_STAFF && plan.date === plan.endDate;

export const wantedOf = (date: string, share: Share): Wanted => ({
  ...takenBy(share),
  staffId: share.staffId,
  date,
  pets: share.petIds.length,
  serviceIds: share.serviceIds,
});

/** Puts a share into the day, or throws the Clash that says why not. */
export function placed(plan: Pick<VisitPlan, "date" | "endDate">, share: Share, days: Days, grant: Grant): Placed {
  if (!takesTime(plan, share)) return { ...share, takesTime: false, exclusive: false, overbooked: false, outOfHours: false };
  const staffDay = days.get(dayKey(share.staffId, plan.date));
  if (!staffDay) throw new Error("the day of a share was not loaded");
  const wanted = wantedOf(plan.date, share);
  const conflicts = conflictsOf(staffDay, { range: wanted, pets: wanted.pets, serviceIds: wanted.serviceIds });
  const refused = conflicts.find((conflict) => !isGranted(conflict, grant)) ?? (wanted.end > DAY_MINUTES ? pastMidnight : undefined);
  if (refused) throw new Clash(refused, wanted);
  const taken = conflicts.some(({ kind, why }) => kind !== "notWorking" && why !== "held");
  const bySlot = staffDay.day.working && staffDay.day.availability === "slot";
  return {
    ...share,
    takesTime: true,
    exclusive: !taken && !bySlot,
    overbooked: taken,
    outOfHours: conflicts.some((one) => one.kind === "notWorking"),
  };
}

const pastMidnight: Conflict = { kind: "notWorking", why: "outsideHours", range: null, id: "", note: "" };

/** A visit lies within one day, whoever does it; only a stay goes on overnight. */
export function mustFitTheDay(plan: Pick<VisitPlan, "date" | "endDate" | "start" | "end">): void {
  const fits = plan.start >= 0 && plan.start < DAY_MINUTES && plan.end <= DAY_MINUTES;
  if (!fits) throw fail("PARAMS_INVALID", { field: "startTime", reason: "the visit must begin and end on the same day" });
}

function isGranted(conflict: Conflict, grant: Grant): boolean {
  // Minutes that the clock skips cannot be worked in, whoever asks.
  if (conflict.why === "clockChange") return false;
  if (conflict.why === "held") return grant.overRequest;
  return conflict.kind === "notWorking" ? grant.outOfHours : grant.overbook;
}

/** A share that stays within the time it has already needs no new look at the day. */
export const isWithin = (share: Share, before: Share): boolean =>
  share.staffId === before.staffId &&
  before.start <= share.start &&
  takenBy(share).end <= takenBy(before).end &&
  share.petIds.length <= before.petIds.length &&
  share.serviceIds.every((id) => before.serviceIds.includes(id));
