import { useQuery } from "@connectrpc/connect-query";
import { ChargeApplyType, ServiceChargeService } from "@leashline/proto/leashline/offering/v1/service_charge_service_pb.js";

/** The charges that put themselves onto bills. */
export const useAutoCharges = () => {
  const { data } = useQuery(ServiceChargeService.method.listServiceCharges, { pageSize: 200, activeOnly: true });
  return (data?.serviceCharges ?? [])
    .filter(({ autoApply }) => autoApply)
    .map(({ name, price, applyType, careTypes, businessIds }) => ({
      ...{ name, price, careTypes, businessIds },
      perPet: applyType === ChargeApplyType.PER_PET,
    }));
};
