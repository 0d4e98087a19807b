import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { services } from "../constellation.ts";
import { root } from "../migrate.ts";

const guide = readFileSync(join(root, "docs", "operator-guide.md"), "utf8");
const addresses = new Set(services.map((name) => `LEASHLINE_${name.replaceAll("-", "_").toUpperCase()}_URL`));

test("every setting that code reads is explained in the operator guide", async () => {
  const pattern = ["{services,gateway,deploy,proto/cli,web}/**/*.{ts,tsx,mjs,sh}", "Makefile", ".ci/run"];
  const files = await Array.fromAsync(glob(pattern, { cwd: root, exclude: ["**/node_modules", "**/dist", "**/*.test.ts"] }));
  const found = new Map<string, string>();
  for (const file of files) {
    for (const [name] of readFileSync(join(root, file), "utf8").matchAll(/\bLEASHLINE_[A-Z0-9_]*[A-Z0-9]\b(?!_)/g)) found.set(name, file);
  }
  const unexplained = [...found].filter(([name]) => !name.startsWith("LEASHLINE_TEST_") && !addresses.has(name) && !guide.includes(name));
  expect(unexplained, "add a row to docs/operator-guide.md, under Settings").toEqual([]);
});
