import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { App } from "../app.ts";
import { axeFaults } from "../browser.ts";
import { confirmByText, dayOf } from "../day/outside.ts";

// What somebody does on a booking page with a phone in one hand, in a window of its own or in a frame.
type Seen = Pick<Page, "getByRole" | "getByLabel" | "locator">;

/** What a screen reader would meet without a name. */
const nameless = /^\s*- (?:button|link|textbox|combobox|radio|checkbox|switch|img)(?: \[[^\]]*\])*:?$/;
const lookedAt = new Set<string>();

/** A step is there under its heading, and the first time that anybody comes to it, it is looked over: by axe, and as a screen reader meets it. */
export async function arrivesAt(page: Page, heading: string | RegExp): Promise<void> {
  await page.getByRole("heading", { name: heading }).first().waitFor();
  if (lookedAt.has(String(heading))) return;
  expect(await axeFaults(page), String(heading)).toEqual([]);
  const tree = (await page.locator("body").ariaSnapshot()).split("\n");
  expect(
    tree.filter((line) => nameless.test(line)),
    String(heading),
  ).toEqual([]);
  expect(tree.filter((line) => /^\s*- heading .*\[level=1\]/.test(line)).length, `one page, one name: ${heading}`).toBe(1);
  lookedAt.add(String(heading));
}

export type Wish = { pets: readonly string[]; service: RegExp; kind?: "Daycare" | "Boarding" | "Class" };

/** From the shop's landing page to what follows the pets. */
export async function asksFor(page: Page, url: string, { pets, service, kind }: Wish, next: RegExp): Promise<void> {
  await page.goto(url);
  await page.getByRole("link", { name: "Book now" }).tap();
  await arrivesAt(page, "Who is coming?");
  if (kind) await page.getByRole("group", { name: "What to book" }).getByRole("button", { name: kind }).tap();
  for (const [nth, pet] of pets.entries()) {
    if (nth > 0) await page.getByRole("button", { name: "Another pet" }).tap();
    await page.getByLabel("Pet's name").nth(nth).fill(pet);
    await page.getByRole("region", { name: pet }).getByRole("button", { name: service }).tap();
  }
  await page.getByRole("button", { name: next }).tap();
}

/** The day and time of the first that is free: of today, or in the evening of the next day that has any. */
export async function firstTime(page: Seen): Promise<string> {
  const day = page.getByRole("group", { name: "Days" }).getByRole("button", { pressed: true });
  await timesOn(page).first().waitFor();
  return `${await day.getAttribute("aria-label")} at ${await timesOn(page).first().textContent()}`;
}
/** Times, or the windows around them in which to arrive. */
const timesOn = (page: Seen) => page.getByRole("button", { name: /^\d+:\d\d/ });

/** The first of the free times, which is then kept for them; answers when it is. */
export async function takesATime(page: Seen): Promise<string> {
  const when = await firstTime(page);
  await timesOn(page).first().tap();
  await page.getByRole("button", { name: /held for/ }).tap();
  return when;
}

const monthIn = (text: string): number => Date.parse(`1 ${text} UTC`);

/** Turns the calendar, which opens on the first month in which something can be chosen, to the month of a day. */
export async function turnsTo(page: Page, day: string): Promise<void> {
  const name = Temporal.PlainDate.from(day).toLocaleString("en-US", { month: "long", year: "numeric" });
  const heading = page.getByRole("heading", { level: 3, name: /^[A-Z][a-z]+ \d{4}$/ });
  for (;;) {
    const shown = (await heading.textContent()) ?? "";
    if (shown === name) return;
    await page.getByRole("button", { name: monthIn(shown) < monthIn(name) ? "Later month" : "Earlier month" }).tap();
    await heading.filter({ hasNotText: shown }).waitFor();
  }
}

export async function takesDays(page: Page, days: readonly string[]): Promise<void> {
  await turnsTo(page, days[0] ?? "");
  for (const day of days) await dayOf(page, day).tap();
}

export async function saysWhere(page: Page, street: string, zipcode: string, city = "Brooklyn"): Promise<void> {
  const lines = { "Street address": street, City: city, State: "NY", "ZIP code": zipcode };
  for (const [label, text] of Object.entries(lines)) await page.getByLabel(label).fill(text);
}

export async function saysWho(page: Seen, lastName: string, number: string): Promise<void> {
  await page.getByLabel("First name").fill("Nell");
  await page.getByLabel("Last name").fill(lastName);
  await page.getByLabel("Phone", { exact: true }).and(page.locator("input")).first().fill(number.slice(2));
}

/** Says who they are and sends the request, which is told by a code to the phone. */
export async function sends(app: Pick<App, "sandboxUrl" | "sandboxToken">, page: Page, lastName: string, number: string): Promise<void> {
  await saysWho(page, lastName, number);
  await confirmByText(app, page, number, async () => {
    await page.getByRole("button", { name: "Send request" }).tap();
    await arrivesAt(page, "Check your texts");
  });
}
