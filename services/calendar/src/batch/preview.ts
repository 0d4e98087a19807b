import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Ctx, toWireDate } from "@leashline/kit";
import type { BatchPlace, BatchRowSchema } from "@leashline/proto/leashline/calendar/v1/batch_pb.js";
import { BatchAct, type PreviewBatchRequest } from "@leashline/proto/leashline/calendar/v1/batch_service_pb.js";
import { toAppointment } from "../appointments/appointment.mapper.ts";
import { type Appointment, segmentAfter, segmentsOf } from "../appointments/appointment.ts";
import { draggedSegment } from "../booking/edit.ts";
import { takesTime } from "../booking/placement.ts";
import { clashesOf, freeInstead, toTimeConflict } from "../conflicts/slot-conflict.ts";
import { query } from "../db.ts";
import { type Days, loadDays } from "../occupancy/days.store.ts";
import { over } from "../occupancy/resource-lock.ts";
import { type BusinessFacts, businessOf } from "../projections/business.ts";
import { mustBeTheirWork, newlyGiven, servicesOn } from "../projections/own-staff.ts";
import { type ServiceTerms, termsOf } from "../projections/service-terms.store.ts";
import { staffOrNone } from "../projections/staff.ts";
import { addDays } from "../scheduling/dates.ts";
import { helpsElsewhere } from "../scheduling/verdict.ts";
import { copiedTo, dragOf, movedTo, namedOf, spanOfPlans, staffOfPlaces } from "./place.ts";
import { type Found, inTurn, type Target } from "./turn.ts";

export type Row = MessageInitShape<typeof BatchRowSchema>;

/** How far beyond the last of them free times are looked for. */
const OFFERED_DAYS = 6;

export async function previewBatch(ctx: Ctx, { act, places }: PreviewBatchRequest): Promise<Row[]> {
  const named = await namedOf(
    ctx,
    places.map(({ appointmentId }) => appointmentId),
  );
  const staff = await staffOfPlaces(ctx, places);
  const again = act === BatchAct.BOOK_AGAIN;
  const targets = places.map((place, nth): Target => {
    const before = named[nth] as Appointment;
    const plan = again ? copiedTo(before, place, staff) : movedTo(ctx, before, place, staff);
    return { before, plan, anyway: place.override !== undefined };
  });
  const business = await businessOf(ctx, named[0]?.businessId ?? "0");
  const terms = await mustBeForTheirOwn(ctx, targets);
  const { found, after } = await tried(ctx, business, targets, !again);
  const say = await whyNotFor(ctx, { business, days: after, terms }, found);
  return targets.map((target, nth) => toRow(target, places[nth] as BatchPlace, found[nth] ?? null, say));
}

/** Refuses what carrying it out refuses: a service with staff of its own that somebody else would get. */
async function mustBeForTheirOwn(ctx: Ctx, targets: readonly Target[]): Promise<ServiceTerms[]> {
  const [before, after] = [targets.flatMap((one) => one.before.lines), targets.flatMap(({ plan }) => plan.lines)];
  const terms = await query(ctx, (db) => termsOf(db, servicesOn(after)));
  mustBeTheirWork(newlyGiven(before, after), terms, "staffId");
  return terms;
}

/** Puts all of them into their days; where something is in the way, the others' days are read too, for free times. */
async function tried(
  ctx: Ctx,
  business: BusinessFacts,
  targets: readonly Target[],
  leaves: boolean,
): Promise<{ found: Found[]; after: Days }> {
  const span = spanOfPlans(targets.map(({ plan }) => plan));
  const who = [...new Set(targets.flatMap(({ plan }) => staffOfPlan(plan)))];
  const own = await query(ctx, (db) => loadDays(db, { ...business, who, ...span, ...over(ctx) }));
  const first = inTurn(own, targets, leaves);
  if (first.found.every((one) => one === null)) return first;
  const to = addDays(span.to, OFFERED_DAYS);
  const all = await query(ctx, (db) => loadDays(db, { ...business, who: { online: false }, from: span.from, to, ...over(ctx) }));
  return inTurn(new Map([...own, ...all]), targets, leaves);
}

const staffOfPlan = (plan: Target["plan"]): string[] =>
  segmentsOf(plan.lines)
    .filter((segment) => takesTime(plan, segment))
    .map(({ staffId }) => staffId);

function toRow({ before, plan }: Target, place: BatchPlace, found: Found, say: Saying): Row {
  const segment = draggedSegment(before, dragOf(place));
  const there = segmentAfter(plan.lines, segment, staffOrNone(place.staffId)) ?? segment;
  return {
    appointment: toAppointment(before),
    originalStaffId: segment.staffId,
    startDate: toWireDate(plan.date),
    startTime: there.start,
    endTime: there.end,
    staffId: there.staffId,
    ...(found && say(found)),
  };
}

type WhyNot = NonNullable<Found>;
export type Saying = (found: WhyNot) => Pick<Row, "conflict" | "why" | "note">;

type Planned = {
  readonly business: BusinessFacts;
  /** With the others where they are to be. */
  readonly days: Days;
  /** Of all services that may be asked for. */
  readonly terms: readonly ServiceTerms[];
};

/** Says of each what stands in the way, and what is still free when the others are where they are to be. */
export async function whyNotFor(ctx: Ctx, { business, days, terms }: Planned, all: readonly Found[]): Promise<Saying> {
  const clashOf = await clashesOf(
    ctx,
    all.flatMap((found) => found?.conflict ?? []),
  );
  return ({ conflict, wanted }) => {
    const offers = helpsElsewhere(conflict) ? freeInstead(days, terms, business, wanted) : [];
    return { conflict: toTimeConflict(conflict, wanted, offers, clashOf(conflict)), why: conflict.why, note: conflict.note };
  };
}
