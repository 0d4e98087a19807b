import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { eventually } from "../../test/index.ts";
import { restAfter, thenRest } from "./rest-after.ts";

const never = new AbortController().signal;
const tookMs = async (run: () => Promise<unknown>): Promise<number> => {
  const since = performance.now();
  await run();
  return performance.now() - since;
};
const keepFromRunning = (ms: number): void => {
  for (const since = performance.now(); performance.now() - since < ms; );
};

test("work rests as long as it took beyond what it takes where there is time, and a second at most", () => {
  const rests = [0, 20, 100, 150, 400, 1_100, 30_000].map(restAfter);
  expect(rests).toEqual([0, 0, 0, 50, 300, 1_000, 1_000]);
});

test("work that waits for somebody else does not rest, however long it waits", async () => {
  // On a machine that is busy just now it may: then once more.
  await eventually(async () => expect(await tookMs(() => thenRest(() => pause(400), never))).toBeLessThan(500), { withinMs: 20_000 });
});

test("work whose process is kept from running rests for about as long, also when it fails, and not when work is to end", async () => {
  const blocked = async () => {
    await pause(5);
    keepFromRunning(300);
  };
  const failing = async () => {
    await blocked();
    throw new Error("in vain");
  };
  expect(await tookMs(() => thenRest(blocked, never))).toBeGreaterThan(550);
  expect(await tookMs(() => expect(thenRest(failing, never)).rejects.toThrow("in vain"))).toBeGreaterThan(550);
  const over = new AbortController();
  const long = async () => {
    keepFromRunning(900);
    setTimeout(() => over.abort(), 20);
  };
  expect(await tookMs(() => thenRest(long, over.signal))).toBeLessThan(1_500);
});
