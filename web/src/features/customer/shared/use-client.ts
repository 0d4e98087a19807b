import { createConnectQueryKey, useQuery } from "@connectrpc/connect-query";
import { ClientListService } from "@leashline/proto/leashline/customer/v1/client_list_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { EntryCodeService } from "@leashline/proto/leashline/customer/v1/entry_code_service_pb.js";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";

/** Marks what is known of clients as old, after a change of ours. Other people's changes come as notices. */
export const useClientsChanged = (): (() => Promise<void>) => {
  const queries = useQueryClient();
  return useCallback(async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: createConnectQueryKey({ schema: ClientService, cardinality: undefined }) }),
      queries.invalidateQueries({ queryKey: createConnectQueryKey({ schema: ClientListService, cardinality: undefined }) }),
      queries.invalidateQueries({ queryKey: createConnectQueryKey({ schema: EntryCodeService, cardinality: undefined }) }),
    ]);
  }, [queries]);
};

/** All that is known of a client, for pages that are about something else; quiet where this person may not see clients. */
export const useClientDetail = (customerId: string | undefined) =>
  useQuery(
    ClientService.method.getClientDetail,
    { customerId: customerId ?? "0" },
    { enabled: customerId !== undefined && customerId !== "0", meta: { quiet: true }, retry: false },
  );
