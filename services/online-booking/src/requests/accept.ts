import { asTenant, type Ctx, fail, instantAt, type RunRow, type Tx, todayIn } from "@leashline/kit";
import { command, type DB } from "../db.ts";
import { type Shop, shopOf } from "../storefront/shop.ts";
import { type Acceptance, acceptance } from "./accept.process.ts";
import { heldFor } from "./proposal/proposal.ts";
import { lockFor, mustRead, noteBegun } from "./request.store.ts";
import { type Choice, type Chosen, chosenOf, isSameTime, mustBeAnotherDay, mustBeItsDays, type RequestRow } from "./request.ts";

/** Accepts at the time that is chosen; whoever has no choice of their own (null) goes on with the one that was begun, and may say why. */
export async function acceptRequest(ctx: Ctx, id: string, choice: Choice | null, because = ""): Promise<void> {
  await acceptFor(ctx, await mustRead(ctx, id), choice, because);
}

/** Under the lock of a request that nobody has begun to accept: throws why its client may not choose this time. */
type May = (row: RequestRow) => void;

/** The same of one that was read just now. */
export async function acceptFor(
  ctx: Ctx,
  { id, businessId }: Pick<RequestRow, "id" | "businessId">,
  choice: Choice | null,
  because: string,
  may?: May,
): Promise<void> {
  const plain = asTenant({ ...ctx, idempotencyKey: "" }, { companyId: ctx.companyId, businessId, name: ctx.caller.name });
  await acceptAt(ctx, await shopOf(plain, businessId), id, { choice, because, ...(may && { may }) });
}

/** The same at its business, which was read just now. */
export async function acceptAt(ctx: Ctx, { ctx: shop, business }: Shop, id: string, wanted: Omit<Beginning, "zone">): Promise<void> {
  const begins = (tx: Tx<DB>) => beginIn(tx.as(shop), id, { ...wanted, zone: business.timezoneName });
  const { runId, run, request } = await begin(ctx, begins);
  if (runId !== null) await acceptance.finish(shop, runId, run, request && { request });
}

/** `run` as it was begun just now, and what was asked for. */
export type Begun = { runId: string | null; run?: RunRow; request?: RequestRow };

/** The key of the call tells a repeated press from another one; what an earlier press began may have been refused by now and is begun anew. */
export async function begin(ctx: Ctx, beginning: (tx: Tx<DB>) => Promise<Begun>): Promise<Begun> {
  let begun: Begun | undefined;
  const once = async (tx: Tx<DB>) => {
    begun = await beginning(tx);
    // What is kept for the call's repetition.
    return { runId: begun.runId };
  };
  await command(ctx, once, { step: "begin" });
  return begun ?? (await command({ ...ctx, idempotencyKey: "" }, beginning));
}

type Beginning = { choice: Choice | null; because: string; zone: string; may?: May };

/** Several people may press Accept at once: those who mean the same time share one run, and all get the same answer. */
async function beginIn(tx: Tx<DB>, id: string, { choice, because, zone, may }: Beginning): Promise<Begun> {
  acceptance.hold(tx as never, id);
  const row = await lockFor(tx, id, "beginAccept");
  mustBeItsDays(row, choice?.moreDates);
  const comes = { withCard: row.paymentRef !== "", withAgreements: row.agreements.length > 0 };
  const chosen = chosenOf(row, choice ?? {});
  const holdToken = heldFor(row, chosen) ?? row.holdToken;
  const byClient = may && { byClient: true as const };
  const wanted = { ...chosen, byStaff: choice !== null, ...byClient, ...(because && { because }), holdToken, ...comes };
  mustBeAnotherDay(row, wanted);
  // To a client it may be their own choice, in another tab.
  const otherwise = (toStaff: string) =>
    fail("STATE_CONFLICT", { message: byClient ? "One of these times was chosen just now." : toStaff });
  if (row.classId !== "0" && !isSameTime(wanted, chosenOf(row, {})))
    throw fail("PARAMS_INVALID", { field: "startDate", reason: "a class has dates of its own" });
  if (row.state === "accepted") {
    if (!isSameTime(wanted, chosenOf(row, {}))) throw otherwise("Somebody else accepted this request meanwhile.");
    return { runId: null };
  }
  if (row.state === "submitted") {
    may?.(row);
    mustBeToCome(row, wanted, zone);
  }
  const run = await acceptance.begin(tx as never, id, earlierTry(row) ?? wanted);
  if (choice && !isSameTime(wanted, run.input as Acceptance))
    throw otherwise("Somebody else is accepting this request at another time just now.");
  // One that is being undone gives the request back itself.
  if (run.state === "running") noteBegun(tx, id);
  return { runId: run.id, run, request: row };
}

/** Nobody comes at a time that is over where the shop is; later today they do. Whoever waits for a place in a class has no time yet. */
function mustBeToCome({ moreDates, classWait }: RequestRow, { date, startTime, waitlist, ...wanted }: Chosen, zone: string): void {
  const [first = date] = [date, ...(wanted.moreDates ?? moreDates)].sort();
  if (waitlist || classWait || instantAt(first, startTime, zone).getTime() > Date.now()) return;
  const field = first < todayIn(zone) ? "startDate" : "startTime";
  throw fail("PARAMS_INVALID", { field, message: "The time has passed.", reason: "has passed: choose a later one" });
}

/** What a version without runs was at: it goes on at its time and under its key, so that nothing is booked twice. */
const earlierTry = ({ id, chosen, attempt, holdToken }: RequestRow): Acceptance | null =>
  chosen && { ...chosen, holdToken, earlierKey: `accept-request:${id}:${attempt}` };
