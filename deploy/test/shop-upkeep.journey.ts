import { WebhookService } from "@leashline/proto/leashline/account/v1/webhook_service_pb.js";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type App, sharedApp } from "./app.ts";
import { openBrowser, phone } from "./browser.ts";
import { type Desk, deskOf, foundCompany, type Person, signedUp } from "./small-shop.ts";
import { type Steps, stepsOn } from "./steps.ts";

// What an owner keeps up in the settings besides people: preferences, taxes, closed days, switches, shared work, stored values, the plan.

let app: Omit<App, "stop">;
let browser: Browser;
let owner: Person;
let desk: Desk;
let own: Steps;

beforeAll(async () => {
  app = await sharedApp();
  owner = await signedUp(app.url, "upkeep.test", "Uma", "Keep");
  await foundCompany(owner, `Upkeep ${Date.now().toString(36)}`);
  browser = await openBrowser();
  desk = await deskOf(browser, app.url, owner);
  own = desk.steps;
});
afterAll(async () => browser?.close());

const shows = (label: string, value: string) => own.page.getByRole("combobox", { name: label }).filter({ hasText: value }).waitFor();

test("preferences: money, units and how things are written are kept, and show at once", async () => {
  await own.goTo("/setting/general");
  await own.choose("Currency", /^CAD/);
  await own.choose("Numbers", "1.234,56");
  await own.choose("Week starts on", "Monday");
  await own.choose("Weight", "Kilograms");
  await own.choose("Distance", /ilomet/);
  await own.press("Save settings");
  await own.seen("Settings saved");
  await own.page.reload();
  await shows("Currency", "CAD");
  await shows("Numbers", "1.234,56");
  await shows("Week starts on", "Monday");
  await shows("Weight", "Kilograms");
  await shows("Distance", "ilomet");
});

test("tax rules: a wrong rate is said, a rule is added, changed and deleted", async () => {
  await own.goTo("/setting/tax");
  await own.press("Add tax");
  await own.fill({ Name: "State tax", "Rate in percent": "ten" });
  await own.confirm("Add tax");
  await own.seen("A percentage from 0 to 100, like 12.5");
  await own.fill({ "Rate in percent": "10.25" });
  await own.confirm("Add tax");
  const row = own.row("State tax");
  await row.filter({ hasText: "10.25%" }).click();
  await own.fill({ "Rate in percent": "11.5" });
  await own.turn("Offered for services", false);
  await own.confirm("Save tax");
  await row.filter({ hasText: "11.5%" }).filter({ hasText: "Not offered" }).click();
  await own.confirm("Delete");
  await own.press("Delete tax");
  await own.seen("No taxes yet");
  await own.usable();
});

const nextYear = Temporal.Now.plainDateISO().year + 1;

test("closed-date-fields: days are closed, moved and opened again, and each of these is undone", async () => {
  await own.goTo("/setting/business/closedDate");
  await own.press("Add days");
  await own.answer({ From: `24/12/${nextYear}`, To: `23/12/${nextYear}`, Why: "Inventory" });
  await own.confirm("Add closed date");
  await own.seen("Ends before it starts");
  await own.answer({ To: `26/12/${nextYear}` });
  await own.confirm("Add closed date");
  const row = own.row("Inventory");
  await row.waitFor();
  await own.undo("Closed date added");
  await row.waitFor({ state: "detached" });
  await own.press("Add days");
  await own.answer({ From: `24/12/${nextYear}`, To: `26/12/${nextYear}`, Why: "Inventory" });
  await own.confirm("Add closed date");
  await row.click();
  await own.answer({ To: `27/12/${nextYear}`, Why: "Inventory and rest" });
  await own.confirm("Save");
  const moved = row.filter({ hasText: "Inventory and rest" }).filter({ hasText: /\b27\b/ });
  await moved.waitFor();
  await own.undo("Closed date changed");
  await moved.waitFor({ state: "detached" });
  await row.filter({ hasText: /\b26\b/ }).waitFor();
  await own.press("Remove Inventory");
  await row.waitFor({ state: "detached" });
  await own.undo("Closed date removed");
  await row.filter({ hasText: /\b26\b/ }).waitFor();
  await own.usable();
});

test("feature-flag-levels: off for the company, on for me, and so it stays", async () => {
  await own.goTo("/setting/general/features");
  const row = own.row("Automated workflows");
  await row.filter({ hasText: "Standard" }).click();
  await own.turn("On", false);
  await own.confirm("Save switch");
  await row.filter({ hasText: "Off" }).filter({ hasText: "The whole company" }).click();
  await own.turn("On", true);
  await own.choose("For", "Only me");
  await own.confirm("Save switch");
  await own.page.reload();
  await row.filter({ hasText: "On" }).filter({ hasText: "Only me" }).waitFor();
  await own.usable();
});

test("shared work: tasks with their people and shares are kept", async () => {
  await own.goTo("/setting/general/sharedWork");
  await own.turn("Show what each of them earns", true);
  await own.press("Add task");
  const task = own.page.getByRole("group", { name: "Task 1" });
  await own.holds("People", "2");
  await own.press("Save split");
  await own.seen("The task is required");
  await task.getByLabel("Task", { exact: true }).fill("Bath");
  await own.fill({ "Percent of price": "40", Minutes: "30" });
  await own.press("Save split");
  await own.seen("Split of services saved");
  await own.page.reload();
  await own.holds("Minutes", "30");
  expect(await own.page.getByRole("switch", { name: "Show what each of them earns" }).isChecked()).toBe(true);
  await own.usable();
});

