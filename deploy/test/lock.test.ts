import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../migrate.ts";

const lock: { packages: Record<string, { resolved?: string }> } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));

test("package-lock.json lets npm ci install on every platform", () => {
  const before = readFileSync(join(root, "package-lock.json"), "utf8");
  const said = execFileSync(process.execPath, ["deploy/ci/complete-lock.mjs", "--check"], { cwd: root, encoding: "utf8" });
  expect(said, "run: node deploy/ci/complete-lock.mjs").toBe("package-lock.json is complete\n");
  expect(readFileSync(join(root, "package-lock.json"), "utf8")).toBe(before);
});

test("package-lock.json names no registry but the public one", () => {
  const strange = Object.values(lock.packages).flatMap(({ resolved }) => (resolved?.startsWith("http") ? [new URL(resolved).host] : []));
  expect([...new Set(strange)].filter((host) => host !== "registry.npmjs.org")).toEqual([]);
});
