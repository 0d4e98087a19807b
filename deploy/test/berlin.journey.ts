import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type App, sharedApp } from "./app.ts";
import { desktop, openBrowser, openPage, phone, type Watched } from "./browser.ts";
import { confirmByText, mailLike, textLike } from "./day/outside.ts";
import { type Steps, stepsOn } from "./steps.ts";
import { workday } from "./workday.ts";

// A shop in Berlin: a clock of 24 hours, days before months, Monday first, kilograms, euros written 1.234,56. In a company of its own.

const mark = Date.now();
const owner = { email: `jana-${mark}@berlin.test`, password: "a-long-enough-password" };
const shop = `Pfotenglück ${mark}`;
/** As a client writes it at home, and as the carrier knows it. */
const dialled = `0151${String(mark).slice(-8)}`;
const nele = `0152${String(mark + 1).slice(-8)}`;
const carried = `+49${dialled.slice(1)}`;

let app: Omit<App, "stop">;
let browser: Browser;
let desk: Watched;
let hand: Watched;
let own: Steps;

beforeAll(async () => {
  app = await sharedApp();
  browser = await openBrowser();
  desk = await openPage(browser, desktop);
  hand = await openPage(browser, phone);
  own = stepsOn(desk.page, app.url);
});
afterAll(async () => await browser?.close());

const weekday = () => workday("Europe/Berlin");
const american = /\b\d{1,2}(:\d\d)? ?[AP]M\b|\$\d|\blb\b/;

/** Nothing on the page is written the American way. */
async function atHome(name: string, of: Page = desk.page): Promise<void> {
  expect.soft(american.exec(await of.locator("body").ariaSnapshot())?.[0], name).toBeUndefined();
}

test("choosing a country proposes its zone and currency, and what was chosen by hand stands", async () => {
  await own.goTo("/sign_up");
  await own.fill({ "First name": "Jana", "Last name": "Vogel", Email: owner.email, Password: owner.password });
  await own.press("Create account");
  await own.page.waitForURL(/\/business\/new-company/);
  const shown = (label: string) => own.page.getByRole("combobox", { name: label }).textContent();
  const standing = async () => [await shown("Currency"), await own.page.getByRole("combobox", { name: "Time zone" }).inputValue()];
  expect(await standing()).toEqual(["USD · $ US Dollar", "Eastern Time · New York"]);
  await own.choose("Country", "Kuwait");
  await expect.poll(standing).toEqual([expect.stringMatching(/^KWD/), expect.stringMatching(/Kuwait$/)]);
  await own.choose("Time zone", "Asia/Dubai");
  await own.choose("Country", "Germany");
  await expect.poll(standing).toEqual(["EUR · € Euro", "Asia/Dubai"]);
  await own.choose("Time zone", "Central European Time · Berlin");
  await own.fill({ "Business name": shop, Phone: "030 1234567", City: "Berlin", Postcode: "10115" });
  await own.press(/Create and open/);
  await own.page.waitForURL(/\/calendar\/grooming/);
  await own.page.getByRole("region", { name: "Calendar" }).waitFor();
});

test("the company writes as people in its country do", async () => {
  await own.goTo("/setting/general");
  await own.page.getByRole("combobox", { name: "Dates" }).waitFor();
  const shown = (label: string) => own.page.getByRole("combobox", { name: label }).textContent();
  const all = async () => [await shown("Dates"), await shown("Times"), await shown("Numbers")];
  await vi.waitFor(async () => expect(await all()).toEqual(["DD.MM.YYYY", "24 hours", "1.234,56"]), 10_000);
});

test("a price is typed and shown with a comma", async () => {
  await own.goTo("/setting/services");
  await own.page.getByRole("link", { name: "Full groom: small dog" }).click();
  await own.fill({ Price: "1.234,50" });
  await own.holds("Price", "1234,50");
  await own.fill({ Price: "75,35" });
  await own.press("Save service");
  await own.seen("Service saved");
  await own.goTo("/setting/services");
  await own.seen("€75,35");
  await atHome("services");
});

