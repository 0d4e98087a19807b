import { readFileSync } from "node:fs";
import type { Browser, Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type App, sharedApp } from "./app.ts";
import { axeFaults, openBrowser, openPage, phone, type Watched } from "./browser.ts";
import { reply, textLike } from "./day/outside.ts";
import { csvRows } from "./day/terminal.ts";
import { type Steps, stepsOn } from "./steps.ts";
import { typedDay, workday } from "./workday.ts";

// The shop's day held in one hand: every step of the desktop's day at the width of a phone, in a company of its own. What a pet parent does on
// a phone is part of that day.

const mark = Date.now();
const owner = { email: `pia-${mark}@phone.test`, password: "a-long-enough-password" };
const dana = { name: "Dana Whitcomb", phone: `+1207${String(mark).slice(-7)}` };
const zone = "America/New_York";
const csv = [
  "First name,Last name,Phone,Pet name,Species,Breed",
  `Dana,Whitcomb,${dana.phone},Biscuit,Dog,Standard Poodle`,
  `Kenji,Ito,+1208${String(mark).slice(-7)},Hachi,Dog,Shiba Inu`,
].join("\n");

let app: Omit<App, "stop">;
let browser: Browser;
let hand: Watched;
let own: Steps;

beforeAll(async () => {
  app = await sharedApp();
  browser = await openBrowser();
  hand = await openPage(browser, phone);
  own = stepsOn(hand.page, app.url);
});
afterAll(async () => await browser?.close());

const unusable: string[] = [];

/** Usable for everybody, and nothing is wider than the hand. */
async function lookOver(name: string): Promise<void> {
  const wide = await own.page.evaluate("document.documentElement.scrollWidth - innerWidth");
  if (Number(wide) > 0) unusable.push(`${name}: ${wide} px too wide`);
  unusable.push(...(await axeFaults(own.page, "structure")).map((fault) => `${name}: ${fault}`));
}

const dialog = (name: string | RegExp): Locator => own.page.getByRole("dialog", { name });
const tab = (name: string) => own.page.getByRole("navigation", { name: "Main" }).getByRole("link", { name }).click();
const row = (name: string): Locator => own.page.getByRole("button").filter({ hasText: name });

test("1: signs up, opens a company and lands on the calendar", async () => {
  await own.goTo("/sign_up");
  await lookOver("sign-up");
  await own.fill({ "First name": "Pia", "Last name": "Holm", Email: owner.email, Password: owner.password });
  await own.press("Create account");
  await own.page.waitForURL(/\/business\/new-company/);
  await own.fill({ "Business name": `Pocket Paws ${mark}` });
  await lookOver("new company");
  await own.press(/Create and open/);
  await own.page.waitForURL(/\/calendar\/grooming/);
  await own.seen("Nothing booked on this day");
  await lookOver("empty calendar");
});

test("2: adds somebody with hours, and brings clients in from a file", async () => {
  await own.goTo("/setting/createOrEditStaff");
  await own.fill({ "First name": "Priya" });
  await own.press("Add staff member");
  await own.page.waitForURL(/createOrEditStaff\/\d+/);
  await own.seen(/Working hours for .+ at/);
  await own.page.getByRole("switch", { name: "Sunday" }).check();
  await own.press("Save hours");
  await own.seen("Working hours saved");
  await lookOver("staff hours");
  await own.goTo("/client?import=1");
  await lookOver("import");
  await own.page.setInputFiles("input[type=file]", { name: `hand-${mark}.csv`, mimeType: "text/csv", buffer: Buffer.from(csv) });
  await own.seen("Preview of the first rows");
  await lookOver("import, columns");
  await own.press("Check every row");
  await own.seen("new clients");
  await own.press(/^Import \d/);
  await own.seen("The import is done.");
});

