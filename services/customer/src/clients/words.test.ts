import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { kinds, termsOf, tokensOf, words } from "./words.ts";

const dana = {
  firstName: "Dana",
  lastName: "O’Neill-Sørensen",
  email: "dana.o@Mail.example",
  phoneNumber: "+12065550142",
  phoneKey: "2065550142",
  ownerUnknown: false,
  inactive: false,
};
const of = (kind: number, petNames: string[] = []): string[] =>
  tokensOf({ ...dana, petNames })
    .filter((t) => t.kind === kind)
    .map((t) => t.token);

describe("what a client is found by", () => {
  test("names without case, accents and apostrophes, each word by itself", () => {
    expect(of(kinds.name)).toEqual(["dana", "oneill", "sorensen"]);
    expect(of(kinds.pet, ["Pangur Bán", "Lil’ Bean", "Bán"])).toEqual(["pangur", "ban", "lil", "bean"]);
  });

  test("any three digits of the number in a row, with or without its country code", () => {
    for (const part of ["206", "0142", "5550", "12065"]) expect(of(kinds.phone).some((t) => t.startsWith(part))).toBe(true);
    expect(of(kinds.phone).every((t) => t.length >= 3)).toBe(true);
  });

  test("the address, its parts and its host", () => {
    expect(of(kinds.email)).toEqual(["dana.o@mail.example", "dana", "o", "mail.example"]);
  });

  test.each([
    ["luc", ["luc"]],
    ["  Jo  SMITH ", ["smith", "jo"]],
    ["(206) 555-01", ["20655501"]],
    ["dana.o@ma", ["dana.o@ma"]],
    ["12", ["12"]],
    ["!!", []],
  ])("%s is asked for as %j", (typed, terms) => expect(termsOf(typed)).toEqual(terms));

  test("every beginning of every word finds its client", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }), fc.nat(), (name, cutAt) => {
        const [word] = words(name);
        if (!word) return;
        const letters = [...word];
        const begin = letters.slice(0, 1 + (cutAt % letters.length)).join("");
        const [term] = termsOf(begin);
        if (!term) return;
        const tokens = tokensOf({ ...dana, firstName: name, petNames: [] }).map((t) => t.token);
        expect(tokens.some((t) => t.startsWith(term))).toBe(true);
      }),
    );
  });
});
