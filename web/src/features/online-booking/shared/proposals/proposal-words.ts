import {
  type BookingProposal,
  BookingProposalState,
  type ProposedTime,
} from "@leashline/proto/leashline/online_booking/v1/booking_proposal_pb.js";
import type { BookingRequest } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { stayNights } from "../../../../ui/format/stay.ts";
import { capitalise } from "../../../../ui/format/text.ts";
import type { Format } from "../../../../ui/format/useFormat.ts";
import { nameOf } from "../accept/heard.ts";

type Days = Pick<Format, "shortDay" | "minutes">;
type Writes = Days & Pick<Format, "longInstant" | "money">;
type Time = Pick<ProposedTime, "date" | "startTime"> & { readonly endDate?: string };

/** "Tue, Dec 1 at 9:00 AM"; of a stay, "Fri, Dec 4 to Sun, Dec 6 (2 nights)". */
export const timeText = ({ date, startTime, endDate }: Time, format: Days): string =>
  endDate ? stayNights({ date, endDate }, format) : `${format.shortDay(date)} at ${format.minutes(startTime)}`;

/** What is proposed for a request, for people: nights in rooms, or times of somebody. */
export const several = ({ endDate }: { readonly endDate?: string }): "stays" | "times" => (endDate ? "stays" : "times");

type Staffed = Time & Pick<ProposedTime, "staffName">;

/** "Tue, Dec 1 at 9:00 AM with Ana Ruiz". */
const withStaff = (time: Staffed, format: Days): string => `${timeText(time, format)}${time.staffName ? ` with ${time.staffName}` : ""}`;

/** Which time a yes of staff books while other times may still be chosen; empty where none may. */
export const acceptBooks = (
  {
    proposal,
    startDate,
    startTime,
    staffName,
    endDate,
  }: Pick<BookingRequest, "proposal" | "startDate" | "startTime" | "staffName" | "endDate">,
  format: Days,
): string =>
  proposal?.state === BookingProposalState.OPEN
    ? `Accept books the ${endDate ? "stay" : "time"} they asked for: ${withStaff({ date: startDate, startTime, staffName, endDate }, format)}.`
    : "";

const listed = (times: readonly ProposedTime[], format: Writes): string =>
  times
    .map((time) => `${withStaff(time, format)}${time.price ? ` (${format.money(time.price)})` : ""}${time.gone ? " (taken)" : ""}`)
    .join("; ");

type Proposed = Pick<BookingRequest, "proposal" | "customer" | "endDate">;

/** What a decision does to times that are proposed and may still be chosen; empty where none are. */
export const releasedText = ({ proposal, customer, endDate }: Proposed): string => {
  const what = several({ endDate });
  return proposal?.state === BookingProposalState.OPEN
    ? `You proposed other ${what} to ${nameOf(customer)}. Those ${what} are released.`
    : "";
};

/** What is asked before a request is booked while times are proposed; null where nothing has to be asked. */
export function bookAnyway(request: Proposed, time: Time, format: Days) {
  if (releasedText(request) === "") return null;
  const what = several(request);
  const endDate = time.endDate ?? request.endDate;
  const when = endDate ? timeText({ ...time, endDate }, format) : `${format.shortDay(time.date)}, ${format.minutes(time.startTime)}`;
  return {
    title: `Book ${when} anyway?`,
    body: `You proposed other ${what} to ${nameOf(request.customer)}. The other ${what} are released.`,
    action: "Book it",
    cancel: "Wait for an answer",
  };
}

/** How what was proposed for a request stands, in one line; empty where there is nothing left to know. */
export function proposalText(proposal: BookingProposal, format: Writes): string {
  const { OPEN, ACCEPTED, DECLINED, EXPIRED, WITHDRAWN, TAKEN } = BookingProposalState;
  const { state, times } = proposal;
  const what = several(times[0] ?? {});
  const [one, at] = what === "stays" ? ["stay", "for"] : ["time", "at"];
  if (state === OPEN) return `Proposed: ${listed(times, format)} · answer by ${format.longInstant(proposal.answerUntil)}`;
  if (state === ACCEPTED) return `Accepted ${at} a ${one} that you proposed.`;
  if (state === DECLINED) return `None of the proposed ${what} suits them: ${listed(times, format)}.`;
  if (state === EXPIRED) return `No answer by ${format.longInstant(proposal.answerUntil)}. Proposed: ${listed(times, format)}.`;
  if (state === WITHDRAWN) return `You took the proposed ${what} back.`;
  return state === TAKEN ? `None of the proposed ${what} is free anymore.` : "";
}

