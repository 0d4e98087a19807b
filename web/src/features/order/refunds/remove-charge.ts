import type { Order, RefundChannel } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import type { useOrderEdits } from "../orders/useCheckout.ts";

type Remove = ReturnType<typeof useOrderEdits>["removeCharge"];

/** Takes a charge off a bill; of one that was paid already it asks first, and says what would have to go back which way. */
export const useRemoveCharge = (order: Order, { mutateAsync: remove }: Remove) => {
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
