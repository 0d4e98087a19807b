import { useQuery } from "@connectrpc/connect-query";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
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
    { enabled: customerIds.length > 0, meta: { quiet: true } },
  );
  const names = new Map(clients.data?.clients.map((client) => [client.customerId, nameOf(client)]));
  return (customerId) => names.get(customerId) ?? "";
};

/** What staff are called: of those who left, the ones that are named. */
export const useStaffNames = (ids: readonly string[] = []): ((staffId: string) => string) => {
  const staff = useStaff().data?.staff;
  const here = new Map(staff?.map((one) => [one.staffId, nameOf(one)]));
  const left = [...new Set(ids)].filter((id) => Number(id) > 0 && !here.has(id));
  const found = useQuery(
    StaffService.method.batchGetStaff,
    { ids: left },
    { enabled: staff !== undefined && left.length > 0, staleTime: LONG_STALE, meta: { quiet: true } },
  );
  const names = new Map([...here, ...(found.data?.staff ?? []).map((one) => [one.id, nameOf(one)] as const)]);
  return (staffId) => names.get(staffId) ?? "";
};
