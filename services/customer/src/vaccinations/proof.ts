import { fail } from "@leashline/kit";
import { VaccineProofState } from "@leashline/proto/leashline/customer/v1/vaccine_proof_service_pb.js";

export const { PENDING, APPROVED, REJECTED, REPLACED } = VaccineProofState;

/** A proof that has run out already proves nothing any more. */
export function mustNotBeOver(day: string, today: string): void {
  if (day < today) throw fail("PARAMS_INVALID", { field: "expirationDate", reason: "this day is over: the vaccine has expired" });
}

export type Arrival = { state: typeof PENDING | typeof APPROVED; expirationDate: string | null };

/** What becomes of a proof that comes in: it waits where the business looks at them first, else it counts at once and has to say until when. */
export function arrivalOf(expirationDate: string | null, approvalRequired: boolean, today: string): Arrival {
  if (expirationDate) mustNotBeOver(expirationDate, today);
  if (approvalRequired) return { state: PENDING, expirationDate };
  if (!expirationDate) throw fail("PARAMS_INVALID", { field: "expirationDate", reason: "say when the vaccine expires" });
  return { state: APPROVED, expirationDate };
}

/** Only what waits is decided on. */
export function mustWait(state: number): void {
  if (state === PENDING) return;
  const became = state === APPROVED ? "approved" : state === REJECTED ? "rejected" : "replaced by a newer one";
  throw fail("STATE_CONFLICT", { field: "proofId", message: `This proof was ${became} already.` });
}
