import { useQuery } from "@connectrpc/connect-query";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { LONG_STALE } from "../../../app/calls/query-client.ts";
import { useInfo } from "../../../app/session/session.ts";

type Options = { enabled?: boolean; meta?: { quiet: boolean } /** Behind the services, told apart by their mark. */; withAddOns?: boolean };

const useCatalog = (businessId: string, { withAddOns, ...options }: Options) =>
  useQuery(
    CatalogService.method.listServices,
    { pageSize: 1000, businessId, ...(withAddOns && { withAddOns }) },
    { staleTime: LONG_STALE, ...options },
  );

/** The catalog as it is booked from at the location that is open: what it offers, at its own prices. */
export const useServices = (options: Options = {}) => useCatalog(useInfo().business?.id ?? "0", options);

/** The services of all locations, at the company's prices. */
export const useCompanyServices = (options: Options = {}) => useCatalog("0", options);

/** The catalog as it is booked from, with the add-ons that go on top of its services. */
export const useSold = () => useServices({ withAddOns: true });
