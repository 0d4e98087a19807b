import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openPage, phone } from "./browser.ts";
import { ledgerBalances } from "./day/calls.ts";
import {
  app,
  beside,
  besideReads,
  browser,
  cardOf,
  checkInAhead,
  dana,
  field,
  labelOf,
  lookOver,
  nell,
  openDay,
  otis,
  page,
  press,
  seenBeside,
  shop,
  staff,
  unusable,
  workday,
  zone,
} from "./day/desk.ts";
import { chooseService, clickAt, drag, giveAddress, later, mark, newClient, signIn, timesIn } from "./day/moves.ts";
import { confirmByText, mailLike, reply, textLike, textsTo } from "./day/outside.ts";
import { cents, csvRows, inTerminal } from "./day/terminal.ts";
import { takenBack } from "./steps.ts";
import { wireDay } from "./wire.ts";

// A shop's first day in a real browser, in order; each step stands on the one before it. In a company of its own, so that it may run beside others.

let reminderDue = 0;
let bookingPage = "";

beforeAll(openDay);
afterAll(async () => await browser?.close());

test("a newcomer signs up, creates a company with its first location, and lands on the calendar", async () => {
  await page.goto(`${app.url}/sign_up`);
  await field("First name").fill("Olive");
  await field("Last name").fill("Owner");
  await field("Email").fill(shop.email);
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
  await page.getByRole("combobox", { name: "Time zone" }).click();
  await page.getByRole("option", { name: "Pacific Time · Los Angeles", exact: true }).click();
  await lookOver("company");
  await page.getByRole("button", { name: /create/i }).click();
  await page.waitForURL(/\/(calendar|home)/, { timeout: 30_000 });
  await page.goto(`${app.url}/calendar/grooming`);
  await page.getByRole("region", { name: "Calendar" }).waitFor();
  await expect(page.getByText(shop.name).first().isVisible()).resolves.toBe(true);
});

test("an empty calendar says how to get the first appointment, and leads to what is still to set up", async () => {
  await page.getByText("Nothing booked here").waitFor();
  await page.getByRole("link", { name: "Set up your business" }).click();
  await page.waitForURL(/\/home\/overview/);
  await page.getByRole("heading", { name: "Set up your business" }).waitFor();
});

test("a starter catalogue is there and can be changed", async () => {
  await page.goto(`${app.url}/setting/services`);
  await page.getByRole("link", { name: "Full groom: small dog" }).click();
  await field("Price").fill("75.35");
  await press("Save service");
  await page.getByText("Service saved").waitFor();
  await page.goto(`${app.url}/setting/services`);
  await page.getByText("$75.35").waitFor();
});

test("the calendar shades the time that nobody works and draws a line at the time it is", async () => {
  const noon = Temporal.Now.plainDateISO(zone).toZonedDateTime({ timeZone: zone, plainTime: "12:00" });
  await signIn(beside.page);
  const still = await beside.context.newPage();
  await still.clock.setFixedTime(noon.epochMilliseconds);
  await still.goto(`${app.url}/calendar/grooming`);
  const line = still.locator(".now");
  await line.waitFor();
  const middle = async (of: Locator) => {
    const box = await of.boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0) / 2;
  };
  const twelve = still.locator(".gutter span").filter({ hasText: /^12 PM$/ });
  expect(Math.abs((await middle(line)) - (await middle(twelve)))).toBeLessThan(8);
  await still.close();
  await beside.page.goto(`${app.url}/calendar/grooming?date=${workday()}`);
  await beside.page.locator("[data-column] .off").first().waitFor();
  expect(await beside.page.locator(".now").count()).toBe(0);
});

test("an appointment is booked by a click on a free place, for somebody new; a second browser shows it within a second", async () => {
  await page.goto(`${app.url}/calendar/grooming?date=${workday()}`);
  const column = page.locator("[data-column]").first();
  await column.waitFor();
  await clickAt(column, 10);
  await page.getByRole("dialog", { name: "Book an appointment" }).waitFor();
  await newClient(dana, "Standard poodle");
  await lookOver("booking drawer");
  await press(/^Book ·/);
  await cardOf(dana).waitFor();
  await seenBeside(() => cardOf(dana, beside.page).waitFor({ timeout: 5_000 }));
  await page.reload();
  await cardOf(dana).waitFor();
  await lookOver("calendar");
});

