import { useQuery } from "@connectrpc/connect-query";
import { TipType } from "@leashline/proto/leashline/customer/v1/client_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { type Order, OrderType } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { PaymentSettingService } from "@leashline/proto/leashline/payment/v1/payment_setting_pb.js";
import { LONG_STALE } from "../../../app/calls/query-client.ts";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { usePaymentSetting } from "../../payment/shared/useWays.ts";
import { type Offer, offersFor, usualOffer } from "./tips.ts";

/** Whether the checkout asks for a tip, and which ones it offers: the client's usual one first. */
export const useTipOffers = (order: Order): { asks: boolean; ownAmount: boolean; offers: Offer[] } => {
  const { currencyCode } = usePreferences();
  const { customerId, businessId } = order;
  const setting = usePaymentSetting(businessId);
  const smart = useQuery(PaymentSettingService.method.getSmartTipConfig, { businessId }, { staleTime: LONG_STALE }).data?.config;
  const tip = useQuery(ClientService.method.getPreferredTip, { customerId }, { enabled: customerId !== "0" }).data?.preferredTip;
  const offers = offersFor(order, smart, currencyCode);
  const usual = usualOffer(order, tip && { ...tip, byAmount: tip.tipType === TipType.AMOUNT }, offers);
  return {
    // A fee for a visit that did not take place is no service.
    asks: setting !== undefined && !setting.skipTipping && order.type !== OrderType.NOSHOW,
    ownAmount: setting?.customTipping ?? true,
    offers: usual ? [usual, ...offers] : offers,
  };
};
