import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type App, sharedApp } from "./app.ts";
import { axeFaults, openBrowser, phone } from "./browser.ts";
import { type Counter, openCounter } from "./checkout/counter.ts";
import { type Desk, deskOf } from "./small-shop.ts";

// The account with the card provider, as the owner of a shop sets it up.

let app: Omit<App, "stop">;
let browser: Browser;
let counter: Counter;
let staff: Desk;
let page: Page;

beforeAll(async () => {
  app = await sharedApp();
  browser = await openBrowser();
  counter = await openCounter(app.url);
  staff = await deskOf(browser, app.url, counter.owner);
  page = staff.page;
});
afterAll(async () => browser?.close());

/** What the provider's own page is told, and back. */
async function onboard(button: string, outcome: string) {
  await page.getByRole("button", { name: button }).click();
  await page.getByRole("heading", { name: "Onboarding sandbox" }).waitFor();
  await page.getByRole("button", { name: outcome }).click();
  await page.getByRole("heading", { name: "Card account" }).first().waitFor();
}

const says = async (text: string) => await page.getByText(text).first().waitFor();

test("provider-restriction-text, provider-restriction-fallback, provider-missing-item-names: from no account to one that works, each step saying what is missing", async () => {
  await page.goto(`${app.url}/setting/payment`);
  await page.getByRole("link", { name: "Card account" }).click();
  await says("Not set up");
  expect(await axeFaults(page)).toEqual([]);
  await onboard("Set up Leashline Pay", "An ID number that does not match");
  await says("Restricted");
  await says("The following information is missing or invalid");
  await says("ID number: The ID number does not match the name.");
  await onboard("Finish setting up", "A tax ID is needed within two weeks");
  await page.getByText(/^The following information is missing or invalid, please provide by \S+/).waitFor();
  await says("Tax ID");
  expect(await axeFaults(page)).toEqual([]);
  await onboard("Finish setting up", "An ID number is needed some day");
  await says("Enabled ✓");
  await says("Please submit the additional information needed by clicking on the button below.");
  await onboard("Finish setting up", "Everything is right");
  await says("Completed");
  await says("STRIPE TEST BANK ending in 6789");
  await page.setViewportSize(phone);
  await says("Payouts go here");
  expect(await axeFaults(page)).toEqual([]);
  expect(staff.faults).toEqual([]);
});
