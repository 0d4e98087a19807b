import { useQuery } from "@connectrpc/connect-query";
import { type ServiceCharge, ServiceChargeService } from "@leashline/proto/leashline/offering/v1/service_charge_service_pb.js";
import { LONG_STALE } from "../../../app/calls/query-client.ts";

const asked = { pageSize: 200, activeOnly: true };

/** The charges of the company that are in use; nothing while they are on their way. */
export const useActiveCharges = (): readonly ServiceCharge[] | undefined =>
  useQuery(ServiceChargeService.method.listServiceCharges, asked, { staleTime: LONG_STALE, meta: { quiet: true } }).data?.serviceCharges;
