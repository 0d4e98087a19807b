import { type Ctx, toWireDate } from "@leashline/kit";
import type { BookingOverride } from "@leashline/proto/leashline/calendar/v1/appointment_booking_pb.js";
import { EvaluationService, type LackingEvaluation, LackingReason } from "@leashline/proto/leashline/offering/v1/evaluation_service_pb.js";
import type { Appointment } from "../appointments/appointment.ts";
import { fromWireDay, waivedOr } from "./gate.ts";
import { endThen, mustBeVaccinatedThen } from "./vaccines.ts";

/** A visit as it would be: booked once more, or moved from the day it was on. */
export type ComingVisit = {
  readonly visit: Pick<Appointment, "lines" | "date" | "endDate">;
  readonly date: string;
  readonly movedFrom?: string;
  readonly override: BookingOverride | undefined;
};

/** What pets of visits lack on the days they are to come, evaluations and vaccines: refused, or for each visit what the log keeps of it. */
export async function mustBeReadyThen(ctx: Ctx, coming: readonly ComingVisit[]): Promise<string[]> {
  const evaluated = await mustBeEvaluatedThen(ctx, coming);
  const pets = coming.map(({ visit, date, movedFrom, override }) => {
    const until = endThen(visit, date);
    return { lines: visit.lines, days: movedFrom === undefined ? { until } : { until, was: visit.endDate }, override };
  });
  const vaccinated = await mustBeVaccinatedThen(ctx, pets);
  return coming.map((_, nth) => [evaluated[nth], vaccinated[nth]].filter(Boolean).join("; "));
}

/**
 * What is booked once more asks for its evaluations as what is booked for the first time; a visit that moves to a later day only for those that held on
 * the day before and hold no longer on the new one. For each visit, what the log keeps of those that were lacking.
 */
async function mustBeEvaluatedThen(ctx: Ctx, coming: readonly ComingVisit[]): Promise<string[]> {
  const asking = coming.filter(({ date, movedFrom }) => movedFrom === undefined || date > movedFrom);
  const last = asking
    .map(({ date }) => date)
    .sort()
    .at(-1);
  if (last === undefined) return coming.map(() => "");
  const lines = asking.flatMap(({ visit }) => visit.lines);
  const serviceIds = [...new Set(lines.map(({ serviceId }) => serviceId))];
  const lacking = await lackingOn(ctx, [...new Set(lines.map(({ petId }) => petId))], serviceIds, last);
  const refused = asking.toSorted((a, b) => a.date.localeCompare(b.date));
  const waived = new Map(refused.map((one) => [one, waivedFor(ctx, one, lacking)]));
  return coming.map((one) => waived.get(one) ?? "");
}

const MOST_PETS = 200;

/** Asked for the last of the days; what was lacking on an earlier one is seen from when a pass ended. */
async function lackingOn(ctx: Ctx, petIds: readonly string[], serviceIds: string[], day: string): Promise<LackingEvaluation[]> {
  const found: LackingEvaluation[] = [];
  for (let from = 0; from < petIds.length; from += MOST_PETS) {
    const asked = { petIds: petIds.slice(from, from + MOST_PETS), serviceIds, date: toWireDate(day) };
    found.push(...(await ctx.client(EvaluationService).checkPetEvaluations(asked)).lacking);
  }
  return found;
}

function waivedFor(ctx: Ctx, { visit, date, movedFrom, override }: ComingVisit, lacking: readonly LackingEvaluation[]): string {
  const own = lacking.filter(({ petId, serviceId, reason, validUntil }) => {
    if (!visit.lines.some((line) => line.petId === petId && line.serviceId === serviceId)) return false;
    if (reason !== LackingReason.EXPIRED) return movedFrom === undefined;
    const until = fromWireDay(validUntil);
    return until < date && (movedFrom === undefined || until >= movedFrom);
  });
  const nameOf = (petId: string) => visit.lines.find((line) => line.petId === petId)?.petName ?? "";
  return waivedOr(ctx, own, override, nameOf, date);
}
