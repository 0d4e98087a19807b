import { defineService, run } from "@leashline/kit";
import { insightsRpc } from "./dashboards/insights.rpc.ts";
import { appointments } from "./facts/appointments.ts";
import { clients } from "./facts/clients.ts";
import { mergedClients } from "./facts/merged-clients.ts";
import { keptDeposits, payments, refundReversed, refunds } from "./facts/money.ts";
import { orders } from "./facts/orders.ts";
import { personal } from "./facts/personal-data.ts";
import { staff } from "./facts/staff.ts";
import { reportRpc } from "./reports/sales.rpc.ts";

export const service = defineService({
  name: "reporting",
  migrations: new URL("../migrations/", import.meta.url),
  rpcs: [reportRpc, insightsRpc],
  jobs: [...mergedClients.jobs],
  consumers: [refundReversed, ...mergedClients.consumers],
  personal,
  projections: [appointments, orders, payments, refunds, keptDeposits, staff, clients],
});

if (import.meta.main) await run([service]);
