import { refusalOf } from "@leashline/kit/test";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { LedgerService } from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import { RefundEffect } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { byCard, cents, type Harness, startHarness, usd } from "../../test/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(async () => harness?.stop());
afterEach(() => void harness.sandbox.switches.set("stripe", { latencyMs: 0 }));

const orders = () => harness.servers.client(OrderService);

/** A bill of 50.00 with a charge of 7.00 on it, as both tabs show it. */
async function billed() {
  const { orderId } = await harness.book(5_000);
  const { order } = await orders().addServiceCharge({ orderId, name: "Muzzle", unitPrice: usd(700) });
  const line = order!.items.find(({ name }) => name === "Muzzle")!;
  await harness.agreed(orderId);
  return { orderId, remove: () => orders().removeServiceCharge({ orderId, orderLineItemId: line.orderLineItemId }) };
}
const charge = (orderId: string) => harness.payments().createPayment(byCard(orderId, 5_700));

/** What is true of an order however the two met: the line is gone, what the card gave is in the books, and what is too much can go back. */
async function isTrue(orderId: string, taken: number) {
  await harness.agreed(orderId);
  const order = await harness.order(orderId);
  const due = 5_000 - taken;
  const said = [order.total, order.paid, order.remain, order.overpaid].map(cents);
  expect(said).toEqual([5_000, taken, Math.max(due, 0), Math.max(-due, 0)]);
  expect(await harness.chargesOf(orderId)).toBe(taken);
}

describe("a card is charged while another tab takes a line off the bill", () => {
  test("the line goes first: the charge is more than is owed now, is refused, and nothing is taken", async () => {
    const { orderId, remove } = await billed();
    await remove();
    await harness.agreed(orderId);
    expect((await refusalOf(charge(orderId))).code).toBe(ErrorCode.PAYMENT_AMOUNT_INVALID);
    await isTrue(orderId, 0);
  });

  test("the line goes while the card provider is at it: the card is charged once, and the bill says how much is too much", async () => {
    const { orderId, remove } = await billed();
    harness.sandbox.switches.set("stripe", { latencyMs: 400 });
    const taking = charge(orderId);
    await expect
      .poll(async () => (await harness.servers.admin.query("select 1 from payment.payment where order_id = $1", [orderId])).rowCount)
      .toBe(1);
    await remove();
    await taking;
    await isTrue(orderId, 5_700);
  });

  test("both at once, again and again: one of the two is true, and order, ledger and card provider agree", async () => {
    const outcomes = new Set<number>();
    for (let round = 0; round < 10; round++) {
      const { orderId, remove } = await billed();
      const [taking, removing] = await Promise.allSettled(
        round % 2 ? [charge(orderId), remove()] : [charge(orderId), Promise.resolve().then(remove)],
      );
      expect(removing.status).toBe("fulfilled");
      const taken = taking.status === "fulfilled" ? 5_700 : 0;
      outcomes.add(taken);
      await isTrue(orderId, taken);
    }
    expect([...outcomes].every((taken) => taken === 0 || taken === 5_700)).toBe(true);
    expect((await harness.servers.client(LedgerService).runSweep({})).differences).toEqual([]);
  });
});

test("whoever paid sees it paid at once, and what went back as gone, without asking again, by cash and by card", async () => {
  for (let round = 0; round < 10; round++) {
    const { orderId } = await harness.book(2_000);
    const way = round % 2 ? byCard(orderId, 2_000) : { orderId, amount: usd(2_000), method: "cash" };
    await harness.payments(`seen-${round}`).createPayment(way);
    const { order } = await orders().completeOrder({ orderId });
    expect([order?.paymentStatus, cents(order?.paid)]).toEqual(["paid", 2_000]);
    await harness.payments(`back-${round}`).refundOrder({ orderId, amount: usd(500) });
    expect(cents((await harness.order(orderId)).refunded)).toBe(500);
  }
});

test("a tip of the bill is asked for once, also when what was paid goes back and is paid anew", async () => {
  const { orderId } = await harness.book(4_500);
  await orders().setTips({ orderId, tipsType: "amount", tips: usd(810) });
  await harness.agreed(orderId);
  const pay = async () => (await harness.payments().createPayment({ orderId, amount: usd(5_310), method: "cash" })).payment!;
  const first = await pay();
  expect([cents(first.tips), cents(first.tipsBrought)]).toEqual([810, 0]);
  await harness.payments().refundPayment({ paymentId: first.id, effect: RefundEffect.STILL_OWED });
  await pay();
  const { tips, total, remain, paymentStatus } = await harness.order(orderId);
  expect([cents(tips), cents(total), cents(remain), paymentStatus]).toEqual([810, 5_310, 0, "paid"]);
});