test("3: finds a client by three letters, and adds a pet with a photo, a note and an address", async () => {
  await own.goTo("/client");
  await own.seen("Kenji Ito");
  await own.page.getByRole("searchbox").fill("bis");
  await own.page.getByText("Kenji Ito").waitFor({ state: "detached" });
  await lookOver("clients");
  await own.page.getByText(dana.name).first().click();
  await own.page.waitForURL(/\/client\/\d+/);
  await own.page.getByRole("link", { name: "Add pet" }).click();
  await own.fill({ "Pet's name": "Freja" });
  const png = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
  await own.page.setInputFiles("input[type=file]", { name: "freja.png", mimeType: "image/png", buffer: png });
  await own.page.getByRole("img", { name: "Picture of Freja" }).waitFor();
  await lookOver("pet");
  await own.press(/^Add pet$/);
  await own.page.waitForURL(/\/pets\?/);
  const photo = own.page.getByRole("link").filter({ hasText: "Freja" }).locator("img");
  await vi.waitFor(
    async () => expect(await photo.evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth)).toBe(1),
    30_000,
  );
  await own.page.getByRole("tab", { name: "Overview" }).click();
  await own.fill({ Note: "Hates the dryer." });
  await own.press("Add note");
  await own.seen("Hates the dryer.");
  await own.press("Add address");
  await own.fill({ Address: "118 Maple Street", City: "Seattle" });
  await own.page.keyboard.press("Enter");
  await own.seen("118 Maple Street");
  await own.page.getByRole("dialog").waitFor({ state: "detached" });
  await lookOver("client");
});

test("4: books from the client's page, is told what is taken, and moves the appointment by its menu", async () => {
  const book = async () => {
    await own.page.getByRole("link", { name: "Book", exact: true }).click();
    const drawer = dialog("Book an appointment");
    await drawer.getByText(dana.name).waitFor();
    await drawer.getByLabel("Day", { exact: true }).fill(typedDay(workday(zone)));
    await drawer.getByLabel("Start").fill("10:00 AM");
    await drawer.getByLabel("Start").press("Tab");
    await drawer
      .getByRole("group", { name: /Biscuit/ })
      .getByRole("button")
      .first()
      .click();
    return drawer;
  };
  const client = own.page.url();
  const drawer = await book();
  await lookOver("booking");
  await drawer.getByRole("button", { name: /^Book ·/ }).click();
  await dialog(/^Appointment$/)
    .getByRole("button", { name: "Check in" })
    .waitFor();
  await lookOver("visit");
  await own.page.goto(client);
  await (await book()).getByRole("button", { name: /^Book ·/ }).click();
  await dialog("This time is taken")
    .getByRole("button", { name: /·.*(AM|PM)/ })
    .first()
    .waitFor();
  await lookOver("time taken");
  await dialog("This time is taken").getByRole("button", { name: "Go back" }).click();
  await own.page.goto(`${app.url}/calendar/grooming?date=${workday(zone)}`);
  await row("10:00").first().click();
  await own.press("More for this appointment");
  await own.page.getByRole("menuitem", { name: "Move…" }).click();
  const move = dialog("Move the appointment");
  await move.getByLabel("Start").fill("1:00 PM");
  await move.getByLabel("Start").press("Tab");
  await lookOver("move");
  await move.getByRole("button", { name: "Move" }).click();
  await own.seen(/^Moved to/);
  await move.waitFor({ state: "detached" });
  await own.page.goto(`${app.url}/calendar/grooming?date=${workday(zone)}`);
  await row("1:00").first().waitFor();
  await lookOver("calendar");
});

test("4b: changes the booked appointment; at a closed time a free one is offered and taken, and all of it is saved at once", async () => {
  await row("1:00").first().click();
  await own.press(/^Edit$/);
  const drawer = dialog("Change the appointment");
  await drawer.getByLabel(/^Price for/).fill("70.40");
  await drawer.getByLabel(/^Minutes for/).fill("60");
  await drawer.getByLabel("Alert note").fill("Hates the dryer");
  await lookOver("change the appointment");
  await drawer.getByLabel("Start").fill("5:00 AM");
  await drawer.getByLabel("Start").press("Tab");
  await drawer.getByRole("button", { name: /^Save ·/ }).click();
  await dialog(/is off at this time/)
    .getByRole("button", { name: /·.*AM/ })
    .first()
    .click();
  await own.seen("Appointment changed");
  await drawer.waitFor({ state: "detached" });
  const visit = dialog(/^Appointment$/);
  await visit.getByText("Hates the dryer").first().waitFor();
  await visit.getByText("$70.40").first().waitFor();
  await visit.getByText(/9:00 – 10:00 AM/i).waitFor();
  await lookOver("changed appointment");
  await visit.getByRole("button", { name: "Close" }).click();
  await visit.waitFor({ state: "detached" });
});

