import { fromConnectError } from "@leashline/kit";
import { eventually, refusalOf } from "@leashline/kit/test";
import { AppointmentChangedSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { LedgerService } from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import { PaymentSettingService } from "@leashline/proto/leashline/payment/v1/payment_setting_pb.js";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { byCard, cents, type Harness, startHarness, usd } from "../../test/harness.ts";

// How many random sequences of acts are tried; ten thousand is a matter of hours.
const sequences = Number(process.env.LEASHLINE_MODEL_SEQUENCES ?? 6);

let harness: Harness;
const mustBeRefusal = (error: unknown): void => {
  if (!fromConnectError(error)) throw error;
};
const cardFeePaidBy = async (processingFeePaidBy: string) =>
  await harness.servers
    .client(PaymentSettingService)
    .updatePaymentSetting({ setting: { processingFeePaidBy }, updateMask: { paths: ["processing_fee_paid_by"] } });
const ledger = () => harness.servers.client(LedgerService);

/** By how much an order and what the ledger has of it differ. */
async function differencesOf(orderId: string) {
  const order = await harness.order(orderId);
  const { entries } = await ledger().listLedgerEntries({ orderId, pageSize: 200 });
  const postings = entries.flatMap((entry) => entry.postings);
  const sum = (account: string) => postings.reduce((n, p) => (p.account === account ? n + cents(p.amount) : n), 0);
  return {
    balance: postings.reduce((n, p) => n + cents(p.amount), 0),
    receivable: sum("client_receivable") - (cents(order.total) - cents(order.paid) + cents(order.refunded)),
    tips: sum("tips_payable") + cents(order.tips),
    convenience: sum("convenience_fees") + cents(order.convenienceFee),
    refundedTooMuch: Math.max(0, cents(order.refunded) - cents(order.paid)),
  };
}

beforeAll(async () => {
  harness = await startHarness();
});
afterAll(async () => harness?.stop());

describe("the ledger", () => {
  test("an entry that does not balance cannot be stored, and none can be changed", async () => {
    const client = await harness.servers.admin.connect();
    try {
      await client.query("set search_path = payment");
      await client.query("begin");
      const { rows } = await client.query(
        `insert into ledger_entry (company_id, business_id, kind, source, order_id, business_date, currency)
         values (1, 1, 'write_off', 'test', 1, '2026-11-20', 'USD') returning entry_id`,
      );
      await client.query("insert into ledger_posting values (1, $1, 'sales', 5), (1, $1, 'write_off', -4)", [rows[0].entry_id]);
      await expect(client.query("commit")).rejects.toThrow(/out of balance/);
      await expect(client.query("update ledger_posting set amount = 1")).rejects.toThrow(/only added to/);
      await expect(client.query("truncate ledger_entry cascade")).rejects.toThrow(/only added to/);
    } finally {
      client.release();
    }
  });

  test("an order that moves to another day takes its sale with it", async () => {
    const { orderId, appointmentId } = await harness.book(1_000);
    await harness.agreed(orderId);
    const line = { lineId: "1", serviceId: "100", serviceName: "Bath", price: usd(1_000) };
    const appointment = { appointmentId, businessId: "1", customerId: "20", date: "2031-01-05", status: 1, version: 2, lines: [line] };
    await harness.emit("order", AppointmentChangedSchema, { appointment });
    const day = { year: 2031, month: 1, day: 5 };
    await expect
      .poll(async () => {
        const { balances } = await ledger().listAccountBalances({ startDate: day, endDate: day });
        return balances.map((b) => [b.account, cents(b.amount)]);
      })
      .toEqual([
        ["client_receivable", 1_000],
        ["sales", -1_000],
      ]);
  });

  test("whatever staff do in whatever order, orders, ledger and provider agree", {
    timeout: Math.max(120_000, sequences * 5_000),
  }, async () => {
    await cardFeePaidBy("client");
    const act = fc.oneof(
      fc.record({ do: fc.constant("tips" as const), amount: fc.integer({ min: 0, max: 900 }) }),
      fc.record({ do: fc.constant("charge" as const), amount: fc.integer({ min: 1, max: 2_000 }) }),
      fc.record({ do: fc.constant("discount" as const), amount: fc.integer({ min: 0, max: 3_000 }) }),
      fc.record({ do: fc.constant("cash" as const), amount: fc.integer({ min: 1, max: 4_000 }) }),
      fc.record({ do: fc.constant("card" as const), amount: fc.integer({ min: 50, max: 4_000 }) }),
      fc.record({ do: fc.constant("complete" as const), amount: fc.constant(0) }),
      fc.record({ do: fc.constant("reopen" as const), amount: fc.constant(0) }),
      fc.record({ do: fc.constant("refund" as const), amount: fc.integer({ min: 1, max: 2_500 }) }),
    );
    type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;
    const orders = harness.servers.client(OrderService);
    const doing: Record<Act["do"], (orderId: string, amount: number) => Promise<unknown>> = {
      tips: (orderId, amount) => orders.setTips({ orderId, tipsType: "amount", tips: usd(amount) }),
      charge: (orderId, amount) => orders.addServiceCharge({ orderId, name: "Extra", unitPrice: usd(amount) }),
      discount: (orderId, amount) => orders.setDiscount({ orderId, discounts: [{ type: "amount", amount: usd(amount) }] }),
      cash: (orderId, amount) => harness.payments().createPayment({ orderId, amount: usd(amount), tips: usd(amount % 50), method: "cash" }),
      card: (orderId, amount) => harness.payments().createPayment(byCard(orderId, amount)),
      complete: (orderId) => orders.completeOrder({ orderId }),
      reopen: (orderId) => orders.revertOrder({ orderId }),
      refund: (orderId, amount) => harness.payments().refundOrder({ orderId, amount: usd(amount) }),
    };
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 6, maxLength: 12 }), async (acts) => {
        const { orderId } = await harness.book(5_000);
        // What is not allowed at that moment is refused; anything else that goes wrong fails the test.
        for (const { do: what, amount } of acts) await doing[what](orderId, amount).catch(mustBeRefusal);
        await harness.agreed(orderId);
        // Two changes that make up for each other leave the total as it was, so that the order agrees with the ledger before the later one is heard of.
        await expect
          .poll(() => differencesOf(orderId), { timeout: 10_000 })
          .toEqual({ balance: 0, receivable: 0, tips: 0, convenience: 0, refundedTooMuch: 0 });
      }),
      { numRuns: sequences },
    );
    await cardFeePaidBy("business");
    expect((await ledger().runSweep({})).differences).toEqual([]);
  });

  test("entries are those of the days asked for, both ends included, as balances are", async () => {
    const { orderId } = await harness.book(2_000);
    await harness.agreed(orderId);
    const { entries } = await ledger().listLedgerEntries({ orderId });
    const day = entries[0]?.businessDate;
    expect(day).toBeDefined();
    const count = async (days: object) => (await ledger().listLedgerEntries({ orderId, ...days })).entries.length;
    const next = { year: (day?.year ?? 0) + 1, month: 1, day: 1 };
    const before = { year: (day?.year ?? 0) - 1, month: 12, day: 31 };
    const days = { startDate: day, endDate: day };
    expect(await Promise.all([days, { startDate: day }, { endDate: day }, { startDate: next }, { endDate: before }].map(count))).toEqual(
      [1, 1, 1, 0, 0].map((share) => share * entries.length),
    );
  });

  test("the sweep finds what was falsified", async () => {
    const { orderId } = await harness.book(1_234);
    await harness.agreed(orderId);
    await harness.servers.admin.query("update payment.order_account set captured = 1 where order_id = $1", [orderId]);
    const { differences } = await ledger().runSweep({ skipProvider: true });
    expect(differences.map((d) => [d.kind, d.orderId])).toContainEqual(["order_balance", orderId]);
    const as = (caller: object) => harness.servers.client(LedgerService, caller).runSweep({ skipProvider: true });
    const permissions = [Permission.PAYMENT_SETTINGS, Permission.VIEW_REPORTS_ALL_LOCATIONS];
    const here = { permissions: [Permission.PAYMENT_SETTINGS, Permission.VIEW_REPORTS_WORKING_LOCATIONS], companyBusinessIds: ["1", "2"] };
    for (const limited of [here, { permissions, kind: "apiKey", companyBusinessIds: [] }])
      expect((await refusalOf(as(limited))).code, "of one location").toBe(20019);
    expect((await as({ permissions, companyBusinessIds: ["1", "2"] })).differences).toHaveLength(differences.length);
    await harness.servers.admin.query("update payment.order_account set captured = 0 where order_id = $1", [orderId]);
  });

  test("an order that missed an event is corrected from the ledger", async () => {
    const { orderId } = await harness.book(2_000);
    await harness.payments().createPayment({ orderId, amount: usd(2_000), method: "cash" });
    await harness.agreed(orderId);
    const orders = harness.servers.client(OrderService);
    expect((await orders.reconcileOrder({ orderId })).changed).toBe(false);
    // The payment's own event may still be on its way and bring it back by itself: then it is lost once more.
    const order = await eventually(async () => {
      await harness.servers.admin.query('delete from "order".order_payment where order_id = $1', [orderId]);
      const reconciled = await orders.reconcileOrder({ orderId });
      if (!reconciled.changed) throw new Error("nothing was missing");
      return reconciled.order;
    });
    expect([order?.paymentSummary?.payments.length, cents(order?.paid)]).toEqual([1, 2_000]);
  });
});
