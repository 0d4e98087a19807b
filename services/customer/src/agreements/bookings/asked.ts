import { fail, Refusal } from "@leashline/kit";
import { RequiredType } from "../agreement.ts";
import type { Text } from "../agreement-text.ts";
import { type Answer, answersOf, signatureOf, signerOf } from "../records/record.ts";

/** So many are signed while booking; more are asked for once the appointment is there. */
export const MOST_ASKED = 10;

/** What of an agreement says whether a booking asks for it. */
export type Asking = { id: string; requiredType: number; bookOnlineAvailable: boolean; businessIds: string[]; careTypes: string[] };
/** Where and what is booked; `settled`: the agreements that a client has signed, or was let off, so that they need not again; none of a newcomer. */
export type Booking = { businessId: string; careTypes: readonly string[]; settled: ReadonlySet<string> };

/** Whether somebody who books this online is asked for it. */
export function isAsked(
  { requiredType, bookOnlineAvailable, businessIds, careTypes }: Asking,
  at: Pick<Booking, "businessId" | "careTypes">,
): boolean {
  const byItself = requiredType === RequiredType.once || requiredType === RequiredType.everyBooking;
  const here = businessIds.length === 0 || businessIds.includes(at.businessId);
  const suits = careTypes.length === 0 || careTypes.some((one) => at.careTypes.includes(one));
  return bookOnlineAvailable && byItself && here && suits;
}

/** What has to be signed before it is booked, in the order given. */
export const toSign = <A extends Asking>(agreements: readonly A[], booking: Booking): A[] =>
  agreements
    .filter((one) => isAsked(one, booking) && (one.requiredType === RequiredType.everyBooking || !booking.settled.has(one.id)))
    .slice(0, MOST_ASKED);

/** An agreement as it reads for whoever books, and whether it has to be signed. */
export type Read = { id: string; text: Text; contentHash: string; must: boolean };
/** What came of it. */
export type Given = {
  agreementId: string;
  contentHash: string;
  signature: string;
  signerName: string;
  inputs: { label: string; value: string }[];
};
export type Signed<R extends Read> = { read: R; answers: Answer[]; signature: string; signerName: string };

const no = (name: "PARAMS_INVALID" | "STATE_CONFLICT", { id: agreementId }: Read, why: string, message: string) =>
  fail(name, { field: "agreements", message, facts: { why, agreementId } });

/** What is kept of what was signed. Signed besides, it is kept too, if only it reads as it did. */
export function signedOf<R extends Read>(asked: readonly R[], given: readonly Given[]): Signed<R>[] {
  const byId = new Map(given.map((one) => [one.agreementId, one]));
  return asked.flatMap((read) => {
    const one = byId.get(read.id);
    const header = `“${read.text.header}”`;
    const reload = "If this page does not show it, please reload the page.";
    if (!one && read.must) throw no("PARAMS_INVALID", read, "missing", `Please read and sign ${header} first. ${reload}`);
    if (one && read.must && one.contentHash !== read.contentHash)
      throw no("STATE_CONFLICT", read, "changed", `The text of ${header} has changed. Please read it again, then sign.`);
    if (!one || one.contentHash !== read.contentHash) return [];
    return [{ read, ...finished(read, one) }];
  });
}

function finished(read: Read, { signature, signerName, inputs }: Given) {
  try {
    return { signature: signatureOf(signature), signerName: signerOf(signerName), answers: answersOf(read.text.inputs, inputs) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { field = "", reason = error.message } = error.options;
    const words: Record<string, string> = { signature: "the signature", signerName: "your name" };
    throw no("PARAMS_INVALID", read, "unfinished", `“${read.text.header}”: ${words[field] ? `${words[field]}: ` : ""}${reason}`);
  }
}
