import { expect, test } from "vitest";
import { sitesIn, sitesProblem } from "./own-sites.ts";

test("websites are read as they are typed: a line or a comma between them, each once, without what a browser leaves out", () => {
  const typed = " paws.example/ \n\nhttps://Paws.example, https://www.paws.example\nlocalhost:4000";
  expect(sitesIn(typed)).toEqual(["https://paws.example", "https://www.paws.example", "https://localhost:4000"]);
  expect([sitesProblem(typed), sitesProblem("")]).toEqual([undefined, undefined]);
});

test.each([
  ["https://paws.example\nhttp://shop.example", "“http://shop.example” should begin with https://"],
  ["https://paws.example/book", "“https://paws.example/book” should end with the name of the website, with nothing after it"],
  ["*.paws.example", "“https://*.paws.example” should be the name of one website, without * in it"],
  [Array.from({ length: 11 }, (_, nth) => `a${nth}.example`).join("\n"), "At most 10 websites"],
])("%j is refused in words", (typed, words) => expect(sitesProblem(typed)).toBe(words));
