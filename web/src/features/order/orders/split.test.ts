import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatMoney, fromMinor } from "../../../ui/format/money.ts";
import { changeFor, takenNow, tipOf } from "./split.ts";

const usd = (minor: bigint) => fromMinor(minor, "USD");

describe("checkout sums", () => {
  test.each([
    [17_600n, 580n, 20, 3_404n],
    [17_600n, 580n, 15, 2_553n],
    [17_600n, 580n, 25, 4_255n],
    [999n, 0n, 15, 149n],
  ])("tip of %s less %s at %s percent", (subTotal, discount, percent, tip) => {
    expect(tipOf({ subTotal: usd(subTotal), discount: usd(discount) }, percent)).toBe(tip);
  });

  test("money-value-shape: a tip in dinars is counted in their thousandths, one in yen in whole yen", () => {
    const of = (minor: bigint, currency: string) => tipOf({ subTotal: fromMinor(minor, currency) }, 15);
    expect(formatMoney(fromMinor(of(12_345n, "KWD"), "KWD"))).toBe("KWD 1.851");
    expect(formatMoney(fromMinor(of(7_500n, "JPY"), "JPY"))).toBe("¥1,125");
  });

  test("never takes more than is owed, and change and part add up", () => {
    const cents = fc.bigInt({ min: 0n, max: 10n ** 9n });
    fc.assert(
      fc.property(cents, cents, (typed, owed) => {
        expect(takenNow(typed, owed)).toBeLessThanOrEqual(owed);
        if (typed > owed) expect(changeFor(typed, owed) + owed).toBe(typed);
        else expect(changeFor(typed, owed)).toBe(0n);
      }),
    );
    expect(takenNow(undefined, 5n)).toBe(5n);
  });
});
