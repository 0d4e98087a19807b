import type { Page } from "playwright-core";
import { afterEach } from "vitest";
import { openPages } from "./browser.ts";

const lines = 30;

const indentOf = (line: string): number => line.search(/\S/);

function withoutNavigation(read: readonly string[]): string[] {
  let within = Number.POSITIVE_INFINITY;
  return read.filter((line) => {
    if (indentOf(line) > within) return false;
    within = /^\s*- navigation/.test(line) ? indentOf(line) : Number.POSITIVE_INFINITY;
    return within === Number.POSITIVE_INFINITY;
  });
}

/** The dialog that is open, or else the page without its navigation, as it is read aloud. */
async function read(page: Page): Promise<string> {
  const dialog = page.getByRole("dialog").last();
  const place = (await dialog.count()) > 0 ? dialog : page.locator("main, body").last();
  const read = (await place.ariaSnapshot({ timeout: 3_000 })).split("\n");
  return withoutNavigation(read).slice(0, lines).join("\n");
}

/** A journey that fails says with its error where each open page stood and what could be read there: on a machine of which nothing else is left. */
afterEach(async ({ task }) => {
  const error = task.result?.errors?.at(-1);
  if (task.result?.state !== "fail" || !error) return;
  for (const page of openPages())
    error.message += `\n-- ${page.url()}\n${await read(page).catch((why: unknown) => `cannot be read: ${why}`)}`;
});
