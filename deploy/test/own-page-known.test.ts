import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { calledByThePage } from "../../gateway/src/web/own-page.ts";
import { root } from "../migrate.ts";

// Under a shop's own domain the gateway answers the calls of the booking page alone. Which those are is read from its source: all of the storefront but the pages that stand at the main address.
const ELSEWHERE = /\/storefront\/(appointment|offer|proposal|unsubscribe|vaccines)\/|\/pay\/(PayPage|PayForm|CardPage)\.tsx$/;

test("the gateway answers under a shop's own domain what the booking page calls, and nothing that it does not", async () => {
  const files = await Array.fromAsync(glob("web/src/storefront/**/*.{ts,tsx}", { cwd: root, exclude: ["**/*.test.ts"] }));
  const ofThePage = files.filter((file) => !ELSEWHERE.test(file));
  const called = ofThePage.flatMap((file) => [
    ...readFileSync(join(root, file), "utf8").matchAll(/\b([A-Z][A-Za-z]+Service)(?:\.method\.|\/[A-Z])/g),
  ]);
  const names = new Set(called.map(([, name]) => name));
  expect([...names].toSorted()).toEqual([...calledByThePage].map((name) => name.split(".").at(-1)).toSorted());
});
