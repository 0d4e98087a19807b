import { readFile } from "node:fs/promises";
import { SANDBOX_KEYS } from "@leashline/deploy/sandbox/main.ts";
import { nobody } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import { InvoiceService } from "@leashline/proto/leashline/order/v1/invoice_service_pb.js";
import { OrderLineKind } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { BookingPaymentKind, BookingPaymentService } from "@leashline/proto/leashline/payment/v1/booking_payment_service_pb.js";
import { CardService } from "@leashline/proto/leashline/payment/v1/card_pb.js";
import { LedgerService } from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import { PayLinkService } from "@leashline/proto/leashline/payment/v1/pay_link_service_pb.js";
import { RefundEffect } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { PaymentService } from "@leashline/proto/leashline/payment/v1/payment_service_pb.js";
import { PaymentSettingService } from "@leashline/proto/leashline/payment/v1/payment_setting_pb.js";
import { TransactionChannel, TransactionService } from "@leashline/proto/leashline/payment/v1/transaction_service_pb.js";
import { WebhookService } from "@leashline/proto/leashline/payment/v1/webhook_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { byCard, cents, type Harness, startHarness, usd } from "../../test/harness.ts";

let harness: Harness;
const settings = () => harness.servers.client(PaymentSettingService);
const payer = (processingFeePaidBy: string) =>
  settings().updatePaymentSetting({
    setting: { processingFeePaidBy, customFeeName: "Card surcharge", onlineFee: { percentage: "2.9", fixed: usd(30) } },
    updateMask: { paths: ["processing_fee_paid_by", "custom_fee_name", "online_fee"] },
  });
beforeAll(async () => {
  harness = await startHarness();
  await payer("client");
});
afterAll(async () => harness?.stop());

const orders = () => harness.servers.client(OrderService);
const ledger = () => harness.servers.client(LedgerService);
const account = async (name: string) => {
  const { balances } = await ledger().listAccountBalances({});
  return cents(balances.find((one) => one.account === name)?.amount);
};
const agrees = async () => (await ledger().runSweep({})).differences;
const refundsAt = async (orderId: string) => {
  const { data } = await harness.stripe.paymentIntents.search({ query: `metadata["order_id"]:"${orderId}"`, limit: 1 });
  const { data: refunds } = await harness.stripe.refunds.list({ payment_intent: data[0]!.id });
  return refunds.reduce((sum, one) => sum + one.amount, 0);
};

test("a card is charged the bill and the fee, once however often it is asked; the bill is paid by its own amount and the fee stands in an account of its own", async () => {
  const { orderId } = await harness.book(10_000);
  const before = await account("convenience_fees");
  const asked = { ...byCard(orderId, 10_000), convenienceFee: usd(320) };
  const [one, two] = [await harness.payments("once").createPayment(asked), await harness.payments("once").createPayment(asked)];
  expect(two.payment?.id).toBe(one.payment?.id);
  expect([cents(one.payment?.amount), cents(one.payment?.convenienceFee), one.payment?.convenienceFeeName]).toEqual([
    10_000,
    320,
    "Card surcharge",
  ]);
  expect(await harness.chargesOf(orderId)).toBe(10_320);
  await harness.agreed(orderId);
  const order = await harness.order(orderId);
  const { data } = await harness.stripe.paymentIntents.search({ query: `metadata["order_id"]:"${orderId}"`, limit: 1 });
  expect(data[0]?.description).toBe(`Invoice INV-${order.number}`);
  expect([order.paymentStatus, cents(order.total), cents(order.paid), cents(order.remain), cents(order.convenienceFee)]).toEqual([
    ...["paid", 10_000, 10_000, 0, 320],
  ]);
  expect(order.paymentSummary?.payments.map((p) => [cents(p.convenienceFee), p.convenienceFeeName])).toEqual([[320, "Card surcharge"]]);
  expect([(await account("convenience_fees")) - before, await agrees()]).toEqual([-320, []]);
});

