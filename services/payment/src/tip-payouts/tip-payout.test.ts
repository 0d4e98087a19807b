import { randomUUID } from "node:crypto";
import { create, toBinary } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { deliverAll } from "@leashline/kit/events/consumer.ts";
import { refusalOf } from "@leashline/kit/test";
import { BusinessChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { OrderChangedSchema, OrderCompletedSchema } from "@leashline/proto/leashline/order/v1/events_pb.js";
import { OrderStatus } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { CashAdjustmentKind, CashDrawerService } from "@leashline/proto/leashline/payment/v1/cash_drawer_service_pb.js";
import { LedgerService } from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import { TipPayoutService } from "@leashline/proto/leashline/payment/v1/tip_payout_service_pb.js";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cents, type Harness, startHarness, usd } from "../../test/harness.ts";
import { isBalanced, tipsPaid } from "../ledger/ledger.ts";
import { refusePayout, refuseUndo, undoMs } from "./tip-payout.ts";
import { tipShareConsumers } from "./tip-share.events.ts";

test.each([
  ["nothing", { amount: 0n, seen: 500n, owed: 500n, inDrawer: null }, "amount"],
  ["all that is owed", { amount: 500n, seen: 500n, owed: 500n, inDrawer: null }, null],
  ["more than is owed", { amount: 501n, seen: 500n, owed: 500n, inDrawer: null }, "too_much"],
  ["after another was quicker", { amount: 500n, seen: 500n, owed: 0n, inDrawer: null }, "overtaken"],
  ["more than the drawer has", { amount: 500n, seen: 500n, owed: 500n, inDrawer: 499n }, "not_there"],
  ["all the drawer has", { amount: 500n, seen: 500n, owed: 500n, inDrawer: 500n }, null],
] as const)("paid out: %s", (_, asked, why) => expect(refusePayout(asked)).toBe(why));

test("a payout is undone once, and for ten minutes", () => {
  const createdAt = new Date(0);
  expect(refuseUndo({ undoneAt: null, createdAt }, new Date(undoMs))).toBeNull();
  expect(refuseUndo({ undoneAt: null, createdAt }, new Date(undoMs + 1))).toBe("late");
  expect(refuseUndo({ undoneAt: createdAt, createdAt }, createdAt)).toBe("undone");
});

test("what is paid out balances, from wherever it comes", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -100_000n, max: 100_000n }), fc.constantFrom("cash_drawer" as const, "bank" as const), (amount, from) => {
      const entry = tipsPaid(amount, from);
      expect(entry === null ? amount === 0n : isBalanced(entry)).toBe(true);
    }),
  );
});

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(async () => harness?.stop());

