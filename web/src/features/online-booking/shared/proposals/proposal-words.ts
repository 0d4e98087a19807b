import {
  type BookingProposal,
  BookingProposalState,
  type ProposedTime,
} from "@leashline/proto/leashline/online_booking/v1/booking_proposal_pb.js";
import type { BookingRequest } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import type { Format } from "../../../../ui/format/useFormat.ts";
import { nameOf } from "../accept/heard.ts";

type Writes = Pick<Format, "shortDay" | "minutes" | "longInstant" | "money">;
type Time = Pick<ProposedTime, "date" | "startTime">;

/** "Tue, Dec 1 at 9:00 AM". */
export const timeText = ({ date, startTime }: Time, format: Pick<Format, "shortDay" | "minutes">): string =>
  `${format.shortDay(date)} at ${format.minutes(startTime)}`;

type Staffed = Time & Pick<ProposedTime, "staffName">;

/** "Tue, Dec 1 at 9:00 AM with Ana Ruiz". */
const withStaff = (time: Staffed, format: Pick<Format, "shortDay" | "minutes">): string =>
  `${timeText(time, format)}${time.staffName ? ` with ${time.staffName}` : ""}`;

/** Which time a yes of staff books while other times may still be chosen; empty where none may. */
export const acceptBooks = (
  { proposal, startDate, startTime, staffName }: Pick<BookingRequest, "proposal" | "startDate" | "startTime" | "staffName">,
  format: Pick<Format, "shortDay" | "minutes">,
): string =>
  proposal?.state === BookingProposalState.OPEN
    ? `Accept books the time they asked for: ${withStaff({ date: startDate, startTime, staffName }, format)}.`
    : "";

const listed = (times: readonly ProposedTime[], format: Writes): string =>
  times
    .map((time) => `${withStaff(time, format)}${time.price ? ` (${format.money(time.price)})` : ""}${time.gone ? " (taken)" : ""}`)
    .join("; ");

type Proposed = Pick<BookingRequest, "proposal" | "customer">;

/** What a decision does to times that are proposed and may still be chosen; empty where none are. */
export const releasedText = ({ proposal, customer }: Proposed): string =>
  proposal?.state === BookingProposalState.OPEN ? `You proposed other times to ${nameOf(customer)}. Those times are released.` : "";

/** What is asked before a request is booked while times are proposed; null where nothing has to be asked. */
export function bookAnyway(request: Proposed, time: Time, format: Pick<Format, "shortDay" | "minutes">) {
  if (releasedText(request) === "") return null;
  return {
    title: `Book ${format.shortDay(time.date)}, ${format.minutes(time.startTime)} anyway?`,
    body: `You proposed other times to ${nameOf(request.customer)}. The other times are released.`,
    action: "Book it",
    cancel: "Wait for an answer",
  };
}

/** How what was proposed for a request stands, in one line; empty where there is nothing left to know. */
export function proposalText(proposal: BookingProposal, format: Writes): string {
  const { OPEN, ACCEPTED, DECLINED, EXPIRED, WITHDRAWN, TAKEN } = BookingProposalState;
  const { state, times } = proposal;
  if (state === OPEN) return `Proposed: ${listed(times, format)} · answer by ${format.longInstant(proposal.answerUntil)}`;
  if (state === ACCEPTED) return "Accepted at a time that you proposed.";
  if (state === DECLINED) return `None of the proposed times suits them: ${listed(times, format)}.`;
  if (state === EXPIRED) return `No answer by ${format.longInstant(proposal.answerUntil)}. Proposed: ${listed(times, format)}.`;
  if (state === WITHDRAWN) return "You took the proposed times back.";
  return state === TAKEN ? "None of the proposed times is free anymore." : "";
}

/** At most so many at once, and so many times for a request. */
export const MOST_TIMES = 3;
const MOST_PROPOSALS = 3;

/** Why no other times can be proposed for a request; empty where they can. */
export function whyNotProposed({ proposal }: { proposal?: BookingProposal | undefined }): string {
  if (!proposal) return "";
  if (proposal.state === BookingProposalState.OPEN) return "Times are proposed already. Take them back first.";
  return proposal.number >= MOST_PROPOSALS ? "You proposed times three times already. Call them instead." : "";
}

/** What is asked before times that may still be chosen are taken back. */
export const takeBackAsked = ({ times }: Pick<BookingProposal, "times">, customer: BookingRequest["customer"]) => {
  const one = times.length === 1;
  return {
    title: one ? "Take back the proposed time?" : "Take back the proposed times?",
    body: `We tell ${nameOf(customer)} that ${one ? "it is" : "they are"} no longer available. The request still waits for you.`,
    action: "Take back",
    cancel: "Wait for an answer",
  };
};

type Place = { readonly date: string; readonly startTime: number; readonly staffId: string };

export const isSameTime = (one: Place, other: Place): boolean =>
  one.date === other.date && one.startTime === other.startTime && one.staffId === other.staffId;

type Asked = { readonly startDate: string; readonly startTime: number; readonly endTime: number; readonly staffId: string };

/** Why a time cannot be added to those that are chosen; empty where it can. */
export function whyNotAdded(chosen: readonly Place[], time: Place, { startDate, startTime, endTime, staffId }: Asked): string {
  if (chosen.length >= MOST_TIMES) return "Three times are enough.";
  if (isSameTime(time, { date: startDate, startTime, staffId })) return "This is the time they asked for. Choose another one.";
  if (chosen.some((other) => isSameTime(other, time))) return "You added this time. Choose another one above.";
  const minutes = endTime - startTime;
  const meets = (other: Place) =>
    other.staffId === time.staffId && other.date === time.date && Math.abs(other.startTime - time.startTime) < minutes;
  return chosen.some(meets) ? "This overlaps a time you added." : "";
}

/** Which of the times a refusal is about, by the field that it names ("times.1"); nothing where it names none of them. */
export function refusedOf<T>(times: readonly T[], fields: readonly string[]): { time?: T } {
  const nth = fields.map((field) => /^times\.(\d+)/.exec(field)?.[1]).find((found) => found !== undefined);
  const time = nth === undefined ? undefined : times[Number(nth)];
  return time === undefined ? {} : { time };
}
