import { useQuery } from "@connectrpc/connect-query";
import { type PaymentSetting, PaymentSettingService } from "@leashline/proto/leashline/payment/v1/payment_setting_pb.js";
import { LONG_STALE } from "../../../app/calls/query-client.ts";

/** How a location takes money, as the screens of payments ask it. */
export const usePaymentSetting = (businessId: string): PaymentSetting | undefined =>
  useQuery(PaymentSettingService.method.getPaymentSetting, { businessId }, { staleTime: LONG_STALE, meta: { quiet: true } }).data?.setting;
