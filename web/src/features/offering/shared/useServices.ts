import { useQuery } from "@connectrpc/connect-query";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { LONG_STALE } from "../../../app/calls/query-client.ts";

type Options = { enabled?: boolean; meta?: { quiet: boolean } /** Behind the services, told apart by their mark. */; withAddOns?: boolean };

/** The catalog as it is booked from. */
export const useServices = ({ withAddOns, ...options }: Options = {}) =>
  useQuery(
    CatalogService.method.listServices,
    { pageSize: 1000, ...(withAddOns && { withAddOns }) },
    { staleTime: LONG_STALE, ...options },
  );
