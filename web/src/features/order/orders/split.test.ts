import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { changeFor, takenNow, tellChange } from "./split.ts";

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

test("the change of a cash payment does not stand under a later card that waits or is declined", async () => {
  const said: bigint[] = [];
  const tell = (change: bigint) => void said.push(change);
  await tellChange(tell, 500n, async () => true);
  expect(said.at(-1)).toBe(500n);
  await tellChange(tell, 0n, async () => {
    expect(said.at(-1)).toBe(0n);
    return false;
  });
  expect(said.at(-1)).toBe(0n);
});
