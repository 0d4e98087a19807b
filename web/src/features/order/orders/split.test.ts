import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { changeFor, takenNow } from "./split.ts";

describe("checkout sums", () => {
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