test("metadata-owner-levels: stored values by type and by key are listed, changed and removed", async () => {
  await own.goTo("/setting/default");
  await own.press("Add type");
  await own.answer({ Type: "none", "Value 1": "large" });
  await own.confirm("Save values");
  await own.seen("A number from 1 to 10,000");
  await own.answer({ Type: "7", "Value 3": "blue" });
  await own.confirm("Save values");
  await own.row("large · blue").click();
  await own.answer({ "Value 1": "" });
  await own.page.keyboard.press("Escape");
  await own.seen("Leave with unsaved changes?");
  await own.press("Keep editing");
  await own.confirm("Save values");
  await own.page.reload();
  const byType = own.page.getByRole("table", { name: "Defaults by type" }).getByRole("row").last();
  await expect.poll(() => byType.textContent()).toBe("7blue");

  await own.press("Add value");
  await own.answer({ Key: "print.collar", "Value (JSON)": "{size" });
  await own.confirm("Save value");
  await own.seen(/This is not JSON/);
  await own.answer({ "Value (JSON)": '{"size":"small"}' });
  await own.confirm("Save value");
  await own.seen("Value saved");
  await own.page.getByLabel("A key, or the start of keys up to a period").fill("print");
  const byKey = own.row("print.collar");
  await byKey.filter({ hasText: "The company" }).filter({ hasText: '{"size":"small"}' }).click();
  await own.answer({ "Value (JSON)": "" });
  await own.confirm("Save value");
  await own.seen("No value under this key.");
  await own.usable();
});

test("the plan says what it allows and how much is used; connections and roles say what is not there", async () => {
  await own.goTo("/select-plan?plan=free");
  await own.seen("You came to take the free plan.");
  await own.page.getByRole("list", { name: "What the plan includes" }).getByText("Online booking").waitFor();
  await own.seen("1, no limit");
  await own.usable();
  await own.goTo("/purchase");
  await own.seen("You came to buy a plan.");
  await own.goTo("/setting/integration/quickbooks");
  await own.page.getByRole("listitem").filter({ hasText: "QuickBooks" }).getByText("Not connected").waitFor();
  await own.page.getByRole("listitem").filter({ hasText: "Stripe" }).getByText("Test mode", { exact: true }).waitFor();
  await own.usable();
  await own.goTo("/setting/staff/roles");
  await own.press("Add role");
  await own.page.getByText("Has no effect yet").first().waitFor();
  await own.usable();
});

test("unsaved-changes-confirm: closing the question stays, discarding leaves without them, saving leaves with them", async () => {
  const leaveWith = async (name: string) => {
    await own.fill({ "Company name": name });
    await own.page.getByRole("link", { name: "Taxes" }).click();
    await own.seen("Leave with unsaved changes?");
  };
  const reopened = async (name: string) => {
    await own.page.waitForURL(/\/setting\/tax/);
    await own.goTo("/setting/general");
    await own.holds("Company name", name);
  };
  await own.goTo("/setting/general");
  await expect.poll(() => own.field("Company name").inputValue()).toMatch(/^Upkeep/);
  const before = await own.field("Company name").inputValue();
  await leaveWith("Not this");
  await own.page.keyboard.press("Escape");
  await own.page.getByText("Leave with unsaved changes?").waitFor({ state: "detached" });
  expect(own.page.url()).toContain("/setting/general");
  await own.holds("Company name", "Not this");
  await leaveWith("Nor this");
  await own.press("Discard");
  await reopened(before);
  await leaveWith(`${before} II`);
  await own.press("Save and leave");
  await reopened(`${before} II`);
});

test("mobile-layout-width: at 750 wide the layout of a phone, at 751 that of a desk", async () => {
  const { page } = own;
  const size = page.viewportSize();
  const more = page.getByRole("navigation", { name: "Main" }).getByRole("button", { name: "More" });
  const home = page.getByRole("link", { name: "Leashline, home" });
  await page.setViewportSize({ width: 750, height: 900 });
  await more.waitFor();
  expect(await home.count()).toBe(0);
  await page.setViewportSize({ width: 751, height: 900 });
  await home.waitFor();
  expect(await more.count()).toBe(0);
  if (size) await page.setViewportSize(size);
});

test("on a phone every one of these pages fits", async () => {
  const told = { url: "http://127.0.0.1:9/hook", eventTypes: ["account.business_changed"] };
  await owner.api.client(WebhookService).createWebhookEndpoint(told);
  const small = await browser.newContext({ viewport: phone, storageState: await desk.context.storageState(), bypassCSP: true });
  const hand = stepsOn(await small.newPage(), app.url);
  for (const [path, text] of [
    ["/setting/general/plan", "What is used"],
    ["/setting/general/features", "Automated workflows"],
    ["/setting/general/stored", "Values by key"],
    ["/setting/general/sharedWork", "The usual split"],
    ["/setting/integration/connections", "Reserve with Google"],
    ["/setting/integration/webhooks", "Events"],
  ] as const) {
    await hand.goTo(path);
    if (text === "Events") await hand.page.getByRole("button", { name: /^Edit / }).waitFor();
    else await hand.seen(text);
    await hand.usable();
    expect(await hand.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path).toBe(true);
  }
  await small.close();
});

test("nothing went wrong in the console", () => expect(desk.faults).toEqual([]));
