import { defineService, run } from "@leashline/kit";
import { orderConsumers } from "./orders/order.events.ts";
import { orderRpc } from "./orders/order.rpc.ts";
import { whose } from "./orders/whose.store.ts";
import { projectionConsumers } from "./projections/projections.ts";
import { receiptRpc } from "./receipts/receipt.rpc.ts";
import { orderSettingRpc } from "./settings/setting.rpc.ts";
import { tipSplitRpc } from "./tips/tip-split.rpc.ts";

export const service = defineService({
  name: "order",
  migrations: new URL("../migrations/", import.meta.url),
  rpcs: [orderRpc, tipSplitRpc, receiptRpc, orderSettingRpc],
  whose,
  consumers: [...orderConsumers, ...projectionConsumers],
});

if (import.meta.main) await run([service]);
