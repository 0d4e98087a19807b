import { defineService, run } from "@leashline/kit";
import { appointments } from "./facts/appointments.ts";
import { payments, refundReversed, refunds } from "./facts/money.ts";
import { orders } from "./facts/orders.ts";
import { staff } from "./facts/staff.ts";
import { reportRpc } from "./reports/sales.rpc.ts";

export const service = defineService({
  name: "reporting",
  migrations: new URL("../migrations/", import.meta.url),
  rpcs: [reportRpc],
  consumers: [refundReversed],
  projections: [appointments, orders, payments, refunds, staff],
});

if (import.meta.main) await run([service]);
