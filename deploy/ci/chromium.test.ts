import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { root } from "../migrate.ts";

const bench = (env: NodeJS.ProcessEnv) =>
  spawnSync("make", ["bench"], { cwd: root, env: { ...process.env, ...env }, encoding: "utf8", timeout: 20_000 });

test("make bench says at once that the browser of its web part is missing, and measures nothing", () => {
  const { status, stdout, stderr } = bench({ LEASHLINE_CHROMIUM: "/nowhere/chromium", LEASHLINE_BENCH_ONLY: "" });
  expect(status).toBe(2);
  expect(stderr).toContain("LEASHLINE_CHROMIUM names /nowhere/chromium");
  expect(stdout).not.toContain("Leashline runs");
});
