import { useQuery } from "@connectrpc/connect-query";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { keepPreviousData } from "@tanstack/react-query";
import { LONG_STALE } from "../../../app/calls/query-client.ts";
import { useStaff } from "../../calendar/shared/useCalendar.ts";

type Person = { firstName: string; lastName: string };
const nameOf = ({ firstName, lastName }: Person): string => `${firstName} ${lastName}`.trim();

/** What clients are called, in one call for all of them. Nobody in particular has no name. */
export const useClientNames = (ids: readonly string[]): ((customerId: string) => string) => {
  const customerIds = [...new Set(ids)].filter((id) => id !== "0");
  const clients = useQuery(
    ClientService.method.batchGetClients,
    { customerIds, allowMissing: true },
    { enabled: customerIds.length > 0, placeholderData: keepPreviousData, meta: { quiet: true } },
  );
  const names = new Map(clients.data?.clients.map((client) => [client.customerId, nameOf(client)]));
  return (customerId) => names.get(customerId) ?? "";
};

/** What staff are called, "…" until that is known: of those who left, or where nobody can say who is there, the ones that are named. */
export const useStaffNames = (ids: readonly string[] | undefined): ((staffId: string) => string) => {
  const { data, isError, isLoading } = useStaff();
  const here = new Map(data?.staff.map((one) => [one.staffId, nameOf(one)]));
  const left = [...new Set(ids)].filter((id) => Number(id) > 0 && !here.has(id));
  const found = useQuery(
    StaffService.method.batchGetStaff,
    { ids: left },
    {
      enabled: (data !== undefined || isError) && left.length > 0,
      staleTime: LONG_STALE,
      placeholderData: keepPreviousData,
      meta: { quiet: true },
    },
  );
  const names = new Map([...(found.data?.staff ?? []).map((one) => [one.id, nameOf(one)] as const), ...here]);
  const isOnItsWay = isLoading || found.isLoading || found.isPlaceholderData;
  return (staffId) => names.get(staffId) ?? (isOnItsWay && Number(staffId) > 0 ? "…" : "");
};