test("a fee that is not the one that was seen takes nothing; cash bears none, and nobody does where the business pays it", async () => {
  const { orderId } = await harness.book(10_000);
  const { code, options } = await refusalOf(harness.payments().createPayment({ ...byCard(orderId, 10_000), convenienceFee: usd(319) }));
  expect([code, options.fields?.[0]?.field, await harness.chargesOf(orderId)]).toEqual([ErrorCode.STATE_CONFLICT, "convenienceFee", 0]);
  const { payment: cash } = await harness.payments().createPayment({ orderId, amount: usd(4_000), method: "cash" });
  expect(cents(cash?.convenienceFee)).toBe(0);
  await payer("business");
  const { payment: card } = await harness.payments().createPayment(byCard(orderId, 6_000));
  expect([cents(card?.convenienceFee), await harness.chargesOf(orderId)]).toEqual([0, 6_000]);
  await payer("client");
});

test("of the fee goes back what the amount's part is of the payment, and its last cent with the last of the amount", async () => {
  const { orderId } = await harness.book(10_000);
  const before = await account("convenience_fees");
  const { payment } = await harness.payments().createPayment(byCard(orderId, 10_000));
  const paymentId = payment!.id;
  const back = async (amount?: number) =>
    cents((await harness.payments().refundPayment({ paymentId, ...(amount && { amount: usd(amount) }) })).refund?.convenienceFee);
  expect([await back(3_333), await back(3_333), await back()]).toEqual([106, 107, 107]);
  expect(await refundsAt(orderId)).toBe(10_320);
  await harness.agreed(orderId);
  const after = (await harness.payments().getPayment({ paymentId })).payment;
  expect([cents(after?.refunded), cents(after?.refundable), cents(after?.convenienceFeeRefunded)]).toEqual([10_000, 0, 320]);
  expect([cents((await harness.order(orderId)).convenienceFee), (await account("convenience_fees")) - before, await agrees()]).toEqual([
    0,
    0,
    [],
  ]);
});

test("money given back at the provider itself takes its part of the fee out of the books", async () => {
  const { orderId } = await harness.book(10_000);
  const { payment } = await harness.payments().createPayment(byCard(orderId, 10_000));
  const object = await harness.stripe.refunds.create({ payment_intent: payment!.intentId, amount: 5_160 });
  const event = { object: "event", api_version: "2026-10-28.endive", created: 1, livemode: false, id: "evt_fee" };
  const payload = JSON.stringify({ ...event, type: "refund.created", data: { object } });
  const signature = harness.stripe.webhooks.generateTestHeaderString({ payload, secret: SANDBOX_KEYS.stripeWebhookSecret });
  const gateway = { via: "gateway", companyId: "0", businessId: "0", kind: "anonymous" as const };
  await harness.servers.client(WebhookService, gateway).receiveStripeEvent({ body: new TextEncoder().encode(payload), signature });
  const now = (await harness.payments().getPayment({ paymentId: payment!.id })).payment;
  expect([cents(now?.refunded), cents(now?.convenienceFeeRefunded)]).toEqual([5_000, 160]);
  await harness.agreed(orderId);
  expect(await agrees()).toEqual([]);
});

test("several orders by one card: fees together that are not those that were seen take nothing, those that were are taken", async () => {
  const orders = [await harness.book(5_000), await harness.book(3_000)];
  const pay = harness.servers.client(TransactionService);
  const { card } = await harness.servers.client(CardService).attachCard({ customerId: "20", chargeToken: "pm_card_visa" });
  const asked = { orderIds: orders.map(({ orderId }) => orderId), method: "card", cardId: card?.cardId ?? "0" };
  const refused = await refusalOf(pay.combinedPayOrders({ ...asked, convenienceFee: usd(262) }));
  expect([refused.code, refused.options.fields?.[0]?.field]).toEqual([ErrorCode.STATE_CONFLICT, "convenienceFee"]);
  // 2.9 percent and 0.30 of each: 1.75 and 1.17.
  const { payments } = await pay.combinedPayOrders({ ...asked, convenienceFee: usd(292) });
  expect(payments.map(({ convenienceFee }) => cents(convenienceFee))).toEqual([175, 117]);
});

