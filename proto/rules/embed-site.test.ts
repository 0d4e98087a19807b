import { expect, test } from "vitest";
import { siteOf, siteProblem } from "./embed-site.ts";

test.each([
  "https://paws.example",
  "https://www.paws.example",
  "https://paws.example:8443",
  "https://xn--mller-kva.de",
  "http://localhost:4000",
  "https://localhost",
  "http://127.0.0.1:4000",
])("%s is a website of its own", (site) => expect([siteProblem(site), siteOf(site)]).toEqual([null, site]));

test.each([
  ["", "look like"],
  ["paws.example", "look like"],
  ["javascript:alert(1)", "look like"],
  ["data:text/html,x", "look like"],
  ["ftp://paws.example", "look like"],
  ["https://", "look like"],
  ["http://paws.example", "https://"],
  ["http://localhost.paws.example", "https://"],
  ["*", "look like"],
  ["https://*", "without *"],
  ["https://*.paws.example", "without *"],
  ["https://paws", "without *"],
  ["https://10.0.0.1", "without *"],
  ["https://[::1]", "without *"],
  ["https://paws.example.", "without *"],
  ["https://paws.example/", "nothing after"],
  ["https://paws.example/book", "nothing after"],
  ["https://paws.example?a", "nothing after"],
  ["https://paws.example#a", "nothing after"],
  ["https://me:secret@paws.example", "nothing after"],
  ["https://paws.example:443", "nothing after"],
  ["https://Paws.example", "nothing after"],
  ["https://paws.example https://evil.example", "look like"],
  ["https://paws.example; script-src *", "look like"],
  ["https://paws.example\n", "nothing after"],
  ["https://paws.example'", "without *"],
])("%j is none: %s", (site, words) => expect(siteProblem(site)).toContain(words));

test.each([
  [" paws.example ", "https://paws.example"],
  ["HTTPS://Paws.Example/", "https://paws.example"],
  ["www.paws.example", "https://www.paws.example"],
  ["https://müller.de", "https://xn--mller-kva.de"],
  ["localhost:4000", "https://localhost:4000"],
  ["https://paws.example:443/", "https://paws.example"],
  ["https://paws.example/book", "https://paws.example/book"],
  ["not a website", "not a website"],
  ["", ""],
])("%j is typed for %s", (typed, site) => expect(siteOf(typed)).toBe(site));
