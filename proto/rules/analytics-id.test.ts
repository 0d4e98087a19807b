import { expect, test } from "vitest";
import { analyticsIdOf, analyticsProblem } from "./analytics-id.ts";

test.each(["", "G-ABC123DEF4", "G-1234"])("%j may be saved", (id) => expect(analyticsProblem(id)).toBeNull());

test.each([
  "UA-12345-1",
  "GTM-ABC1234",
  "g-abc123def4",
  "G-",
  "G-ABC 123",
  "G-ABC123DEF4; script-src *",
  "G-ABC123DEF4&x=1",
  "G-ABC123DEF4\n",
  `G-${"A".repeat(21)}`,
])("%j is no measurement ID", (id) => expect(analyticsProblem(id)).toMatch(/like G-ABC123DEF4$/));

test("what was typed is taken as Google writes it", () => expect(analyticsIdOf(" g-abc123def4 ")).toBe("G-ABC123DEF4"));
