import { implement } from "@leashline/kit";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { clientHandlers } from "./clients/client.rpc.ts";
import { preferredTipHandlers } from "./clients/preferred-tip.rpc.ts";
import { householdHandlers } from "./households/household.rpc.ts";

/** The contract has one service for clients; what is about a client together with pets, addresses and notes is a room of its own. */
export const clientRpc = implement(ClientService, { ...clientHandlers, ...preferredTipHandlers, ...householdHandlers });
