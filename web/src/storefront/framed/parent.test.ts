import { expect, test } from "vitest";
import { siteAround } from "./parent.ts";

const named = ["https://paws.example", "http://localhost:4000"];

test.each([
  ["https://paws.example/", "https://paws.example"],
  ["https://paws.example/grooming?a=1", "https://paws.example"],
  ["http://localhost:4000/", "http://localhost:4000"],
  ["https://paws.example.evil.test/", undefined],
  ["https://evil.test/https://paws.example", undefined],
  ["http://paws.example/", undefined],
  ["https://paws.example:8443/", undefined],
  ["", undefined],
  ["about:blank", undefined],
])("a page that was come to from %j tells %s", (referrer, site) => expect(siteAround(referrer, named)).toBe(site));
