import { petCode } from "@leashline/proto/rules/pet-code.ts";
import { expect, test } from "vitest";
import { barsOf } from "./pet-code.ts";

/** Reads a code as a scanner does: dark and light in turn, wide or narrow. */
const signs = new Map([
  ["nwnnwnwnn", "*"],
  ["nnnwwnwnn", "0"],
  ["wnnwnnnnw", "1"],
  ["nnwwnnnnw", "2"],
  ["wnwwnnnnn", "3"],
  ["nnnwwnnnw", "4"],
  ["wnnwwnnnn", "5"],
  ["nnwwwnnnn", "6"],
  ["nnnwnnwnw", "7"],
  ["wnnwnnwnn", "8"],
  ["nnwwnnwnn", "9"],
  ["nnwnwnnwn", "P"],
]);
function read(code: string): string {
  const { bars, width } = barsOf(code);
  const stripes = bars.flatMap((bar, index) => [bar.width, (bars[index + 1]?.at ?? width) - bar.at - bar.width]).slice(0, -1);
  const wide = stripes.map((stripe) => (stripe > 1.5 ? "w" : "n"));
  return Array.from({ length: (wide.length + 1) / 10 }, (_, n) => signs.get(wide.slice(n * 10, n * 10 + 9).join("")) ?? "?").join("");
}

test.each(["P0123456789", petCode("42")])("a scanner reads %s from its bars", (code) => expect(read(code)).toBe(`*${code}*`));
