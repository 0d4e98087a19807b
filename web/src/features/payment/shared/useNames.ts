import { useQuery } from "@connectrpc/connect-query";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
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

/** What staff are called; nothing for those who are not here any more. */
export const useStaffNames = (): ((staffId: string) => string) => {
  const staff = useStaff().data?.staff ?? [];
  const names = new Map(staff.map((one) => [one.staffId, nameOf(one)]));
  return (staffId) => names.get(staffId) ?? "";
};
