import { defineService, run } from "@leashline/kit";
import { classBillConsumers } from "./classes/class-bill.events.ts";
import { classBillRpc } from "./classes/class-bill.rpc.ts";
import { depositRpc } from "./deposits/deposit.rpc.ts";
import { invoiceRpc } from "./invoices/invoice.rpc.ts";
import { appointmentConsumers } from "./lines/appointment.events.ts";
import { careConsumer } from "./lines/care.events.ts";
import { taxRules } from "./lines/tax.events.ts";
import { noShowConsumers } from "./no-show/no-show.events.ts";
import { noShowRpc } from "./no-show/no-show.rpc.ts";
import { orderRpc } from "./order-service.rpc.ts";
import { moneyConsumers } from "./orders/order-money.events.ts";
import { whose } from "./orders/whose.store.ts";
import { mergedClients } from "./projections/merged-clients.ts";
import { personal } from "./projections/personal-data.ts";
import { businesses, charges, services, staff } from "./projections/projections.ts";
import { receiptRpc } from "./receipts/receipt.rpc.ts";
import { orderSettingRpc } from "./settings/setting.rpc.ts";
import { tipSplitRpc } from "./tips/tip-split.rpc.ts";

export const service = defineService({
  name: "order",
  migrations: new URL("../migrations/", import.meta.url),
  rpcs: [orderRpc, tipSplitRpc, receiptRpc, orderSettingRpc, depositRpc, noShowRpc, classBillRpc, invoiceRpc],
  whose,
  jobs: [...mergedClients.jobs],
  consumers: [
    ...appointmentConsumers,
    careConsumer,
    ...moneyConsumers,
    ...noShowConsumers,
    ...classBillConsumers,
    ...mergedClients.consumers,
  ],
  personal,
  projections: [businesses, staff, services, charges, taxRules],
});

if (import.meta.main) await run([service]);
