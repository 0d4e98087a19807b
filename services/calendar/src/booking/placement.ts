import { type Ctx, can, fail } from "@leashline/kit";
import type { BookingOverride } from "@leashline/proto/leashline/calendar/v1/appointment_booking_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import {
  type Appointment,
  type AppointmentPlan,
  isBoardingStay,
  type PlacedSegment,
  type StaffSegment,
  stretchesOf,
  takenBy,
} from "../appointments/appointment.ts";
import { isHere, STAYS_ON_ITS_DAY } from "../appointments/moves.ts";
import { SlotConflict, type Wanted } from "../conflicts/slot-conflict.ts";
import { type Days, dayKey } from "../occupancy/days.store.ts";
import { minutesOf, type Occupancy, Resource } from "../occupancy/resource.ts";
import { NO_STAFF } from "../projections/staff.ts";
import { DAY_MINUTES } from "../scheduling/minutes.ts";
import { type SlotPlace, toStored } from "../scheduling/pet-share.ts";
import { isSamePair, type Twice } from "../scheduling/twice.ts";
import { type Conflict, conflictsOf, type StaffDay, seatsWanted, slotAt } from "../scheduling/verdict.ts";
import type { Instants } from "../scheduling/zone.ts";

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

/** Nobody's time is taken without a staff member, nor by a stay, which occupies a place and not a person. */
export const takesTime = (plan: Pick<AppointmentPlan, "date" | "endDate">, segment: Pick<StaffSegment, "staffId">): boolean =>
  segment.staffId !== NO_STAFF && plan.date === plan.endDate;

export const wantedOf = (date: string, segment: StaffSegment): Wanted => ({
  ...takenBy(segment),
  staffId: segment.staffId,
  date,
  pets: segment.petIds.length,
  serviceIds: segment.serviceIds,
  shares: segment.shares,
  ...(segment.part > 0 && { follows: true }),
});

/** What placed segments take. */
export const occupancyOf = (businessId: string, date: string, segments: readonly TimedSegment[]): Occupancy[] =>
  segments
    .filter((segment) => segment.takesTime)
    .map(({ staffId, part, during, exclusive, petIds, serviceIds, shares, slot }) => ({
      resourceKind: Resource.STAFF,
      resourceId: staffId,
      part,
      day: date,
      businessId,
      ...minutesOf(during),
      exclusive,
      seats: petIds.length,
      serviceIds,
      pets: shares.map(toStored),
      slotStart: slot?.start ?? null,
      slotPets: slot?.pets ?? petIds.length,
      slotCapacity: slot?.capacity ?? null,
    }));

/** A placed segment and when it takes place. */
export type TimedSegment = PlacedSegment & { readonly during: Instants };

/** Puts a share into the day, or throws the SlotConflict that says why not. Which lines one person did at once before may be left out of the question. */
export function placed(
  plan: Pick<AppointmentPlan, "date" | "endDate">,
  segment: StaffSegment,
  days: Days,
  grant: Grant,
  were: readonly Twice[] = [],
): PlacedSegment {
  if (!takesTime(plan, segment))
    return { ...segment, takesTime: false, exclusive: false, overbooked: false, outOfHours: false, slot: null };
  const staffDay = days.get(dayKey(segment.staffId, plan.date));
  if (!staffDay) throw new Error("the day of a share was not loaded");
  const wanted = wantedOf(plan.date, segment);
  const bySlot = isBySlot(staffDay);
  const conflicts = inTheWay(staffDay, segment, wanted, were);
  const refused = conflicts.find((conflict) => !isGranted(conflict, grant)) ?? (wanted.end > DAY_MINUTES ? pastMidnight : undefined);
  if (refused) throw new SlotConflict(refused, wanted);
  const taken = conflicts.some(({ kind, why }) => kind !== "notWorking" && why !== "held");
  return {
    ...segment,
    takesTime: true,
    exclusive: !taken && !bySlot,
    overbooked: taken,
    outOfHours: conflicts.some((one) => one.kind === "notWorking"),
    slot: bySlot && segment.part === 0 ? slotPlace(staffDay, wanted, taken) : null,
  };
}

