import { expect, test } from "vitest";
import { sealNumbers, unsealNumbers } from "./sealed-numbers.ts";

const key = "a key of at least thirty-two letters";
const numbers = [0n, 1n, 127n, 128n, 300n, 2n ** 62n];
const token = sealNumbers(key, "link", numbers);

test("what was sealed comes back, in few letters", () => {
  expect(unsealNumbers(key, "link", token)).toEqual(numbers);
  expect(sealNumbers(key, "link", [1n, 3n, 40_000n, 90_000n, 500_000n])).toHaveLength(36);
});

test("another key, another purpose and any changed letter give nothing", () => {
  expect(unsealNumbers(`${key}!`, "link", token)).toBeNull();
  expect(unsealNumbers(key, "other", token)).toBeNull();
  for (let at = 0; at < token.length; at++) {
    const letter = token[at] === "A" ? "B" : "A";
    expect(unsealNumbers(key, "link", `${token.slice(0, at)}${letter}${token.slice(at + 1)}`), `letter ${at}`).toBeNull();
  }
});

test.each(["", "A", "a b", "%00", "x".repeat(5_000), `${token}=`, token.slice(0, 20), "AAAAAAAAAAAAAAAAAAAAAA"])(
  "nothing: %s",
  (spoilt) => {
    expect(unsealNumbers(key, "link", spoilt)).toBeNull();
  },
);
