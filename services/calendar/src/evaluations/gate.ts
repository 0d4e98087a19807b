import { type Ctx, can, fail, fromWireDate, toWireDate } from "@leashline/kit";
import type { BookingOverride } from "@leashline/proto/leashline/calendar/v1/appointment_booking_pb.js";
import { EvaluationService, type LackingEvaluation, LackingReason } from "@leashline/proto/leashline/offering/v1/evaluation_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import type { ServiceLine } from "../appointments/appointment.ts";
import { type Catalogue, keptBy, type Wish } from "../appointments/catalogue.ts";

export type Asking = {
  readonly wish: Pick<Wish, "petServices">;
  readonly catalogue: Pick<Catalogue, "services" | "pets">;
  /** The local day on which the pets come. */
  readonly date: string;
  readonly override: BookingOverride | undefined;
  /** Lines that are booked already stay, whatever became of the evaluation since. */
  readonly existing?: ReadonlyMap<string, ServiceLine>;
};

/**
 * Refuses services that ask for an evaluation which a pet has not passed, and names the evaluation to book instead. Whoever may book without one, and asks to,
 * goes on: the answer is what the log keeps of it, empty where nothing was lacking.
 */
export async function mustBeEvaluated(ctx: Ctx, { wish, catalogue, date, override, existing = new Map() }: Asking): Promise<string> {
  const asked = wish.petServices.flatMap(({ petId, services }) =>
    services.flatMap((input) =>
      keptBy(input, petId, existing) || !asks(catalogue, input.serviceId) ? [] : [pairOf(petId, input.serviceId)],
    ),
  );
  if (asked.length === 0) return "";
  const [petIds, serviceIds] = [asked.map((pair) => pair.petId), asked.map((pair) => pair.serviceId)];
  const ids = { petIds: [...new Set(petIds)], serviceIds: [...new Set(serviceIds)] };
  const answer = await ctx.client(EvaluationService).checkPetEvaluations({ ...ids, date: toWireDate(date) });
  const lacking = answer.lacking.filter((one) => asked.some((pair) => pair.petId === one.petId && pair.serviceId === one.serviceId));
  return waivedOr(ctx, lacking, override, (petId) => catalogue.pets.get(petId)?.petName ?? "", date);
}

/** Refuses what is lacking, unless the caller may do without and asks to; then what the log keeps of it, empty for nothing. */
export function waivedOr(
  ctx: Ctx,
  lacking: readonly LackingEvaluation[],
  override: BookingOverride | undefined,
  nameOf: (petId: string) => string,
  date: string,
): string {
  const [first] = lacking;
  if (!first) return "";
  if (!override?.withoutEvaluation || !can(ctx, Permission.BOOK_WITHOUT_EVALUATION)) throw refusalFor(first, nameOf(first.petId), date);
  const what = lacking.map((one) => `${nameOf(one.petId)} without ${one.evaluationName}`);
  return `Booked ${[...new Set(what)].join(", ")}: ${override.reason.trim()}`;
}

const pairOf = (petId: string, serviceId: string) => ({ petId, serviceId });

const asks = ({ services }: Asking["catalogue"], serviceId: string): boolean =>
  (services.get(serviceId)?.options?.evaluationServiceId ?? "0") !== "0";

const whys: Readonly<Record<number, string>> = {
  [LackingReason.MISSING]: "missing",
  [LackingReason.FAILED]: "failed",
  [LackingReason.EXPIRED]: "expired",
};

export const fromWireDay = (day: LackingEvaluation["validUntil"]): string => (day ? fromWireDate(day, "validUntil") : "");

function refusalFor(lacking: LackingEvaluation, petName: string, date: string): Error {
  const { petId, serviceId, serviceName, evaluationServiceId, evaluationName, validUntil } = lacking;
  const why = whys[lacking.reason] ?? "missing";
  const said: Record<string, string> = {
    missing: `${petName} needs to pass ${evaluationName} before ${serviceName}.`,
    failed: `${petName} did not pass ${evaluationName}, which ${serviceName} requires.`,
    expired: `${petName}'s ${evaluationName} is out of date by then, and ${serviceName} requires it.`,
  };
  const until = validUntil && { validUntil: fromWireDate(validUntil, "validUntil") };
  return fail("EVALUATION_REQUIRED", {
    field: "petServices",
    reason: `${why}: book ${evaluationName} first`,
    message: `${said[why]} Book ${evaluationName} first.`,
    facts: { why, petId, petName, serviceId, serviceName, evaluationServiceId, evaluationName, date, ...until },
  });
}
