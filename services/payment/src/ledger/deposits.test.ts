import { ErrorCode } from "@leashline/kit";
import { eventually, refusalOf } from "@leashline/kit/test";
import { DepositService } from "@leashline/proto/leashline/order/v1/deposit_service_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { LedgerService } from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import { PayLinkService } from "@leashline/proto/leashline/payment/v1/pay_link_service_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cents, type Harness, startHarness, usd } from "../../test/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(async () => harness?.stop());

const deposits = () => harness.servers.client(DepositService);
const links = () => harness.servers.client(PayLinkService);
const noDifference = async () => expect((await harness.servers.client(LedgerService).runSweep({})).differences).toEqual([]);

/** What the ledger has for one order, by account; what is zero is left out. */
async function booked(orderId: string): Promise<Record<string, number>> {
  const { rows } = await harness.servers.admin.query(
    `select p.account, sum(p.amount)::int as amount from payment.ledger_entry e join payment.ledger_posting p using (company_id, entry_id)
     where e.order_id = $1 group by p.account having sum(p.amount) <> 0`,
    [orderId],
  );
  return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]));
}

const tokenOf = async (orderId: string) => (await links().getPayLink({ orderId })).url.split("/").at(-1) ?? "";

test("a deposit by the client's link: only that is asked for and taken, it is held for them, and comes off the bill when the visit is done", async () => {
  const { orderId } = await harness.book(10_000);
  const { invoice } = await deposits().createDeposit({ invoiceId: orderId, amount: usd(3_000) });
  expect([cents(invoice?.depositInfo?.amount), cents(invoice?.depositInfo?.due)]).toEqual([3_000, 3_000]);
  const token = await tokenOf(orderId);
  const asked = await links().getLinkedBill({ token });
  expect([cents(asked.bill?.due), cents(asked.bill?.depositDue), asked.bill?.tipOffers.length]).toEqual([10_000, 3_000, 0]);
  const pay = (due: number) => links().payLinkedBill({ token, paymentMethodToken: "pm_card_visa", due: usd(due) });
  expect((await refusalOf(pay(10_000))).code).toBe(ErrorCode.STATE_CONFLICT);
  const { bill } = await pay(3_000);
  expect([cents(bill?.due), cents(bill?.depositDue), bill?.payments[0]?.isDeposit]).toEqual([7_000, 0, true]);
  await harness.agreed(orderId);
  expect(await booked(orderId)).toEqual({ client_receivable: 10_000, client_deposits: -3_000, card_clearing: 3_000, sales: -10_000 });
  expect(cents((await harness.order(orderId)).depositInfo?.due)).toBe(0);
  await noDifference();
  await harness.payments().createPayment({ orderId, amount: usd(7_000), method: "cash" });
  await harness.agreed(orderId);
  await harness.servers.client(OrderService).completeOrder({ orderId });
  await eventually(async () => expect(await booked(orderId)).toEqual({ card_clearing: 3_000, cash_outside: 7_000, sales: -10_000 }));
  await noDifference();
});

test("a deposit that goes back is held no longer, in part and in whole; an opened invoice holds it again", async () => {
  const { orderId } = await harness.book(5_000);
  await deposits().createDeposit({ invoiceId: orderId, amount: usd(2_000) });
  const { payment } = await harness.payments().createPayment({ orderId, amount: usd(2_000), method: "cash", isDeposit: true });
  await harness.payments().refundPayment({ paymentId: payment!.id, amount: usd(500), reason: "part", effect: 2 });
  await harness.agreed(orderId);
  expect((await booked(orderId)).client_deposits).toBe(-1_500);
  const orders = harness.servers.client(OrderService);
  await orders.completeOrder({ orderId });
  await eventually(async () => expect((await booked(orderId)).client_deposits).toBeUndefined());
  await orders.revertOrder({ orderId });
  await eventually(async () => expect((await booked(orderId)).client_deposits).toBe(-1_500));
  await harness.payments().refundPayment({ paymentId: payment!.id, amount: usd(1_500), reason: "rest", effect: 2 });
  await harness.agreed(orderId);
  expect(await booked(orderId)).toEqual({ client_receivable: 5_000, sales: -5_000 });
  await noDifference();
});

test("none, more than the bill, another currency: refused; given up, the whole bill is asked for again", async () => {
  const { orderId: invoiceId } = await harness.book(4_000);
  const codeOf = async (amount: ReturnType<typeof usd>) => (await refusalOf(deposits().createDeposit({ invoiceId, amount }))).code;
  expect(await codeOf(usd(0))).toBe(ErrorCode.PAYMENT_AMOUNT_INVALID);
  expect(await codeOf(usd(4_001))).toBe(ErrorCode.PAYMENT_AMOUNT_INVALID);
  expect(await codeOf({ ...usd(100), currencyCode: "EUR" })).toBe(ErrorCode.PAYMENT_AMOUNT_INVALID);
  await deposits().createDeposit({ invoiceId, amount: usd(1_000) });
  const { invoice } = await deposits().cancelDeposit({ invoiceId });
  expect(invoice?.depositInfo).toBeUndefined();
  expect(cents((await links().getLinkedBill({ token: await tokenOf(invoiceId) })).bill?.depositDue)).toBe(0);
  const { order } = await harness.servers.client(OrderService).completeOrder({ orderId: invoiceId });
  expect((await refusalOf(deposits().createDeposit({ invoiceId: order!.id, amount: usd(100) }))).code).toBe(
    ErrorCode.INVOICE_STATUS_INVALID,
  );
});
