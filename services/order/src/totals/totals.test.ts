import { share } from "@leashline/proto/rules/share.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isAmount } from "./amount.ts";
import { balanceOf } from "./balance.ts";
import { least, most } from "./least-most.ts";
import { formatPercent, parsePercent, percentOf } from "./percent.ts";
import { type Discount, inSequence, type OrderInput, totalsOf } from "./totals.ts";

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((a, b) => a + b, 0n);
const cents = (max = 100_000n) => fc.bigInt({ min: 0n, max });
const percent = fc.bigInt({ min: 0n, max: 1_500_000n });

const line = fc.record({ unitPrice: cents(), quantity: fc.integer({ min: 1, max: 5 }), taxRate: fc.bigInt({ min: 0n, max: 300_000n }) });
const lines = fc.array(line, { maxLength: 8 }).map((all) => all.map((l, i) => ({ ...l, key: `line-${i}` })));
const discountFor = (keys: string[]) =>
  fc
    .record({
      lineKey: fc.option(fc.constantFrom(...(keys.length > 0 ? keys : ["line-0"])), { nil: undefined }),
      off: fc.oneof(
        cents(300_000n).map((amount) => ({ kind: "amount" as const, amount })),
        percent.map((p) => ({ kind: "percentage" as const, percent: p })),
      ),
    })
    .map(({ lineKey, off }) => ({ lineKey, ...off }));

const order: fc.Arbitrary<OrderInput> = lines.chain((ls) =>
  fc.record({
    lines: fc.constant(ls),
    discounts: fc
      .array(discountFor(ls.map((l) => l.key)), { maxLength: 5 })
      .map((ds) => ds.map((d, i): Discount => ({ ...d, key: `discount-${i}` }))),
    sequence: fc.constantFrom("asGiven" as const, "amountsFirst" as const, "percentagesFirst" as const),
    bestOnly: fc.boolean(),
    tips: fc.oneof(
      fc.constant({ kind: "none" as const }),
      cents().map((amount) => ({ kind: "amount" as const, amount })),
      percent.map((p) => ({ kind: "percentage" as const, percent: p })),
    ),
    heldTips: cents(),
    taxesIncluded: fc.boolean(),
  }),
);

