import { createHash } from "node:crypto";

export type What = "sent" | "reminded" | "opened" | "signed" | "uploaded";
export type NewStep = { what: What; at: Date; method: string; sentTo: string; deviceAddress: string };
/** One thing that became of a record, chained to the one before it. */
export type Step = NewStep & { number: number; hash: string };

/** What the hash of a step is of, so that anybody can compute it again: the hash before it, then one line for each fact. */
export const lineOf = (recordId: string, before: string, { number, what, at, method, sentTo, deviceAddress }: Omit<Step, "hash">): string =>
  [before, recordId, number, what, at.toISOString(), method, sentTo, deviceAddress].join("\n");

export function nextStep(recordId: string, last: Step | undefined, step: NewStep): Step {
  const numbered = { ...step, number: (last?.number ?? 0) + 1 };
  const hash = createHash("sha256")
    .update(lineOf(recordId, last?.hash ?? "", numbered), "utf8")
    .digest("hex");
  return { ...numbered, hash };
}

const OPENED_AGAIN_MS = 10 * 60_000;
const MOST_OPENED = 20;

/** Whether it is worth a line that somebody opened the link: not each reload. */
export function isNewOpening(steps: readonly Step[], at: Date, deviceAddress: string): boolean {
  const opened = steps.filter(({ what }) => what === "opened");
  if (opened.length >= MOST_OPENED) return false;
  return !opened.some((one) => one.deviceAddress === deviceAddress && at.getTime() - one.at.getTime() < OPENED_AGAIN_MS);
}
