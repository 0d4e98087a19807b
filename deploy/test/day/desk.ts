import type { Browser, Locator, Page } from "playwright-core";
import { expect, vi } from "vitest";
import { type App, sharedApp } from "../app.ts";
import { axeFaults, desktop, openBrowser, openPage, type Watched } from "../browser.ts";
import { workday as anyWorkday } from "../workday.ts";

// The shop whose first day it is, who comes, and the two browsers that stand in it.

const mark = Date.now();
/** A number that exists: no exchange begins with 0 or 1. */
const phoneNumber = (n: number) => `+1206${2_000_000 + ((mark + n) % 8_000_000)}`;
export const shop = { email: `olive-${mark}@first-day.test`, password: "a-long-enough-password", name: `First Day ${mark}` };
export const zone = "America/Los_Angeles";
export const dana = { name: "Dana Whitcomb", pet: "Biscuit", phone: phoneNumber(0), email: `dana-${mark}@first-day.test` };
export const otis = { name: "Otis Grant", pet: "Moss", phone: phoneNumber(1) };
export const nell = { name: "Nell Harper", pet: "Truffle", phone: phoneNumber(2) };

export let app: Omit<App, "stop">;
export let browser: Browser;
export let staff: Watched;
export let page: Page;
/** A second browser that shows the same day and that nobody touches. */
export let beside: Watched;

export async function openDay(): Promise<void> {
  app = await sharedApp();
  browser = await openBrowser();
  staff = await openPage(browser, desktop);
  beside = await openPage(browser, desktop);
  page = staff.page;
}

export const unusable: string[] = [];

/** What axe finds on the page as it stands; told at the end, so that the day goes on. */
export async function lookOver(name: string, of: Page = page): Promise<void> {
  for (const scheme of ["light", "dark"] as const) {
    await of.emulateMedia({ colorScheme: scheme });
    const faults = await axeFaults(of, scheme === "light" ? "structure" : "colors");
    unusable.push(...faults.map((fault) => `${name}, ${scheme}: ${fault}`));
  }
  await of.emulateMedia({ colorScheme: "light" });
}

export const field = (label: string | RegExp, of: Page | Locator = page) =>
  of.getByLabel(label, { exact: typeof label === "string" }).first();
export const press = (name: string | RegExp, of: Page | Locator = page) => of.getByRole("button", { name }).first().click();
export const cardOf = ({ name, pet }: { name: string; pet: string }, of: Page = page): Locator =>
  of.locator(".card").and(of.getByLabel(`${name}, ${pet}`, { exact: false }));
export const labelOf = async (card: Locator): Promise<string> => (await card.first().getAttribute("aria-label")) ?? "";

/** The second browser comes to show what was just done here within a second, without a reload. */
export async function seenBeside(look: () => Promise<unknown>): Promise<void> {
  const since = performance.now();
  await vi.waitFor(look, { timeout: 5_000, interval: 20 });
  expect(performance.now() - since).toBeLessThan(1_000);
}
export const besideReads = (who: typeof otis, words: RegExp) =>
  seenBeside(async () => expect(await labelOf(cardOf(who, beside.page))).toMatch(words));

/** A weekday after today in the shop's zone. */
export const workday = (): string => anyWorkday(zone).toString();

/** The day of the journeys is always ahead: checking in asks first. */
export const checkInAhead = (page: Page): Promise<void> => page.getByRole("button", { name: "Check in anyway" }).click();
