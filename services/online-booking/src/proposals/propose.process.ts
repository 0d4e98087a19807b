import { type Ctx, fail, process, type Run, type Tx } from "@leashline/kit";
import { SlotService } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import { BookingTimesProposedSchema } from "@leashline/proto/leashline/online_booking/v1/events_pb.js";
import type { DB } from "../db.ts";
import { proposalOf } from "../requests/proposal/end.ts";
import { saveProposal } from "../requests/proposal/proposal.store.ts";
import { nextNumber, proposalKey } from "../requests/proposal/proposal.ts";
import { lockFor } from "../requests/request.store.ts";
import { holdProposed, type Proposed } from "./hold-proposed.ts";
import { expireProposal, tellProposal } from "./proposal.jobs.ts";

export type Proposing = Proposed & { note: string };

const giveBack = (ctx: Ctx, { input }: Run<Proposing>): Promise<unknown> =>
  ctx.client(SlotService).releaseHold({ token: "", key: proposalKey(input.requestId, input.number) });

/** All the times or stays, or none; then our own row, unless the request was decided meanwhile. */
export const proposing = process<Proposing>("propose-times", {
  steps: [
    { name: "hold", run: (ctx, { input }) => holdProposed(ctx, input), undo: giveBack },
    { name: "open", within: (tx, run) => open(tx as never, run) },
  ],
});

/** One proposal of a request, so that two who propose at once wait for each other. */
export const runKey = (requestId: string, number: number): string => `${requestId}:${number}`;

async function open(tx: Tx<DB>, { input, results }: Run<Proposing>): Promise<void> {
  const { requestId: id, number, times, note, until } = input;
  const { tokens } = results.hold as { tokens: string[] };
  const row = await lockFor(tx, id, "propose");
  if (nextNumber(row) !== number || Date.parse(until) <= Date.now())
    throw fail("STATE_CONFLICT", { message: "The request has changed meanwhile. Look at it again." });
  const made = await saveProposal(tx, id, { number, state: "open", times, note, answer: "", answerUntil: until }, tokens);
  const { businessId } = row;
  const payload = { id, number };
  tx.emit(BookingTimesProposedSchema, { proposal: proposalOf(made) }, { key: id });
  tx.schedule(tellProposal, { key: `${id}:${number}-proposed`, dueAt: new Date(), payload: { ...payload, what: "proposed" }, businessId });
  tx.schedule(expireProposal, { key: `${id}:${number}`, dueAt: new Date(until), payload, businessId });
  tx.log({ entity: "booking_request", id, action: "propose", businessId, after: { times, until }, note });
  tx.notify("online_booking.requests", { businessId, ids: [id] });
}
