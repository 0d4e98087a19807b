import { expect, test } from "vitest";
import { sitesAround } from "./parent.ts";

const named = ["https://paws.example", "http://localhost:4000"];

test.each([
  ["https://paws.example/", ["https://paws.example"]],
  ["https://paws.example/grooming?a=1", ["https://paws.example"]],
  ["http://localhost:4000/", ["http://localhost:4000"]],
  ["https://paws.example.evil.test/", named],
  ["https://evil.test/https://paws.example", named],
  ["http://paws.example/", named],
  ["https://paws.example:8443/", named],
  ["", named],
  ["about:blank", named],
])("a page that was come to from %j tells %j, and nobody else", (referrer, sites) => expect(sitesAround(referrer, named)).toEqual(sites));

test("the page of a shop that named no website tells nobody", () => expect(sitesAround("https://evil.test/", [])).toEqual([]));
