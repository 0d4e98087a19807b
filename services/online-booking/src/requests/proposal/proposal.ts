import { inList } from "@leashline/kit";

/** `taken`: of its times none could be had any more; `closed`: the request was decided otherwise. */
export type ProposalState = "open" | "accepted" | "declined" | "expired" | "withdrawn" | "closed" | "taken";

/**
 * A time of somebody, or a stay, which has an `endDate` on which it ends at `endTime`. `minor`: what the services come to then, of a time where that is another sum than was
 * told; `gone`: it could not be had any more.
 */
export type ProposedTime = {
  date: string;
  startTime: number;
  endTime: number;
  endDate?: string;
  staffId: string;
  staffName: string;
  minor?: string;
  gone?: true;
  chosen?: true;
};

/** As it is kept with its request; the last one only. */
export type Proposal = {
  number: number;
  state: ProposalState;
  times: ProposedTime[];
  note: string;
  answer: string;
  answerUntil: string;
  /** The client was written to. */
  told?: true;
};

type Kept = { proposal: Proposal | null };
type Time = { date: string; startTime: number; staffId: string; endDate?: string | null; endTime?: number };

export const MOST_PROPOSALS = 3;

/** The number of the next one. */
export const nextNumber = ({ proposal }: Kept): number => (proposal?.number ?? 0) + 1;

/** The holds of one proposal, whoever lost sight of their tokens. */
export const proposalKey = (requestId: string, number: number): string => `proposal:${requestId}:${number}`;

/** One that may still be answered. */
export const isOpen = (proposal: Proposal | null, now: number): proposal is Proposal =>
  proposal?.state === "open" && Date.parse(proposal.answerUntil) > now;

export const isSame = (one: Time, other: Time): boolean =>
  one.date === other.date &&
  one.startTime === other.startTime &&
  one.staffId === other.staffId &&
  (one.endDate ?? "") === (other.endDate ?? "") &&
  (!one.endDate || one.endTime === other.endTime);

/** The hold that keeps a time for the request; undefined for a time that was not proposed or is held no more. */
export function heldFor({ proposal, proposalTokens }: Kept & { proposalTokens: readonly string[] }, wanted: Time): string | undefined {
  if (proposal?.state !== "open") return undefined;
  const nth = proposal.times.findIndex((time) => !time.gone && isSame(time, wanted));
  return nth < 0 ? undefined : proposalTokens[nth];
}

/** What becomes of an open one when its request is decided. */
export function decidedAs(proposal: Proposal, request: Time & { state: string }): Pick<Proposal, "state" | "times"> {
  const nth = request.state === "accepted" ? proposal.times.findIndex((time) => isSame(time, request)) : -1;
  if (nth < 0) return { state: "closed", times: proposal.times };
  return { state: "accepted", times: proposal.times.map((time, at) => (at === nth ? { ...time, chosen: true } : time)) };
}

/** Without a time that somebody else has by now; null where it is none of them, or was without it already. */
export function withoutTime(proposal: Proposal | null, lost: Time): Proposal | null {
  if (proposal?.state !== "open" || !proposal.times.some((time) => !time.gone && isSame(time, lost))) return null;
  const times = proposal.times.map((time): ProposedTime => (isSame(time, lost) ? { ...time, gone: true } : time));
  return { ...proposal, times };
}

/** The first that cannot be held beside an earlier one: a time that overlaps one of the same person, or a stay that is named twice. Each stay has rooms of its own. -1 where all can. */
export const overlapping = (times: readonly ProposedTime[]): number =>
  times.findIndex((one, nth) => times.slice(0, nth).some((other) => (one.endDate ? isSame(one, other) : meets(one, other))));

const meets = (one: ProposedTime, other: ProposedTime): boolean =>
  other.staffId === one.staffId && other.date === one.date && other.startTime < one.endTime && one.startTime < other.endTime;

/** As the call that proposes names it: what is refused is said of this one. */
export const fieldOf = ({ endDate }: Pick<ProposedTime, "endDate">, nth: number): string => inList(endDate ? "stays" : "times", nth);

const DAY_MS = 86_400_000;
/** Shorter than this nobody could answer. */
const LEAST_MS = 30 * 60_000;

/** Until when it may be answered: a day, and never longer than until the first of its times begins. Null once that is too soon. */
export function answerUntil(starts: readonly number[], now: number): number | null {
  const first = Math.min(...starts);
  return first - now < LEAST_MS ? null : Math.min(first, now + DAY_MS);
}