test("a client with a link reads what paying by card costs, with their tip, and is charged exactly that; one who has not seen it is charged nothing", async () => {
  const { orderId } = await harness.book(10_000);
  const { url } = await harness.servers.client(PayLinkService).getPayLink({ orderId });
  const token = url.split("/").at(-1) ?? "";
  const page = harness.servers.client(PayLinkService, { ...nobody, kind: "anonymous", ip: "198.51.100.9" });
  const { bill } = await page.getLinkedBill({ token });
  expect(bill?.convenienceFee).toMatchObject({ name: "Card surcharge", percentage: "2.9", step: "1" });
  const asked = { token, paymentMethodToken: "pm_card_visa", due: usd(10_000), tips: usd(2_000) };
  expect((await refusalOf(page.payLinkedBill(asked))).code).toBe(ErrorCode.STATE_CONFLICT);
  expect(await harness.chargesOf(orderId)).toBe(0);
  const { bill: paid } = await page.payLinkedBill({ ...asked, convenienceFee: usd(378) });
  expect([await harness.chargesOf(orderId), cents(paid?.total), cents(paid?.due)]).toEqual([12_378, 12_000, 0]);
  expect(paid?.payments.map((one) => [cents(one.amount), cents(one.convenienceFee)])).toEqual([[12_000, 378]]);
});

/** What the provider holds on the card of a booking. */
const heldFor = async (ref: string): Promise<number | undefined> => {
  const { rows } = await harness.servers.admin.query("select provider_ref from payment.booking_payment where ref = $1", [ref]);
  const { data } = await harness.stripe.paymentIntents.search({ query: `metadata["booking_ref"]:"${rows[0].provider_ref}"`, limit: 1 });
  return data[0]?.amount_capturable;
};

test("what a booking's card holds has the fee in it; of a part of the amount, its part is taken", async () => {
  const bookings = harness.servers.client(BookingPaymentService, { via: "online-booking" });
  const { convenienceFee } = await bookings.getBookingCardForm({ businessId: "1", currencyCode: "USD" });
  expect(convenienceFee).toMatchObject({ name: "Card surcharge", percentage: "2.9" });
  const ref = "booking-ref-of-a-fee";
  const asked = {
    ref,
    kind: BookingPaymentKind.PREPAY,
    businessId: "1",
    amount: usd(5_000),
    paymentMethodToken: "pm_card_visa",
    payer: ref,
  };
  const returnUrl = "http://localhost/ol/muddy-paws/book?step=pay";
  expect((await refusalOf(bookings.beginBookingPayment({ ...asked, returnUrl }))).code).toBe(ErrorCode.STATE_CONFLICT);
  const { payment } = await bookings.beginBookingPayment({ ...asked, returnUrl, convenienceFee: usd(175) });
  expect([cents(payment?.amount), cents(payment?.convenienceFee), await heldFor(ref)]).toEqual([5_000, 175, 5_175]);
  const { orderId, appointmentId } = await harness.book(4_000);
  await harness.agreed(orderId);
  await bookings.acceptBookingPayment({ ref, appointmentId, customerId: "20" });
  await harness.agreed(orderId);
  expect([await harness.chargesOf(orderId), cents((await harness.order(orderId)).paid), await agrees()]).toEqual([4_140, 4_000, []]);
});

test("transactions, their totals and their file say what clients paid on top, and count it in what is left", async () => {
  const transactions = harness.servers.client(TransactionService);
  const { orderId } = await harness.book(10_000, { customerId: "31" });
  const { payment } = await harness.payments().createPayment({ ...byCard(orderId, 10_000), customerId: "31" });
  const filter = { channel: TransactionChannel.ALL };
  const { transactions: rows, totals } = await transactions.listTransactions({ customerId: "31", filter });
  const kept = cents(payment?.processingFee);
  expect(rows.map((one) => [cents(one.amount), cents(one.convenienceFee), cents(one.net)])).toEqual([[10_000, 320, 10_320 - kept]]);
  expect([cents(totals?.taken), cents(totals?.convenienceFee), cents(totals?.net)]).toEqual([10_000, 320, 10_320 - kept]);
  const { csv } = await transactions.readTransactionFile({ customerId: "31", filter });
  const [head = "", row = ""] = csv.replace("\uFEFF", "").split(/\r?\n/);
  const column = (name: string) => row.split(",")[head.split(",").indexOf(name)];
  expect([column("Amount"), column("Fee paid by client"), column("Net")]).toEqual(["100.00", "3.20", `${(10_320 - kept) / 100}`]);
});