test("5: checks in, corrects the time and marks ready in the day's overview", async () => {
  await tab("Today");
  await own.page.goto(`${app.url}/home/overview?date=${workday(zone)}`);
  await own.press("Check in");
  await own.press("Check in anyway");
  await own.page.getByRole("tab", { name: /In store 1/ }).click();
  await own.press(/Open Whitcomb’s appointment/);
  await own.press("Correct these times");
  await own.page.getByLabel("Checked in").fill("12:00 AM");
  await own.page.getByLabel("Checked in").press("Tab");
  await own.press(/^Save$/);
  await own.seen(/12:00 AM/);
  await lookOver("appointment, in store");
  await own.press("Mark ready");
  await own.page.getByRole("button", { name: "Finish" }).waitFor();
});

test("6: checks out with a tip, part in cash and part by card, refunds and sends the receipt", async () => {
  await own.page.goto(`${app.url}/home/overview?date=${workday(zone)}&tab=ready`);
  await own.press(/^Check out/);
  const bill = dialog(/Check out/);
  await bill.getByRole("button", { name: /^20%/ }).click();
  await bill.getByText("Tip 20%").waitFor();
  await bill.getByRole("radio", { name: "Cash" }).check();
  await bill.getByLabel("Amount now").fill("20");
  await lookOver("bill");
  await bill.getByRole("button", { name: "Take $20.00" }).click();
  await bill.getByText("Partly paid").waitFor();
  await bill.getByRole("radio", { name: "New card", exact: true }).check();
  const card = bill.frameLocator('iframe[title="Secure card payment input frame"]');
  await card.getByLabel("Credit or debit card number").fill("4242424242424242");
  await card.getByLabel("Credit or debit card expiration date").fill("1240");
  await card.getByLabel("Credit or debit card CVC").fill("123");
  await bill.getByRole("button", { name: /^Charge \$/ }).click();
  await bill.getByText("Paid", { exact: true }).first().waitFor();
  await bill.getByRole("button", { name: "Refund" }).first().click();
  await dialog(/^Refund/)
    .getByLabel("Amount")
    .fill("5");
  await lookOver("refund");
  await dialog(/^Refund/)
    .getByRole("button", { name: "Refund $5.00" })
    .click();
  await bill.getByText(/\$5.00 refunded/).waitFor();
  await bill.getByRole("button", { name: "Text receipt" }).click();
  await textLike(app, dana.phone, /Receipt .*\$/);
  await lookOver("paid bill");
});

test("7: reads and answers what a client writes", async () => {
  await reply(app, dana.phone, "Did Biscuit behave?");
  await own.goTo("/message");
  await own.page.getByText("Did Biscuit behave?").first().click();
  await own.fill({ "Text message": "Like an angel." });
  await lookOver("conversation");
  await own.press("Send");
  await textLike(app, dana.phone, /^Like an angel\.$/);
  await own.page.getByRole("link", { name: /back/i }).first().click();
  await lookOver("inbox");
  await own.goTo("/setting/AutoMessage");
  await own.press("Edit");
  await own.seen("Different wording for a care type");
  await lookOver("auto message");
});

test("8: has an empty list of requests that says what it is for", async () => {
  await own.goTo("/online_booking/requests");
  await own.page
    .getByRole("tab", { name: /Waiting|New|Submitted/ })
    .first()
    .waitFor();
  await lookOver("requests");
});

test("9: reads the day's report and takes the file along", async () => {
  // Money counts on the day it was taken, sales on the day of the visit.
  await own.goTo(`/report/reports?from=${Temporal.Now.plainDateISO(zone)}&to=${workday(zone)}`);
  await own.seen("Net sales");
  await lookOver("report");
  const [file] = await Promise.all([own.page.waitForEvent("download"), own.press("Export CSV")]);
  const rows = csvRows(readFileSync(await file.path(), "utf8"));
  expect(rows.filter(([section]) => section === "Payments").map(([, method]) => method)).toEqual(["card", "cash"]);
});

test("every page on the way was usable for everybody and fits", () => expect(unusable).toEqual([]));

test("nothing went wrong in the console", () => expect(hand.faults).toEqual([]));
