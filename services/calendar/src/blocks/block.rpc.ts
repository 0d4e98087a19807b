import { implement } from "@leashline/kit";
import { BlockService } from "@leashline/proto/leashline/calendar/v1/block_service_pb.js";
import { toBlock } from "./block.mapper.ts";
import { blockOf, createBlock, deleteBlock, updateBlock } from "./block.ts";

export const blockRpc = implement(BlockService, {
  createBlock: async (request, ctx) => ({ block: toBlock(await createBlock(ctx, request)) }),
  updateBlock: async (request, ctx) => ({ block: toBlock(await updateBlock(ctx, request)) }),
  getBlock: async ({ id }, ctx) => ({ block: toBlock(await blockOf(ctx, id)) }),
  deleteBlock: async (request, ctx) => ({ block: toBlock(await deleteBlock(ctx, request)) }),
});
