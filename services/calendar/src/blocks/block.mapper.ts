import type { MessageInitShape } from "@bufbuild/protobuf";
import { toWireDate } from "@leashline/kit";
import type { BlockSchema } from "@leashline/proto/leashline/calendar/v1/block_service_pb.js";
import type { Block } from "../cards/card.ts";

export const toBlock = (block: Block): MessageInitShape<typeof BlockSchema> => ({
  id: block.id,
  businessId: block.businessId,
  staffId: block.staffId,
  date: toWireDate(block.date),
  startTime: block.start,
  endTime: block.end,
  description: block.description,
  colorCode: block.colorCode,
  version: block.version,
  repeatId: block.seriesId,
  synced: block.externalId !== "",
});
