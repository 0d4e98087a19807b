import { LedgerService } from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import { PaymentStatus } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { expect, test } from "vitest";
import { byCard, startHarness, usd } from "../../test/harness.ts";

// A database that was put back begins to number anew while the provider remembers what it was asked under the old numbers.
test("after a restore the same numbers charge and give back anew, and what the books forgot shows", { timeout: 60_000 }, async () => {
  const before = await startHarness();
  const buy = async (harness: typeof before) => {
    const { orderId } = await harness.book(4_000, { customerId: "31" });
    const paid = await harness.payments().createPayment({ ...byCard(orderId, 4_000), saveCard: true });
    const { refund } = await harness.payments().refundPayment({ paymentId: paid.payment!.id, amount: usd(1_000) });
    await harness.agreed(orderId);
    return { payment: paid.payment!, refund: refund! };
  };
  const old = await buy(before);
  const after = await startHarness({ at: before.sandbox });
  try {
    const again = await buy(after);
    expect([again.payment.id, again.refund.id]).toEqual([old.payment.id, old.refund.id]);
    expect([again.payment.status, again.payment.intentId === old.payment.intentId]).toEqual([PaymentStatus.COMPLETED, false]);
    expect((await after.stripe.paymentIntents.list({})).data.map((intent) => intent.amount_received)).toEqual([4_000, 4_000]);
    expect((await after.stripe.refunds.list({})).data.map((refund) => refund.amount)).toEqual([1_000, 1_000]);
    expect((await after.stripe.customers.list({})).data).toHaveLength(2);
    const { differences } = await after.servers.client(LedgerService).runSweep({});
    expect(differences.map((d) => [d.kind, d.providerId === old.payment.intentId])).toEqual([
      ["provider_unknown", true],
      ["refund_unknown", false],
    ]);
  } finally {
    await after.stop();
    await before.stop();
  }
});
