import { asTenant, job } from "@leashline/kit";
import { command } from "../db.ts";
import { askOrder } from "./ask-order.ts";
import { applyOrder } from "./order-update.ts";

/** Whether a bill without a visit, from before this was kept, is for a place in a class. */
export const tellClassBill = job<{ orderId: string }>("tell-class-bill", {
  attempts: 12,
  run: async ({ runtime, companyId, businessId }, { orderId }) => {
    const ctx = asTenant({ runtime }, { companyId, businessId, name: "Leashline" });
    const order = await askOrder(ctx, orderId);
    if (!order.forClass) return;
    await command(ctx, async (tx) => {
      await applyOrder(tx, order);
      return {};
    });
  },
});
