import { create } from "@bufbuild/protobuf";
import { fromMoney } from "@leashline/kit";
import { OrderSnapshotSchema } from "@leashline/proto/leashline/order/v1/events_pb.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { newOrder } from "./new-order.ts";
import { toOrder, toSnapshot } from "./order.mapper.ts";
import { type Order, type OrderLine, recalculated, suggestTipsOn, withRefund } from "./order.ts";

const lineOf = (unitPrice: bigint, i: number): OrderLine => ({
  ...({ kind: 1, detailId: "0", serviceId: "1", serviceChargeId: "0", productId: "0", name: "Bath", careType: "GROOMING" } as const),
  ...{
    staffId: "7",
    staffName: "Ana Ruiz",
    staffSet: false,
    staffShares: "",
    petId: "10",
    petName: "Miso",
    quantity: 1,
    taxId: "3",
    taxName: "Sales tax",
  },
  ...{ totalPrice: 0n, discount: 0n, tax: 0n, taxRate: "10.25", canTip: true },
  orderLineItemId: String(i + 1),
  unitPrice,
});

const facts = {
  ...{
    businessId: "1",
    customerId: "20",
    customerName: "Robin Vale",
    appointmentId: null,
    type: 1,
    currency: "USD",
    businessDate: "2026-11-20",
  },
  setting: { discountSequence: "asGiven", bestOnly: false, splitMethod: "byRevenue", taxesIncluded: false },
} as const;

const cents = (max = 20_000n) => fc.bigInt({ min: 1n, max });
const at = new Date(0);

// An order of up to four taxed lines, with a tip asked for, paid in up to three payments that may bring tips of their own.
const paidOrder: fc.Arbitrary<Order> = fc
  .record({
    prices: fc.array(cents(), { minLength: 1, maxLength: 4 }),
    asked: fc.bigInt({ min: 0n, max: 3_000n }),
    taxesIncluded: fc.boolean(),
    payments: fc.array(fc.record({ amount: cents(30_000n), tipPart: fc.integer({ min: 0, max: 4 }) }), { minLength: 1, maxLength: 3 }),
  })
  .map(({ prices, asked, payments, taxesIncluded }) =>
    recalculated({
      ...newOrder({ ...facts, setting: { ...facts.setting, taxesIncluded } }),
      lines: prices.map(lineOf),
      tipsType: "amount",
      tipsAmount: asked,
      payments: payments.map(({ amount, tipPart }, i) => ({
        ...{ paymentId: String(i + 1), amount, tips: (amount * BigInt(tipPart)) / 8n },
        ...{ method: "cash", cardBrand: "", cardLast4: "", recordedAt: at, convenienceFee: 0n, convenienceFeeName: "" },
      })),
    }),
  );

const parts = fc.array(fc.record({ percent: fc.bigInt({ min: 1n, max: 100n }), ofLine: fc.boolean() }), { minLength: 1, maxLength: 4 });

test("however often money goes back as a kindness, no more is owed than before and the sums hold", () => {
  fc.assert(
    fc.property(paidOrder, parts, (order, refunds) => {
      let now = order;
      for (const [i, { percent, ofLine }] of refunds.entries()) {
        const held = now.paid - now.refunded;
        const amount = (held * percent) / 100n;
        if (amount === 0n) continue;
        const told = { refundId: String(i), paymentId: "1", amount, method: "cash", reason: "", recordedAt: at, convenienceFee: 0n };
        const next = recalculated(withRefund(now, { ...told, orderLineItemId: ofLine ? "1" : "0", lowersBill: true }).order);
        expect(next.remain).toBe(now.remain);
        expect(next.total).toBe(next.subTotal - next.discount + next.tax - next.includedTax + next.tips);
        expect(next.discount - next.refundAdjustment).toBe(order.discount);
        if (!order.taxesIncluded) expect(next.tax + next.refundTax).toBe(order.tax);
        expect(next.tips + next.refundTips).toBe(order.tips);
        expect([next.tippable, suggestTipsOn(next)]).toEqual([order.tippable, order.tippable - next.refundAdjustment]);
        for (const line of next.lines) expect(line.discount >= 0n && line.discount <= line.totalPrice && line.tax >= 0n).toBe(true);
        now = next;
      }
      // Taken back at the provider, the money is there again and so is the bill.
      expect(recalculated({ ...now, refunds: [] })).toEqual(order);
    }),
  );
});

test("what was paid too much goes back first and lowers nothing; tax goes with what the bill is lowered by, the tip goes last", () => {
  const byCash = { method: "cash", cardBrand: "", cardLast4: "", recordedAt: at, convenienceFee: 0n, convenienceFeeName: "" };
  const paid = { paymentId: "1", amount: 12_500n, tips: 0n, ...byCash };
  const order = recalculated({
    ...newOrder(facts),
    lines: [lineOf(10_000n, 0)],
    tipsType: "amount",
    tipsAmount: 1_000n,
    payments: [paid],
  });
  expect([order.total, order.overpaid]).toEqual([12_025n, 475n]);
  const back = (amount: bigint) => {
    const refund = {
      refundId: "1",
      paymentId: "1",
      amount,
      method: "cash",
      reason: "",
      recordedAt: at,
      orderLineItemId: "0",
      convenienceFee: 0n,
    };
    return recalculated(withRefund(order, { ...refund, lowersBill: true }).order);
  };
  expect(back(475n)).toMatchObject({ total: 12_025n, refundAdjustment: 0n, overpaid: 0n });
  expect(back(475n + 2_205n)).toMatchObject({ refundAdjustment: 2_000n, tax: 820n, tips: 1_000n, remain: 0n });
  expect(back(12_000n)).toMatchObject({ discount: 10_000n, tax: 0n, tips: 500n, total: 500n, remain: 0n });
  expect(back(12_000n)).toMatchObject({ refundTax: order.tax, refundTips: 500n });
});

