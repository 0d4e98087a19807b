import fc from "fast-check";
import { expect, test } from "vitest";
import { type InLine, inTurn } from "./order.ts";

const entry = fc.record({ entryId: fc.bigInt(1n, 10n ** 15n).map(String), turns: fc.nat(4), asksForIt: fc.boolean() });
const line = fc.uniqueArray(entry, { selector: ({ entryId }) => entryId, maxLength: 30 });
const ids = (some: readonly InLine[]) => some.map(({ entryId }) => entryId);

test("the order is everybody once, and the same in whatever order they are found", () => {
  fc.assert(
    fc.property(line, fc.func(fc.integer()), (some, mixed) => {
      const turned = inTurn(some);
      expect([...ids(turned)].sort()).toEqual([...ids(some)].sort());
      const shuffled = [...some].sort((a, b) => mixed(a.entryId) - mixed(b.entryId));
      expect(ids(inTurn(shuffled))).toEqual(ids(turned));
    }),
  );
});

test("nobody comes before somebody who had fewer offers, nor before somebody alike who waits longer", () => {
  fc.assert(
    fc.property(line, (some) => {
      const turned = inTurn(some);
      for (const [at, later] of turned.entries())
        for (const sooner of turned.slice(0, at)) {
          expect(sooner.turns).toBeLessThanOrEqual(later.turns);
          if (sooner.turns === later.turns && sooner.asksForIt === later.asksForIt)
            expect(BigInt(sooner.entryId)).toBeLessThan(BigInt(later.entryId));
        }
    }),
  );
});

test("over any run of times that came free, nobody whom all of them suit has two offers more than anybody else, and the first in line is not starved", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 0, max: 60 }),
      fc.array(fc.boolean(), { maxLength: 60 }),
      (people, times, asks) => {
        const waiting = Array.from({ length: people }, (_, n) => ({ entryId: String(n + 1), turns: 0, asksForIt: asks[n] ?? false }));
        for (let n = 0; n < times; n++) {
          const first = inTurn(waiting)[0];
          if (first) first.turns += 1;
        }
        const had = waiting.map(({ turns }) => turns);
        expect(Math.max(...had) - Math.min(...had)).toBeLessThanOrEqual(1);
      },
    ),
  );
});
