import type { Sandbox } from "@leashline/deploy/sandbox/main.ts";
import { ErrorCode } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { ClientErasedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { AchPaymentService } from "@leashline/proto/leashline/payment/v1/ach_service_pb.js";
import { CardService } from "@leashline/proto/leashline/payment/v1/card_pb.js";
import { LedgerService } from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import { PaymentStatus } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { PaymentSettingService } from "@leashline/proto/leashline/payment/v1/payment_setting_pb.js";
import { SquareAccountService } from "@leashline/proto/leashline/payment/v1/square_account_service_pb.js";
import { SquareCustomerService } from "@leashline/proto/leashline/payment/v1/square_customer_service_pb.js";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { byCard, cents, type Harness, startHarness, usd } from "../../test/harness.ts";
import { connectSquare, startSquare } from "../../test/square.ts";

let harness: Harness;
let sandbox: Sandbox;
let stop: () => Promise<void>;
let merchantId = "";
const NONCE = "cnon:card-nonce-ok";
const primary = async (primaryPayType: number) => {
  const settings = harness.servers.client(PaymentSettingService);
  await settings.updatePaymentSetting({ setting: { primaryPayType }, updateMask: { paths: ["primary_pay_type"] } });
};
beforeAll(async () => {
  ({ sandbox, stop } = await startSquare());
  harness = await startHarness({ at: sandbox });
  ({ merchantId } = await connectSquare(harness.servers, sandbox));
  await primary(2);
});
afterAll(async () => {
  await harness?.stop();
  await stop?.();
});
afterEach(async () => {
  sandbox.switches.set("square", { mode: "ok" });
  await primary(2);
});

const customers = (key = "", who = {}) => harness.servers.client(SquareCustomerService, who, key ? { idempotencyKey: key } : {});
const cards = () => harness.servers.client(CardService);
const codeOf = async (call: Promise<unknown>) => (await refusalOf(call)).code;
const there = (kind: string) => sandbox.store.list({ kinds: [`sq_${kind}`], account: merchantId, limit: 1_000 }).length;
const keep = async (customerId: string) => (await customers().createSquareCustomer({ customerId, chargeToken: NONCE })).card!;
const pay = async (orderId: string, cardId: string, amount = 2_000) =>
  await harness.payments().createPayment({ orderId, amount: usd(amount), method: "card", cardId });

test("a client is made known to Square once, with a card or without; the card is on the client's file, and is charged there without its holder", async () => {
  const before = there("customer");
  const [one, again] = [
    await customers().createSquareCustomer({ customerId: "20" }),
    await customers().createSquareCustomer({ customerId: "20" }),
  ];
  expect([again.squareCustomerId, one.card, there("customer") - before]).toEqual([one.squareCustomerId, undefined, 1]);
  const [kept, repeated] = [
    await customers("keep").createSquareCustomer({ customerId: "20", chargeToken: NONCE }),
    await customers("keep").createSquareCustomer({ customerId: "20", chargeToken: NONCE }),
  ];
  expect(repeated.card?.cardId).toBe(kept.card?.cardId);
  expect(kept.card).toMatchObject({ vendor: "square", brand: "visa", last4: "1111", isDefault: true, elsewhere: false });
  const seen = await customers().getSquareCustomer({ customerId: "20" });
  expect([seen.squareCustomerId, seen.cards.map(({ cardId }) => cardId)]).toEqual([one.squareCustomerId, [kept.card?.cardId]]);
  const { orderId } = await harness.book(2_000, { customerId: "20" });
  const { payment } = await pay(orderId, kept.card!.cardId);
  expect(payment).toMatchObject({ status: PaymentStatus.COMPLETED, vendor: "square", cardLast4: "1111" });
  await harness.agreed(orderId);
  const { refund } = await harness.payments().refundPayment({ paymentId: payment!.id, amount: usd(500) });
  expect(cents(refund?.amount)).toBe(500);
  await harness.agreed(orderId);
  expect((await harness.servers.client(LedgerService).runSweep({})).differences).toEqual([]);
});

test("one provider per location decides: where it is Square no card of the other one is charged, by no call; and the other way round", async () => {
  const { card: stripes } = await cards().attachCard({ customerId: "21", chargeToken: "pm_card_visa" });
  const squares = await keep("21");
  expect((await cards().listCards({ customerId: "21" })).cards.map((one) => [one.vendor, one.elsewhere])).toEqual([
    ["stripe", true],
    ["square", false],
  ]);
  const { orderId } = await harness.book(2_000, { customerId: "21" });
  expect(await codeOf(pay(orderId, stripes!.cardId))).toBe(ErrorCode.PAYMENT_METHOD_INVALID);
  expect(await codeOf(harness.payments().createPayment(byCard(orderId, 2_000)))).toBe(ErrorCode.PAYMENT_DECLINED);
  const ach = { orderId, amount: usd(2_000), routingNumber: "110000000", accountNumber: "000123456789" };
  await harness.servers
    .client(PaymentSettingService)
    .updatePaymentSetting({ setting: { bankDebits: true }, updateMask: { paths: ["bank_debits"] } });
  const debit = { ...ach, accountHolderName: "Robin Vale", accountHolderType: "individual", mandateAccepted: true, email: "r@example.com" };
  expect(await codeOf(harness.servers.client(AchPaymentService).createAndConfirmAchPayment(debit))).toBe(ErrorCode.STATE_CONFLICT);
  expect(await harness.chargesOf(orderId)).toBe(0);
  expect((await pay(orderId, squares.cardId, 500)).payment?.vendor).toBe("square");
  await primary(1);
  expect(await codeOf(pay(orderId, squares.cardId))).toBe(ErrorCode.PAYMENT_METHOD_INVALID);
  expect((await pay(orderId, stripes!.cardId, 1_500)).payment?.vendor).toBe("stripe");
  await harness.agreed(orderId);
});

test("a card that Square refuses is not kept; nor is one whose client there is not, or one charged in the same breath", async () => {
  const attach = (customerId: string, chargeToken: string) => codeOf(customers().createSquareCustomer({ customerId, chargeToken }));
  expect(await attach("22", "cnon:card-nonce-rejected-cvv")).toBe(ErrorCode.PAYMENT_DECLINED);
  expect(await attach("901", NONCE)).toBe(ErrorCode.CUSTOMER_NOT_FOUND);
  const { orderId } = await harness.book(2_000, { customerId: "22" });
  const asked = { orderId, amount: usd(2_000), method: "card", paymentMethodToken: NONCE, saveCard: true };
  expect(await codeOf(harness.payments().createPayment(asked))).toBe(ErrorCode.PAYMENT_METHOD_INVALID);
  expect((await customers().getSquareCustomer({ customerId: "22" })).cards).toEqual([]);
});

test("a card is deleted once, of its own client, here and at Square; while Square is not connected here alone", async () => {
  const [first, second] = [await keep("23"), await keep("23")];
  const drop = (customerId: string, cardId: string) => customers().deleteSquareCard({ customerId, cardId });
  const { card: stripes } = await cards().attachCard({ customerId: "23", chargeToken: "pm_card_visa" });
  expect(await codeOf(drop("20", first.cardId))).toBe(ErrorCode.NOT_FOUND);
  expect(await codeOf(drop("23", stripes!.cardId))).toBe(ErrorCode.NOT_FOUND);
  await drop("23", first.cardId);
  expect(await codeOf(drop("23", first.cardId))).toBe(ErrorCode.NOT_FOUND);
  const enabled = sandbox.store.list<{ enabled: boolean }>({ kinds: ["sq_card"], account: merchantId, limit: 1_000 });
  expect(enabled.filter(({ doc }) => !doc.enabled)).toHaveLength(1);
  sandbox.switches.set("square", { mode: "down" });
  expect(await codeOf(drop("23", second.cardId))).toBe(ErrorCode.PAYMENT_OUTCOME_UNKNOWN);
  sandbox.switches.set("square", { mode: "ok" });
  await harness.servers.client(SquareAccountService).disconnectSquareAccount({});
  expect(await codeOf(customers().getSquareCustomer({ customerId: "23" }))).toBe(ErrorCode.BANK_ACCOUNT_MISSING);
  expect(await codeOf(customers().createSquareCustomer({ customerId: "23" }))).toBe(ErrorCode.BANK_ACCOUNT_MISSING);
  await drop("23", second.cardId);
  expect((await cards().listCards({ customerId: "23" })).cards.map(({ vendor }) => vendor)).toEqual(["stripe"]);
});

test("a client with a card at Square is erased to the end, and a card deleted, while Square is not connected or not set up any more", async () => {
  await connectSquare(harness.servers, sandbox);
  const [kept, erased, last] = [await keep("25"), await keep("26"), await keep("27")];
  const jobOf = async (cardId: string) =>
    (await harness.servers.admin.query("select state from payment.job where kind = 'forget-card' and key = $1", [cardId])).rows;
  const forgotten = async (customerId: string, cardId: string) => {
    await harness.emit("payment", ClientErasedSchema, { erasureId: customerId, customerIds: [customerId], petIds: [] });
    await expect.poll(() => jobOf(cardId), { timeout: 10_000 }).toEqual([{ state: "done" }]);
  };
  await harness.servers.client(SquareAccountService).disconnectSquareAccount({});
  await forgotten("26", erased.cardId);
  const { LEASHLINE_SQUARE_APPLICATION_ID: id, LEASHLINE_SQUARE_APPLICATION_SECRET: secret } = process.env;
  for (const name of ["ID", "SECRET"]) delete process.env[`LEASHLINE_SQUARE_APPLICATION_${name}`];
  try {
    await forgotten("27", last.cardId);
    await cards().deleteCard({ customerId: "25", cardId: kept.cardId });
    expect((await cards().listCards({ customerId: "25" })).cards).toEqual([]);
  } finally {
    Object.assign(process.env, { LEASHLINE_SQUARE_APPLICATION_ID: id, LEASHLINE_SQUARE_APPLICATION_SECRET: secret });
  }
});

test("an account that was connected before clients were asked for has to be connected anew", async () => {
  await connectSquare(harness.servers, sandbox);
  for (const { doc } of sandbox.store.list({ kinds: ["sq_grant"], limit: 1_000 }))
    sandbox.store.put("sq_grant", { ...doc, scope: "PAYMENTS_WRITE" });
  expect(await codeOf(customers().createSquareCustomer({ customerId: "24" }))).toBe(ErrorCode.BANK_ACCOUNT_MISSING);
  await connectSquare(harness.servers, sandbox);
  expect((await customers().createSquareCustomer({ customerId: "24" })).squareCustomerId).not.toBe("");
});
