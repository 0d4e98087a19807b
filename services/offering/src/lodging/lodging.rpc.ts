import { implement } from "@leashline/kit";
import { LodgingService } from "@leashline/proto/leashline/offering/v1/lodging_service_pb.js";
import { typeHandlers } from "./lodging-type.rpc.ts";
import { unitHandlers } from "./lodging-unit.rpc.ts";

export const lodgingRpc = implement(LodgingService, { ...typeHandlers, ...unitHandlers });