/** At most so many at once, and so many times for a request. Each stay holds rooms for all the pets and nights. */
export const mostOf = (endDate: string): number => (endDate ? 2 : 3);
const MOST_PROPOSALS = 3;

/** Why nothing else can be proposed for a request; empty where it can. */
export function whyNotProposed({ proposal, endDate }: { proposal?: BookingProposal | undefined; endDate: string }): string {
  if (!proposal) return "";
  const what = several({ endDate });
  if (proposal.state === BookingProposalState.OPEN) return `${capitalise(what)} are proposed already. Take them back first.`;
  return proposal.number >= MOST_PROPOSALS ? `You proposed ${what} three times already. Call them instead.` : "";
}

/** What is asked before what may still be chosen is taken back. */
export const takeBackAsked = ({ times }: Pick<BookingProposal, "times">, customer: BookingRequest["customer"]) => {
  const what = several(times[0] ?? {});
  const isOne = times.length === 1;
  return {
    title: `Take back the proposed ${isOne ? what.slice(0, -1) : what}?`,
    body: `We tell ${nameOf(customer)} that ${isOne ? "it is" : "they are"} no longer available. The request still waits for you.`,
    action: "Take back",
    cancel: "Wait for an answer",
  };
};

/** A time that may be proposed; of a stay, with the day on which it ends. */
export type Place = { readonly date: string; readonly startTime: number; readonly staffId: string; readonly endDate?: string };

export const isSameTime = (one: Place, other: Place): boolean =>
  one.date === other.date &&
  one.startTime === other.startTime &&
  one.staffId === other.staffId &&
  (one.endDate ?? "") === (other.endDate ?? "");

type Asked = Pick<BookingRequest, "startDate" | "startTime" | "endTime" | "staffId" | "endDate">;

/** Why a time or a stay cannot be added to those that are chosen; empty where it can. */
export function whyNotAdded(chosen: readonly Place[], time: Place, { startDate, startTime, endTime, staffId, endDate }: Asked): string {
  const one = endDate ? "stay" : "time";
  if (chosen.length >= mostOf(endDate)) return endDate ? "Two stays are enough." : "Three times are enough.";
  if (isSameTime(time, { date: startDate, startTime, staffId, endDate })) return `This is the ${one} they asked for. Choose another one.`;
  if (chosen.some((other) => isSameTime(other, time))) return `You added this ${one}. Choose another one above.`;
  if (endDate) return "";
  const minutes = endTime - startTime;
  const meets = (other: Place) =>
    other.staffId === time.staffId && other.date === time.date && Math.abs(other.startTime - time.startTime) < minutes;
  return chosen.some(meets) ? "This overlaps a time you added." : "";
}

/** What the button that adds one says; of a stay that has no night yet, nothing more than that. */
export const addText = ({ date, endDate }: Pick<Place, "date" | "endDate">, text: string): string =>
  endDate && endDate <= date ? "Add" : `Add ${text}`;

/** Beside a time of day that a yes books and a proposal leaves as it was asked for. */
export const onlyAccepted = (asked: number, format: Pick<Format, "minutes">): string =>
  `Only if you accept. Proposed stays keep ${format.minutes(asked)}.`;

/** Which of the times or stays a refusal is about, by the field that it names ("times.1", "stays.0"); nothing where it names none of them. */
export function refusedOf<T>(times: readonly T[], fields: readonly string[]): { time?: T } {
  const nth = fields.map((field) => /^(?:times|stays)\.(\d+)/.exec(field)?.[1]).find((found) => found !== undefined);
  const time = nth === undefined ? undefined : times[Number(nth)];
  return time === undefined ? {} : { time };
}