describe("an order's totals", () => {
  test("parts sum to the whole", () => {
    fc.assert(
      fc.property(order, (input) => {
        const t = totalsOf(input);
        expect(t.subTotal).toBe(sum(t.lines.map((l) => l.totalPrice)));
        expect(t.discount).toBe(sum(t.lines.map((l) => l.discount)));
        expect(t.discount).toBe(sum(t.discounts.map((d) => d.amount)));
        expect(t.tax).toBe(sum(t.lines.map((l) => l.tax)));
        expect(t.total).toBe(t.subTotal - t.discount + t.tax - t.includedTax + t.tips);
        expect(t.includedTax).toBe(input.taxesIncluded ? t.tax : 0n);
      }),
    );
  });

  test("a price that holds its tax is not raised by it, and is its net and its tax to the cent", () => {
    fc.assert(
      fc.property(order, (given) => {
        const input = { ...given, lowerings: [], taxesIncluded: true };
        const [held, free] = [totalsOf(input), totalsOf({ ...input, lines: input.lines.map((one) => ({ ...one, taxRate: 0n })) })];
        expect([held.subTotal, held.discount, held.total]).toEqual([free.subTotal, free.discount, free.total]);
        for (const [at, { totalPrice, discount, tax }] of held.lines.entries()) {
          const [gross, rate] = [totalPrice - discount, input.lines[at]!.taxRate];
          // Tax is rounded down, so what is left, taxed again, is the price or a cent more.
          const again = gross - tax + percentOf(gross - tax, rate);
          expect(tax >= 0n && again >= gross && again <= gross + 1n).toBe(true);
        }
      }),
    );
    const bath = { key: "bath", unitPrice: 11_900n, quantity: 1, taxRate: 190_000n };
    const plain = { discounts: [], sequence: "asGiven" as const, bestOnly: false, tips: { kind: "none" as const }, heldTips: 0n };
    expect(totalsOf({ ...plain, lines: [bath], taxesIncluded: true })).toMatchObject({ tax: 1_900n, includedTax: 1_900n, total: 11_900n });
    expect(totalsOf({ ...plain, lines: [bath] })).toMatchObject({ tax: 2_261n, includedTax: 0n, total: 14_161n });
  });

  test("no line is negative and no discount exceeds what it reduces", () => {
    fc.assert(
      fc.property(order, (input) => {
        const t = totalsOf(input);
        for (const l of t.lines) {
          expect(l.discount >= 0n && l.discount <= l.totalPrice && l.tax >= 0n).toBe(true);
        }
        expect(t.discount <= t.subTotal).toBe(true);
        for (const d of t.discounts) expect(d.amount >= 0n).toBe(true);
      }),
    );
  });

  test("a discount on one line touches no other", () => {
    fc.assert(
      fc.property(order, (input) => {
        const only = input.discounts.filter((d) => d.lineKey !== undefined);
        const reached = new Set(only.map((d) => d.lineKey));
        for (const l of totalsOf({ ...input, discounts: only }).lines) {
          if (!reached.has(l.key)) expect(l.discount).toBe(0n);
        }
      }),
    );
  });

  test("discounts count in the configured sequence, each on what the earlier left", () => {
    fc.assert(
      fc.property(order, (input) => {
        const given = totalsOf({ ...input, bestOnly: false });
        const sorted = totalsOf({ ...input, bestOnly: false, sequence: "asGiven", discounts: inSequence(input.discounts, input.sequence) });
        expect(given).toEqual(sorted);
      }),
    );
    const lines = [{ key: "a", unitPrice: 10_000n, quantity: 1, taxRate: 0n }];
    const discounts: Discount[] = [
      { key: "ten", kind: "amount", amount: 1_000n },
      { key: "half", kind: "percentage", percent: 500_000n },
    ];
    const of = (sequence: OrderInput["sequence"]) =>
      totalsOf({ lines, discounts, sequence, bestOnly: false, tips: { kind: "none" }, heldTips: 0n }).discount;
    expect(of("amountsFirst")).toBe(5_500n);
    expect(of("percentagesFirst")).toBe(6_000n);
    expect(of("asGiven")).toBe(5_500n);
  });

  test("with the best only, exactly the one that saves most counts", () => {
    fc.assert(
      fc.property(order, (input) => {
        const best = totalsOf({ ...input, bestOnly: true }).discount;
        const singles = input.discounts.map((d) => totalsOf({ ...input, bestOnly: false, discounts: [d] }).discount);
        expect(best).toBe(singles.reduce(most, 0n));
      }),
    );
  });

  test("an order never has fewer tips than came in and stayed", () => {
    fc.assert(
      fc.property(order, (input) => {
        expect(totalsOf(input).tips >= input.heldTips).toBe(true);
      }),
    );
  });

  test("money-rounds-down: tax is rounded down once per line, after its discount", () => {
    const input: OrderInput = {
      lines: [
        { key: "bath", unitPrice: 4_999n, quantity: 1, taxRate: 102_500n },
        { key: "nails", unitPrice: 1_499n, quantity: 1, taxRate: 102_500n },
      ],
      discounts: [{ key: "spring", kind: "percentage", percent: 100_000n }],
      sequence: "asGiven",
      bestOnly: false,
      tips: { kind: "percentage", percent: 200_000n },
      heldTips: 0n,
    };
    // 10 % of 64.98 is 6.498, so 6.49 goes off: 4.99 and 1.50 of the two lines; 10.25 % of 45.00 and of 13.49.
    expect(totalsOf(input)).toMatchObject({ subTotal: 6_498n, discount: 649n, tax: 461n + 138n, tips: 1_169n, total: 7_617n });
  });
});

