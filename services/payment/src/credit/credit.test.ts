import { refusalOf } from "@leashline/kit/test";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { CreditChangeKind, CreditService } from "@leashline/proto/leashline/payment/v1/credit_service_pb.js";
import { LedgerService } from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import { PaymentStatus, RefundEffect, RefundStatus, RefundWay } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { TransactionService } from "@leashline/proto/leashline/payment/v1/transaction_service_pb.js";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { byCard, cents, deletedClients, type Harness, startHarness, usd } from "../../test/harness.ts";
import { settlement } from "./credit.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterEach(() => harness?.sandbox.switches.set("stripe", { mode: "ok", latencyMs: 0 }));
afterAll(async () => harness?.stop());

const { ORIGINAL, STORE_CREDIT, CASH } = RefundWay;
const credit = (key = "") => harness.servers.client(CreditService, {}, key ? { idempotencyKey: key } : {});
const balanceOf = async (customerId: string) => cents((await credit().getCredit({ customerId })).balance);
const give = (customerId: string, amount: number) => credit().giveCredit({ customerId, amount: usd(amount), reason: "Late groomer" });
const spend = (orderId: string, amount: number, key = "") =>
  harness.payments(key).createPayment({ orderId, amount: usd(amount), storeCredit: true });
const historyOf = async (customerId: string) => (await credit().listCreditChanges({ customerId, pageSize: 200 })).changes;
const differences = async () => (await harness.servers.client(LedgerService).runSweep({ skipProvider: true })).differences;
async function accounts(): Promise<Record<string, number>> {
  const { balances } = await harness.servers.client(LedgerService).listAccountBalances({});
  return Object.fromEntries(balances.map(({ account, amount }) => [account, cents(amount)]));
}

describe("by hand", () => {
  test("credit is given and taken back with a reason, in the ledger too, and never below zero", async () => {
    const before = await accounts();
    await give("101", 2_000);
    const { change, balance } = await credit().takeCreditBack({ customerId: "101", amount: usd(500), reason: "Given twice" });
    expect([change?.kind, cents(change?.amount), cents(change?.balance), cents(balance), change?.reason]).toEqual([
      CreditChangeKind.TAKEN_BACK,
      -500,
      1_500,
      1_500,
      "Given twice",
    ]);
    const after = await accounts();
    expect([after.client_credit! - (before.client_credit ?? 0), after.credit_given! - (before.credit_given ?? 0)]).toEqual([-1_500, 1_500]);
    const tooMuch = await refusalOf(credit().takeCreditBack({ customerId: "101", amount: usd(1_501), reason: "No" }));
    expect([tooMuch.code, tooMuch.message]).toEqual([
      ErrorCode.PAYMENT_AMOUNT_INVALID,
      "Only 15.00 USD of store credit is left. Please look at it again.",
    ]);
    for (const amount of [0, -5]) {
      const refusal = await refusalOf(credit().giveCredit({ customerId: "101", amount: usd(amount), reason: "No" }));
      expect(refusal.code).toBe(ErrorCode.PAYMENT_AMOUNT_INVALID);
    }
    expect(await balanceOf("101")).toBe(1_500);
  });

  test("a mistake is undone once, unless it is spent by then; what a bill did is not undone here", async () => {
    const { change } = await give("102", 1_000);
    const changeId = change!.changeId;
    const { orderId } = await harness.book(300, { customerId: "102" });
    await spend(orderId, 300);
    expect((await refusalOf(credit().undoCreditChange({ changeId }))).code).toBe(ErrorCode.PAYMENT_AMOUNT_INVALID);
    await give("102", 300);
    const { balance } = await credit().undoCreditChange({ changeId });
    expect(cents(balance)).toBe(0);
    const history = await historyOf("102");
    expect(history.map(({ kind, undone, balance: left }) => [kind, undone, cents(left)])).toEqual([
      [CreditChangeKind.UNDO, false, 0],
      [CreditChangeKind.GIVEN, false, 1_000],
      [CreditChangeKind.SPENT, false, 700],
      [CreditChangeKind.GIVEN, true, 1_000],
    ]);
    for (const { changeId: id } of [history[0]!, history[2]!, history[3]!])
      expect((await refusalOf(credit().undoCreditChange({ changeId: id }))).code).toBe(ErrorCode.STATE_CONFLICT);
  });

  test("the same gift asked twice is given once, its history pages, and giving needs its permission", async () => {
    const asked = { customerId: "103", amount: usd(100), reason: "Thanks" };
    const once = credit("gift-103");
    const [a, b] = await Promise.all([once.giveCredit(asked), once.giveCredit(asked)]);
    expect(b.change?.changeId).toBe(a.change?.changeId);
    for (const n of [1, 2, 3]) await give("103", n);
    const first = await credit().listCreditChanges({ customerId: "103", pageSize: 3 });
    const rest = await credit().listCreditChanges({ customerId: "103", pageSize: 3, pageToken: first.nextPageToken });
    expect([first.total, ...[...first.changes, ...rest.changes].map(({ balance }) => cents(balance))]).toEqual([4, 106, 103, 101, 100]);
    const clerk = harness.servers.client(CreditService, { permissions: [Permission.TAKE_PAYMENT] });
    expect((await refusalOf(clerk.giveCredit(asked))).code).toBe(ErrorCode.NO_PERMISSION);
  });

  test("none is given to a client who is not there, who became another gets theirs, and what a deleted one has can be taken back", async () => {
    expect((await refusalOf(give("950", 100))).code).toBe(ErrorCode.CUSTOMER_NOT_FOUND);
    const before = await balanceOf("20");
    await give("920", 100);
    expect([await balanceOf("20"), await balanceOf("920")]).toEqual([before + 100, before + 100]);
    await give("104", 300);
    deletedClients.add("104");
    expect((await refusalOf(give("104", 100))).code).toBe(ErrorCode.CUSTOMER_NOT_FOUND);
    await credit().takeCreditBack({ customerId: "104", amount: usd(300), reason: "Left" });
    expect([await balanceOf("104"), (await historyOf("104")).length]).toEqual([0, 2]);
  });

  test("a change is undone only by who works at the location in whose books it stands", async () => {
    const { change } = await give("105", 100);
    const elsewhere = harness.servers.client(CreditService, { businessId: "2", businessIds: ["2"] });
    const refusal = await refusalOf(elsewhere.undoCreditChange({ changeId: change!.changeId }));
    expect([refusal.code, await balanceOf("105")]).toEqual([ErrorCode.NO_PERMISSION, 100]);
  });
});

