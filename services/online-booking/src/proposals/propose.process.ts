import { type Ctx, ErrorCode, fail, fromConnectError, inList, process, type Run, type Tx, writeDayAndTime } from "@leashline/kit";
import { SlotService } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import { BookingTimesProposedSchema } from "@leashline/proto/leashline/online_booking/v1/events_pb.js";
import type { DB } from "../db.ts";
import { proposalOf } from "../requests/proposal/end.ts";
import { saveProposal } from "../requests/proposal/proposal.store.ts";
import { nextNumber, type ProposedTime, proposalKey } from "../requests/proposal/proposal.ts";
import { countedIn, onCalendar } from "../requests/request.jobs.ts";
import { lockFor, mustRead } from "../requests/request.store.ts";
import { type Shop, shopOf, weighed } from "../storefront/shop.ts";
import { holdTime, taken } from "../storefront/times.ts";
import { expireProposal, tellProposal } from "./proposal.jobs.ts";

export type Proposing = { requestId: string; number: number; times: ProposedTime[]; note: string; until: string; holdMinutes: number };

const giveBack = (ctx: Ctx, { input }: Run<Proposing>): Promise<unknown> =>
  ctx.client(SlotService).releaseHold({ token: "", key: proposalKey(input.requestId, input.number) });

/** All the times, or none; then our own row, unless the request was decided meanwhile. */
export const proposing = process<Proposing>("propose-times", {
  steps: [
    { name: "hold", run: holdTimes, undo: giveBack },
    { name: "open", within: (tx, run) => open(tx as never, run) },
  ],
});

/** One proposal of a request, so that two who propose at once wait for each other. */
export const runKey = (requestId: string, number: number): string => `${requestId}:${number}`;

async function holdTimes(ctx: Ctx, { input }: Run<Proposing>): Promise<{ tokens: string[] }> {
  const { requestId, number, times, holdMinutes, until } = input;
  const row = await mustRead(ctx, requestId);
  const shop = await shopOf(ctx, row.businessId);
  const pets = await weighed(shop, countedIn(row));
  // Staff book over it knowingly, as over the request itself.
  const visitor = { bounds: [{ key: proposalKey(requestId, number), most: times.length }], strangerShare: 0, requested: true };
  const tokens: string[] = [];
  for (const [nth, { date, startTime, endTime, staffId }] of times.entries()) {
    const wanted = { date, startTime, pets, holdMinutes, replaceToken: "", visitor, heldRequest: onCalendar(row), offeredUntil: until };
    const held = await holdTime(shop, [[endTime - startTime, [staffId]]], wanted).catch((error) => {
      throw notFree(shop, input, nth, error);
    });
    if (!held.token) throw fail("SLOT_FULL", { field: inList("times", nth), message: "This time could not be held." });
    tokens.push(held.token);
  }
  return { tokens };
}

/** Which of the times it is. */
function notFree({ business }: Shop, { times }: Proposing, nth: number, error: unknown): unknown {
  const refusal = fromConnectError(error);
  const time = times[nth];
  if (!refusal || !time || !taken(error)) return error;
  const when = writeDayAndTime(time.date, time.startTime, business);
  const { conflict } = refusal.options;
  const field = inList("times", nth);
  if (refusal.code === ErrorCode.OUTSIDE_WORKING_HOURS)
    return fail("OUTSIDE_WORKING_HOURS", {
      field,
      message: `${when} with ${time.staffName || "this person"} is outside their hours, or not what they do.`,
      ...(conflict && { conflict }),
    });
  return fail("SLOT_FULL", { field, message: `${when} is not free any more. Choose another time.`, ...(conflict && { conflict }) });
}

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
