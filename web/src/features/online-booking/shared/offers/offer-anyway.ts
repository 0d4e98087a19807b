import { errorCode, messageOf } from "../../../../ui/feedback/call-errors.ts";
import { confirm } from "../../../../ui/feedback/confirm.ts";

/** A pet lacks a required vaccine or an evaluation (core §8). */
const LACKING: readonly (number | undefined)[] = [900013, 900017];

/** Asks whether to offer a time although a pet lacks something for it; any other error is thrown on. */
export async function offerAnyway(error: unknown): Promise<boolean> {
  if (!LACKING.includes(errorCode(error))) throw error;
  return await confirm({
    title: "Offer it all the same?",
    body: `${messageOf(error)} They read this where they answer, and cannot be booked until it is taken care of.`,
    action: "Offer anyway",
  });
}