describe("a bill", () => {
  test("is paid with credit, in part or whole, and what is refunded of that is credit again", async () => {
    await give("111", 5_000);
    const { orderId } = await harness.book(3_000, { customerId: "111" });
    const { payment } = await spend(orderId, 1_000);
    expect([payment?.method, payment?.status, cents(payment?.amount)]).toEqual(["store credit", PaymentStatus.COMPLETED, 1_000]);
    await spend(orderId, 2_000);
    await harness.agreed(orderId);
    expect([cents((await harness.order(orderId)).remain), await balanceOf("111")]).toEqual([0, 2_000]);
    const { refund } = await harness
      .payments()
      .refundPayment({ paymentId: payment!.id, amount: usd(400), effect: RefundEffect.STILL_OWED });
    expect([refund?.method, refund?.status, await balanceOf("111")]).toEqual(["store credit", RefundStatus.CREATED, 2_400]);
    await harness.agreed(orderId);
    expect((await historyOf("111"))[0]).toMatchObject({ kind: CreditChangeKind.RETURNED, refundId: refund!.id, orderId });
    expect(await differences()).toEqual([]);
  });

  test("takes no more credit than there is, and nobody's where it is nobody's bill", async () => {
    await give("112", 999);
    const { orderId } = await harness.book(3_000, { customerId: "112" });
    const refusal = await refusalOf(spend(orderId, 1_000));
    expect([refusal.code, refusal.message]).toEqual([
      ErrorCode.PAYMENT_AMOUNT_INVALID,
      "Only 9.99 USD of store credit is left. Please look at it again.",
    ]);
    const takenOn = { year: 2020, month: 1, day: 1 };
    const early = await refusalOf(harness.payments().createPayment({ orderId, amount: usd(1), storeCredit: true, takenOn }));
    expect(early.code).toBe(ErrorCode.PAYMENT_DATA_INVALID);
    const both = await refusalOf(harness.payments().createPayment({ orderId, amount: usd(1), storeCredit: true, method: "cash" }));
    expect(both.code).toBe(ErrorCode.PAYMENT_METHOD_INVALID);
    expect([await balanceOf("112"), (await harness.payments().listPayments({ orderId })).payments]).toEqual([999, []]);
  });

  test("the same payment asked twice spends once, and two tills cannot spend the same credit", async () => {
    await give("113", 1_000);
    const [one, two] = await Promise.all([1, 2].map(() => harness.book(1_000, { customerId: "113" })));
    const same = await Promise.all([1, 2].map(() => spend(one!.orderId, 400, `once-${one!.orderId}`)));
    expect(same[1]!.payment?.id).toBe(same[0]!.payment?.id);
    const both = await Promise.allSettled([spend(one!.orderId, 600), spend(two!.orderId, 600)]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await balanceOf("113")).toBe(0);
  });

  test("several bills are paid with credit at one time, all or none", async () => {
    await give("114", 1_500);
    const orders = await Promise.all([1, 2].map(() => harness.book(1_000, { customerId: "114" })));
    const orderIds = orders.map(({ orderId }) => orderId);
    const pay = harness.servers.client(TransactionService);
    const refusal = await refusalOf(pay.combinedPayOrders({ orderIds, storeCredit: true }));
    expect([refusal.code, await balanceOf("114")]).toEqual([ErrorCode.PAYMENT_AMOUNT_INVALID, 1_500]);
    const { payments } = await pay.combinedPayOrders({ orderIds, storeCredit: true, amount: usd(1_500) });
    expect([payments.map(({ amount }) => cents(amount)), await balanceOf("114")]).toEqual([[1_000, 500], 0]);
  });
});

