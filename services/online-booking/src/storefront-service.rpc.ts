import { implement } from "@leashline/kit";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { submitHandlers } from "./requests/submit.rpc.ts";
import { depositHandlers } from "./stays/deposit.rpc.ts";
import { storefrontHandlers } from "./storefront/storefront.rpc.ts";

/** The contract has one service for visitors of a page; asking for a booking lives with the requests. */
export const storefrontRpc = implement(StorefrontService, { ...storefrontHandlers, ...depositHandlers, ...submitHandlers });
