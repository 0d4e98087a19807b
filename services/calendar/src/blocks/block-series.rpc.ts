import { type Ctx, fail, implement } from "@leashline/kit";
import { BlockSeriesService } from "@leashline/proto/leashline/calendar/v1/block_series_service_pb.js";
import type { Block } from "../cards/card.ts";
import { query } from "../db.ts";
import { named } from "../series/named.ts";
import { toDate, toRule } from "../series/series.mapper.ts";
import { toBlock } from "./block.mapper.ts";
import { blockOf } from "./block.ts";
import { changeBlocks, deleteBlocks } from "./block-series.change.ts";
import { findBlockRule, readBlocksOfSeries } from "./block-series.store.ts";
import { createBlocks, previewBlocks } from "./block-series.ts";
import { undoBlockChanges } from "./block-undo.ts";

const answer = async (blocks: Promise<Block[]>) => ({ blocks: (await blocks).map(toBlock) });

export const blockSeriesRpc = implement(BlockSeriesService, {
  previewBlockSeries: async (request, ctx) => ({ dates: (await named(ctx, await previewBlocks(ctx, request))).map(toDate) }),

  async createBlockSeries(request, ctx) {
    const { seriesId, blocks } = await createBlocks(ctx, request);
    return { repeatId: seriesId, blocks: blocks.map(toBlock) };
  },

  getBlockSeries: ({ id }, ctx) => seriesOf(ctx, id),
  changeBlockSeries: (request, ctx) => answer(changeBlocks(ctx, request)),
  deleteBlockSeries: (request, ctx) => answer(deleteBlocks(ctx, request)),
  undoBlockChanges: (request, ctx) => answer(undoBlockChanges(ctx, request)),
});

async function seriesOf(ctx: Ctx, id: string) {
  const { seriesId } = await blockOf(ctx, id);
  return await query(ctx, async (db) => {
    const rule = await findBlockRule(db, seriesId);
    if (!rule) throw fail("NOT_FOUND", { field: "id", reason: "does not repeat" });
    const blocks = await readBlocksOfSeries(db, seriesId, "0001-01-01");
    return { repeatId: seriesId, rule: toRule(rule), blocks: blocks.map(toBlock) };
  });
}
