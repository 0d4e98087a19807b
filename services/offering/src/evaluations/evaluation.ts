import { LackingReason } from "@leashline/proto/leashline/offering/v1/evaluation_service_pb.js";

/** EvaluationResult of the contract. */
export const PASSED = 1;

/** A result as it is kept; days are "YYYY-MM-DD". */
export type Result = {
  readonly id: string;
  readonly petId: string;
  readonly evaluationServiceId: string;
  readonly result: number;
  readonly notes: string;
  readonly evaluatedOn: string;
  readonly validUntil: string | null;
  readonly staffId: string;
  readonly appointmentId: string;
};

/** The last day on which a pass of that day holds; null: for good. A pass of January 31 for a month holds until the end of February. */
export const validUntil = (evaluatedOn: string, months: number): string | null =>
  months > 0 ? Temporal.PlainDate.from(evaluatedOn).add({ months }).toString() : null;

/** The result that counts: the newest by its day, and of one day the one that was kept last. */
export const newest = (results: readonly Result[]): Result | undefined =>
  results.toSorted((a, b) => b.evaluatedOn.localeCompare(a.evaluatedOn) || Number(BigInt(b.id) - BigInt(a.id)))[0];

/** Why a pet may not have what asks for the evaluation on a day; null: it may. */
export function whyLacking(results: readonly Result[], date: string): LackingReason | null {
  const counts = newest(results);
  if (!counts) return LackingReason.MISSING;
  if (counts.result !== PASSED) return LackingReason.FAILED;
  return counts.validUntil !== null && counts.validUntil < date ? LackingReason.EXPIRED : null;
}
