import { toMoney } from "@leashline/kit";
import { startServers, type TestServers } from "@leashline/kit/test";
import { CardService } from "@leashline/proto/leashline/payment/v1/card_pb.js";
import { CashAdjustmentKind, CashDrawerService } from "@leashline/proto/leashline/payment/v1/cash_drawer_service_pb.js";
import { LedgerService } from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import { PaymentService } from "@leashline/proto/leashline/payment/v1/payment_service_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { scannedTables, watchPlans } from "../../test/plans.ts";
import { service } from "../main.ts";

let servers: TestServers;

// Two companies with 15,000 paid orders each, a refund for every tenth, and their ledger.
const fill = `
  set search_path = payment;
  insert into payment.order_account (company_id, order_id, business_id, customer_id, currency, business_date)
  select c, n, 1 + n % 3, n % 1500, 'USD', date '2026-01-01' + n % 730 from generate_series(1, 2) c, generate_series(1, 15000) n;
  insert into payment.payment (company_id, business_id, order_id, customer_id, amount, currency, kind, method, state, business_date, recorded_at)
  select company_id, business_id, order_id, customer_id, 100, 'USD', 'cash', 'cash', 'completed', business_date, now() from payment.order_account;
  insert into payment.refund (company_id, payment_id, order_id, amount, state, business_date, recorded_at)
  select company_id, payment_id, order_id, 1, 'created', business_date, now() from payment.payment where order_id % 10 = 0;
  insert into payment.ledger_entry (company_id, business_id, kind, source, order_id, business_date, currency)
  select company_id, business_id, 'capture', payment_id::text, order_id, business_date, 'USD' from payment.payment;
  insert into payment.ledger_posting
  select company_id, entry_id, account, amount from payment.ledger_entry, (values ('cash_drawer', 100), ('client_receivable', -100)) v (account, amount);
  insert into payment.card (company_id, customer_id, provider_id) select company_id, customer_id, 'pm_' || payment_id from payment.payment;
  analyze payment.order_account, payment.payment, payment.refund, payment.ledger_entry, payment.ledger_posting, payment.card`;

beforeAll(async () => {
  servers = await startServers([service], { background: false });
  await servers.admin.query(fill);
});
afterAll(async () => servers?.stop());

test("no list of payments, cards or entries reads a table from end to end", { timeout: 120_000 }, async () => {
  const plans = await watchPlans(servers, "payment");
  const payments = servers.client(PaymentService);
  const day = { year: 2026, month: 11, day: 20 };
  for (let round = 0; round < 7; round++) {
    const first = await payments.listPayments({});
    await payments.listPayments({ pageToken: first.nextPageToken });
    await payments.listPayments({ orderId: "77" });
    await payments.listPayments({ customerId: "77", method: "cash" });
    await payments.sumPayments({ customerId: "77" });
    await servers.client(CardService).listCards({ customerId: "77" });
    await servers.client(LedgerService).listLedgerEntries({ orderId: "77" });
    await servers.client(LedgerService).listLedgerEntries({});
    await servers.client(LedgerService).listAccountBalances({ startDate: day, endDate: day });
  }
  expect(plans.length).toBeGreaterThan(50);
  expect(scannedTables(plans)).toEqual([]);
});

test("what there is in cash beside a drawer comes from an index of its own, while the drawer is locked", { timeout: 120_000 }, async () => {
  const plans = await watchPlans(servers, "payment");
  const drawers = servers.client(CashDrawerService);
  const amount = toMoney(100, "USD");
  const { drawer } = await drawers.openCashDrawer({ openingAmount: amount });
  const { drawerId = "0" } = drawer ?? {};
  for (let round = 0; round < 7; round++)
    await drawers.adjustCashDrawer({ drawerId, kind: CashAdjustmentKind.PAY_IN, amount, reason: "Change" });
  const sums = plans.filter((plan) => plan.includes("as outside"));
  expect(sums.length).toBeGreaterThan(7);
  expect(sums.filter((plan) => !plan.includes("ledger_posting_of_loose_cash"))).toEqual([]);
  expect(scannedTables(plans)).toEqual([]);
});
