import { ErrorCode } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { CardService } from "@leashline/proto/leashline/payment/v1/card_pb.js";
import { CashAdjustmentKind, type CashDrawer, CashDrawerService } from "@leashline/proto/leashline/payment/v1/cash_drawer_service_pb.js";
import { LedgerService } from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import { PaymentStatus } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { TransactionChannel, TransactionService } from "@leashline/proto/leashline/payment/v1/transaction_service_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { byCard, cents, type Harness, startHarness, usd } from "../test/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(async () => harness?.stop());

const drawers = () => harness.servers.client(CashDrawerService);
const { PAY_IN, PAY_OUT } = CashAdjustmentKind;
const money = (drawer: CashDrawer | undefined) => [
  ...[drawer?.openingAmount, drawer?.cashTaken, drawer?.cashRefunded, drawer?.paidIn, drawer?.paidOut, drawer?.expectedAmount].map(cents),
];
const opened = async () => (await drawers().getCashDrawer({})).open;
const cash = async (amount: number) => {
  const { orderId } = await harness.book(amount);
  return (await harness.payments().createPayment({ orderId, amount: usd(amount), method: "cash" })).payment!;
};

describe("a day of the cash drawer", () => {
  test("the ledger's cash drawer is what is in the drawer, nothing is put in out of a safe that is empty, and what is undone is as if it had not been", async () => {
    const { balances: before } = await harness.servers.client(LedgerService).listAccountBalances({});
    expect(before).toEqual([]);
    const ledger = async () => {
      const { balances } = await harness.servers.client(LedgerService).listAccountBalances({});
      const at = (name: string) => cents(balances.find(({ account }) => account === name)?.amount);
      return [at("cash_drawer"), at("cash_outside"), at("cash_safe"), at("owner_cash")];
    };
    await cash(5_000);
    expect(await ledger()).toEqual([0, 5_000, 0, 0]);
    const { drawer } = await drawers().openCashDrawer({ openingAmount: usd(10_000) });
    const drawerId = drawer!.drawerId;
    expect([cents((await opened())?.expectedAmount), await ledger()]).toEqual([10_000, [10_000, 0, 0, -5_000]]);
    await cash(700);
    const { adjustment: out } = await drawers().adjustCashDrawer({ drawerId, kind: PAY_OUT, amount: usd(200), reason: "Safe" });
    const { adjustment: into } = await drawers().adjustCashDrawer({ drawerId, kind: PAY_IN, amount: usd(300), reason: "Change" });
    expect(await ledger()).toEqual([10_800, 0, 0, -5_100]);
    await drawers().undoCashAdjustment({ adjustmentId: out!.adjustmentId });
    expect(await ledger()).toEqual([11_000, 0, -200, -5_100]);
    await drawers().undoCashAdjustment({ adjustmentId: into!.adjustmentId });
    expect([cents((await opened())?.expectedAmount), await ledger()]).toEqual([10_700, [10_700, 0, 0, -5_000]]);
    await drawers().reconcileCashDrawer({ drawerId, countedAmount: usd(10_700), expectedAmount: usd(10_700) });
    expect(await ledger()).toEqual([0, 0, 10_700, -5_000]);
  });

  test("cash taken, given back, put in and taken out is what the ledger says is in it; counted, it is empty again", async () => {
    await cash(700);
    expect((await opened())?.drawerId).toBeUndefined();
    const { drawer } = await drawers().openCashDrawer({ openingAmount: usd(10_000), note: "Till 1" });
    const drawerId = drawer!.drawerId;
    const payment = await cash(2_500);
    await cash(1_200);
    await harness.payments().refundPayment({ paymentId: payment.id, amount: usd(500) });
    const { orderId } = await harness.book(900);
    await harness.payments().createPayment(byCard(orderId, 900));
    await drawers().adjustCashDrawer({ drawerId, kind: PAY_IN, amount: usd(300), reason: "Change from the bank" });
    const wrong = await drawers().adjustCashDrawer({ drawerId, kind: PAY_OUT, amount: usd(4_000), reason: "Food" });
    await drawers().undoCashAdjustment({ adjustmentId: wrong.adjustment!.adjustmentId });
    await drawers().adjustCashDrawer({ drawerId, kind: PAY_OUT, amount: usd(400), reason: "Food" });
    expect(money(await opened())).toEqual([10_000, 3_700, 500, 300, 400, 13_100]);
    const done = await drawers().reconcileCashDrawer({
      drawerId,
      countedAmount: usd(13_000),
      expectedAmount: usd(13_100),
      note: "A dollar off",
    });
    expect([...money(done.drawer), cents(done.drawer?.countedAmount), cents(done.drawer?.difference)]).toEqual([
      ...[10_000, 3_700, 500, 300, 400, 13_100],
      ...[13_000, -100],
    ]);
    const { entries } = await harness.servers.client(LedgerService).listLedgerEntries({ pageSize: 200 });
    const postings = entries.filter((entry) => entry.drawerId === drawerId).flatMap((entry) => entry.postings);
    const sum = (account: string) => postings.reduce((n, p) => (p.account === account ? n + cents(p.amount) : n), 0);
    expect([sum("cash_drawer"), sum("cash_over_short"), sum("cash_safe") + sum("cash_outside")]).toEqual([0, 100, 3_100]);
    const shown = await drawers().getCashDrawer({});
    expect([shown.open, shown.last?.drawerId]).toEqual([undefined, drawerId]);
    expect((await drawers().listCashDrawers({})).drawers.map((one) => one.drawerId)).toContain(drawerId);
    const { csv } = await drawers().exportCashDrawers({
      startDate: { year: 2026, month: 1, day: 1 },
      endDate: { year: 2026, month: 12, day: 31 },
    });
    expect(csv.split("\n").filter((row) => row.startsWith(`${drawerId},`) && row.includes("-1.00"))).toHaveLength(1);
    expect(csv.split(/\r?\n/)[0], "a column that came later is the last").toMatch(/,Note,Tips paid out$/);
    const { adjustments } = await drawers().listCashAdjustments({ drawerId });
    expect(adjustments.map((one) => [one.kind, cents(one.amount), one.undone])).toEqual([
      [PAY_OUT, -400, false],
      [CashAdjustmentKind.UNDO, 4_000, false],
      [PAY_OUT, -4_000, true],
      [PAY_IN, 300, false],
    ]);
    for (const one of [payment.orderId, orderId]) await harness.agreed(one);
    expect((await harness.servers.client(LedgerService).runSweep({})).differences).toEqual([]);
  });

  test("two people at once: one opens it, an entry is undone once, and a count that cash came in during is refused", async () => {
    const openings = await Promise.allSettled([1, 2].map(() => drawers().openCashDrawer({ openingAmount: usd(1_000) })));
    expect(openings.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const here = (await opened())!;
    const { adjustment } = await drawers().adjustCashDrawer({ drawerId: here.drawerId, kind: PAY_IN, amount: usd(50), reason: "Coins" });
    const undoing = { adjustmentId: adjustment!.adjustmentId };
    const undone = await Promise.allSettled([1, 2].map(() => drawers().undoCashAdjustment(undoing)));
    expect(undone.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await cash(800);
    const count = { drawerId: here.drawerId, countedAmount: usd(1_000), expectedAmount: usd(1_000) };
    const late = await refusalOf(drawers().reconcileCashDrawer(count));
    expect([late.code, late.options.fields?.[0]?.field]).toEqual([ErrorCode.STATE_CONFLICT, "expectedAmount"]);
    const tooMuch = drawers().adjustCashDrawer({ drawerId: here.drawerId, kind: PAY_OUT, amount: usd(1_801), reason: "Safe" });
    expect((await refusalOf(tooMuch)).code).toBe(ErrorCode.PAYMENT_AMOUNT_INVALID);
    const now = { ...count, countedAmount: usd(1_800), expectedAmount: usd(1_800) };
    const ends = await Promise.allSettled([1, 2].map(() => drawers().reconcileCashDrawer(now)));
    expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const afterwards = drawers().adjustCashDrawer({ drawerId: here.drawerId, kind: PAY_IN, amount: usd(1), reason: "Late" });
    expect((await refusalOf(afterwards)).code).toBe(ErrorCode.STATE_CONFLICT);
  });

  test("another location's drawer does not exist for whoever does not work there", async () => {
    const { drawer } = await drawers().openCashDrawer({ openingAmount: usd(100) });
    const elsewhere = harness.servers.client(CashDrawerService, { businessId: "2", businessIds: ["2"] });
    const foreign = elsewhere.adjustCashDrawer({ drawerId: drawer!.drawerId, kind: PAY_IN, amount: usd(1), reason: "No" });
    expect((await refusalOf(foreign)).code).toBe(ErrorCode.NOT_FOUND);
    await drawers().reconcileCashDrawer({ drawerId: drawer!.drawerId, countedAmount: usd(100), expectedAmount: usd(100) });
  });
});

describe("transactions", () => {
  const transactions = () => harness.servers.client(TransactionService);
  const attached = async () =>
    (await harness.servers.client(CardService).attachCard({ customerId: "20", chargeToken: "pm_card_visa" })).card!;

  test("transaction-channels: those of the card provider, of the second one, and all", async () => {
    const { orderId } = await harness.book(6_000);
    await harness.payments().createPayment(byCard(orderId, 4_000));
    await harness.payments().createPayment({ orderId, amount: usd(1_500), tips: usd(0), method: "cash", staffId: "77" });
    await harness
      .payments()
      .createPayment(byCard(orderId, 500, "pm_card_chargeDeclined"))
      .catch(() => undefined);
    const of = async (channel: TransactionChannel) =>
      (await transactions().listTransactions({ filter: { channel }, pageSize: 200 })).transactions.filter(
        (one) => one.orderIds[0] === orderId,
      );
    const shown = (some: Awaited<ReturnType<typeof of>>) => some.map((one) => [one.method, cents(one.amount), one.status, one.channel]);
    const declined = ["card", 500, PaymentStatus.FAILED, TransactionChannel.CARD_PROVIDER];
    const byCards = ["card", 4_000, PaymentStatus.COMPLETED, TransactionChannel.CARD_PROVIDER];
    const inCash = ["cash", 1_500, PaymentStatus.COMPLETED, TransactionChannel.UNSPECIFIED];
    expect(shown(await of(TransactionChannel.ALL))).toEqual([declined, inCash, byCards]);
    expect(shown(await of(TransactionChannel.CARD_PROVIDER))).toEqual([declined, byCards]);
    expect(await of(TransactionChannel.SECOND_CARD_PROVIDER)).toEqual([]);
    const { transactions: hers, totals, total } = await transactions().listTransactions({ filter: { staffId: "77" } });
    expect([hers.length, total, cents(totals?.taken), cents(totals?.net)]).toEqual([1, 1, 1_500, 1_500]);
    const { transactionView } = await transactions().getTransaction({ transactionId: hers[0]!.id });
    expect(transactionView).toEqual(hers[0]);
    const { payments } = await transactions().listTransactionPayments({ transactionId: hers[0]!.id });
    expect(payments.map((payment) => [payment.id, cents(payment.amount)])).toEqual([[hers[0]!.id, 1_500]]);
  });

  test("pages go on after their token both ways; a day after the last shows nothing, and nothing is not exported", async () => {
    const ids = async (order: string) => {
      const all: string[] = [];
      for (let pageToken = ""; ; ) {
        const page = await transactions().listTransactions({ filter: { order }, pageSize: 3, pageToken });
        all.push(...page.transactions.map(({ id }) => id));
        if (!page.nextPageToken) return { all, total: page.total };
        pageToken = page.nextPageToken;
      }
    };
    const [newest, oldest] = [await ids("desc"), await ids("asc")];
    expect(newest.all).toHaveLength(newest.total);
    expect(oldest.all).toEqual(newest.all.toReversed());
    const startDate = { year: 2090, month: 1, day: 1 };
    expect((await transactions().listTransactions({ filter: { startDate } })).total).toBe(0);
    expect((await refusalOf(transactions().readTransactionFile({ filter: { startDate } }))).code).toBe(ErrorCode.PARAMS_INVALID);
    const { csv } = await transactions().readTransactionFile({ filter: { staffId: "77" } });
    expect(csv).toMatch(/,Robin Vale,\d+,cash,successful,USD,15\.00,0\.00,0\.00,0\.00,0\.00,15\.00\r\n$/);
  });

  test("what is looked for: a client, a card, a check, an invoice or an amount; of what was paid together, one is enough", async () => {
    const [one, other] = [await harness.book(8_117), await harness.book(2_204)];
    const { transactionView: together } = await transactions().combinedPayOrders({
      ...{ orderIds: [one.orderId, other.orderId], method: "check", checkNumber: "AB-77" },
    });
    const { orderId } = await harness.book(3_901);
    const { payment } = await harness.payments().createPayment(byCard(orderId, 3_901));
    const numberOf = async (id: string) => (await harness.servers.client(OrderService).getOrder({ orderId: id })).order?.number;
    const found = async (keyword: string) => {
      const { transactions: rows, total } = await transactions().listTransactions({ filter: { keyword }, pageSize: 200 });
      expect(total).toBe(rows.length);
      return rows.map(({ id }) => id);
    };
    expect(await found("ab-77")).toEqual([together?.id]);
    expect(await found("$81.17")).toEqual([together?.id]);
    expect(await found("22.04")).toEqual([together?.id]);
    expect(await found("39.01")).toEqual([payment?.id]);
    expect(await found(`INV-${await numberOf(other.orderId)}`)).toEqual([together?.id]);
    expect(await found("4242")).toContain(payment?.id);
    expect(await found("4242")).not.toContain(together?.id);
    expect(await found("vale")).toEqual(expect.arrayContaining([payment?.id, together?.id]));
    expect([await found("Robyn"), await found("no such thing"), await found("0.01")]).toEqual([[], [], []]);
    const { totals } = await transactions().listTransactions({ filter: { keyword: "AB-77" } });
    expect(cents(totals?.taken)).toBe(10_321);
  });

  test.each([
    ["1999-12-31", ""],
    ["2000-01-01", "2000-01-01"],
  ])("export-dates-before-2000: of %s the file shows %j", async (day, shown) => {
    const { orderId } = await harness.book(700);
    await harness.agreed(orderId);
    const { payment } = await harness.payments().createPayment({ orderId, amount: usd(700), method: "cash" });
    await harness.servers.admin.query("update payment.payment set business_date = $2 where payment_id = $1", [payment?.id, day]);
    const on = { year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)), day: Number(day.slice(8)) };
    const { csv } = await transactions().readTransactionFile({ filter: { startDate: on, endDate: on } });
    expect(csv.split("\r\n")[1]).toMatch(new RegExp(`^${payment?.id},${shown},`));
  });

  test("a transaction of another company or location is not there", async () => {
    const [one] = (await transactions().listTransactions({ pageSize: 1 })).transactions;
    for (const caller of [{ companyId: "2" }, { businessId: "2", businessIds: ["2"] }]) {
      const other = harness.servers.client(TransactionService, caller);
      expect((await refusalOf(other.getTransaction({ transactionId: one!.id }))).code).toBe(ErrorCode.PAYMENT_NOT_FOUND);
    }
  });

  test("several orders paid at once: the oldest first, each with its own payment, all one transaction; a repeated call takes nothing more", async () => {
    const some = [await harness.book(1_000), await harness.book(2_000), await harness.book(500)];
    const orderIds = some.map(({ orderId }) => orderId);
    const paid = { orderIds: orderIds.toReversed(), amount: usd(2_400), method: "cash" };
    const keyed = harness.servers.client(TransactionService, {}, { idempotencyKey: `combined-${orderIds[0]}` });
    const first = await keyed.combinedPayOrders(paid);
    expect(first.payments.map((one) => [one.orderId, cents(one.amount)])).toEqual([
      [orderIds[0], 1_000],
      [orderIds[1], 1_400],
    ]);
    expect([cents(first.transactionView?.amount), first.transactionView?.orderIds]).toEqual([2_400, orderIds.slice(0, 2)]);
    expect((await keyed.combinedPayOrders(paid)).payments.map(({ id }) => id)).toEqual(first.payments.map(({ id }) => id));
    const second = await transactions().getTransaction({ transactionId: first.payments[1]!.id });
    expect(second.transactionView?.id).toBe(first.transactionView?.id);
    const byCardNow = { orderIds, method: "card", cardId: (await attached()).cardId };
    const rest = await transactions().combinedPayOrders(byCardNow);
    expect(rest.payments.map((one) => [one.orderId, cents(one.amount), one.status])).toEqual([
      [orderIds[1], 600, PaymentStatus.COMPLETED],
      [orderIds[2], 500, PaymentStatus.COMPLETED],
    ]);
    expect((await refusalOf(transactions().payOrder({ orderId: orderIds[0]!, method: "cash" }))).code).toBe(ErrorCode.STATE_CONFLICT);
    const { orderId } = await harness.book(700, { customerId: "21" });
    const [theirs] = [await harness.book(900)];
    const mixed = transactions().combinedPayOrders({ orderIds: [orderId, theirs.orderId], method: "cash" });
    expect((await refusalOf(mixed)).code).toBe(ErrorCode.PAYMENT_DATA_INVALID);
    const { payments } = await transactions().payOrder({ orderId: theirs.orderId, method: "check", checkNumber: "1007" });
    expect(payments.map((one) => [cents(one.amount), one.checkNumber])).toEqual([[900, "1007"]]);
    const tooMuch = transactions().combinedPayOrders({ orderIds: [orderId], amount: usd(701), method: "cash" });
    expect((await refusalOf(tooMuch)).code).toBe(ErrorCode.PAYMENT_AMOUNT_INVALID);
    for (const id of [...orderIds, orderId, theirs.orderId]) await harness.agreed(id);
    expect((await harness.servers.client(LedgerService).runSweep({})).differences).toEqual([]);
  });
});