describe("a refund", () => {
  test("goes back half to the card and half as credit, to the coin, and the credit pays the next bill", async () => {
    const { orderId } = await harness.book(5_001, { customerId: "121" });
    const { payment } = await harness.payments().createPayment(byCard(orderId, 5_001));
    const parts = [
      { way: STORE_CREDIT, amount: usd(2_501) },
      { way: ORIGINAL, amount: usd(2_000) },
      { way: CASH, amount: usd(500) },
    ];
    const { refunds, payment: after } = await harness.payments().refundPayment({ paymentId: payment!.id, amount: usd(5_001), parts });
    expect(refunds.map((one) => [one.way, one.method, cents(one.amount), one.status])).toEqual([
      [STORE_CREDIT, "store credit", 2_501, RefundStatus.CREATED],
      [ORIGINAL, "card", 2_000, RefundStatus.CREATED],
      [CASH, "cash", 500, RefundStatus.CREATED],
    ]);
    expect([cents(after?.refunded), cents(after?.refundable)]).toEqual([5_001, 0]);
    expect((await harness.stripe.refunds.list({ payment_intent: payment!.intentId })).data.map((one) => one.amount)).toEqual([2_000]);
    await harness.agreed(orderId);
    expect([cents((await harness.order(orderId)).refunded), await balanceOf("121")]).toEqual([5_001, 2_501]);
    const next = await harness.book(2_501, { customerId: "121" });
    await spend(next.orderId, 2_501);
    await harness.agreed(next.orderId);
    expect([cents((await harness.order(next.orderId)).remain), await balanceOf("121")]).toEqual([0, 0]);
    expect((await harness.servers.client(LedgerService).runSweep({})).differences.filter((one) => one.orderId === orderId)).toEqual([]);
    const sumsOf = async (method: string) => {
      const { totals } = await harness.servers.client(TransactionService).listTransactions({ customerId: "121", filter: { method } });
      return [cents(totals?.taken), cents(totals?.refunded), cents(totals?.net) + cents(totals?.processingFee)];
    };
    expect([await sumsOf("card"), await sumsOf("cash"), await sumsOf("store credit"), await sumsOf("")]).toEqual([
      [5_001, 2_000, 3_001],
      [0, 500, -500],
      [2_501, 2_501, 0],
      [5_001, 2_500, 2_501],
    ]);
  });

  test("that the card provider refuses gives nothing back at all, also not as credit", async () => {
    const { orderId } = await harness.book(3_000, { customerId: "122" });
    const { payment } = await harness.payments().createPayment(byCard(orderId, 3_000));
    await harness.stripe.refunds.create({ payment_intent: payment!.intentId });
    const parts = [
      { way: STORE_CREDIT, amount: usd(1_000) },
      { way: ORIGINAL, amount: usd(1_000) },
    ];
    const refusal = await refusalOf(harness.payments().refundPayment({ paymentId: payment!.id, parts }));
    expect([refusal.code, await balanceOf("122")]).toEqual([ErrorCode.REFUND_FAILED, 0]);
    const { payment: now } = await harness.payments().getPayment({ paymentId: payment!.id });
    expect([cents(now?.refundable), now?.refunds.map(({ status }) => status)]).toEqual([3_000, [RefundStatus.FAILED, RefundStatus.FAILED]]);
  });

  test("whose answer got lost gives the credit once the provider has told", async () => {
    const { orderId } = await harness.book(3_000, { customerId: "123" });
    const { payment } = await harness.payments().createPayment(byCard(orderId, 3_000));
    harness.sandbox.switches.set("stripe", { mode: "lost", remaining: 2 });
    const parts = [
      { way: ORIGINAL, amount: usd(1_000) },
      { way: STORE_CREDIT, amount: usd(700) },
    ];
    const { refunds } = await harness.payments().refundPayment({ paymentId: payment!.id, parts });
    harness.sandbox.switches.set("stripe", { mode: "ok" });
    if (refunds[1]?.status === RefundStatus.PROCESSING) {
      expect(await balanceOf("123")).toBe(0);
      await harness.makeDue();
    }
    const { payment: now } = await harness.payments().getPayment({ paymentId: payment!.id });
    expect([cents(now?.refunded), cents(now?.refundable), await balanceOf("123")]).toEqual([1_700, 1_300, 700]);
  });

  test("is refused in parts that are not the whole, twice one way, more than came in, or as credit of nobody", async () => {
    const { orderId } = await harness.book(2_000, { customerId: "124" });
    const { payment } = await harness.payments().createPayment({ orderId, amount: usd(2_000), method: "cash" });
    const paymentId = payment!.id;
    const half = { way: STORE_CREDIT, amount: usd(1_000) };
    const wrong = [
      { amount: usd(2_000), parts: [half, { way: ORIGINAL, amount: usd(999) }] },
      { parts: [half, half] },
      { parts: [half, { way: ORIGINAL, amount: usd(1_001) }] },
      { parts: [half, { way: ORIGINAL, amount: usd(0) }] },
      { parts: [{ way: STORE_CREDIT, amount: { currencyCode: "JPY", units: 10n } }] },
    ];
    for (const asked of wrong) {
      const refusal = await refusalOf(harness.payments().refundPayment({ paymentId, ...asked }));
      expect(refusal.code).toBe(ErrorCode.PAYMENT_REFUND_AMOUNT_INVALID);
    }
    expect(await balanceOf("124")).toBe(0);
    const nobodys = await harness.book(500, { customerId: "0" });
    const { payment: cash } = await harness.payments().createPayment({ orderId: nobodys.orderId, amount: usd(500), method: "cash" });
    const refusal = await refusalOf(harness.payments().refundPayment({ paymentId: cash!.id, parts: [{ ...half, amount: usd(500) }] }));
    expect(refusal.code).toBe(ErrorCode.PAYMENT_DATA_INVALID);
  });

  test("as credit is refused for a client who was deleted, by whichever call", async () => {
    const { orderId } = await harness.book(2_000, { customerId: "126" });
    const { payment } = await harness.payments().createPayment({ orderId, amount: usd(2_000), method: "cash" });
    deletedClients.add("126");
    const parts = [{ way: STORE_CREDIT, amount: usd(500) }];
    for (const call of [
      () => harness.payments().refundPayment({ paymentId: payment!.id, parts }),
      () => harness.payments().refundOrder({ orderId, way: STORE_CREDIT }),
    ])
      expect((await refusalOf(call())).code).toBe(ErrorCode.CUSTOMER_NOT_FOUND);
    expect((await harness.payments().refundPayment({ paymentId: payment!.id })).refund?.method).toBe("cash");
  });

  test("of a whole order goes to credit in one act", async () => {
    const { orderId } = await harness.book(2_000, { customerId: "125" });
    await harness.payments().createPayment({ orderId, amount: usd(500), method: "cash" });
    await harness.payments().createPayment(byCard(orderId, 1_500));
    const { refunds } = await harness.payments().refundOrder({ orderId, way: STORE_CREDIT });
    await harness.agreed(orderId);
    expect([refunds.map(({ method }) => method), await balanceOf("125")]).toEqual([["store credit", "store credit"], 2_000]);
    expect(await differences()).toEqual([]);
  });
});

test.each([
  ["nobody owes", 500n, 0n, null],
  ["the first has spent the other's", -300n, 500n, { from: "2", to: "1", amount: 300n }],
  ["the other has spent the first's", 500n, -500n, { from: "1", to: "2", amount: 500n }],
])("two clients who are two again settle what %s", (_, first, second, expected) =>
  expect(
    settlement([
      { customerId: "1", balance: first },
      { customerId: "2", balance: second },
    ]),
  ).toEqual(expected),
);
