import { describe, expect, test } from "vitest";
import { formatMoney, fromMinor } from "../../../ui/format/money.ts";
import { askFor, isChosen, offersFor, tipOf, usualOffer } from "./tips.ts";

const usd = (minor: bigint) => fromMinor(minor, "USD");
const bill = (minor: bigint, before = minor) => ({ tippable: usd(before), suggestTipsOn: usd(minor) });

describe("a percentage of the bill", () => {
  test.each([
    [17_020n, "20", 3_404n],
    [17_020n, "15", 2_553n],
    [17_020n, "25", 4_255n],
    [999n, "15", 149n],
    [10_000n, "17.5", 1_750n],
  ])("tip of %s at %s percent", (minor, percent, tip) => {
    expect(tipOf(bill(minor), percent)).toBe(tip);
  });

  test("money-value-shape: a tip in dinars is counted in their thousandths, one in yen in whole yen", () => {
    const of = (minor: bigint, currency: string) => tipOf({ suggestTipsOn: fromMinor(minor, currency) }, "15");
    expect(formatMoney(fromMinor(of(12_345n, "KWD"), "KWD"))).toBe("KWD 1.851");
    expect(formatMoney(fromMinor(of(7_500n, "JPY"), "JPY"))).toBe("¥1,125");
  });
});

const smart = {
  enable: true,
  threshold: usd(5_000n),
  lower: { type: "amount", low: "2", medium: "4.50", high: "6" },
  upper: { type: "percentage", low: "10", medium: "12.5", high: "18" },
};
const sums = (minor: bigint, setting: typeof smart | undefined) => offersFor(bill(minor), setting, "USD").map((one) => one.minor);

test("tips offered: 15, 20 and 25 percent until a business says otherwise", () => {
  expect(sums(10_000n, undefined)).toEqual([1_500n, 2_000n, 2_500n]);
  expect(sums(10_000n, { ...smart, enable: false })).toEqual([1_500n, 2_000n, 2_500n]);
});

test("smart tips: the lower three below the threshold, the upper three from it on", () => {
  expect(sums(4_999n, smart)).toEqual([200n, 450n, 600n]);
  expect(sums(5_000n, smart)).toEqual([500n, 625n, 900n]);
});

const usual = { enable: true, percentage: 30, amount: usd(1_500n), byAmount: false };

test.each([
  ["switched off", { ...usual, enable: false }, undefined],
  ["30 percent of 100", usual, 3_000n],
  ["rounded down from the order's amount", { ...usual, percentage: 33 }, 3_300n],
  ["amount 15", { ...usual, byAmount: true }, 1_500n],
  ["one of the offers already", { ...usual, percentage: 20 }, undefined],
])("preferred-tip-amount: %s", (_, tip, minor) => {
  const order = bill(10_000n);
  expect(usualOffer(order, tip, offersFor(order, undefined, "USD"))?.minor).toBe(minor);
});

test("after a refund tips are suggested on what the client still pays for, and asked for as amounts; of nothing there is none", () => {
  const order = bill(4_999n, 10_000n);
  const offers = offersFor(order, undefined, "USD");
  expect(offers.map(({ label, minor }) => [label, minor])).toEqual([
    ["15%", 749n],
    ["20%", 999n],
    ["25%", 1_249n],
  ]);
  expect(offers[1] && askFor(offers[1], "USD")).toEqual({ tipsType: "amount", tips: usd(999n) });
  expect(sums(4_999n, smart)).toEqual(offersFor(order, smart, "USD").map((one) => one.minor));
  expect(usualOffer(order, usual, offers)).toMatchObject({ label: "Usual 30%", type: "amount", minor: 1_499n });
  expect(offersFor(bill(0n, 10_000n), undefined, "USD")).toEqual([]);
});

test("a server of before that says nothing of refunds is asked as it was", () => {
  expect(offersFor({ tippable: usd(10_000n) }, undefined, "USD")).toEqual(offersFor(bill(10_000n), undefined, "USD"));
});

test("the bill shows which tip it carries", () => {
  const [low, medium] = offersFor(bill(10_000n), undefined, "USD");
  const carried = { tipsType: "percentage", tipsRate: "20", tips: usd(2_000n) };
  expect([low, medium].map((one) => one && isChosen(carried, one))).toEqual([false, true]);
});
