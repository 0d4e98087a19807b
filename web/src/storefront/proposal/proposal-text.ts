import { BookingProposalState } from "@leashline/proto/leashline/online_booking/v1/booking_proposal_pb.js";
import type { ProposedTimes } from "@leashline/proto/leashline/online_booking/v1/proposal_link_pb.js";

const { UNSPECIFIED, OPEN, ACCEPTED, DECLINED, EXPIRED, WITHDRAWN, CLOSED, TAKEN } = BookingProposalState;

const titles: Record<BookingProposalState, string> = {
  [UNSPECIFIED]: "",
  [OPEN]: "Choose a time that works for you",
  [ACCEPTED]: "You are booked",
  [DECLINED]: "None of these times works for you",
  [EXPIRED]: "These times are no longer held for you",
  [WITHDRAWN]: "These times are no longer available",
  [CLOSED]: "Your request was answered otherwise",
  [TAKEN]: "These times are taken, sorry",
};

type Seen = Pick<ProposedTimes, "proposal" | "bookedNoMore">;
const stateOf = ({ proposal }: Pick<Seen, "proposal">): BookingProposalState => proposal?.state ?? UNSPECIFIED;

/** What became of the times, as their client reads it. */
export const titleOf = (seen: Seen): string => (seen.bookedNoMore ? "You’re no longer booked" : titles[stateOf(seen)]);

/** While they are about to say that none of the times works. */
export const noneTitle = (businessName: string): string => `Tell ${businessName} when you can come`;

/** What happens next, where there is nothing left to choose; empty where there is, and once they are booked. */
export function nextText(seen: Seen, businessName: string): string {
  if (seen.bookedNoMore) return `This was canceled after you chose it. Questions? Call ${businessName}.`;
  const state = stateOf(seen);
  if (state === DECLINED) return `${businessName} has your answer, and still has your request. They will get back to you.`;
  if (state === EXPIRED || state === TAKEN)
    return `${businessName} still has your request and will get back to you. Call them if you are in a hurry.`;
  if (state === WITHDRAWN) return `Look at the latest message from ${businessName}, or call them.`;
  return state === CLOSED ? `The latest message from ${businessName} says how.` : "";
}
