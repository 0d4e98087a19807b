import { domainToASCII } from "node:url";
import fc from "fast-check";
import { expect, test } from "vitest";
import { domainOf, originAt } from "./custom-domain.ts";

test.each([
  ["book.pawsandco.example", "book.pawsandco.example"],
  ["pawsandco.example", "pawsandco.example"],
  ["  Book.PawsAndCo.Example  ", "book.pawsandco.example"],
  ["book.pawsandco.example.", "book.pawsandco.example"],
  ["bücher.example", "xn--bcher-kva.example"],
  ["BÜCHER.example", "xn--bcher-kva.example"],
  ["xn--bcher-kva.example", "xn--bcher-kva.example"],
  ["例え.テスト", "xn--r8jz45g.xn--zckzah"],
  ["book。paws。example", "book.paws.example"],
  ["", ""],
  ["   ", ""],
])("“%s” is the domain “%s”", (typed, domain) => {
  expect(domainOf(typed)).toEqual({ domain });
});

test.each([
  ["https://book.example.com", "a name alone"],
  ["book.example.com/paws", "a name alone"],
  ["book.example.com:8080", "a name alone"],
  ["ana@example.com", "a name alone"],
  ["*.example.com", "a name alone"],
  ["_leashline.example.com", "a name alone"],
  ["book..example.com", "a name alone"],
  [".example.com", "a name alone"],
  ["-book.example.com", "a name alone"],
  ["book-.example.com", "a name alone"],
  ["book example.com", "a name alone"],
  ["book.example.com?x", "a name alone"],
  ["book.example.com\\evil", "a name alone"],
  ["book.example.com%2eevil", "a name alone"],
  [`${"a".repeat(64)}.example`, "a name alone"],
  ["xn--\u{1f436}.example", "a name alone"],
  ["[::1]", "a name alone"],
  ["127.0.0.1", "not the number"],
  ["2130706433", "not the number"],
  ["0x7f.1", "not the number"],
  ["book", "an ending"],
  ["com", "an ending"],
  ["localhost", "an ending"],
  ["book.localhost", "nowhere"],
  ["shop.local", "nowhere"],
  ["shop.internal", "nowhere"],
  ["1.0.0.127.in-addr.arpa", "nowhere"],
  [`${"abcdefgh.".repeat(27)}example`, "at most 242"],
])("“%s” is refused: %s", (typed, why) => {
  expect(domainOf(typed).problem).toContain(why);
});

test("whatever is typed, what is taken is a plain name that reads the same again, as DNS writes it, in either case of its letters", () => {
  const part = fc.stringMatching(/^[a-zA-Z0-9éß例-]{1,12}$/);
  const typed = fc.oneof(
    fc.string(),
    fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(".")),
  );
  fc.assert(
    fc.property(typed, (text) => {
      const { domain } = domainOf(text);
      if (!domain) return;
      expect(domain).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/);
      expect(domainOf(domain)).toEqual({ domain });
      expect(domainToASCII(domain)).toBe(domain);
      if (/^[\x20-\x7e]*$/.test(text)) expect(domainOf(text.toUpperCase())).toEqual({ domain });
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ["https://app.leashline.example", "https://book.paws.example"],
  ["http://localhost:8080", "http://book.paws.example:8080"],
])("where the main address is %s, the page stands at %s", (main, origin) => {
  expect(originAt("book.paws.example", main)).toBe(origin);
});
