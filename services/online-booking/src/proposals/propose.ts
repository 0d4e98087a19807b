import { asTenant, type Ctx, fail, fromWireDate, inList, instantAt, type Tx } from "@leashline/kit";
import type { ProposeBookingTimesRequest } from "@leashline/proto/leashline/online_booking/v1/booking_proposal_service_pb.js";
import { command, type DB } from "../db.ts";
import { staffNames } from "../projections/staff-names.store.ts";
import { answerUntil, fieldOf, isSame, MOST_PROPOSALS, nextNumber, overlapping, type ProposedTime } from "../requests/proposal/proposal.ts";
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
  mustSuit(row, request);
  const plain = asTenant({ ...ctx, idempotencyKey: "" }, { companyId: ctx.companyId, businessId: row.businessId, name: ctx.caller.name });
  const shop = await shopOf(plain, row.businessId);
  const times = await withPrices(shop, row, row.endDate === null ? await timesOf(shop, row, request) : staysOf(row, request));
  const asked = { times, note: request.note.trim(), number: nextNumber(row) };
  const { runId } = await command(ctx, (tx) => beginIn(tx.as(shop.ctx), shop, row.id, asked), { step: "begin" });
  await proposing.finish(shop.ctx, runId);
}

type Wanted = Pick<ProposeBookingTimesRequest, "times" | "stays">;

/** Times for what takes one person's time, stays for boarding. Places of daycare and in classes are neither. */
function mustSuit({ endDate, byDay, classId }: RequestRow, { times, stays }: Wanted): void {
  const refuse = (field: string, reason: string) => fail("PARAMS_INVALID", { field, reason });
  if (byDay || classId !== "0") throw refuse("id", "daycare and classes are not proposed at other times");
  const isStay = endDate !== null;
  if (isStay && times.length > 0) throw refuse("times", "are for what takes one person's time; name stays");
  if (!isStay && stays.length > 0) throw refuse("stays", "are for boarding; name times");
  if (times.length + stays.length === 0) throw refuse(isStay ? "stays" : "times", "name at least one");
}

async function timesOf({ ctx }: Shop, row: RequestRow, { times }: Wanted): Promise<ProposedTime[]> {
  const minutes = row.endTime - row.startTime;
  const chosen = times.map(({ date, startTime = 0, staffId }, nth) => ({
    date: fromWireDate(date, inList("times", nth, "date")),
    startTime,
    endTime: startTime + minutes,
    staffId: staffId === "0" ? row.staffId : staffId,
  }));
  const names = await staffNames(
    ctx,
    chosen.map(({ staffId }) => staffId),
  );
  return chosen.map((time) => ({ ...time, staffName: names.get(time.staffId) ?? "" }));
}

/** The pets come and leave at the times that were asked for. */
const staysOf = ({ startTime, endTime, staffId }: RequestRow, { stays }: Wanted): ProposedTime[] =>
  stays.map(({ startDate, endDate }, nth) => ({
    ...{ startTime, endTime, staffId, staffName: "" },
    date: fromWireDate(startDate, inList("stays", nth, "startDate")),
    endDate: fromWireDate(endDate, inList("stays", nth, "endDate")),
  }));

async function withPrices(shop: Shop, row: RequestRow, times: readonly ProposedTime[]): Promise<ProposedTime[]> {
  mustBeOther(row, times);
  const prices = await pricesAt(shop, row, times);
  return times.map((time, nth): ProposedTime => ({ ...time, ...(prices[nth] !== undefined && { minor: prices[nth] }) }));
}

/** In the order in which they were named, so that the first that is wrong is said. */
function mustBeOther(row: RequestRow, times: readonly ProposedTime[]): void {
  const refuse = (nth: number, reason: string, message: string) => {
    const wrong = times[nth];
    if (wrong) throw fail("PARAMS_INVALID", { field: fieldOf(wrong, nth), reason, message });
  };
  const what = row.endDate === null ? "times" : "stays";
  const same = times.findIndex((time) => isSame(time, row));
  refuse(same, "is what was asked for", `One of the ${what} is the one they asked for. Accept the request instead.`);
  if (what === "stays") {
    const none = times.findIndex(({ date, endDate = "" }) => endDate <= date);
    refuse(none, "ends before the next day", "Pick-up comes after drop-off.");
    refuse(overlapping(times), "is named twice", "Two of the stays are the same.");
    return;
  }
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
  if (until === null) throw tooSoon(times, starts.indexOf(Math.min(...starts)));
  const terms = { until: new Date(until).toISOString(), holdMinutes: holdMinutesUntil(until) };
  const run = await proposing.begin(tx as never, runKey(id, number), { requestId: id, number, times, note, ...terms });
  if (!isSameProposal(run.input as Proposing, times))
    throw fail("STATE_CONFLICT", { message: "Somebody else proposes other times just now." });
  return { runId: run.id };
}

const tooSoon = (times: readonly ProposedTime[], nth: number) =>
  fail("PARAMS_INVALID", {
    field: fieldOf(times[nth] ?? {}, nth),
    reason: "begins within half an hour",
    message: `One of the ${times[nth]?.endDate ? "stays" : "times"} begins too soon for them to answer.`,
  });

const isSameProposal = ({ times: begun }: Proposing, times: readonly ProposedTime[]): boolean =>
  begun.length === times.length && times.every((time, nth) => isSame(time, begun[nth] as ProposedTime));