test("a bill that asks for the fee in a line of its own is not charged it a second time, whatever the way to pay", async () => {
  const { orderId } = await harness.book(10_000);
  const line = { kind: OrderLineKind.CONVENIENCE_FEE, name: "Card fee", unitPrice: usd(200), quantity: 1 };
  await orders().addLine({ orderId, line });
  await harness.agreed(orderId);
  const detail = await harness.servers.client(InvoiceService).getOrderDetail({ orderId });
  expect(cents(detail.requiredProcessingFee)).toBe(120);
  const { payment } = await harness.payments().createPayment(byCard(orderId, 10_200));
  expect([cents(payment?.convenienceFee), await harness.chargesOf(orderId)]).toEqual([120, 10_320]);
});

test("what a bill asks for in a line of its own is taken off once, however many cards pay it", async () => {
  const { orderId } = await harness.book(10_000);
  const invoice = async () => cents((await harness.servers.client(InvoiceService).getOrderDetail({ orderId })).requiredProcessingFee);
  const linked = async () => {
    const { url } = await harness.servers.client(PayLinkService).getPayLink({ orderId });
    const page = harness.servers.client(PayLinkService, { ...nobody, kind: "anonymous", ip: "198.51.100.9" });
    return cents((await page.getLinkedBill({ token: url.split("/").at(-1) ?? "" })).bill?.convenienceFee?.inBill);
  };
  await orders().addLine({ orderId, line: { kind: OrderLineKind.CONVENIENCE_FEE, name: "Card fee", unitPrice: usd(200), quantity: 1 } });
  await harness.agreed(orderId);
  // 1.13 of the line is all that 30.00 costs; the 0.87 that are left come off the next.
  const { payment: first } = await harness.payments().createPayment({ ...byCard(orderId, 3_000), convenienceFee: usd(0) });
  await harness.agreed(orderId);
  expect([await linked(), await invoice()]).toEqual([87, 149]);
  const { payment: second } = await harness.payments().createPayment({ ...byCard(orderId, 5_000), convenienceFee: usd(85) });
  await harness.agreed(orderId);
  expect([await linked(), await invoice()]).toEqual([0, 93]);
  const { payment: third } = await harness.payments().createPayment({ ...byCard(orderId, 2_200), convenienceFee: usd(93) });
  expect([first, second, third].map((one) => cents(one?.convenienceFee))).toEqual([0, 85, 93]);
  await harness.payments().refundPayment({ paymentId: first!.id, effect: RefundEffect.STILL_OWED });
  await harness.agreed(orderId);
  expect(await linked()).toBe(113);
});

const pay = () => harness.servers.client(TransactionService);
const setFee = (percentage: string) =>
  settings().updatePaymentSetting({
    setting: { onlineFee: { percentage, fixed: usd(30) } },
    updateMask: { paths: ["online_fee"] },
  });

test("several bills are paid with the fee that was shown over them all, or nothing is taken", async () => {
  const [one, two] = [await harness.book(6_000, { customerId: "20" }), await harness.book(4_000, { customerId: "20" })];
  const orderIds = [one.orderId, two.orderId];
  const { payment } = await harness.payments().createPayment({ ...byCard((await harness.book(1_000)).orderId, 1_000), saveCard: true });
  const { cards } = await harness.servers.client(CardService).listCards({ customerId: "20" });
  const asked = { orderIds, method: "card", cardId: cards[0]!.cardId, convenienceFee: usd(349) };
  const { code, options } = await refusalOf(pay().combinedPayOrders(asked));
  expect([code, options.fields?.[0]?.field, await harness.chargesOf(one.orderId)]).toEqual([ErrorCode.STATE_CONFLICT, "convenienceFee", 0]);
  expect(payment).toBeDefined();
  const { payments } = await pay().combinedPayOrders({ ...asked, convenienceFee: usd(350) });
  expect(payments.map((p) => [cents(p.amount), cents(p.convenienceFee)])).toEqual([
    [6_000, 204],
    [4_000, 146],
  ]);
  const { orderId } = await harness.book(2_000);
  const wrong = pay().payOrder({ orderId, method: "card", cardId: cards[0]!.cardId, convenienceFee: usd(0) });
  expect((await refusalOf(wrong)).code).toBe(ErrorCode.STATE_CONFLICT);
});

