import { startServers, type TestServers } from "@leashline/kit/test";
import { OrderStatus } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { scannedTables, watchPlans } from "../../test/plans.ts";
import { service } from "../main.ts";

let servers: TestServers;

// Two companies with 15,000 orders each over two years, and a line to each.
const fill = `
  insert into "order".orders (company_id, business_id, customer_id, appointment_id, currency, business_date)
  select c, 1 + n % 3, n % 1500, n, 'USD', date '2026-01-01' + n % 730 from generate_series(1, 2) c, generate_series(1, 15000) n;
  insert into "order".order_line (company_id, order_id, kind, name, unit_price, total_price)
  select company_id, order_id, 1, 'Bath', 0, 0 from "order".orders;
  insert into "order".order_revision (company_id, order_id, version, action, snapshot)
  select company_id, order_id, 1, 'booked', '' from "order".orders;
  analyze "order".orders; analyze "order".order_line; analyze "order".order_revision`;

beforeAll(async () => {
  servers = await startServers([service], { background: false });
  await servers.admin.query(fill);
});
afterAll(async () => servers?.stop());

test("no list of orders reads a table from end to end", async () => {
  const plans = await watchPlans(servers, "order");
  const orders = servers.client(OrderService);
  const day = { year: 2026, month: 11, day: 20 };
  for (let round = 0; round < 7; round++) {
    const first = await orders.listOrders({});
    await orders.listOrders({ pageToken: first.nextPageToken });
    await orders.listOrders({ customerId: "77" });
    await orders.listOrders({ overpaidOnly: true });
    await orders.listOrders({ startDate: day, endDate: day, statuses: [OrderStatus.OPEN], paymentStatus: "unpaid" });
    await orders.getOrderByAppointment({ appointmentId: "12" });
    await orders.batchGetOrders({ appointmentIds: ["1", "2", "3"], orderIds: ["9"] });
    await orders.listOrderRevisions({ orderId: first.orders[0]!.id }).catch(() => undefined);
  }
  expect(plans.length).toBeGreaterThan(50);
  // Each of these is empty here, and a company's discounts, payments and refunds are found by the order's key.
  const small = ["order_discount", "order_payment", "order_refund"];
  expect(scannedTables(plans).filter((table) => !small.includes(table))).toEqual([]);
});
