import { type Ctx, fail, fromWireDate, mustBeCurrent } from "@leashline/kit";
import type {
  CreateBlockSeriesRequest,
  PreviewBlockSeriesRequest,
} from "@leashline/proto/leashline/calendar/v1/block_series_service_pb.js";
import type { RepeatRule } from "@leashline/proto/leashline/calendar/v1/series_service_pb.js";
import type { Block } from "../cards/card.ts";
import type { Wanted } from "../conflicts/slot-conflict.ts";
import { takingTime } from "../conflicts/taking-time.ts";
import { type CalendarTx, type Db, query } from "../db.ts";
import { type Days, loadDays } from "../occupancy/days.store.ts";
import { over, staffLocks } from "../occupancy/resource-lock.ts";
import { type BusinessFacts, businessOf } from "../projections/business.ts";
import { staffById } from "../projections/staff.ts";
import { calendarDay } from "../scheduling/asked-days.ts";
import { type Occurrence, repeatDates } from "../series/dates.ts";
import type { Rule } from "../series/rule.ts";
import { fromRule } from "../series/series.mapper.ts";
import { inWords } from "../series/words.ts";
import { nextBlockIds, saveBlock } from "./block.store.ts";
import { blockOf, lockedBlock, logBlock } from "./block.ts";
import { insertBlockSeries } from "./block-series.store.ts";
import { type BlockFacts, inTheWay, mayLie, mustHaveLength, wantedOf } from "./placement.ts";

type Asked = Pick<CreateBlockSeriesRequest, "staffId" | "date" | "startTime" | "endTime">;

const factsOf = ({ staffId, date, startTime: start, endTime: end }: Asked): BlockFacts => {
  const facts = { staffId, date: calendarDay(date, "date"), start, end, description: "", colorCode: "" };
  mustHaveLength(facts);
  return facts;
};

/** Where a block begins to repeat it decides about the business; otherwise the caller does. */
const businessFor = async (ctx: Ctx, { id, businessId }: { id: string; businessId: string }): Promise<BusinessFacts> =>
  await businessOf(ctx, id === "0" ? businessId : (await blockOf(ctx, id)).businessId);

/** The dates of a rule with the first, and what stands in the way on each. */
export async function previewBlocks(ctx: Ctx, request: PreviewBlockSeriesRequest): Promise<Occurrence[]> {
  const facts = factsOf(request);
  const dates = repeatDates(fromRule(request.rule as RepeatRule), facts.date);
  await staffById(ctx, [facts.staffId]);
  const business = await businessFor(ctx, request);
  const days = await query(ctx, (db) => daysFor({ ctx, db, business, facts, dates, ownId: request.id }));
  return dates.map((date) => ({ date, staffId: facts.staffId, conflict: inTheWay(days, { ...facts, date }) }));
}

type Looking = { ctx: Ctx; db: Db; business: BusinessFacts; facts: BlockFacts; dates: readonly string[]; ownId: string };

const daysFor = ({ ctx, db, business, facts, dates, ownId }: Looking): Promise<Days> =>
  loadDays(db, {
    ...business,
    who: [facts.staffId],
    from: dates[0] as string,
    to: dates.at(-1) as string,
    ignoreBlockId: ownId,
    ...over(ctx),
  });

/** Blocks every date of a rule, all or none. */
export async function createBlocks(ctx: Ctx, request: CreateBlockSeriesRequest): Promise<{ seriesId: string; blocks: Block[] }> {
  const { description, colorCode } = request;
  const facts = { ...factsOf(request), description, colorCode };
  const rule = fromRule(request.rule as RepeatRule);
  const skipped = new Set(request.skipDates.map((date) => fromWireDate(date, "skipDates")));
  const dates = repeatDates(rule, facts.date).filter((date) => !skipped.has(date));
  if (dates.length === 0) throw fail("PARAMS_INVALID", { field: "skipDates", reason: "leaves no date" });
  await staffById(ctx, [facts.staffId]);
  const business = await businessFor(ctx, request);
  return await takingTime(ctx, business, "block", (tx, wants) => store({ tx, business, request, facts, rule, dates, wants }));
}

type Storing = {
  tx: CalendarTx;
  business: BusinessFacts;
  request: CreateBlockSeriesRequest;
  facts: BlockFacts;
  rule: Rule;
  dates: readonly string[];
  wants: (wanted: Wanted) => void;
};

async function store({ tx, business, request, facts, rule, dates, wants }: Storing) {
  const first = request.id === "0" ? null : await firstOf(tx, request, facts, dates);
  tx.lock(dates.flatMap((date) => staffLocks([facts.staffId], date, business.zone)));
  const days = await daysFor({ ctx: tx.ctx, db: tx.db, business, facts, dates, ownId: request.id });
  const seriesId = await insertBlockSeries(tx, { businessId: business.businessId, rule });
  const ids = await nextBlockIds(tx, dates.length);
  const blocks: Block[] = [];
  for (const [nth, date] of dates.entries()) {
    const asked = { ...facts, date };
    wants(wantedOf(asked));
    const overbooked = mayLie(tx, days, asked, request.overbook);
    const before = nth === 0 ? first : null;
    const identity = before ?? { id: ids[nth] as string, businessId: business.businessId, externalId: "", version: 0 };
    const block = { ...identity, ...asked, overbooked, seriesId, version: identity.version + 1 };
    await saveBlock(tx, business, block);
    logBlock(tx, block, before ? "update" : "create", before, inWords(rule));
    blocks.push(block);
  }
  return { seriesId, blocks };
}

/** The block that begins to repeat: once, and on a day that is not left out. */
async function firstOf(
  tx: CalendarTx,
  { id, version }: CreateBlockSeriesRequest,
  facts: BlockFacts,
  dates: readonly string[],
): Promise<Block> {
  const current = await lockedBlock(tx, id);
  mustBeCurrent(version, current.version);
  if (current.seriesId !== "0") throw fail("STATE_CONFLICT", { message: "This block repeats already." });
  if (dates[0] !== facts.date) throw fail("PARAMS_INVALID", { field: "skipDates", reason: "leaves out the block itself" });
  return current;
}
