import { expect, test } from "vitest";
import type { Shop } from "../types.ts";
import { Refused } from "./call.ts";
import { readShop } from "./read-shop.ts";
import { after, isOld, NOT_AVAILABLE } from "./useShop.ts";

const shopOf = (businessName: string): Shop => readShop({ businessName });
const known = { shop: shopOf("Paws") };
const offline = { error: new Refused("You seem to be offline.") };
const closed = { error: new Refused("Not available", { code: String(NOT_AVAILABLE) }) };

test("a shop that is asked for again is shown as it answers", () => {
  const now = { shop: shopOf("Paws & Claws") };
  expect(after(known, now)).toBe(now);
  expect(after(offline, now)).toBe(now);
});

test("where it cannot be asked, what is known of it stays", () => {
  expect(after(known, offline)).toBe(known);
  expect(after({}, offline)).toBe(offline);
});

test("a shop that has closed is no longer shown as open", () => {
  expect(after(known, closed)).toBe(closed);
  expect(after(closed, offline)).toBe(offline);
});

test("a document that its browser kept is asked about at once, also where a clock is wrong or no time was written", () => {
  const at = 1_800_000_000_000;
  expect([at, at + 14_000, at - 14_000].map((now) => isOld({ at }, now))).toEqual([false, false, false]);
  expect([at + 16_000, at + 86_400_000, at - 3_600_000].map((now) => isOld({ at }, now))).toEqual([true, true, true]);
  expect([isOld({}, at), isOld({ at: Number(undefined) }, at)]).toEqual([true, true]);
});
