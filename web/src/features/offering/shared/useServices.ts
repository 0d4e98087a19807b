import { useQuery } from "@connectrpc/connect-query";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { LONG_STALE } from "../../../app/calls/query-client.ts";

/** The catalog as it is booked from. */
export const useServices = (options: { enabled?: boolean; meta?: { quiet: boolean } } = {}) =>
  useQuery(CatalogService.method.listServices, { pageSize: 1000 }, { staleTime: LONG_STALE, ...options });
