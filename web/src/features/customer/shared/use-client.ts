import { createConnectQueryKey } from "@connectrpc/connect-query";
import { ClientListService } from "@leashline/proto/leashline/customer/v1/client_list_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";

/** Marks what is known of clients as old, after a change of ours. Other people's changes come as notices. */
export const useClientsChanged = (): (() => Promise<void>) => {
  const queries = useQueryClient();
  return useCallback(async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: createConnectQueryKey({ schema: ClientService, cardinality: undefined }) }),
      queries.invalidateQueries({ queryKey: createConnectQueryKey({ schema: ClientListService, cardinality: undefined }) }),
    ]);
  }, [queries]);
};