describe("what a line's own discount and a refund take", () => {
  const tenPercent = 100_000n;
  const input: OrderInput = {
    lines: [
      { key: "bath", unitPrice: 2_000n, quantity: 3, taxRate: tenPercent },
      { key: "nails", unitPrice: 1_000n, quantity: 1, taxRate: 0n },
    ],
    discounts: [{ key: "half", lineKey: "nails", kind: "percentage", percent: 500_000n }],
    sequence: "asGiven",
    bestOnly: false,
    tips: { kind: "amount", amount: 400n },
    heldTips: 0n,
  };

  test("a discount on one line is of that line's whole quantity and of nothing else", () => {
    expect(totalsOf(input)).toMatchObject({ subTotal: 7_000n, discount: 500n, refundAdjustment: 0n, tax: 600n, total: 7_500n });
    expect(totalsOf(input).lines.map((l) => [l.totalPrice, l.discount])).toEqual([
      [6_000n, 0n],
      [1_000n, 500n],
    ]);
    const onBath = totalsOf({ ...input, discounts: [{ key: "five", lineKey: "bath", kind: "amount", amount: 500n }] });
    expect(onBath.lines.map((l) => l.discount)).toEqual([500n, 0n]);
  });

  test.each([
    ["its own line, tax included", [{ amount: 1_100n, lineKey: "bath" }], [1_000n, 500n], 500n, 400n],
    ["the other lines for what its own does not hold", [{ amount: 600n, lineKey: "nails" }], [91n, 1_000n], 591n, 400n],
    ["all lines where it names none", [{ amount: 710n }], [600n, 550n], 540n, 400n],
    ["the tip last of all", [{ amount: 7_300n }], [6_000n, 1_000n], 0n, 200n],
  ])("a refund that lowers the bill takes from %s", (_, lowerings, discounts, tax, tips) => {
    const t = totalsOf({ ...input, lowerings });
    expect(t.lines.map((l) => l.discount)).toEqual(discounts);
    expect([t.tax, t.tips, t.refundAdjustment]).toEqual([tax, tips, sum(discounts) - 500n]);
    expect(t.total).toBe(7_500n - sum(lowerings.map((l) => l.amount)));
  });

  test("of equally good discounts the first counts", () => {
    const same = ["one", "two"].map((key) => ({ key, kind: "amount" as const, amount: 100n }));
    expect(totalsOf({ ...input, bestOnly: true, discounts: same }).discounts).toEqual([{ key: "one", amount: 100n }]);
  });
});

describe("sharing an amount", () => {
  test.each([
    [3n, [3n, 1n], [2n, 1n]],
    [2n, [1n, 1n, 1n], [1n, 1n, 0n]],
    [1n, [1n, 1n], [1n, 0n]],
    [5n, [0n, 0n], [0n, 0n]],
  ])("%s over %s: what is left goes to who lost most, of equal ones to the first", (amount, weights, shares) =>
    expect(share(amount, weights)).toEqual(shares),
  );

  test("shares add up exactly and none exceeds its weight", () => {
    fc.assert(
      fc.property(fc.array(cents(), { minLength: 1, maxLength: 9 }), cents(), (weights, wanted) => {
        const whole = sum(weights);
        const amount = least(wanted, whole);
        const shares = share(amount, weights);
        expect(sum(shares)).toBe(amount);
        shares.forEach((s, i) => {
          expect(s >= 0n && s <= weights[i]!).toBe(true);
        });
      }),
    );
  });
});

describe("what an order still owes", () => {
  const money = fc.record({ total: cents(), paid: cents(), back: cents(), kept: cents(), cancelled: fc.boolean() });

  test("due is total - paid + refunded, and a refund never exceeds what came in", () => {
    fc.assert(
      fc.property(money, ({ total, paid, back, kept, cancelled }) => {
        const refunded = least(back, paid);
        const b = balanceOf({ total, paid, refunded, kept, cancelled });
        expect(b.remain - b.overpaid).toBe((cancelled ? least(kept, paid - refunded) : total) - paid + refunded);
        expect(b.remain >= 0n && b.overpaid >= 0n && (b.remain === 0n || b.overpaid === 0n)).toBe(true);
        expect(b.overpaid <= paid - refunded).toBe(true);
      }),
    );
  });

  test.each([
    ["nothing came in", 5_000n, 0n, 0n, "unpaid"],
    ["a part came in", 5_000n, 2_000n, 0n, "partial"],
    ["all came in", 5_000n, 5_000n, 0n, "paid"],
    ["all went back", 5_000n, 5_000n, 5_000n, "unpaid"],
    ["nothing to pay", 0n, 0n, 0n, "paid"],
  ] as const)("what an order is called: %s", (_, total, paid, refunded, expected) => {
    expect(balanceOf({ total, paid, refunded, kept: 0n, cancelled: false }).paymentStatus).toBe(expected);
  });
});

test.each([
  ["0", true],
  ["0.5", true],
  ["999999999.99", true],
  ["1000000000", false],
  ["01", false],
  ["1.", false],
  ["1.234", false],
  [".5", false],
  ["-1", false],
])("amount-pattern: %s is %s", (text, valid) => expect(isAmount(text)).toBe(valid));

test("percents keep four decimals both ways", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 9_999_999n }), (p) => {
      expect(parsePercent(formatPercent(p))).toBe(p);
    }),
  );
  expect(parsePercent("10.25")).toBe(102_500n);
  expect(parsePercent("1e3")).toBeNull();
  expect(percentOf(1_999n, 1_000_000n)).toBe(1_999n);
});
