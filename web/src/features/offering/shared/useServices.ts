import { useQuery } from "@connectrpc/connect-query";
import type { ListServicesResponse } from "@leashline/proto/leashline/offering/v1/catalog_requests_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { createContext, useContext } from "react";
import { LONG_STALE } from "../../../app/calls/query-client.ts";
import { useInfo } from "../../../app/session/session.ts";

type Options = { enabled?: boolean; meta?: { quiet: boolean } };
type Sold = Pick<ListServicesResponse, "services">;

/** The location of the visit that is changed, where that is not the one that is open. */
export const SoldAt = createContext<string | undefined>(undefined);

const withAddOns = ({ services }: ListServicesResponse): Sold => ({ services });
/** The same function each time, so that it runs once for each answer. */
const alone = ({ services }: ListServicesResponse): Sold => ({ services: services.filter(({ addOn }) => !addOn) });

/** Asked for with the add-ons always: one answer serves both who books them and who does not. */
const useCatalog = (businessId: string, select: (found: ListServicesResponse) => Sold, options: Options) =>
  useQuery(
    CatalogService.method.listServices,
    { pageSize: 1000, businessId, withAddOns: true },
    { staleTime: LONG_STALE, select, ...options },
  );

const useLocation = (): string => {
  const open = useInfo().business?.id ?? "0";
  return useContext(SoldAt) ?? open;
};

/** The catalog as it is booked from at the location that is open, or of the visit: what it offers, at its own prices. */
export const useServices = (options: Options = {}) => useCatalog(useLocation(), alone, options);

/** The same with the add-ons that go on top of its services, told apart by their mark. */
export const useSold = ({ businessId, ...options }: Options & { businessId?: string | undefined } = {}) => {
  const here = useLocation();
  return useCatalog(businessId ?? here, withAddOns, options);
};

/** The services of all locations, at the company's prices. */
export const useCompanyServices = (options: Options = {}) => useCatalog("0", alone, options);

/** The same with their add-ons. */
export const useCompanySold = (options: Options = {}) => useCatalog("0", withAddOns, options);
