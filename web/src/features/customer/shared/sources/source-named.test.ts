import { expect, test } from "vitest";
import { sourceNamed } from "./source-named.ts";

test("a source that is there already is found however it is written", () => {
  const sources = [{ sourceName: "Google" }, { sourceName: "A friend" }];
  expect(sourceNamed(sources, " a FRIEND ")).toBe(sources[1]);
  expect(sourceNamed(sources, "friend")).toBeUndefined();
});
