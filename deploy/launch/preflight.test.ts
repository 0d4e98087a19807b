import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { freeBase } from "../constellation.ts";
import { claimFolder, refuseTakenPorts, stopLeftovers } from "./preflight.ts";
import { importantPart } from "./program.ts";
import { readSettings } from "./settings.ts";

const data = mkdtempSync(join(tmpdir(), "leashline-preflight-"));
afterAll(() => rmSync(data, { recursive: true }));

test("a taken port is named, with its use and with ports that are free", async () => {
  const base = await freeBase(41_000);
  const settings = readSettings({ LEASHLINE_PORT: String(base), LEASHLINE_DATA: data });
  await expect(refuseTakenPorts(settings)).resolves.toBeUndefined();
  const holder = createServer().listen(base + 4, "127.0.0.1");
  await new Promise((listening) => holder.once("listening", listening));
  await expect(refuseTakenPorts(settings)).rejects.toThrow(new RegExp(`${base + 4} \\(order\\)[\\s\\S]*LEASHLINE_PORT=\\d+ make up`));
  await new Promise((closed) => holder.close(closed));
});

test("a folder is given back, and a folder without leftovers has nothing to stop", async () => {
  const settings = readSettings({ LEASHLINE_DATA: data });
  claimFolder(settings)();
  expect(await stopLeftovers(settings)).toBe(0);
});

test.each([
  ['{"level":50,"msg":"cannot reach the bus"}', "cannot reach the bus"],
  ['{"level":"error","msg":"failed","err":{"message":"why"}}', "failed: why"],
  ['{"level":30,"msg":"listening"}', undefined],
  ["plain text", undefined],
  ["{broken", undefined],
])("of a program's log only errors reach the terminal: %s", (line, shown) => {
  expect(importantPart(line)).toBe(shown);
});