test("the calendar, a booking and its details", async () => {
  await own.goTo(`/calendar/grooming?date=${weekday()}`);
  const column = own.page.locator("[data-column]").first();
  await column.waitFor();
  await own.page
    .locator(".gutter span")
    .filter({ hasText: /^10:00$/ })
    .waitFor();
  await atHome("calendar");
  await own.press("Book");
  const drawer = own.page.getByRole("dialog", { name: "Book an appointment" });
  await drawer.getByLabel("Start").fill("14:30");
  await drawer.getByLabel("Start").press("Tab");
  await expect.poll(() => drawer.getByLabel("Start").inputValue()).toBe("14:30");
  await own.press("New client");
  await own.answer({ "First name": "Ute", "Last name": "Brandt", Phone: dialled, "Pet's name": "Fips", Breed: "Dackel" });
  await own.confirm("Add client");
  await own.page.getByRole("button", { name: /^Full groom: small dog · €75,35/ }).click();
  await own.press("Change staff, minutes or price");
  await drawer.getByLabel(/^Price for/).fill("80,5");
  await atHome("booking drawer");
  await own.press(/^Book · .*€80,50/);
  const card = own.page.locator(".card:not(.planned)").first();
  await card.waitFor();
  await atHome("booked");
  await card.click();
  await own.page.getByRole("complementary", { name: "Appointment" }).getByText("€80,50").first().waitFor();
  await atHome("visit");
  await own.page.getByRole("tab", { name: "Log" }).click();
  await own.seen(new RegExp(`^[A-Z][a-z]{2}, ${weekday().day} [A-Z][a-z]{2}, 14:30 – 16:00 with Jana Vogel`));
  await atHome("log");
  await own.page.getByRole("button", { name: "Week", exact: true }).click();
  const monday = weekday().subtract({ days: weekday().dayOfWeek - 1 });
  await expect.poll(() => own.page.locator(".words b").first().textContent()).toBe(`Mon ${monday.day}`);
  await own.page.getByRole("heading", { name: /^\d+( [A-Z][a-z]{2})? – \d+ [A-Z][a-z]{2}( \d{4})?$/ }).waitFor();
  await atHome("week");
});

test("checkout: tip, discount and change", async () => {
  await own.goTo(`/home/overview?date=${weekday()}`);
  await own.seen("Brandt");
  await atHome("today");
  await own.goTo(`/calendar/grooming?date=${weekday()}`);
  await own.page.locator(".card").first().click();
  await own.press(/Check out/);
  const drawer = own.page.getByRole("dialog", { name: /Check out/ });
  await drawer.getByRole("button", { name: /^20%/ }).click();
  await drawer.getByText("Tip 20%").waitFor();
  await drawer.getByRole("radio", { name: "Cash" }).check();
  await drawer.getByLabel("Amount now").fill("12,50");
  await atHome("checkout");
  await drawer.getByRole("button", { name: "Take €12,50" }).click();
  await drawer.getByText("Partly paid").waitFor();
  await own.press("Text receipt");
  const receipt = await textLike(app, carried, /Receipt/);
  expect(receipt.body).toMatch(/Total €96,60, paid €12,50, €84,10 still to pay/);
});

test("a pet parent books on a phone and reads the same", async () => {
  const address = await openOnlineBooking();
  const parent = hand.page;
  await parent.goto(address);
  await parent.getByLabel("Pet's name").fill("Wanda");
  await parent.getByRole("button", { name: /^Full groom: small dog/ }).click();
  await atHome("storefront", parent);
  await parent.getByRole("button", { name: /Choose a time/ }).click();
  const times = parent.getByRole("group", { name: /^\w+day, \d+ \w+$/ }).getByRole("button");
  await times.last().waitFor();
  const time = (await times.last().textContent()) ?? "";
  expect(time).toMatch(/^1[0-9]:[0-5]\d$/);
  await times.last().click();
  await parent.getByRole("button", { name: /held for/ }).waitFor();
  await atHome("times", parent);
  await parent.getByRole("button", { name: /held for/ }).click();
  await parent.getByLabel("First name").fill("Nele");
  await parent.getByLabel("Last name").fill("Harms");
  await parent.getByLabel("Phone").fill(nele);
  await confirmByText(app, parent, `+49${nele.slice(1)}`, () => parent.getByRole("button", { name: "Send request" }).click());
  await parent.getByText("Request sent").waitFor();
  await atHome("request sent", parent);
  const got = await textLike(app, `+49${nele.slice(1)}`, /got your request/);
  expect(got.body).toMatch(new RegExp(`for \\w+day, \\d+ \\w+ at ${time} `));
  expect((await mailLike(app, owner.email, /New booking request from Nele Harms/)).text).toContain(`at ${time}`);
  await own.goTo("/online_booking/requests");
  await own.seen("Nele Harms");
  await atHome("requests");
});

test("reports and what is sent by itself", async () => {
  await own.goTo("/report/reports");
  await own.seen("€12,50");
  await atHome("sales");
  await own.goTo("/setting/AutoMessage");
  await own.seen(/1 day before at 10:00, by text/);
  await atHome("auto messages");
  expect([...desk.faults, ...hand.faults]).toEqual([]);
});

/** As its owner does on the settings page of online booking. */
async function openOnlineBooking(): Promise<string> {
  await own.goTo("/online_booking/settings");
  await own.turn("Clients can book online", true);
  await own.press("Save online booking");
  await own.page.getByRole("link", { name: "Open the booking page" }).waitFor();
  return await own.field("Address of the page").inputValue();
}