const isBySlot = ({ day }: StaffDay): boolean => day.working && day.availability === "slot";

const inTheWay = (day: StaffDay, segment: StaffSegment, wanted: Wanted, were: readonly Twice[]): Conflict[] => [
  ...conflictsOf(day, { ...wanted, range: wanted }),
  ...(isBySlot(day) ? [] : twiceAtOnce(segment, were)),
];

/** The place in the slot in which the demand begins; beyond what the slot has room for when it lies there on purpose. */
function slotPlace({ day }: StaffDay, wanted: Wanted, beyond: boolean): SlotPlace | null {
  const slot = slotAt(day, wanted.start);
  return slot ? { start: slot.start, pets: seatsWanted(day, wanted), capacity: beyond ? null : slot.capacity } : null;
}

/** What stands in the way of a plan first, and of whose part; what is there already may be left out of the question, and which lines one person did at once before. */
export function firstConflict(
  plan: Pick<AppointmentPlan, "date" | "lines">,
  days: Days,
  { isThere = () => false, were = [] }: { isThere?: (segment: StaffSegment) => boolean; were?: readonly Twice[] } = {},
): { readonly wanted: Wanted; readonly conflict: Conflict } | null {
  for (const segment of stretchesOf(plan.lines)) {
    const staffDay = days.get(dayKey(segment.staffId, plan.date));
    if (!staffDay || isThere(segment)) continue;
    const wanted = wantedOf(plan.date, segment);
    const [conflict] = inTheWay(staffDay, segment, wanted, were);
    if (conflict) return { wanted, conflict };
  }
  return null;
}

/** Nobody comes to do two services of one appointment at once; who is booked by slot has several pets at a time. */
const twiceAtOnce = ({ twice = [] }: StaffSegment, were: readonly Twice[]): Conflict[] =>
  twice
    .filter((one) => !were.some((other) => isSamePair(one, other)))
    .map(({ start, end }) => ({ kind: "existingBooking", why: "twice", range: { start, end }, id: "", note: "" }));

const pastMidnight: Conflict = { kind: "notWorking", why: "outsideHours", range: null, id: "", note: "" };

/** An appointment lies within one day, whoever does it; only a stay goes on overnight. */
export function mustFitTheDay(plan: Pick<AppointmentPlan, "date" | "endDate" | "start" | "end">): void {
  const fits = plan.start >= 0 && plan.start < DAY_MINUTES && plan.end <= DAY_MINUTES;
  if (!fits) throw fail("PARAMS_INVALID", { field: "startTime", reason: "the appointment must begin and end on the same day" });
}

/** Whose pets are there already comes on no other day, whoever asks and however. The nights of a stay are another matter. */
export function mustStayOnItsDay(before: Appointment, date: string, field: string): void {
  if (date !== before.date && isHere(before.status) && !isBoardingStay(before))
    throw fail("STATE_CONFLICT", { field, reason: STAYS_ON_ITS_DAY, message: STAYS_ON_ITS_DAY });
}

function isGranted(conflict: Conflict, grant: Grant): boolean {
  // Minutes that the clock skips cannot be worked in, whoever asks.
  if (conflict.why === "clockChange") return false;
  if (conflict.why === "held") return grant.overRequest;
  return conflict.kind === "notWorking" ? grant.outOfHours : grant.overbook;
}

/** A share that stays within the time it has already needs no new look at the day. */
export const isWithin = (segment: StaffSegment, before: StaffSegment): boolean =>
  segment.staffId === before.staffId &&
  twiceAtOnce(segment, before.twice ?? []).length === 0 &&
  before.start <= segment.start &&
  takenBy(segment).end <= takenBy(before).end &&
  segment.petIds.length <= before.petIds.length &&
  segment.shares.every((pet) => before.shares.some(({ sizeId, breed }) => sizeId === pet.sizeId && breed === pet.breed)) &&
  segment.serviceIds.every((id) => before.serviceIds.includes(id));