test("a card is dragged to another time and longer by its edge; a second browser follows within a second; both are undone", async () => {
  const hour = 78;
  const before = await labelOf(cardOf(dana, beside.page));
  const [start, end] = timesIn(before);
  await drag(cardOf(dana), hour);
  await page.getByText(/^Moved to/).waitFor();
  await besideReads(dana, new RegExp(`${later(start, 60)}.+${later(end, 60)}`));
  const undo = async (said: RegExp) => {
    await takenBack(page, said);
    await besideReads(dana, new RegExp(`${start}.+${end}`));
    await vi.waitFor(async () => expect(await labelOf(cardOf(dana))).toBe(before));
  };
  await undo(/^Moved to/);
  await drag(cardOf(dana).locator(".grip"), hour / 2);
  await page.getByText(new RegExp(`^Now .*${later(end, 30)}`)).waitFor();
  await besideReads(dana, new RegExp(`${start}.+${later(end, 30)}`));
  await undo(/^Now /);
});

test("free time is marked by a drag, with its hours shown; Escape marks nothing; what is marked is blocked, or booked at that length; the keyboard takes back the newest", async () => {
  const column = page.locator("[data-column]").first();
  const marked = page.locator(".card.planned");
  const drawer = page.getByRole("dialog", { name: "Book an appointment" });
  await mark(column, 13, 100);
  const [from, to] = timesIn((await marked.textContent()) ?? "");
  expect(to).toBe(later(from, 90));
  await page.keyboard.press("Escape");
  await marked.waitFor({ state: "detached" });
  await page.mouse.up();
  expect(await drawer.count()).toBe(0);

  await mark(column, 13, 100);
  await page.mouse.up();
  await drawer.waitFor();
  expect(await field(/^Start/, drawer).inputValue()).toContain(from);
  await vi.waitFor(async () => expect(timesIn((await marked.textContent()) ?? "")).toEqual([from, to]));
  await press("Block this time instead", drawer);
  const block = page.getByRole("dialog", { name: "Block time" });
  expect([await field("From", block).inputValue(), await field("To", block).inputValue()]).toEqual([
    expect.stringContaining(from),
    expect.stringContaining(to),
  ]);
  await lookOver("block drawer");
  await press("Block time", block);
  const blocked = page.getByRole("button", { name: new RegExp(`^Blocked: .*${from} – ${to}`) });
  await blocked.waitFor();
  await marked.waitFor({ state: "detached" });

  await mark(column, 15, 100);
  const [start, end] = timesIn((await marked.textContent()) ?? "");
  await page.mouse.up();
  await field("Client", drawer).fill("Whitcomb");
  await page.getByRole("option", { name: /Dana Whitcomb/ }).click();
  await chooseService(dana);
  await press(/^Book · 1 hr 30 min/, drawer);
  const booked = cardOf(dana).and(page.getByLabel(new RegExp(`${start} – ${end}`)));
  await booked.waitFor();
  await drawer.waitFor({ state: "detached" });
  await press("Recent changes");
  const recent = page.getByRole("dialog", { name: "Recent changes" });
  await recent
    .getByRole("listitem")
    .first()
    .getByText(/^Booked for/)
    .waitFor();
  await page.keyboard.press("Escape");
  await recent.waitFor({ state: "detached" });
  await page.keyboard.press("Control+z");
  await booked.waitFor({ state: "detached" });
  await blocked.waitFor();
  await press("Recent changes");
  await press("Undo: Time blocked", recent);
  await blocked.waitFor({ state: "detached" });
  // What was moved and moved back can be taken back as it was booked.
  await recent
    .getByRole("button", { name: /^Undo: Booked for/ })
    .first()
    .waitFor();
  await page.keyboard.press("Escape");
  await recent.waitFor({ state: "detached" });
  expect(await cardOf(dana).count()).toBe(1);
});

