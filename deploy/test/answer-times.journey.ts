import { loadContract } from "@leashline/proto/descriptors/contract.ts";
import { Tier } from "@leashline/proto/leashline/options/v1/access_pb.js";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { tellsByTime, toldApart } from "./access/answer-times.ts";
import { type Company, openCompany, type World } from "./access/company.ts";
import { order } from "./access/walk.ts";
import { type App, unlimitedApp } from "./app.ts";

let app: Omit<App, "stop">;
let world: World;
let mine: Company;
let theirs: Company;

beforeAll(async () => {
  app = await unlimitedApp();
  world = { url: app.url, contract: loadContract(), turn: 0 };
  [mine, theirs] = [await openCompany(world, "dawnmark"), await openCompany(world, "embermark")];
});

test("an id of another company is answered in the time of one that does not exist, by every read", { timeout: 300_000 }, async () => {
  const reads = world.contract.methods
    .filter((method) => method.read && method.tier !== Tier.INTERNAL && method.tier !== Tier.ANONYMOUS)
    .sort((a, b) => order(a) - order(b));
  expect(reads.length).toBeGreaterThan(100);
  const found: string[] = [];
  // Two at once: each compares what it asks for by turns, so what the other does meanwhile falls on both sides.
  const left = reads.values();
  const compareAll = async () => {
    for (const method of left) found.push(...(await tellsByTime(world, method, mine, theirs)));
  };
  await Promise.all([compareAll(), compareAll()]);
  expect(found).toEqual([]);
});

test("times that differ are told apart through noise, equal ones are not", async () => {
  await fc.assert(
    fc.asyncProperty(fc.noBias(fc.infiniteStream(fc.integer({ min: 1, max: 1_000_000 }))), async (draws) => {
      const noisy = (least: number) => async () => least - Math.log(Number(draws.next().value) / 1_000_000);
      expect(await toldApart(noisy(6), noisy(5))).toBeGreaterThan(0.7);
      expect(await toldApart(noisy(5), noisy(6))).toBeLessThan(0.3);
      expect(await toldApart(noisy(5), noisy(5))).toBeNull();
    }),
    { numRuns: 20 },
  );
});
