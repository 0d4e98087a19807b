import { expect, test } from "vitest";
import { fromMinor, toMinor } from "../../../../ui/format/money.ts";
import { payWords, together, toggled } from "./together.ts";

const order = (id: string, minor: number, businessId = "1") => ({ id, businessId, remain: fromMinor(BigInt(minor), "USD") });
const written = (money: ReturnType<typeof fromMinor>) => `$${Number(toMinor(money)) / 100}`;
const orders = [order("1", 2_000), order("2", 3_500), order("3", 900, "2"), order("4", 100, "2"), order("5", 700, "3")];
const told = (leftOut: readonly string[], where = "") => together(orders, new Set(leftOut)).map((group) => payWords(group, where, written));

test("all orders of a location are ticked at first, and the button says how many for how much; one alone is not paid together", () => {
  expect(told([])).toEqual([
    { able: true, words: "Pay 2 orders at once · $55" },
    { able: true, words: "Pay 2 orders at once · $10" },
  ]);
});

test("what is left out is not in the sum; of the last one it says no more that they are paid at once", () => {
  expect(told(["1", "9"], "Main")).toEqual([
    { able: true, words: "Pay 1 order of Main · $35" },
    { able: true, words: "Pay 2 orders of Main at once · $10" },
  ]);
  expect(together(orders, new Set(["1"]))[0]?.ticked.map(({ id }) => id)).toEqual(["2"]);
});

test("with nothing ticked, or more than are taken at once, it says why not", () => {
  expect(told(["1", "2"])[0]).toEqual({ able: false, words: "Tick an order to pay" });
  expect(told(["3", "4"], "Main")[1]).toEqual({ able: false, words: "Tick an order of Main to pay" });
  const many = together(
    Array.from({ length: 53 }, (_, n) => order(String(n), 100)),
    new Set(),
  );
  expect(many.map((group) => payWords(group, "", written))).toEqual([{ able: false, words: "Untick 3: 50 orders at once at most" }]);
});

test("an order is left out and taken in again", () => {
  const out = toggled(new Set(["1"]), "2");
  expect([[...out], [...toggled(out, "1")]]).toEqual([["1", "2"], ["2"]]);
});