test("several bills are charged the fees they were let through with, though the setting changes between the first and the second", async () => {
  const [one, two] = [await harness.book(6_000, { customerId: "20" }), await harness.book(4_000, { customerId: "20" })];
  const { cards } = await harness.servers.client(CardService).listCards({ customerId: "20" });
  const { admin } = harness.servers;
  await admin.query(`create function payment.fee_goes_up() returns trigger language plpgsql as $$
    begin update payment.payment_setting set online_percentage = '5'; return new; end $$`);
  await admin.query("create trigger fee_goes_up after insert on payment.payment for each row execute function payment.fee_goes_up()");
  const orderIds = [one.orderId, two.orderId];
  const asked = { orderIds, method: "card", cardId: cards[0]!.cardId, convenienceFee: usd(350) };
  const { payments } = await pay()
    .combinedPayOrders(asked)
    .finally(() => admin.query("drop function payment.fee_goes_up cascade"));
  await setFee("2.9");
  expect(payments.map((p) => [cents(p.amount), cents(p.convenienceFee), p.convenienceFeeName])).toEqual([
    [6_000, 204, "Card surcharge"],
    [4_000, 146, "Card surcharge"],
  ]);
});

test("an API key that names no fee where one is due is refused with what is due; with it, it is charged", async () => {
  const { orderId } = await harness.book(10_000);
  const byKey = harness.servers.client(PaymentService, { kind: "apiKey" });
  const { code, options } = await refusalOf(byKey.createPayment(byCard(orderId, 10_000)));
  expect([code, options.fields?.[0]?.reason, await harness.chargesOf(orderId)]).toEqual([ErrorCode.STATE_CONFLICT, "3.20 USD is due", 0]);
  const { payment } = await byKey.createPayment({ ...byCard(orderId, 10_000), convenienceFee: usd(320) });
  expect(cents(payment?.convenienceFee)).toBe(320);
});

test("clients pay no fee after the upgrade where they paid none before, until it is turned on again", async () => {
  const file = new URL("../../migrations/0042-fee-payer-anew.sql", import.meta.url);
  await harness.servers.admin.query("set search_path = payment");
  await harness.servers.admin.query(await readFile(file, "utf8"));
  await harness.servers.admin.query("reset search_path");
  expect((await settings().getPaymentSetting({})).setting?.processingFeePaidBy).toBe("business");
  await payer("client");
});

test("an order whose copy of the fee is lost is a difference, and reconciling brings it back; so is a part of a fee that went back with no refund", async () => {
  await setFee("2.9");
  const { orderId } = await harness.book(10_000);
  const { payment } = await harness.payments().createPayment(byCard(orderId, 10_000));
  await harness.payments().refundPayment({ paymentId: payment!.id, amount: usd(5_000) });
  await harness.agreed(orderId);
  const { admin } = harness.servers;
  for (const table of ["order_payment", "order_refund"])
    await admin.query(`update "order".${table} set convenience_fee = ${table === "order_payment" ? 0 : 160} where order_id = $1`, [
      orderId,
    ]);
  expect(cents((await harness.order(orderId)).convenienceFee)).toBe(0);
  expect((await agrees()).map(({ kind, ledger, other }) => [kind, ledger, other])).toEqual([["order_fee", "160", "-160"]]);
  expect((await orders().reconcileOrder({ orderId })).changed).toBe(true);
  expect([cents((await harness.order(orderId)).convenienceFee), await agrees()]).toEqual([160, []]);
  await admin.query("update payment.payment set convenience_fee_back = 300 where payment_id = $1", [payment!.id]);
  expect((await agrees()).map(({ kind, ledger, other }) => [kind, ledger, other])).toEqual([["payment_fee", "300", "160"]]);
  await admin.query("update payment.payment set convenience_fee_back = 160 where payment_id = $1", [payment!.id]);
});
