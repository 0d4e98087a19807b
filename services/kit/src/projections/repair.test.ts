import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { repairOf, walkOf } from "./repair.ts";

describe("what is put right", () => {
  type Row = { id: string; version: number; what: string };
  const row = (id: number, version: number, what = ""): Row => ({ id: String(id), version, what });
  const every = () => true;
  test.each<[string, Row[], Row[], string[], string[], string | null]>([
    ["nothing anywhere", [], [], [], [], null],
    ["the same", [row(1, 2)], [row(1, 2)], [], [], null],
    ["missing here", [], [row(1, 2)], [], ["1"], null],
    ["unknown there", [row(1, 2)], [], ["1"], [], null],
    ["an older one here", [row(1, 1, "x")], [row(1, 2, "y")], [], ["1"], null],
    ["an older one here that says the same", [row(1, 1)], [row(1, 2)], [], [], null],
    ["another text under the same version", [row(1, 2, "x")], [row(1, 2, "y")], [], ["1"], null],
    ["a version nobody gave it", [row(1, 9)], [row(1, 2)], ["1"], ["1"], null],
    ["a full page there: only up to its end", [row(9, 1)], [row(1, 1), row(2, 1), row(3, 1)], [], ["1", "2", "3"], "3"],
    ["a full page here: only up to its end", [row(1, 1), row(2, 1), row(10, 1)], [row(1, 1), row(11, 1)], ["2", "10"], [], "10"],
  ])("%s", (_, kept, told, wrong, right, last) => {
    const repair = repairOf(kept, told, 3, every);
    expect([repair.wrong.map(({ id }) => id), repair.right.map(({ id }) => id), repair.last]).toEqual([wrong, right, last]);
  });

  test("page by page, whatever is kept comes to be what is told, and a second time nothing is left to do", () => {
    const rows = fc
      .uniqueArray(
        fc.record({ id: fc.integer({ min: 1, max: 30 }), version: fc.integer({ min: 1, max: 3 }), what: fc.constantFrom("a", "b") }),
        {
          selector: ({ id }) => id,
        },
      )
      .map((list) => list.toSorted((a, b) => a.id - b.id).map(({ id, version, what }) => row(id, version, what)));
    fc.assert(
      fc.property(rows, rows, fc.integer({ min: 1, max: 6 }), (before, told, size) => {
        const kept = new Map(before.map((one) => [one.id, one]));
        const pass = (): number => {
          let done = 0;
          for (let after: string | null = "0"; after !== null; ) {
            const page = (list: Iterable<Row>) =>
              [...list]
                .filter(({ id }) => Number(id) > Number(after))
                .sort((a, b) => Number(a.id) - Number(b.id))
                .slice(0, size);
            const repair = repairOf(page(kept.values()), page(told), size, ({ what }) => what !== "b");
            for (const one of repair.wrong) kept.delete(one.id);
            for (const one of repair.right) kept.set(one.id, one);
            done += repair.wrong.length + repair.right.length;
            after = repair.last;
          }
          return done;
        };
        pass();
        const facts = (list: Iterable<Row>) => [...list].map(({ id, what }) => `${id} ${what}`).sort();
        expect(facts(kept.values())).toEqual(facts(told.filter(({ what }) => what !== "b")));
        expect(pass()).toBe(0);
      }),
    );
  });

  test("the stages follow each other, and a token of somebody else is refused", () => {
    const { placeOf, tokenAfter } = walkOf(["visits", "orders", "clients"]);
    const walk = (["visits", "orders", "clients"] as const).map((stage) => tokenAfter({ stage, after: "7" }, null));
    expect(walk).toEqual(["orders.0", "clients.0", ""]);
    expect(tokenAfter(placeOf("visits.7"), "31")).toBe("visits.31");
    expect(placeOf("")).toEqual({ stage: "visits", after: "0" });
    for (const wrong of ["visits", "visits.-1", "visits.1 or 1=1", "visits.1.2", "secrets.1", "visits.99999999999999999999"])
      expect(() => placeOf(wrong)).toThrow();
  });
});
