import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type App, startApp } from "./app.ts";
import { axeFaults, desktop, openBrowser, openPage, phone, type Watched } from "./browser.ts";

// A shop's first day in a real browser, in order; each step stands on the one before it.

const shop = { owner: "Olive Owner", email: "olive@first-day.test", password: "a-long-enough-password", name: "First Day Pets" };

let app: App;
let browser: Browser;
let staff: Watched;
let page: Page;

beforeAll(async () => {
  app = await startApp({ demo: false });
  browser = await openBrowser();
  staff = await openPage(browser, desktop);
  page = staff.page;
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const unusable: string[] = [];

/** What axe finds on the page as it stands; told at the end, so that the day goes on. */
async function lookOver(name: string, of: Page = page): Promise<void> {
  for (const scheme of ["light", "dark"] as const) {
    await of.emulateMedia({ colorScheme: scheme });
    unusable.push(...(await axeFaults(of)).map((fault) => `${name}, ${scheme}: ${fault}`));
  }
  await of.emulateMedia({ colorScheme: "light" });
}

const field = (label: string | RegExp, of: Page = page) => of.getByLabel(label, { exact: typeof label === "string" }).first();

test("a newcomer signs up, creates a company with its first location, and lands on the calendar", async () => {
  await page.goto(`${app.url}/sign_up`);
  await field("First name").fill("Olive");
  await field("Last name").fill("Owner");
  await field("E-mail").fill(shop.email);
  await field("Password").fill(shop.password);
  await lookOver("sign-up");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/business\/new/);
  await field("Business name").fill(shop.name);
  await field("Phone").fill("2065550142");
  await field("Address").fill("1 Market St");
  await field("City").fill("Seattle");
  await field("State").fill("WA");
  await field("ZIP code").fill("98101");
  await lookOver("company");
  await page.getByRole("button", { name: /create/i }).click();
  await page.waitForURL(/\/(calendar|home)/, { timeout: 30_000 });
  await page.goto(`${app.url}/calendar/grooming`);
  await page.getByRole("region", { name: "Calendar" }).waitFor();
  await expect(page.getByText(shop.name).first().isVisible()).resolves.toBe(true);
});

test("a visit is booked by a click on a free place, for somebody new, and stands on the calendar after a reload", async () => {
  await page.goto(`${app.url}/calendar/grooming?date=${workday()}`);
  const column = page.locator("[data-column]").first();
  await column.waitFor();
  await clickAt(column, 10);
  await page.getByRole("dialog", { name: "Book a visit" }).waitFor();
  await page.getByRole("button", { name: "New client" }).click();
  await field("First name").fill("Dana");
  await field("Last name").fill("Whitcomb");
  await page.getByLabel("Phone").last().fill("2065550177");
  await field("Pet's name").fill("Biscuit");
  await field("Breed").fill("Standard poodle");
  await page.getByRole("button", { name: "Add client" }).click();
  await page
    .getByRole("group", { name: /Biscuit/ })
    .getByRole("button")
    .first()
    .click();
  await lookOver("booking drawer");
  await page.getByRole("button", { name: /^Book ·/ }).click();
  const card = page.getByRole("button", { name: /Dana Whitcomb, Biscuit/ });
  await card.waitFor();
  await page.reload();
  await card.waitFor();
  await lookOver("calendar");
});

test("a second browser sees a move within a second, without a reload, and the move can be undone", async () => {
  const other = await openPage(browser, desktop);
  await signIn(other.page);
  await other.page.goto(page.url());
  const theirs = other.page.getByRole("button", { name: /Dana Whitcomb, Biscuit/ });
  await theirs.waitFor();
  const before = await theirs.getAttribute("aria-label");
  const card = page.getByRole("button", { name: /Dana Whitcomb, Biscuit/ });
  const box = await card.boundingBox();
  if (!box) throw new Error("the card is not drawn");
  await page.mouse.move(box.x + 40, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + 40, box.y + 20 + 78, { steps: 8 });
  await page.mouse.up();
  await page.getByText(/^Moved to/).waitFor();
  const since = performance.now();
  await vi.waitFor(async () => expect(await theirs.getAttribute("aria-label")).not.toBe(before), { timeout: 5_000, interval: 20 });
  expect(performance.now() - since).toBeLessThan(1_000);
  await page.getByRole("button", { name: "Undo" }).first().click();
  await vi.waitFor(async () => expect(await theirs.getAttribute("aria-label")).toBe(before), { timeout: 5_000 });
  expect(other.faults).toEqual([]);
  await other.context.close();
});

test("an occupied time is refused with what is free; with the permission and a reason it is overbooked and marked", async () => {
  const column = page.locator("[data-column]").first();
  await page.goto(`${app.url}/calendar/grooming?date=${workday()}`);
  await column.waitFor();
  await page.keyboard.press("n");
  await page.getByRole("dialog", { name: "Book a visit" }).waitFor();
  const start = await page.getByRole("button", { name: /Dana Whitcomb, Biscuit/, includeHidden: true }).getAttribute("aria-label");
  const [time = ""] = /\d{1,2}:\d\d/.exec(start ?? "") ?? [];
  await page.getByLabel("Start").fill(time);
  await page.getByLabel("Start").press("Tab");
  await page.getByRole("combobox", { name: "Client" }).fill("whit");
  await page.getByRole("option", { name: /Dana Whitcomb/ }).click();
  await page
    .getByRole("group", { name: /Biscuit/ })
    .getByRole("button")
    .first()
    .click();
  await page.getByRole("button", { name: /^Book ·/ }).click();
  const dialog = page.getByRole("dialog", { name: "This time is taken" });
  await dialog.waitFor();
  expect(await dialog.getByRole("button", { name: /·/ }).count()).toBeGreaterThan(0);
  await dialog.getByLabel(/Book anyway/).fill("Sisters, one table");
  await dialog.getByRole("button", { name: "Overbook" }).click();
  await page.getByText("Overbooked: Sisters, one table").waitFor();
});

test("the day moves from expected to ready, and the log says who did what", async () => {
  await page.getByRole("button", { name: "Check in" }).click();
  await page.getByRole("button", { name: "Mark ready" }).click();
  await page.getByRole("button", { name: "Finish" }).waitFor();
  await page.getByRole("tab", { name: "Log" }).click();
  await page.getByText("Olive Owner").first().waitFor();
  await page.goto(`${app.url}/home/overview?date=${workday()}&tab=ready`);
  await page.getByText("Whitcomb").first().waitFor();
  await lookOver("today");
});

test("checkout: a discount, a tip, a part in cash, the rest by card; a refund; the receipt arrives", async () => {
  await page
    .getByRole("button", { name: /^Check out/ })
    .first()
    .click();
  const drawer = page.getByRole("dialog", { name: /Check out/ });
  await drawer.waitFor();
  await drawer.getByRole("button", { name: "Discount" }).click();
  await drawer.getByLabel("Percent").fill("10");
  await drawer.getByRole("button", { name: "Give discount" }).click();
  await drawer.getByText("Discount 10 %").waitFor();
  await drawer.getByRole("button", { name: /^20 %/ }).click();
  await drawer.getByText("Tip 20 %").waitFor();
  await lookOver("checkout");
  await drawer.getByRole("radio", { name: "Cash" }).check();
  await drawer.getByLabel("Amount now").fill("20");
  await drawer.getByRole("button", { name: "Take $20.00" }).click();
  await drawer.getByText("Partial").waitFor();
  await drawer.getByRole("radio", { name: "New card (test mode)" }).check();
  await drawer.getByRole("button", { name: /^Charge \$/ }).click();
  await drawer.getByText("Paid", { exact: true }).first().waitFor();
  await drawer.getByRole("button", { name: "Refund" }).first().click();
  const refund = page.getByRole("dialog", { name: /^Refund/ });
  await refund.getByLabel("Amount").fill("5");
  await refund.getByRole("button", { name: "Refund $5.00" }).click();
  await drawer.getByText(/\$5.00 refunded/).waitFor();
  await drawer.getByRole("button", { name: "Text receipt" }).click();
  await vi.waitFor(async () => expect(await textsTo("+12065550177")).toContainEqual(expect.stringMatching(/\$/)), { timeout: 20_000 });
});

test("a client's text lands in the inbox, and the answer reaches the client's phone", async () => {
  await reply("+12065550177", "Can we come ten minutes early?");
  await page.goto(`${app.url}/message`);
  await page.getByText("Can we come ten minutes early?").first().click();
  await page.getByLabel("Text message").fill("Of course, see you then.");
  await page.getByRole("button", { name: "Send" }).click();
  await vi.waitFor(async () => expect(await textsTo("+12065550177")).toContain("Of course, see you then."), { timeout: 20_000 });
  await lookOver("inbox");
});

test("a pet parent books on a phone; staff accept; it is on the calendar", async () => {
  const name = await openOnlineBooking();
  const parent = await openPage(browser, phone);
  const mine = parent.page;
  await mine.goto(`${app.url}/ol/${name}`);
  await mine.getByLabel("Pet's name").fill("Truffle");
  await mine
    .getByRole("region", { name: "Truffle" })
    .getByRole("button", { pressed: false })
    .filter({ hasText: /hr|min/ })
    .first()
    .click();
  await lookOver("storefront", mine);
  await mine.getByRole("button", { name: /Choose a time/ }).click();
  await mine.getByRole("group", { name: /day, / }).getByRole("button").first().click();
  await mine.getByRole("button", { name: /held for/ }).click();
  await mine.getByLabel("First name").fill("Nell");
  await mine.getByLabel("Last name").fill("Harper");
  await mine.getByLabel("Phone").fill("2065557001");
  await mine.getByRole("button", { name: "Send request" }).click();
  await mine.getByText("Request sent").waitFor();
  await page.goto(`${app.url}/online_booking/requests`);
  await page.getByText("Nell Harper").waitFor();
  await lookOver("requests");
  await page.getByRole("button", { name: "Accept" }).click();
  await mine.getByText("You are booked").waitFor({ timeout: 30_000 });
  await page.getByRole("tab", { name: /Accepted/ }).click();
  await page.getByRole("link", { name: "Open the visit" }).click();
  await page.getByRole("button", { name: /Nell Harper, Truffle/ }).waitFor();
  expect(parent.faults).toEqual([]);
  await parent.context.close();
});

test("the day report agrees with what was taken, to the cent, and exports", async () => {
  await page.goto(`${app.url}/report/dashboard?from=${workday()}&to=${workday()}`);
  await page.getByText("Net sales").first().waitFor();
  await lookOver("report");
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Export CSV" }).click()]);
  expect(file.suggestedFilename()).toBe(`sales-${workday()}.csv`);
});

test("every page on the way was usable for everybody, in both colour schemes", () => {
  expect(unusable).toEqual([]);
});

test("nothing went wrong in the console all day", () => {
  expect(staff.faults).toEqual([]);
});

/** A weekday after today in the shop's zone, so that everybody works and nothing is in the past. */
function workday(): string {
  let day = Temporal.Now.plainDateISO("America/Los_Angeles").add({ days: 1 });
  while (day.dayOfWeek > 5) day = day.add({ days: 1 });
  return day.toString();
}

async function clickAt(column: ReturnType<Page["locator"]>, hour: number): Promise<void> {
  const off = await column.locator(".off").first().boundingBox();
  const box = await column.boundingBox();
  if (!box) throw new Error("the column is not drawn");
  // The first working hour begins where the first closed part ends.
  const top = off ? off.y + off.height - box.y : 0;
  await column.click({ position: { x: 60, y: top + 12 + (hour - 10) * 78 } });
}

async function signIn(of: Page): Promise<void> {
  await of.goto(`${app.url}/sign_in`);
  await of.getByLabel("E-mail").fill(shop.email);
  await of.getByLabel("Password").first().fill(shop.password);
  await of.keyboard.press("Enter");
  await of.waitForURL((url) => !url.pathname.startsWith("/sign_in"));
}

async function textsTo(phoneNumber: string): Promise<string[]> {
  const answer = await fetch(`${app.sandboxUrl}/sandbox/api/texts?to=${encodeURIComponent(phoneNumber)}`);
  const { texts } = (await answer.json()) as { texts: { body: string }[] };
  return texts.map((text) => text.body);
}

async function reply(from: string, body: string): Promise<void> {
  await fetch(`${app.sandboxUrl}/sandbox/api/texts/reply`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ from, body }),
  });
}

/** Switches the booking page on, as an integrator would, with the session of the page. */
async function openOnlineBooking(): Promise<string> {
  const { searchParams } = new URL(page.url());
  const chosen = { companyId: searchParams.get("companyId") ?? "", businessId: searchParams.get("businessId") ?? "" };
  return await page.evaluate(async ({ companyId, businessId }) => {
    const ids = { "x-leashline-company-id": companyId, "x-leashline-business-id": businessId };
    const call = async (name: string, body: object) => {
      const headers = { "content-type": "application/json", "x-leashline-csrf": "1", ...ids };
      const answer = await fetch(`/leashline.online_booking.v1.OnlineBookingSettingService/${name}`, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
      });
      return (await answer.json()) as { setting: { bookOnlineName: string } };
    };
    const { setting } = await call("UpdateOnlineBookingSetting", { isEnable: true });
    return setting.bookOnlineName;
  }, chosen);
}
