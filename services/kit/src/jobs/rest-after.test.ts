import { expect, test } from "vitest";
import { restAfter } from "./rest-after.ts";

test("work rests as long as it took beyond what it takes where there is time, and a second at most", () => {
  const rests = [0, 20, 100, 150, 400, 1_100, 30_000].map(restAfter);
  expect(rests).toEqual([0, 0, 0, 50, 300, 1_000, 1_000]);
});
