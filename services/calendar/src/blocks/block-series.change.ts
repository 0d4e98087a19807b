import { type Ctx, fail, mustBeCurrent, reachesBusiness } from "@leashline/kit";
import { RepeatModifyType } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import type { ChangeBlockSeriesRequest, DeleteBlockSeriesRequest } from "@leashline/proto/leashline/calendar/v1/block_series_service_pb.js";
import type { Block } from "../cards/card.ts";
import { takingTime } from "../conflicts/taking-time.ts";
import { type CalendarTx, command, query } from "../db.ts";
import { staffLocks } from "../occupancy/resource-lock.ts";
import { businessOf, todayAt } from "../projections/business.ts";
import { staffById } from "../projections/staff.ts";
import { addDays } from "../scheduling/dates.ts";
import { readBlocks, saveBlock } from "./block.store.ts";
import { blockOf, logBlock, madeHere, removeBlock } from "./block.ts";
import { readBlocksOfSeries } from "./block-series.store.ts";
import { lookAt, mustHaveLength, type Storing, wantedOf } from "./placement.ts";

/** Time, staff, day, words or color of one, of it and those that follow, or of all from today on. */
export async function changeBlocks(ctx: Ctx, request: ChangeBlockSeriesRequest): Promise<Block[]> {
  const named = await blockOf(ctx, request.id);
  if (request.staffId) await staffById(ctx, [request.staffId]);
  const business = await businessOf(ctx, named.businessId);
  const ids = await idsOf(ctx, named, request.type);
  return await takingTime(ctx, business, "block", async (tx, wants) => {
    const found = await lockedBlocks(tx, ids);
    mustBeCurrent(request.version, found.find(({ id }) => id === named.id)?.version ?? 0);
    const changes = found.map((before) => ({ before, after: changed(before, request) }));
    return await place({ tx, business, overbook: request.overbook, wants }, changes.filter(differs));
  });
}

function changed(before: Block, request: ChangeBlockSeriesRequest): Block {
  const { startTime: start = before.start, endTime: end = before.end, staffId = before.staffId } = request;
  mustHaveLength({ start, end });
  const { description = before.description, colorCode = before.colorCode } = request;
  return { ...before, start, end, staffId, description, colorCode, date: addDays(before.date, request.moveDays) };
}

export type Changing = { readonly before: Block; readonly after: Block };
const differs = ({ before, after }: Changing): boolean => JSON.stringify(before) !== JSON.stringify(after);

/** Gives each its new place; what moves to later days begins with the last, so that nobody of the series stands in another's way. */
async function place({ tx, business, overbook, wants }: Storing, changes: readonly Changing[]): Promise<Block[]> {
  tx.lock(changes.flatMap(({ after }) => staffLocks([after.staffId], after.date, business.zone)));
  const later = changes.some(({ before, after }) => after.date > before.date);
  const blocks: Block[] = [];
  for (const { before, after } of later ? changes.toReversed() : changes) {
    wants(wantedOf(after));
    const overbooked = await lookAt({ tx, business, asked: after, ownId: after.id, overbook });
    const block = { ...after, overbooked, version: before.version + 1 };
    await saveBlock(tx, business, block);
    logBlock(tx, block, "update", before);
    blocks.push(block);
  }
  return byDate(blocks);
}

export async function deleteBlocks(ctx: Ctx, { id, type, version }: DeleteBlockSeriesRequest): Promise<Block[]> {
  const ids = await idsOf(ctx, await blockOf(ctx, id), type);
  return await command(
    ctx,
    async (tx) => {
      const blocks: Block[] = [];
      const found = await lockedBlocks(tx, ids);
      mustBeCurrent(version, found.find((block) => block.id === id)?.version ?? 0);
      for (const block of found) blocks.push(await removeBlock(tx, block));
      return blocks;
    },
    { step: "block" },
  );
}

/** Which blocks an act is about. */
async function idsOf(ctx: Ctx, named: Block, type: RepeatModifyType): Promise<string[]> {
  const several = type === RepeatModifyType.THIS_AND_FOLLOWING || type === RepeatModifyType.ALL;
  if (!several || named.seriesId === "0") return [named.id];
  const today = todayAt(await businessOf(ctx, named.businessId), Date.now());
  const from = type === RepeatModifyType.ALL ? today : named.date;
  const members = await query(ctx, (db) => readBlocksOfSeries(db, named.seriesId, from));
  if (members.length === 0) throw fail("STATE_CONFLICT", { message: "All blocks of this series are over." });
  return members.map(({ id }) => id);
}

/** All of them, locked, by date: one that is gone meanwhile refuses the act. */
async function lockedBlocks(tx: CalendarTx, ids: readonly string[]): Promise<Block[]> {
  tx.lock(ids.map((id) => `block:${id}`));
  const found = await readBlocks(tx.db, ids);
  if (found.length < ids.length || !found.every(({ businessId }) => reachesBusiness(tx.ctx, businessId)))
    throw fail("NOT_FOUND", { field: "id" });
  return byDate(found.map(madeHere));
}

export const byDate = (blocks: readonly Block[]): Block[] => blocks.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
