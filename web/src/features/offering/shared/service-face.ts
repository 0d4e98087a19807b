import type { MessageInitShape } from "@bufbuild/protobuf";
import { useMutation, useQuery } from "@connectrpc/connect-query";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { CompanyServiceService, CompanyServiceStatus as Status } from "@leashline/proto/leashline/offering/v1/company_service_pb.js";
import type { ServiceInputSchema } from "@leashline/proto/leashline/offering/v1/service_input_pb.js";
import type { Service } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { useCallback } from "react";
import { useFlag } from "../../../app/session/flags.ts";

/** A service as a form holds it; its care type is said beside it. */
type Input = Omit<Extract<MessageInitShape<typeof ServiceInputSchema>, { $typeName?: never }>, "careType" | "$unknown">;
type CareType = { id: string; serviceItemType: string };
type Update = { id: string; version: number; service: Input; paths: readonly string[] };

/** Services are written and listed by the company level, or by the older endpoints where the fulfillment flow is switched off (growth §6); the rows are the same. */
const useNewer = (): boolean => useFlag("fulfillment_flow") ?? true;

const companyInput = ({ inactive, ...same }: Input) => ({
  ...same,
  ...(inactive !== undefined && { status: inactive ? Status.INACTIVE : Status.ACTIVE }),
});
const companyPaths = (paths: readonly string[]): string[] => paths.map((path) => (path === "inactive" ? "status" : path));

export const useServiceCreate = () => {
  const newer = useNewer();
  const older = useMutation(CatalogService.method.createService).mutateAsync;
  const company = useMutation(CompanyServiceService.method.createCompanyService).mutateAsync;
  return useCallback(
    (careType: CareType, service: Input): Promise<unknown> =>
      newer
        ? company({ service: { ...companyInput(service), careTypeId: careType.id } })
        : older({ service: { ...service, careType: careType.serviceItemType } }),
    [newer, older, company],
  );
};

export const useServiceUpdate = (options: { onSuccess?: () => void; meta?: { success: string } } = {}) => {
  const newer = useNewer();
  const older = useMutation(CatalogService.method.updateService, options).mutateAsync;
  const company = useMutation(CompanyServiceService.method.updateCompanyService, options).mutateAsync;
  return useCallback(
    ({ service, paths, ...which }: Update): Promise<unknown> =>
      newer
        ? company({ ...which, service: companyInput(service), updateMask: { paths: companyPaths(paths) } })
        : older({ ...which, service, updateMask: { paths: [...paths] } }),
    [newer, older, company],
  );
};

export const useServiceDelete = () => {
  const older = useMutation(CatalogService.method.deleteService);
  const company = useMutation(CompanyServiceService.method.deleteCompanyService);
  return useNewer() ? company : older;
};

export const useServiceSort = (onSuccess: () => void) => {
  const older = useMutation(CatalogService.method.sortServices, { onSuccess });
  const company = useMutation(CompanyServiceService.method.batchSortCompanyServices, { onSuccess });
  return useNewer() ? company : older;
};

/** What both faces call alike. */
export type FullService = Pick<Service, "id" | "name" | "price" | "duration" | "version" | "staffOverrides" | "availability">;

/** Every active service, with all its rules. */
export const useActiveServices = () => {
  const newer = useNewer();
  const older = useQuery(CatalogService.method.listServices, { pageSize: 500 }, { enabled: !newer });
  const company = useQuery(CompanyServiceService.method.listFullServices, { pageSize: 500, status: Status.ACTIVE }, { enabled: newer });
  const { data, error, refetch } = newer ? company : older;
  const services: readonly FullService[] | undefined = data?.services;
  return { services, error, reload: () => void refetch() };
};