test("tips are suggested on what of the lines that take them is left after a refund; one in percent stays what it was", () => {
  const byCash = { method: "cash", cardBrand: "", cardLast4: "", recordedAt: at, convenienceFee: 0n, convenienceFeeName: "" };
  const order = recalculated({
    ...newOrder(facts),
    lines: [lineOf(10_000n, 0), { ...lineOf(4_000n, 1), canTip: false }],
    tipsType: "percentage",
    tipsRate: "20",
    payments: [{ paymentId: "1", amount: 17_435n, tips: 0n, ...byCash }],
  });
  const refund = { refundId: "1", paymentId: "1", method: "cash", reason: "", recordedAt: at, convenienceFee: 0n, lowersBill: true };
  const after = (amount: bigint, orderLineItemId: string) =>
    toOrder(recalculated(withRefund(order, { ...refund, amount, orderLineItemId }).order));
  const [ofBath, ofOther] = [after(2_205n, "1"), after(2_205n, "2")];
  const told = [ofBath, ofOther].map(({ suggestTipsOn, tippable, tips }) =>
    [suggestTipsOn, tippable, tips].map((one) => fromMoney(one).minor),
  );
  expect(told).toEqual([
    [8_000n, 10_000n, 2_000n],
    [10_000n, 10_000n, 2_000n],
  ]);
});

test.each([true, false])(
  "events say of each line what refunds took off it, apart from its discount, prices holding their tax or not: %s",
  (taxesIncluded) => {
    const byCash = { method: "cash", cardBrand: "", cardLast4: "", recordedAt: at, convenienceFee: 0n, convenienceFeeName: "" };
    const lines = [{ ...lineOf(10_000n, 0), staffShares: "" }, lineOf(4_000n, 1)];
    const discounts = [
      { discountId: "1", type: "amount", amount: 1_400n, percentage: "", orderLineItemId: "0", reason: "", discountAmount: 0n },
    ] as const;
    const made = recalculated({
      ...newOrder({ ...facts, setting: { ...facts.setting, taxesIncluded } }),
      ...{ lines, discounts: [...discounts] },
      payments: [{ paymentId: "1", amount: 100_000n, tips: 0n, ...byCash }],
    });
    const refund = { refundId: "1", paymentId: "1", method: "cash", reason: "", recordedAt: at, convenienceFee: 0n };
    const amount = made.overpaid + 3_000n;
    const told = toSnapshot(recalculated(withRefund(made, { ...refund, amount, orderLineItemId: "2", lowersBill: true }).order));
    const of = (n: number) => told.lines?.[n];
    const minor = (money: Parameters<typeof fromMoney>[0]) => fromMoney(money).minor;
    expect([0, 1].map((n) => minor(of(n)?.discount as never) - minor(of(n)?.refundAdjustment as never))).toEqual([1_000n, 400n]);
    expect(minor(of(0)?.refundAdjustment as never)).toBe(0n);
    expect(minor(of(1)?.refundAdjustment as never)).toBeGreaterThan(2_500n);
  },
);

test.each([true, false])("events say how a line is taxed, and whether prices hold that tax: %s", (taxesIncluded) => {
  const lines = [lineOf(10_000n, 0), { ...lineOf(500n, 1), taxId: "0", taxRate: "0" }];
  const told = toSnapshot({ ...newOrder({ ...facts, setting: { ...facts.setting, taxesIncluded } }), lines });
  expect([told.taxesIncluded, told.lines?.map(({ taxRate }) => taxRate)]).toEqual([taxesIncluded, ["10.25", ""]]);
});

test("what reports count for each of several people is their part of the bill, to the cent", () => {
  const ratios = fc.constantFrom(["60", "40"], ["50", "50"], ["33.33", "33.33", "33.34"]);
  fc.assert(
    fc.property(cents(), fc.bigInt({ min: 0n, max: 100n }), ratios, (price, off, each) => {
      const staffShares = JSON.stringify(each.map((ratio, i) => ({ staffId: String(i), staffName: "", ratio })));
      const discount = (price * off) / 100n;
      const order = { ...newOrder(facts), lines: [{ ...lineOf(price, 0), staffShares, totalPrice: price, discount, tax: 7n }] };
      const told = create(OrderSnapshotSchema, toSnapshot(order)).lines[0]!.staffShares;
      const discounts = told.map((one) => fromMoney(one.discount).minor);
      expect(told.map(({ totalPrice }, i) => fromMoney(totalPrice).minor - discounts[i]!)).toEqual(
        toOrder(order).items[0]!.staffShares.map(({ amount }) => fromMoney(amount).minor),
      );
      expect(discounts.reduce((a, b) => a + b, 0n)).toBe(discount);
    }),
  );
});