describe("tips owed to staff", () => {
  const tips = (key = "") => harness.servers.client(TipPayoutService, {}, key ? { idempotencyKey: key } : {});
  const drawers = () => harness.servers.client(CashDrawerService);
  const snapshot = (orderId: string, version: number, status = OrderStatus.COMPLETED) => ({
    orderId,
    businessId: "1",
    customerId: "20",
    total: usd(5_000),
    remain: usd(0),
    businessDate: "2026-11-20",
    version,
    status,
  });
  let orders = 700_000;
  const completed = async (shares: [staffId: string, amount: number][], orderId = String(orders++), version = 1) => {
    const tipShares = shares.map(([staffId, amount]) => ({ staffId, amount: usd(amount) }));
    const event = { order: snapshot(orderId, version), completedAt: timestampFromDate(new Date()), tipShares };
    await harness.emit("payment", OrderCompletedSchema, event);
    return orderId;
  };
  const owed = async (staffId: string) => {
    const row = (await tips().listTipsOwed({ pageSize: 200 })).rows.find((one) => one.staffId === staffId);
    return [cents(row?.earned), cents(row?.paidOut), cents(row?.owed)];
  };
  const balanceOf = async (account: string) => {
    const { balances } = await harness.servers.client(LedgerService).listAccountBalances({});
    expect(balances.reduce((sum, one) => sum + cents(one.amount), 0)).toBe(0);
    return cents(balances.find((one) => one.account === account)?.amount);
  };
  const pay = (staffId: string, amount: number, seen: number, more: object = {}) =>
    tips().payOutTips({ staffId, amount: usd(amount), owedAmount: usd(seen), ...more });

  test("what completed bills gave somebody is owed until it is paid out, in the books once, never more, and undone within ten minutes", async () => {
    await completed([
      ["31", 1_000],
      ["0", 300],
    ]);
    const changed = await completed([["31", 700]]);
    expect(await owed("31")).toEqual([1_700, 0, 1_700]);
    await completed([["31", 500]], changed, 3);
    await completed([["31", 700]], changed, 2);
    expect(await owed("31")).toEqual([1_500, 0, 1_500]);
    const before = await balanceOf("tips_payable");

    expect((await refusalOf(pay("31", 1_501, 1_500))).code).toBe(ErrorCode.PAYMENT_AMOUNT_INVALID);
    expect((await refusalOf(pay("31", 0, 1_500))).code).toBe(ErrorCode.PAYMENT_AMOUNT_INVALID);
    expect((await refusalOf(pay("31", 100, 1_400))).code).toBe(ErrorCode.STATE_CONFLICT);
    const keyed = { staffId: "31", amount: usd(1_000), owedAmount: usd(1_500) };
    const [first, again] = [await tips("pay-31").payOutTips(keyed), await tips("pay-31").payOutTips(keyed)];
    expect(again.payout?.tipPayoutId).toBe(first.payout?.tipPayoutId);
    expect(await owed("31")).toEqual([1_500, 1_000, 500]);
    expect([await balanceOf("tips_payable"), await balanceOf("bank")]).toEqual([before + 1_000, -1_000]);

    const both = await Promise.allSettled([pay("31", 200, 500), pay("31", 200, 500)]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await owed("31")).toEqual([1_500, 1_200, 300]);

    const { owed: after } = await tips().undoTipPayout({ tipPayoutId: first.payout!.tipPayoutId });
    expect(cents(after?.owed)).toBe(1_300);
    expect(await balanceOf("bank")).toBe(-200);
    const twice = tips().undoTipPayout({ tipPayoutId: first.payout!.tipPayoutId });
    expect((await refusalOf(twice)).code).toBe(ErrorCode.STATE_CONFLICT);
    const { payouts, total } = await tips().listTipPayouts({ staffId: "31" });
    expect([total, payouts.map((one) => one.undoTime !== undefined)]).toEqual([2, [false, true]]);
    await harness.servers.admin.query("update payment.tip_payout set created_at = created_at - interval '11 minutes'");
    const late = tips().undoTipPayout({ tipPayoutId: payouts[0]!.tipPayoutId });
    expect((await refusalOf(late)).code).toBe(ErrorCode.STATE_CONFLICT);

    // A bill that is opened again takes its tip back: what was paid of it is taken off the next.
    await harness.emit("payment", OrderChangedSchema, { order: snapshot(changed, 4, OrderStatus.OPEN) });
    expect(await owed("31")).toEqual([1_000, 200, 800]);
  });

  test("whoever may not have the drawer pays nothing out of it; somebody named twice in a split is owed both parts", async () => {
    await completed([
      ["35", 300],
      ["35", 200],
    ]);
    expect(await owed("35")).toEqual([500, 0, 500]);
    const bookkeeper = harness.servers.client(TipPayoutService, { permissions: [Permission.PAYROLL_REPORTS_ALL_LOCATIONS] });
    const wanted = { staffId: "35", amount: usd(100), owedAmount: usd(500) };
    expect((await refusalOf(bookkeeper.payOutTips({ ...wanted, fromDrawer: true }))).code).toBe(ErrorCode.NO_PERMISSION);
    expect((await bookkeeper.payOutTips(wanted)).payout?.fromDrawer).toBe(false);
  });

  test("a completion that comes after the bill was opened again makes nothing owed", async () => {
    const orderId = String(orders++);
    await harness.emit("payment", OrderChangedSchema, { order: snapshot(orderId, 5, OrderStatus.OPEN) });
    await completed([["36", 400]], orderId, 4);
    expect(await owed("36")).toEqual([0, 0, 0]);
  });

  test("out of the drawer: it has as much less, no more than it has goes out, and an undone payout is back in it", async () => {
    await completed([["32", 2_000]]);
    expect((await refusalOf(pay("32", 500, 2_000, { fromDrawer: true }))).code).toBe(ErrorCode.STATE_CONFLICT);
    const { drawer } = await drawers().openCashDrawer({ openingAmount: usd(1_000) });
    expect((await refusalOf(pay("32", 1_001, 2_000, { fromDrawer: true }))).code).toBe(ErrorCode.PAYMENT_AMOUNT_INVALID);
    const { payout } = await pay("32", 600, 2_000, { fromDrawer: true, note: "Friday" });
    expect(payout).toMatchObject({ fromDrawer: true, note: "Friday" });
    const inDrawer = async () => cents((await drawers().getCashDrawer({})).open?.expectedAmount);
    expect([await inDrawer(), await balanceOf("cash_drawer")]).toEqual([400, 400]);
    const { open } = await drawers().getCashDrawer({});
    expect([cents(open?.tipsPaid), cents(open?.paidOut)]).toEqual([600, 0]);
    await tips().undoTipPayout({ tipPayoutId: payout!.tipPayoutId });
    expect([await inDrawer(), await owed("32")]).toEqual([1_000, [2_000, 0, 2_000]]);
    const { payout: second } = await pay("32", 1_000, 2_000, { fromDrawer: true });
    const count = { drawerId: drawer!.drawerId, countedAmount: usd(0), note: "" };
    expect((await refusalOf(drawers().reconcileCashDrawer({ ...count, expectedAmount: usd(1_000) }))).code).toBe(ErrorCode.STATE_CONFLICT);
    await drawers().reconcileCashDrawer({ ...count, expectedAmount: usd(0) });
    const closed = tips().undoTipPayout({ tipPayoutId: second!.tipPayoutId });
    expect((await refusalOf(closed)).code).toBe(ErrorCode.STATE_CONFLICT);
    expect(await balanceOf("cash_drawer")).toBe(0);
  });

  test("tips of another location are nobody's business who does not work there", async () => {
    const elsewhere = harness.servers.client(TipPayoutService, { businessIds: ["1"] });
    const asked = { businessId: "2", staffId: "31", amount: usd(1), owedAmount: usd(1) };
    for (const call of [
      elsewhere.listTipsOwed({ businessId: "2" }),
      elsewhere.payOutTips(asked),
      elsewhere.exportTipsOwed({ businessId: "2" }),
    ])
      expect((await refusalOf(call)).code).toBe(ErrorCode.NO_PERMISSION);
  });

  test("whatever is earned, paid out and undone: earned is paid out and owed, nothing is paid above what is owed, the books sum to zero", async () => {
    const model = { earned: 0, paid: 0, open: [] as { id: string; amount: number }[] };
    const chance = (n: number, at: number) => ((Math.imul(at + 1, 2_654_435_761) >>> 0) % n) + 1;
    const start = await balanceOf("tips_payable");
    for (let at = 0; at < 30; at++) {
      const left = model.earned - model.paid;
      if (at % 3 === 0) {
        const amount = chance(900, at);
        await completed([["33", amount]]);
        model.earned += amount;
      } else if (at % 7 === 0 && model.open.length > 0) {
        const last = model.open.pop()!;
        await tips().undoTipPayout({ tipPayoutId: last.id });
        model.paid -= last.amount;
      } else {
        const amount = chance(700, at);
        if (amount > left) expect((await refusalOf(pay("33", amount, left))).code).toBe(ErrorCode.PAYMENT_AMOUNT_INVALID);
        else {
          model.open.push({ id: (await pay("33", amount, left)).payout!.tipPayoutId, amount });
          model.paid += amount;
        }
      }
      expect(await owed("33")).toEqual([model.earned, model.paid, model.earned - model.paid]);
    }
    expect((await balanceOf("tips_payable")) - start).toBe(model.paid);
    const { rows } = await harness.servers.admin.query(
      `select t.staff_id, t.earned, t.paid_out,
        coalesce((select sum(s.amount) from payment.tip_share s join payment.tip_order o using (company_id, order_id)
          where s.company_id = t.company_id and s.staff_id = t.staff_id and o.business_id = t.business_id), 0) as given,
        coalesce((select sum(p.amount) from payment.tip_payout p
          where p.company_id = t.company_id and p.staff_id = t.staff_id and p.business_id = t.business_id and p.undone_at is null), 0) as handed
      from payment.tip_sum t`,
    );
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.filter((row) => row.earned !== row.given || row.paid_out !== row.handed)).toEqual([]);
  });

  test("tips of a location are owed in its own money, whatever the caller's own location counts in", async () => {
    const canadian = { businessId: "2", timezoneName: "America/Toronto", currencyCode: "CAD", countryAlpha2Code: "CA" };
    await harness.emit("payment", BusinessChangedSchema, canadian);
    const cad = (minor: number) => ({ ...usd(minor), currencyCode: "CAD" });
    const order = { ...snapshot(String(orders++), 1), businessId: "2", total: cad(5_000), remain: cad(0) };
    const tipShares = [{ staffId: "37", amount: cad(800) }];
    await harness.emit("payment", OrderCompletedSchema, { order, completedAt: timestampFromDate(new Date()), tipShares });
    const both = harness.servers.client(TipPayoutService, { businessIds: ["1", "2"] });
    const { rows } = await both.listTipsOwed({ businessId: "2" });
    expect(rows.map(({ staffId, owed }) => [staffId, owed?.currencyCode, cents(owed)])).toEqual([["37", "CAD", 800]]);
    const wanted = { businessId: "2", staffId: "37", amount: cad(300), owedAmount: cad(800) };
    expect((await refusalOf(both.payOutTips({ ...wanted, amount: usd(300) }))).code).toBe(ErrorCode.PAYMENT_AMOUNT_INVALID);
    expect((await both.payOutTips(wanted)).owed?.owed?.currencyCode).toBe("CAD");

    const till = harness.servers.client(CashDrawerService, { businessIds: ["1", "2"] });
    const opening = { businessId: "2", openingAmount: usd(9_000) };
    expect((await refusalOf(till.openCashDrawer(opening))).code).toBe(ErrorCode.PAYMENT_AMOUNT_INVALID);
    const { drawer } = await till.openCashDrawer({ businessId: "2" });
    expect(drawer?.openingAmount?.currencyCode).toBe("CAD");
    const cash = { ...wanted, owedAmount: cad(500), fromDrawer: true };
    await till.adjustCashDrawer({ drawerId: drawer!.drawerId, kind: CashAdjustmentKind.PAY_IN, amount: cad(9_000), reason: "Change" });
    // As one that was opened by an older version.
    await harness.servers.admin.query("update payment.cash_drawer set currency = 'USD' where business_id = 2");
    expect(await refusalOf(both.payOutTips(cash))).toMatchObject({
      code: ErrorCode.STATE_CONFLICT,
      options: { fields: [{ field: "fromDrawer" }] },
    });
    await harness.servers.admin.query("update payment.cash_drawer set currency = 'CAD' where business_id = 2");
    expect((await both.payOutTips(cash)).payout?.fromDrawer).toBe(true);

    const third = harness.servers.client(TipPayoutService, { businessIds: ["1", "3"] });
    expect((await refusalOf(third.listTipsOwed({ businessId: "3" }))).code).toBe(ErrorCode.STATE_CONFLICT);
  });

  test("a bill that comes again at another location is owed there and no more where it was", async () => {
    const orderId = await completed([["38", 700]]);
    const order = { ...snapshot(orderId, 2), businessId: "4" };
    const tipShares = [{ staffId: "38", amount: usd(600) }];
    await harness.emit("payment", OrderCompletedSchema, { order, completedAt: timestampFromDate(new Date()), tipShares });
    const { rows } = await harness.servers.admin.query("select business_id, earned from payment.tip_sum where staff_id = 38 order by 1");
    expect(rows.map((row) => [String(row.business_id), Number(row.earned)])).toEqual([
      ["1", 0],
      ["4", 600],
    ]);
  });

  test("bills that tip the same people are taken in together, in whatever order they come to several replicas", async () => {
    const people = Array.from({ length: 20 }, (_, at) => String(500 + at));
    const told = (staffIds: readonly string[]) =>
      staffIds.map((staffId) => {
        const order = { ...snapshot(String(orders++), 1), tips: usd(100) };
        const event = { order, completedAt: timestampFromDate(new Date()), tipShares: [{ staffId, amount: usd(100) }] };
        const meta = { id: randomUUID(), companyId: "1", key: order.orderId, writtenAt: new Date(), actor: {} };
        return { typeName: OrderCompletedSchema.typeName, data: toBinary(OrderCompletedSchema, create(OrderCompletedSchema, event)), meta };
      });
    const take = (staffIds: readonly string[]) => deliverAll(harness.servers.runtime("payment"), tipShareConsumers, told(staffIds));
    await Promise.all(Array.from({ length: 6 }, (_, at) => take(at % 2 === 0 ? people : people.toReversed())));
    expect([await owed("500"), await owed("519")]).toEqual([
      [600, 0, 600],
      [600, 0, 600],
    ]);
  });
});
