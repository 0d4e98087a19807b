import fc from "fast-check";
import { expect, test } from "vitest";
import { type Borne, convenienceFee, feeTerms, feeWith, inBillLeft, partsOfBack } from "./convenience-fee.ts";

const termsOf = (percentage: string, fixed: bigint, step = "1") => feeTerms({ name: "Fees", percentage, fixed, step })!;

test.each([
  [10_000n, "2.9", 30n, "1", 320n],
  [9_999n, "2.9", 30n, "1", 319n],
  [3_000n, "2.6", 10n, "1", 88n],
  [0n, "2.9", 30n, "1", 0n],
  [12_345n, "2.9", 30n, "100", 300n],
  [5n, "2.9", 0n, "1", 0n],
])("on %d at %s percent and %d, in steps of %s, the client pays %d", (amount, percentage, fixed, step, fee) =>
  expect(convenienceFee(amount, termsOf(percentage, fixed, step))).toBe(fee),
);

test("terms that ask for nothing are none", () => {
  expect(feeTerms({ name: "Fees", percentage: "0", fixed: 0n, step: "1" })).toBeNull();
  expect(feeTerms({ name: "Fees", percentage: "", fixed: 0n, step: "" })).toBeNull();
});

const paid = fc.record({ amount: fc.bigInt({ min: 1n, max: 1_000_000n }), fee: fc.bigInt({ min: 0n, max: 50_000n }) });

test("however a payment goes back in parts, some of which fail, the fee's parts never exceed it and with the last of the amount its last goes", () => {
  const parts = fc.array(fc.record({ percent: fc.bigInt({ min: 1n, max: 100n }), fails: fc.boolean() }), { maxLength: 8 });
  fc.assert(
    fc.property(paid, parts, ({ amount, fee }, asked) => {
      let [amountBack, feeBack] = [0n, 0n];
      for (const { percent, fails } of [...asked, { percent: 100n, fails: false }]) {
        const back = percent === 100n ? amount - amountBack : ((amount - amountBack) * percent) / 100n;
        const with_ = feeWith(back, { amount, amountBack, fee, feeBack });
        expect(with_ >= 0n && feeBack + with_ <= fee).toBe(true);
        if (fails) continue;
        [amountBack, feeBack] = [amountBack + back, feeBack + with_];
      }
      expect([amountBack, feeBack]).toEqual([amount, fee]);
    }),
  );
});

test("what went back at the provider falls into amount and fee to the cent, and never into more than is left of either", () => {
  fc.assert(
    fc.property(paid, fc.bigInt({ min: 1n, max: 100n }), fc.bigInt({ min: 1n, max: 100n }), ({ amount, fee }, before, percent) => {
      const amountBack = (amount * (before - 1n)) / 100n;
      const feeBack = feeWith(amountBack, { amount, amountBack: 0n, fee, feeBack: 0n });
      const payment = { amount, amountBack, fee, feeBack };
      const left = amount - amountBack + fee - feeBack;
      const total = percent === 100n ? left : (left * percent) / 100n;
      const parts = partsOfBack(total, payment);
      expect(parts.back + parts.fee).toBe(total);
      expect(parts.back <= amount - amountBack && parts.fee <= fee - feeBack && parts.back >= 0n && parts.fee >= 0n).toBe(true);
      if (total === left) expect(parts).toEqual({ back: amount - amountBack, fee: fee - feeBack });
    }),
  );
});

test("exactly what is left of the amount, given back at the provider, is the amount and no fee", () => {
  const payment = { amount: 10_000n, amountBack: 0n, fee: 320n, feeBack: 0n };
  expect(partsOfBack(10_000n, payment)).toEqual({ back: 10_000n, fee: 0n });
  expect(partsOfBack(7_000n, { ...payment, amountBack: 3_000n, feeBack: 96n })).toEqual({ back: 7_000n, fee: 0n });
});

test("however many cards pay a bill, its fee lines come off what they cost together once, to the cent", () => {
  const terms = termsOf("2.9", 0n);
  const parts = fc.array(fc.bigInt({ min: 1n, max: 20_000n }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(parts, fc.bigInt({ min: 0n, max: 2_000n }), (amounts, inBill) => {
      const total = amounts.reduce((sum, one) => sum + one, 0n);
      const payments: Borne[] = [];
      for (const amount of amounts)
        payments.push({ amount, back: 0n, fee: convenienceFee(amount, terms, inBillLeft({ inBill, payments }, terms)), name: "Fees" });
      const fees = payments.reduce((sum, one) => sum + one.fee, 0n);
      const off = fees - convenienceFee(total, terms, inBill);
      expect(off <= BigInt(amounts.length) && off >= -BigInt(amounts.length)).toBe(true);
    }),
  );
});

test("what went back, what bore no fee of the client's, and what bore all of it used up nothing of the bill's fee lines", () => {
  const terms = termsOf("2.9", 30n);
  const payment = { amount: 10_000n, back: 0n, fee: 0n, name: "Fees" };
  const left = (one: Partial<Borne>) => inBillLeft({ inBill: 200n, payments: [{ ...payment, ...one }] }, terms);
  expect([left({}), left({ back: 10_000n }), left({ name: "" }), left({ fee: 320n })]).toEqual([0n, 200n, 200n, 200n]);
  expect([left({ amount: 3_000n }), left({ amount: 6_000n, back: 3_000n })]).toEqual([87n, 101n]);
});