test("a closed time is refused; what was typed stays, and one of the free times that are offered is taken", async () => {
  await press("Book");
  const drawer = page.getByRole("dialog", { name: "Book an appointment" });
  await drawer.getByLabel("Start").fill("5:00 AM");
  await drawer.getByLabel("Start").press("Tab");
  await newClient(otis, "Cocker spaniel");
  await press(/^Book ·/);
  const dialog = page.getByRole("dialog", { name: /is off at this time/ });
  await dialog.getByLabel(/Book outside working hours because/).waitFor();
  await press("Go back", dialog);
  await drawer.getByText(otis.name).first().waitFor();
  await press(/^Book ·/);
  await dialog.waitFor();
  await dialog
    .getByRole("button", { name: /·.*(AM|PM)/ })
    .last()
    .click();
  await cardOf(otis).waitFor();
  await seenBeside(() => cardOf(otis, beside.page).waitFor({ timeout: 5_000 }));
});

test("a reminder is set up for a time that is near, in words of one's own", async () => {
  await page.goto(`${app.url}/setting/AutoMessage`);
  await page.getByText("First reminder").waitFor();
  await press("Edit");
  const due = Temporal.Now.zonedDateTimeISO(zone).add({ seconds: 75 }).round({ smallestUnit: "minute", roundingMode: "floor" });
  const days = due.toPlainDate().until(Temporal.PlainDate.from(workday())).days;
  reminderDue = due.epochMilliseconds;
  await page.getByRole("combobox", { name: "When" }).click();
  await page.getByRole("option", { name: days === 1 ? "1 day before" : `${days} days before` }).click();
  await field("At").fill(due.toPlainTime().toString().slice(0, 5));
  // The editor opens with what goes out as long as nobody writes anything else.
  const words = page.getByLabel("Text", { exact: true }).first();
  expect(await words.inputValue()).toMatch(/^\{businessName\}: Hi \{customerName\}, your appointment .* Reply Y to confirm or N to cancel/);
  await page.getByText(/^[^{]+: Hi Jamie, your appointment for Biscuit .* Reply Y to confirm or N to cancel/).waitFor();
  await press("Different wording for a care type");
  const grooming = page.getByRole("group", { name: "Other wording 1" });
  await page.getByText("Choose the care types this wording is for").waitFor();
  await grooming.getByRole("button", { name: "Grooming" }).click();
  await grooming.getByLabel("Text", { exact: true }).fill("Scissors are ready for ");
  await page.getByText("The pets of the appointment", { exact: true }).click();
  await page.getByText(/^Scissors are ready for \w+ See or change it: http/).waitFor();
  await lookOver("auto message");
  await press("Save message");
  await page.getByText(days === 1 ? /1 day before at/ : new RegExp(`${days} days before at`)).waitFor();
  await page.reload();
  await press("Edit");
  await vi.waitFor(async () =>
    expect(await grooming.getByLabel("Text", { exact: true }).inputValue()).toBe("Scissors are ready for {petName}"),
  );
});

test("an occupied time is refused with what is free; with the permission and a reason it is overbooked and marked", async () => {
  await page.goto(`${app.url}/calendar/grooming?date=${workday()}`);
  await cardOf(dana).waitFor();
  const [time = ""] = timesIn(await labelOf(cardOf(dana)));
  await page.keyboard.press("n");
  await page.getByRole("dialog", { name: "Book an appointment" }).waitFor();
  await page.getByLabel("Start").fill(time);
  await page.getByLabel("Start").press("Tab");
  await page.getByRole("combobox", { name: "Client" }).fill("whit");
  await page.getByRole("option", { name: /Dana Whitcomb/ }).click();
  await chooseService(dana);
  await press(/^Book ·/);
  const dialog = page.getByRole("dialog", { name: "This time is taken" });
  await dialog.waitFor();
  expect(await dialog.getByRole("button", { name: /·/ }).count()).toBeGreaterThan(0);
  await dialog.getByLabel(/Book anyway/).fill("Sisters, one table");
  await dialog.getByRole("button", { name: "Overbook" }).click();
  await page.getByText("Overbooked: Sisters, one table").waitFor();
  await seenBeside(async () => expect(await cardOf(dana, beside.page).count()).toBe(2));
});

test("the day moves from expected to ready and a step back; times are corrected, and the log says who did what", async () => {
  const visit = page.getByRole("complementary", { name: "Appointment" });
  const besideShows = (words: RegExp) =>
    seenBeside(async () => expect((await Promise.all((await cardOf(dana, beside.page).all()).map(labelOf))).join()).toMatch(words));
  await press("Check in");
  await checkInAhead(page);
  await visit.getByRole("button", { name: "Mark ready" }).waitFor();
  await besideShows(/In store/);
  await press("Correct these times");
  await visit.getByLabel("Checked in").fill("12:00 AM");
  await visit.getByLabel("Checked in").press("Tab");
  await press(/^Save$/);
  await visit.getByText(/12:00 AM/).waitFor();
  await press("Mark ready");
  await besideShows(/Ready/);
  await press("More for this appointment");
  await page.getByRole("menuitem", { name: "Back to in store" }).click();
  await besideShows(/In store/);
  await press("Mark ready");
  await visit.getByRole("button", { name: "Finish" }).waitFor();
  await page.getByRole("tab", { name: "Log" }).click();
  await visit.getByText("Olive Owner").first().waitFor();
  await visit
    .getByText(/12:00|time/i)
    .first()
    .waitFor();
  await page.goto(`${app.url}/home/overview?date=${workday()}&tab=ready`);
  await page.getByText("Whitcomb").first().waitFor();
  await lookOver("today");
});

test("checkout: a discount, a tip, a part in cash, the rest by card; refunds; the receipt arrives by text and email", async () => {
  await giveAddress();
  await page.goto(`${app.url}/home/overview?date=${workday()}&tab=ready`);
  await press(/^Check out/);
  const drawer = page.getByRole("dialog", { name: /Check out/ });
  await drawer.waitFor();
  await drawer.getByRole("button", { name: "Discount" }).click();
  await drawer.getByLabel("Percent").fill("10");
  await drawer.getByRole("button", { name: "Add discount" }).click();
  await drawer.getByText("Discount 10%").waitFor();
  await drawer.getByRole("button", { name: /^20%/ }).click();
  await drawer.getByText("Tip 20%").waitFor();
  await lookOver("checkout");
  await drawer.getByRole("radio", { name: "Cash" }).check();
  await drawer.getByLabel("Amount now").fill("20");
  await drawer.getByRole("button", { name: "Take $20.00" }).click();
  await drawer.getByText("Partly paid").waitFor();
  const cards = async () => (await Promise.all((await cardOf(dana, beside.page).all()).map(labelOf))).join();
  await vi.waitFor(async () => expect(await cards()).toMatch(/partly paid/), { timeout: 5_000 });
  await drawer.getByRole("radio", { name: "Test card" }).check();
  await drawer.getByRole("button", { name: /^Charge \$/ }).click();
  await drawer.getByText("Paid", { exact: true }).first().waitFor();
  await vi.waitFor(async () => expect(await cards()).toMatch(/Finished, paid/), { timeout: 5_000 });
  const refund = page.getByRole("dialog", { name: /^Refund/ });
  const payment = (kind: RegExp) => drawer.getByRole("region", { name: "Payments" }).locator("> div").filter({ hasText: kind });
  await press("Refund", payment(/Cash/));
  await refund.getByLabel("Amount").fill("5");
  await refund.getByRole("button", { name: "Refund $5.00" }).click();
  await payment(/Cash/)
    .getByText(/\$5.00 refunded/)
    .waitFor();
  await refund.waitFor({ state: "detached" });
  await drawer.getByText("Reduced by a refund").waitFor();
  await drawer.getByText("Paid", { exact: true }).first().waitFor();
  expect(await drawer.getByRole("button", { name: /^(Charge|Take) \$/ }).count()).toBe(0);
  await press("Refund", payment(/Visa/));
  await refund.getByRole("radio", { name: /still owed/ }).check();
  await refund.getByRole("button", { name: /^Refund \$/ }).click();
  await payment(/Visa/)
    .getByText(/refunded/)
    .waitFor();
  await drawer.getByText("Partly paid").waitFor();
  await vi.waitFor(async () => expect(await cards()).toMatch(/partly paid/), { timeout: 5_000 });
  await press("Text receipt", drawer);
  await textLike(app, dana.phone, /Receipt .*\$/);
  await press("Email receipt", drawer);
  expect((await mailLike(app, dana.email, /receipt/i)).text).toMatch(/\$20\.00/);
  expect(await drawer.getByRole("button", { name: /^(Charge|Take) \$/ }).count()).toBe(0);
  await press("Take a payment", drawer);
  await drawer.getByRole("radio", { name: "Cash" }).check();
  await press(/^Take \$/, drawer);
  await drawer.getByText("Partly paid").waitFor({ state: "detached" });
  await drawer.getByText("Paid", { exact: true }).first().waitFor();
  await page.keyboard.press("Escape");
  await drawer.waitFor({ state: "detached" });
  await seenBeside(async () => expect(await cards()).toMatch(/Finished, paid/));
});

test("the owner opens online booking on its page, which has the address to copy, its code and the way to look at it", async () => {
  await page.goto(`${app.url}/online_booking/settings`);
  await page.getByRole("switch", { name: "Clients can book online" }).click();
  await press("Save online booking");
  await page.getByRole("link", { name: "Open the booking page" }).waitFor();
  await page.getByRole("img", { name: "QR code of your booking page" }).waitFor();
  bookingPage = await field("Address of the page").inputValue();
  await lookOver("online booking");
});

test("a pet parent books on a phone, another who wants the same time is offered the next; staff accept; both sides get a message", async () => {
  const [hers, his] = [await openPage(browser, phone), await openPage(browser, phone)];
  for (const { page: parent } of [hers, his]) {
    await parent.goto(bookingPage);
    await parent.getByLabel("Pet's name").fill("Truffle");
    const pet = parent.getByRole("region", { name: "Truffle" });
    await pet
      .getByRole("button", { pressed: false })
      .filter({ hasText: /hr|min/ })
      .first()
      .click();
  }
  const mine = hers.page;
  await lookOver("storefront", mine);
  const timesOf = (of: Page) => of.getByRole("group", { name: /day, / }).getByRole("button");
  for (const { page: parent } of [hers, his]) {
    await press(/Choose a time/, parent);
    await timesOf(parent).first().waitFor();
  }
  await timesOf(mine).first().click();
  await mine.getByRole("button", { name: /held for/ }).waitFor();
  await timesOf(his.page).first().click();
  const other = his.page.getByRole("alert");
  await other
    .getByRole("button", { name: /·.*(AM|PM)/ })
    .first()
    .click();
  await his.page.getByRole("button", { name: /held for/ }).waitFor();
  await lookOver("time taken", his.page);
  await press(/held for/, mine);
  await field("First name", mine).fill("Nell");
  await field("Last name", mine).fill("Harper");
  await field("Phone", mine).fill(nell.phone.slice(2));
  await confirmByText(app, mine, nell.phone, async () => {
    await press("Send request", mine);
    await mine.getByRole("heading", { name: "Check your texts" }).waitFor();
    await lookOver("code", mine);
  });
  await mine.getByText("Request sent").waitFor();
  await textLike(app, nell.phone, /got your request/);
  await page.goto(`${app.url}/online_booking/requests`);
  await page.getByText("Nell Harper").waitFor();
  await lookOver("requests");
  await press("Accept");
  await page.getByText("Accepted. It is on the calendar").waitFor();
  // She looks at her phone again.
  await mine.bringToFront();
  await mine.getByText("You are booked").waitFor({ timeout: 60_000 });
  await textLike(app, nell.phone, /is confirmed/);
  await mailLike(app, shop.email, /New booking request from Nell Harper/);
  await mailLike(app, shop.email, /Booked online: Nell Harper/);
  await page.getByRole("tab", { name: /Accepted/ }).click();
  await page.getByRole("link", { name: "Open the appointment" }).click();
  await cardOf(nell).waitFor();
  expect([...hers.faults, ...his.faults]).toEqual([]);
  await Promise.all([hers.context.close(), his.context.close()]);
});

test("the reminder goes out at its minute to who has not confirmed; the answer lands in the inbox, and what staff write back arrives", async () => {
  const reminder = await textLike(app, otis.phone, /^Scissors are ready for Moss See or change it: http/, 120_000);
  expect(reminder.created).toBeGreaterThanOrEqual(reminderDue);
  expect(reminder.created).toBeLessThan(reminderDue + 60_000);
  await textLike(app, dana.phone, /^Scissors are ready/, 60_000);
  const toDana = (await textsTo(app, dana.phone)).filter(({ body }) => body.startsWith("Scissors"));
  expect(toDana, "for the appointment she comes to next; for the one that is in the shop she needs none").toHaveLength(1);
  await page.goto(`${app.url}/message`);
  await beside.page.goto(`${app.url}/calendar/grooming?date=${workday()}`);
  await cardOf(otis, beside.page).waitFor();
  await reply(app, otis.phone, "Y");
  await vi.waitFor(async () => expect(await labelOf(cardOf(otis, beside.page))).toMatch(/Confirmed/), { timeout: 30_000 });
  await textLike(app, otis.phone, /Thank you, the appointment for Moss is confirmed/);
  await reply(app, otis.phone, "Can we come ten minutes early?");
  await page.getByText("Can we come ten minutes early?").first().click();
  await page.getByText("Can we come ten minutes early?").last().waitFor();
  const folds = page.getByRole("button", { name: /automatic message/i });
  await folds.first().waitFor();
  for (const fold of await folds.all()) await fold.click();
  await page.getByText("Scissors are ready for Moss").first().waitFor();
  await page.getByLabel("Text message").fill("Of course, see you then.");
  await press("Send");
  await textLike(app, otis.phone, /^Of course, see you then\.$/);
  await lookOver("inbox");
});

test("an appointment that is cancelled leaves the second browser's calendar within a second", async () => {
  await page.goto(`${app.url}/calendar/grooming?date=${workday()}`);
  await cardOf(otis).click();
  await press("More for this appointment");
  await page.getByRole("menuitem", { name: "Cancel appointment…" }).click();
  await page
    .getByRole("dialog", { name: /Cancel Grant/ })
    .getByRole("button", { name: "Cancel appointment" })
    .click();
  await page.getByText("Appointment canceled. The time is free again.").waitFor();
  await seenBeside(async () => expect(await cardOf(otis, beside.page).count()).toBe(0));
});

test("insights show this week's hours booked, what was missed and who is due, each with its chart", async () => {
  await page.goto(`${app.url}/report/dashboard`);
  for (const name of ["Net sales by day", "Staff time", "No-shows and late cancellations", "Overdue clients"])
    await page.getByRole("heading", { name }).waitFor();
  expect(await page.getByRole("button", { name: "This week" }).getAttribute("aria-pressed")).toBe("true");
  await page
    .getByText(/^\d+%$/)
    .first()
    .waitFor();
  await lookOver("insights");
});

test("the day report agrees with the ledger to the cent, on the screen and in the file", async () => {
  const until = Temporal.PlainDate.from(workday()).add({ days: 60 }).toString();
  await page.goto(`${app.url}/report/reports?from=${Temporal.Now.plainDateISO(zone)}&to=${until}`);
  await page.getByText("Net sales").first().waitFor();
  await lookOver("report");
  const ledger = await ledgerBalances();
  const [file] = await Promise.all([page.waitForEvent("download"), press("Export CSV")]);
  expect(file.suggestedFilename()).toMatch(/^sales-.+\.csv$/);
  const rows = csvRows(readFileSync(await file.path(), "utf8"));
  const [head = [], ...body] = rows;
  const of = (section: string, column: string, name?: string): number =>
    body
      .filter(([kind, called]) => kind === section && (name === undefined || called === name))
      .reduce((sum, row) => sum + cents(row[head.indexOf(column)]), 0);
  const total = (column: string) => of("Total", column);
  const ahead = (column: string) => of("Still to come", column);
  const withAhead = (column: string, ...sums: number[]) => sums.map((sum) => sum + ahead(column));
  expect(total("Net sales") + ahead("Net sales")).toBeGreaterThan(10_000);
  expect({
    sales: withAhead("Net sales", of("Service", "Net sales"), of("Staff", "Net sales"), total("Net sales")),
    tax: withAhead("Tax", of("Service", "Tax"), of("Staff", "Tax"), total("Tax")),
    tips: withAhead("Tips", of("Tips", "Tips"), total("Tips")),
    cash: of("Payments", "Collected", "cash") - of("Payments", "Refunded", "cash"),
    card: of("Payments", "Collected", "card") - of("Payments", "Refunded", "card"),
    outstanding: of("Outstanding", "Amount") + ahead("Amount"),
  }).toEqual({
    sales: Array(3).fill(0 - (ledger.sales ?? 0)),
    tax: Array(3).fill(0 - (ledger.tax_payable ?? 0)),
    tips: Array(2).fill(0 - (ledger.tips_payable ?? 0)),
    cash: (ledger.cash_drawer ?? 0) + (ledger.cash_outside ?? 0),
    card: ledger.card_clearing ?? 0,
    outstanding: ledger.client_receivable ?? 0,
  });
  const shown = async (label: string) =>
    cents(
      await page
        .locator("dl > div")
        .filter({ has: page.locator("dt", { hasText: new RegExp(`^${label}$`) }) })
        .locator("dd")
        .first()
        .textContent(),
    );
  expect([await shown("Net sales"), await shown("Tips"), await shown("Outstanding"), await shown("Refunded")]).toEqual([
    total("Net sales"),
    total("Tips"),
    of("Outstanding", "Amount"),
    total("Refunded"),
  ]);
});

test("the operator lists the day's appointments in a terminal; an integrator does the same with buf curl and an API key", async () => {
  const server = { LEASHLINE_URL: app.url, LEASHLINE_PASSWORD: shop.password };
  await inTerminal("leashline", ["login", "--email", shop.email], server);
  const list = ["calendar", "list-day-cards", "--start-date", workday()];
  expect(await inTerminal("leashline", [...list, "-o", "table"], server)).toMatch(/Whitcomb/);
  const seen = csvRows(await inTerminal("leashline", [...list, "-o", "csv"], server));
  const ids = seen.slice(1).map((row) => row[seen[0]?.indexOf("appointmentId") ?? -1]);
  expect(ids.length).toBeGreaterThanOrEqual(2);
  const made = await inTerminal(
    "leashline",
    ["account", "create-api-key", "--name", "Integration", "--permissions", "view-calendar", "-o", "json"],
    server,
  );
  const key = /llk_[\w-]{40,}/.exec(made)?.[0] ?? "none";
  const call = ["curl", "--schema", "proto", "--protocol", "connect", "-d", JSON.stringify({ startDate: wireDay(workday()) })];
  const rpc = `${app.url}/leashline.calendar.v1.CardService/ListDayCards`;
  const answer = JSON.parse(await inTerminal("buf", [...call, "-H", `authorization: Bearer ${key}`, rpc])) as {
    cards: { appointmentId: string }[];
  };
  expect(answer.cards.map((card) => card.appointmentId)).toEqual(ids);
  await expect(inTerminal("buf", [...call, "-H", "authorization: Bearer llk_nothing", rpc])).rejects.toThrow(/unauthenticated/);
});

test("every page on the way was usable for everybody, in both colour schemes", () => {
  expect(unusable).toEqual([]);
});

test("nothing went wrong in the console all day", () => {
  expect([...staff.faults, ...beside.faults]).toEqual([]);
});
