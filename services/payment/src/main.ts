import { defineService, run } from "@leashline/kit";
import { cardRpc } from "./cards/card.rpc.ts";
import { ledgerRpc } from "./ledger/ledger.rpc.ts";
import { methodConsumers, methodRpc } from "./methods/method.rpc.ts";
import { moneyRecordRpc } from "./payments/money-record.rpc.ts";
import { paymentConsumers } from "./payments/payment.events.ts";
import { paymentRpc } from "./payments/payment.rpc.ts";
import { settlePayment, settleRefund } from "./payments/settle.job.ts";
import { whose } from "./payments/whose.store.ts";
import { settingRpc } from "./settings/setting.rpc.ts";
import { webhookRpc } from "./webhooks/webhook.rpc.ts";

export const service = defineService({
  name: "payment",
  rowNames: "camel",
  migrations: new URL("../migrations/", import.meta.url),
  rpcs: [paymentRpc, moneyRecordRpc, methodRpc, cardRpc, settingRpc, ledgerRpc, webhookRpc],
  whose,
  consumers: [...paymentConsumers, ...methodConsumers],
  jobs: [settlePayment, settleRefund],
});

if (import.meta.main) await run([service]);
