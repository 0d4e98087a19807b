import { asTenant, type Ctx, fail, fromWireDate, inList, instantAt, type Tx } from "@leashline/kit";
import type { ProposeBookingTimesRequest } from "@leashline/proto/leashline/online_booking/v1/booking_proposal_service_pb.js";
import { command, type DB } from "../db.ts";
import { staffNames } from "../projections/staff-names.store.ts";
import { answerUntil, isSame, MOST_PROPOSALS, nextNumber, overlapping, type ProposedTime } from "../requests/proposal/proposal.ts";
import { visible } from "../requests/request.rpc.ts";
import { lockFor } from "../requests/request.store.ts";
import { can, type RequestRow } from "../requests/request.ts";
import { type Shop, shopOf } from "../storefront/shop.ts";
import { holdMinutesUntil } from "../waitlist/offering/make-offer.ts";
import { pricesAt } from "./price.ts";
import { type Proposing, proposing, runKey } from "./propose.process.ts";

/** Holds other times for a request and writes to the client; said again under its key it is done once. */
export async function proposeTimes(ctx: Ctx, request: ProposeBookingTimesRequest): Promise<void> {
  const row = await visible(ctx, request.id);
  if (!can("propose", row.state) && row.state !== "accepting") throw fail("STATE_CONFLICT", { facts: { state: row.state } });
  mustBeTimed(row);
  const plain = asTenant({ ...ctx, idempotencyKey: "" }, { companyId: ctx.companyId, businessId: row.businessId, name: ctx.caller.name });
  const shop = await shopOf(plain, row.businessId);
  const times = await timesOf(shop, row, request.times);
  const asked = { times, note: request.note.trim(), number: nextNumber(row) };
  const { runId } = await command(ctx, (tx) => beginIn(tx.as(shop.ctx), shop, row.id, asked), { step: "begin" });
  await proposing.finish(shop.ctx, runId);
}

/** Rooms, places of daycare and classes are nobody's time. */
function mustBeTimed({ endDate, byDay, classId }: RequestRow): void {
  if (endDate === null && !byDay && classId === "0") return;
  throw fail("PARAMS_INVALID", { field: "id", reason: "only what takes one person's time is proposed at other times" });
}

async function timesOf(shop: Shop, row: RequestRow, wanted: ProposeBookingTimesRequest["times"]): Promise<ProposedTime[]> {
  const minutes = row.endTime - row.startTime;
  const chosen = wanted.map(({ date, startTime = 0, staffId }, nth) => ({
    date: fromWireDate(date, inList("times", nth, "date")),
    startTime,
    endTime: startTime + minutes,
    staffId: staffId === "0" ? row.staffId : staffId,
  }));
  const names = await staffNames(
    shop.ctx,
    chosen.map(({ staffId }) => staffId),
  );
  const times = chosen.map((time) => ({ ...time, staffName: names.get(time.staffId) ?? "" }));
  mustBeOther(row, times);
  const prices = await pricesAt(shop, row, times);
  return times.map((time, nth): ProposedTime => ({ ...time, ...(prices[nth] !== undefined && { minor: prices[nth] }) }));
}

/** In the order in which they were named, so that the first that is wrong is said. */
function mustBeOther(row: RequestRow, times: readonly ProposedTime[]): void {
  const refuse = (nth: number, reason: string, message: string) => {
    if (nth >= 0) throw fail("PARAMS_INVALID", { field: inList("times", nth), reason, message });
  };
  const same = times.findIndex((time) => isSame(time, row));
  refuse(same, "is what was asked for", "One of the times is the one they asked for. Accept the request instead.");
  const late = times.findIndex(({ endTime }) => endTime > 1440);
  refuse(late, "ends on the next day", "One of the times ends after midnight.");
  refuse(overlapping(times), "overlaps another of the times", "Two of the times overlap. Propose times that can both be held.");
}

type Asked = Pick<Proposing, "times" | "note" | "number">;

/** Two who propose the same at once share one run; another proposal has to wait for the end of this one. */
async function beginIn(tx: Tx<DB>, { business }: Shop, id: string, { times, note, number }: Asked): Promise<{ runId: string }> {
  proposing.hold(tx as never, runKey(id, number));
  const row = await lockFor(tx, id, "propose");
  const now = Date.now();
  if (row.proposal?.state === "open" || nextNumber(row) !== number)
    throw fail("STATE_CONFLICT", { field: "id", message: "Other times are proposed already. Take them back first." });
  if (number > MOST_PROPOSALS)
    throw fail("STATE_CONFLICT", { field: "id", message: "Other times were proposed three times already. Call them instead." });
  const starts = times.map(({ date, startTime }) => instantAt(date, startTime, business.timezoneName).getTime());
  const until = answerUntil(starts, now);
  if (until === null)
    throw fail("PARAMS_INVALID", {
      field: inList("times", starts.indexOf(Math.min(...starts))),
      reason: "begins within half an hour",
      message: "One of the times begins too soon for them to answer.",
    });
  const terms = { until: new Date(until).toISOString(), holdMinutes: holdMinutesUntil(until) };
  const run = await proposing.begin(tx as never, runKey(id, number), { requestId: id, number, times, note, ...terms });
  if (!isSameProposal(run.input as Proposing, times))
    throw fail("STATE_CONFLICT", { message: "Somebody else proposes other times just now." });
  return { runId: run.id };
}

const isSameProposal = ({ times: begun }: Proposing, times: readonly ProposedTime[]): boolean =>
  begun.length === times.length && times.every((time, nth) => isSame(time, begun[nth] as ProposedTime));
