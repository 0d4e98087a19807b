import { implement } from "@leashline/kit";
import { ClientListService } from "@leashline/proto/leashline/customer/v1/client_list_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { clientHandlers } from "./clients/client.rpc.ts";
import { preferredTipHandlers } from "./clients/preferred-tip.rpc.ts";
import { comebackHandlers, listComebackHandlers } from "./comeback/comeback.rpc.ts";
import { householdHandlers } from "./households/household.rpc.ts";
import { listHandlers } from "./smart-list/list.rpc.ts";

/** The contract has one service for clients; what is about a client together with pets, addresses, notes and signatures is a room of its own. */
export const clientRpc = implement(ClientService, {
  ...clientHandlers,
  ...preferredTipHandlers,
  ...householdHandlers,
  ...comebackHandlers,
});
export const clientListRpc = implement(ClientListService, { ...listHandlers, ...listComebackHandlers });
