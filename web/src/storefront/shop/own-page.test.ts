import { expect, test } from "vitest";
import { pageAt } from "./own-page.ts";

test("a shop's own domain alone is its page, and its other addresses are what they are elsewhere", () => {
  const own = () => "café";
  expect(pageAt("/", own)).toEqual({ under: "ol", name: "café", part: "" });
  expect(pageAt("/ol/caf%C3%A9/book", own)).toEqual({ under: "ol", name: "café", part: "book" });
  expect(pageAt("/sign_in", own)).toBeUndefined();
});

test("at the main address the address alone is no page", () => {
  const none = () => undefined;
  expect([pageAt("/", none), pageAt("/ol/paws", none)?.name]).toEqual([undefined, "paws"]);
});
