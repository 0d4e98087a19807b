import { afterEach } from "vitest";
import { openPages } from "./browser.ts";

const lines = 30;

/** A journey that fails says with its error where each open page stood and what could be read there: on a machine of which nothing else is left. */
afterEach(async ({ task }) => {
  const error = task.result?.errors?.at(-1);
  if (task.result?.state !== "fail" || !error) return;
  for (const page of openPages()) {
    const read = await page
      .locator("body")
      .ariaSnapshot({ timeout: 3_000 })
      .catch((why: unknown) => `cannot be read: ${why}`);
    error.message += `\n-- ${page.url()}\n${read.split("\n").slice(0, lines).join("\n")}`;
  }
});
