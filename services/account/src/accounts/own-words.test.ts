import fc from "fast-check";
import { expect, test } from "vitest";
import { isOwnWords, tradeWords, wordsOf } from "./own-words.ts";

const olive = { email: "olive.b@maple-street.example", firstName: "Olive", lastName: "Brandt" };

test("a person's words are their names and the parts of their address that are long enough", () => {
  expect(wordsOf(olive)).toEqual(["olive", "maple", "street", "brandt"]);
  expect(wordsOf({ email: "no address" })).toEqual(["address"]);
});

test.each([
  ["leashline2026", true],
  ["LeashLine!!!", true],
  ["olivebrandt", true],
  ["Olive-1984-04-01", true],
  ["maplestreet1", true],
  ["grooming12345", true],
  ["oliveolive", true],
  ["groomer and daycare", true],
  ["correct horse battery", false],
  ["olive trees in spring", false],
  ["12345678901", false],
  ["aGh7-kk2p-leashline", false],
])("%j is only such words: %s", (password, expected) => expect(isOwnWords(password, olive)).toBe(expected));

test("a password without any such word is never one, and such a word with digits always is", () => {
  const digits = fc.stringMatching(/^[0-9!.-]{0,12}$/);
  fc.assert(
    fc.property(fc.constantFrom(...tradeWords, ...wordsOf(olive)), digits, digits, (word, a, b) => isOwnWords(`${a}${word}${b}`, olive)),
  );
  fc.assert(fc.property(fc.stringMatching(/^[qxz0-9]{8,20}$/), (password) => !isOwnWords(password, olive)));
});
