import { useMutation, useQuery } from "@connectrpc/connect-query";
import type { Order, RefundChannel } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { CardService } from "@leashline/proto/leashline/payment/v1/card_pb.js";
import { PaymentMethodService } from "@leashline/proto/leashline/payment/v1/payment_method_pb.js";
import { PaymentService } from "@leashline/proto/leashline/payment/v1/payment_service_pb.js";
import { useQueryClient } from "@tanstack/react-query";
import { LONG_STALE } from "../../../app/calls/query-client.ts";
import { refreshDomains } from "../../../app/calls/refresh.ts";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { SECOND } from "../../payment/shared/cards/useNewCards.ts";
import { useCredit } from "../../payment/shared/credit/useCredit.ts";
import { useReadersAt } from "../../payment/shared/readers/useReadersAt.ts";
import { usePaymentSetting } from "../../payment/shared/useWays.ts";

/** The bill of an appointment, which may be a moment behind it, or one that no appointment has. */
export type BillOf = { by: "checkout" | "bill"; id: string };

const useOrder = ({ by, id }: BillOf) => {
  const asked = { meta: { quiet: true }, enabled: by === "checkout" };
  const ofVisit = useQuery(OrderService.method.getOrderByAppointment, { appointmentId: id }, { ...asked, retry: 8, retryDelay: 300 });
  const own = useQuery(OrderService.method.getOrder, { orderId: id }, { ...asked, enabled: by === "bill" });
  return by === "bill" ? own : ofVisit;
};

/** Everything the checkout shows, and how to load it again after money moved. */
export const useCheckout = (of: BillOf) => {
  const queries = useQueryClient();
  const found = useOrder(of);
  const order = found.data?.order;
  const orderId = order?.id ?? "0";
  const payments = useQuery(PaymentService.method.listPayments, { orderId, pageSize: 50 }, { enabled: order !== undefined });
  const refresh = () => refreshDomains(queries, "order", "payment", "calendar", "reporting");
  return { order, error: found.error, reload: found.refetch, payments: payments.data?.payments ?? [], refresh };
};

export const useWaysToPay = ({ customerId, businessId }: { customerId: string; businessId: string }) => {
  const methods = useQuery(PaymentMethodService.method.listPaymentMethods, { businessId }, { staleTime: LONG_STALE });
  const cards = useQuery(CardService.method.listCards, { customerId }, { enabled: customerId !== "0" });
  const setting = usePaymentSetting(businessId);
  const { takesCards, ...readers } = useReadersAt(businessId);
  const usable = (methods.data?.paymentMethods ?? []).filter((one) => !one.inactive);
  const { publishableKey = "", cardScriptUrl = "", cardAccount = "", cardsMissing = [] } = setting ?? {};
  const isFirst = setting?.primaryPayType !== SECOND;
  return {
    methods: usable,
    ...readers,
    keys: { publishableKey, cardScriptUrl, cardAccount },
    /** Typed into the card vendor's own field. */
    takesNewCards: isFirst && publishableKey !== "" && takesCards,
    cardsMissing: isFirst && cardsMissing.length > 0,
    mayKeep: customerId !== "0",
    cards: (cards.data?.cards ?? []).filter((one) => one.isValid && !one.elsewhere),
    /** What the client has of store credit, in minor units. */
    credit: useCredit(customerId) ?? 0n,
    /** From the client's own bank account. */
    bankDebits: isFirst && (setting?.bankDebits ?? false) && cardsMissing.length === 0,
    setting,
    testMode: isFirst && (setting?.testMode ?? false),
  };
};

export const useOrderEdits = (refresh: () => Promise<void>) => {
  const done = { onSettled: refresh };
  return {
    discount: useMutation(OrderService.method.setDiscount, done),
    charge: useMutation(OrderService.method.addServiceCharge, done),
    removeCharge: useMutation(OrderService.method.removeServiceCharge, done),
  };
};

/** Takes a charge off a bill; of one that was paid already it asks first, and says what would have to go back which way. */
export const useRemoveCharge = (order: Order, { mutateAsync: remove }: ReturnType<typeof useOrderEdits>["removeCharge"]) => {
  const format = useFormat();
  const way = ({ method, amount }: RefundChannel): string => `${format.money(amount)} by ${method}`;
  return async (orderLineItemId: string): Promise<void> => {
    const change = { orderId: order.id, orderLineItemId, version: order.version };
    const { refundChannels } = await remove({ ...change, checkRefund: true });
    if (refundChannels.length === 0) return;
    const question = {
      title: "This is paid already",
      body: "Without this charge the client has paid too much. What can go back to them, with Refund below:",
      lines: refundChannels.map(way),
      action: "Remove it anyway",
    };
    if (await confirm(question)) await remove(change);
  };
};
