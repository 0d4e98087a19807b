import { useQuery } from "@connectrpc/connect-query";
import { type PaymentSetting, PaymentSettingService } from "@leashline/proto/leashline/payment/v1/payment_setting_pb.js";
import { LONG_STALE } from "../../../app/calls/query-client.ts";

const quiet = { staleTime: LONG_STALE, meta: { quiet: true } };

/** How a location takes money; of a bill, its own location, whichever one is chosen. */
export const usePaymentSetting = (businessId: string, enabled = true): PaymentSetting | undefined =>
  useQuery(PaymentSettingService.method.getPaymentSetting, { businessId }, { ...quiet, enabled }).data?.setting;
