import { useQuery } from "@connectrpc/connect-query";
import { PaymentSettingService } from "@leashline/proto/leashline/payment/v1/payment_setting_pb.js";
import { LONG_STALE } from "../../../app/calls/query-client.ts";

/** Whether clients can enter a card, and so pay by a link. */
export const usePaysByLink = (enabled: boolean): boolean => {
  const { data } = useQuery(PaymentSettingService.method.getPaymentSetting, {}, { enabled, staleTime: LONG_STALE, meta: { quiet: true } });
  return Boolean(data?.setting?.publishableKey);
};
