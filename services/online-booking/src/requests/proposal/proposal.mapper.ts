import { toMoney, toTimestamp } from "@leashline/kit";
import { BookingProposalState } from "@leashline/proto/leashline/online_booking/v1/booking_proposal_pb.js";
import { isOpen, type Proposal, type ProposalState } from "./proposal.ts";

const states: Record<ProposalState, BookingProposalState> = {
  open: BookingProposalState.OPEN,
  accepted: BookingProposalState.ACCEPTED,
  declined: BookingProposalState.DECLINED,
  expired: BookingProposalState.EXPIRED,
  withdrawn: BookingProposalState.WITHDRAWN,
  closed: BookingProposalState.CLOSED,
  taken: BookingProposalState.TAKEN,
};

/** One whose deadline is over is over, whether or not anybody has written that down yet. */
const stateOf = (proposal: Proposal, now: number): BookingProposalState =>
  proposal.state === "open" && !isOpen(proposal, now) ? BookingProposalState.EXPIRED : states[proposal.state];

export const toProposal = (proposal: Proposal, currency: string, now: number) => ({
  state: stateOf(proposal, now),
  times: proposal.times.map(({ minor, ...time }) => ({ ...time, ...(minor !== undefined && { price: toMoney(minor, currency) }) })),
  note: proposal.note,
  answer: proposal.answer,
  answerUntil: toTimestamp(new Date(proposal.answerUntil)),
  number: proposal.number,
});
