import { job, type Tx } from "@leashline/kit";
import { SlotService } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import { BookingProposalEndedSchema } from "@leashline/proto/leashline/online_booking/v1/events_pb.js";
import type { DB } from "../../db.ts";
import type { RequestRow } from "../request.ts";
import { toProposal } from "./proposal.mapper.ts";
import { saveProposal } from "./proposal.store.ts";
import { decidedAs, type Proposal, type ProposalState, proposalKey, withoutTime } from "./proposal.ts";

/** Gives back what is held for a proposal; said again, it changes nothing. */
export const releaseProposed = job<{ id: string; number: number }>("release-proposed-times", {
  attempts: 12,
  run: async (ctx, { id, number }) => {
    await ctx.client(SlotService).releaseHold({ token: "", key: proposalKey(id, number) });
  },
});

/** What is told of the proposal of a request. */
export function proposalOf(row: RequestRow) {
  const { id, businessId, customerId, customer, date, startTime, summary, proposal, currency, endDate } = row;
  const { firstName, lastName } = customer;
  const about = { bookingRequestId: id, businessId, customerId, firstName, lastName, date, startTime, summary, endDate: endDate ?? "" };
  return { ...about, ...(proposal && { proposal: toProposal(proposal, currency, Date.now()) }) };
}

type Ended = Exclude<ProposalState, "open">;
type Change = Partial<Pick<Proposal, "answer" | "times">>;

/** Ends the open proposal of a request that is locked: its times are free again. A request without one stays as it is. */
export async function endProposal(tx: Tx<DB>, row: RequestRow, state: Ended, change: Change = {}): Promise<RequestRow> {
  const { id, businessId, proposal } = row;
  if (proposal?.state !== "open") return row;
  const ended = await saveProposal(tx, id, { ...proposal, ...change, state }, []);
  tx.emit(BookingProposalEndedSchema, { proposal: proposalOf(ended) }, { key: id });
  const payload = { id, number: proposal.number };
  tx.schedule(releaseProposed, { key: `${id}:${proposal.number}`, dueAt: new Date(), payload, businessId });
  return ended;
}

/** The request is decided: nothing is left to choose. */
export async function closeProposal(tx: Tx<DB>, row: RequestRow): Promise<RequestRow> {
  if (row.proposal?.state !== "open") return row;
  const { state, times } = decidedAs(row.proposal, row);
  return await endProposal(tx, row, state as Ended, { times });
}

/** Somebody else has one of the times; with the last of them the proposal is over. */
export async function loseTime(tx: Tx<DB>, row: RequestRow, lost: Parameters<typeof withoutTime>[1]): Promise<void> {
  const left = withoutTime(row.proposal, lost);
  if (!left) return;
  if (left.times.every(({ gone }) => gone)) await endProposal(tx, row, "taken", { times: left.times });
  else await saveProposal(tx, row.id, left);
}
