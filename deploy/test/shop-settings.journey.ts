import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type App, sharedApp } from "./app.ts";
import { desktop, openBrowser, openPage, phone, type Watched } from "./browser.ts";
import { freshPassword } from "./small-shop.ts";
import { type Steps, stepsOn } from "./steps.ts";

// Everything an owner sets about the shop and its people, and what the people then see, in a company of its own.

const mark = Date.now().toString(36);
const person = (name: string) => ({ email: `${name}-${mark}@settings.test`, password: freshPassword() });
const owner = person("olga");
const priya = person("priya");

let app: Omit<App, "stop">;
let browser: Browser;
let desk: Watched;
let colleague: Watched;
let own: Steps;
let hers: Steps;
let link = "";

beforeAll(async () => {
  app = await sharedApp();
  browser = await openBrowser();
  desk = await openPage(browser, desktop);
  colleague = await openPage(browser, desktop);
  own = stepsOn(desk.page, app.url);
  hers = stepsOn(colleague.page, app.url);
  await own.goTo("/sign_up");
  await own.fill({ "First name": "Olga", "Last name": "Berg", "E-mail": owner.email, Password: owner.password });
  await own.press("Create account");
  await own.page.waitForURL(/\/business\/new-company/);
  await own.fill({ "Business name": `Maple ${mark}` });
  await own.press(/Create and open/);
  await own.page.waitForURL(/\/calendar\/grooming/);
});
afterAll(async () => browser?.close());

const rolesWith = (name: string) => own.page.getByRole("row").filter({ hasText: name });

test("general: times are written as chosen, and stay so after a reload; leaving asks first", async () => {
  await own.goTo("/setting/general");
  await own.choose("Times", /24/);
  await own.page.getByRole("link", { name: "Taxes" }).click();
  await own.seen("Leave with unsaved changes?");
  await own.press("Keep editing");
  await own.press("Save settings");
  await own.seen("Settings saved");
  await own.page.reload();
  await own.page.getByRole("combobox", { name: "Times" }).filter({ hasText: "24" }).waitFor();

  await own.goTo("/setting/general/default");
  await own.fill({ Addresses: `front-${mark}@settings.test\nnot-an-address`, "A new client comes every": "6" });
  await own.press("Save defaults");
  await own.seen("Invalid email: not-an-address");
  await own.fill({ Addresses: `front-${mark}@settings.test` });
  await own.press("Save defaults");
  await own.seen("Defaults saved");
  await own.page.reload();
  await own.holds("A new client comes every", "6");
  await own.usable();
});

test("referral sources: proposals are taken, put in order, renamed and taken away", async () => {
  await own.goTo("/setting/general/referralSource");
  await own.press("Yelp");
  await own.page.getByRole("button", { name: "Delete Yelp" }).waitFor();
  await own.press("Google");
  await own.page.getByRole("button", { name: "Delete Google" }).waitFor();
  await own.press("Move Google up");
  const names = () => own.page.getByRole("region", { name: "How did you hear of us?" }).getByRole("listitem").allTextContents();
  await expect.poll(names, { timeout: 15_000 }).toEqual(["Google", "Yelp"]);
  await own.press("Rename Yelp");
  await own.page.getByLabel("New name of Yelp", { exact: true }).fill("A friend");
  await own.page.getByRole("region", { name: "How did you hear of us?" }).getByRole("button", { name: "Save" }).click();
  await expect.poll(names, { timeout: 15_000 }).toEqual(["Google", "A friend"]);
  await own.page.getByLabel("New source", { exact: true }).fill("The van");
  await own.page.keyboard.press("Enter");
  await expect.poll(names, { timeout: 15_000 }).toEqual(["Google", "A friend", "The van"]);
  await own.press("Delete Google");
  await own.confirm(/Delete/);
  await own.page.getByRole("button", { name: "Delete Google" }).waitFor({ state: "detached" });
  await own.page.reload();
  await expect.poll(names, { timeout: 15_000 }).toEqual(["A friend", "The van"]);
  await own.usable();
});

test("a second location is added, corrected and shown", async () => {
  await own.goTo("/setting/createBusiness/mobile");
  await own.fill({ Name: `Van ${mark}`, Website: "maple.example" });
  await own.press("Add location");
  await own.seen("The url should start with http:// or https://");
  await own.fill({ Website: "https://maple.example", Address: "12 Elm Street", City: "Portland" });
  await own.press("Add location");
  await own.page.waitForURL(/\/setting\/business\?/);
  await own.page.getByText(`Van ${mark}`).first().click();
  await own.page.waitForURL(/\/setting\/business\/info\/\d+/);
  await own.fill({ Instagram: "https://instagram.example/maple", City: "Salem" });
  await own.press("Save location");
  await own.seen("Location saved");
  await own.page.reload();
  await own.holds("City", "Salem");
  expect(await own.field("Instagram").inputValue()).toBe("https://instagram.example/maple");
  await own.usable();
});

test("roles-belong-to-company: a role reaches as far as chosen, is copied, and the owner's stays whole", async () => {
  await own.goTo("/setting/staff/roles");
  await own.press("Add role");
  await own.fill({ Name: "Bather" });
  await own.page.getByRole("checkbox", { name: "See the calendar" }).check();
  await own.choose("See clients: how far", "Working locations");
  await own.usable();
  await own.confirm("Add role");
  await own.seen("Role added");
  await own.press("Copy the role Bather");
  await own.seen("Copy of Bather");
  await rolesWith("Copy of Bather").getByText("Copy of Bather").click();
  await own.page.getByRole("combobox", { name: "See clients: how far" }).filter({ hasText: "Working locations" }).waitFor();
  await own.confirm("Delete");
  await own.press("Delete role");
  await rolesWith("Copy of Bather").waitFor({ state: "detached" });
  await rolesWith("Owner").getByText("Owner").click();
  await own.seen("The owner always holds every permission.");
  expect(await own.page.getByRole("checkbox", { name: "See the calendar" }).isDisabled()).toBe(true);
  await own.page.keyboard.press("Escape");
});

test("staff: a colleague with pay, another day's hours and a price of their own", async () => {
  await own.goTo("/setting/createOrEditStaff");
  await own.fill({ "First name": "Priya", "Last name": "Rao", "Clock code": "12" });
  await own.choose("Role", "Bather");
  await own.press("Add staff member");
  await own.seen("4 to 8 digits");
  await own.fill({ "Clock code": "4711" });
  await own.press("Add staff member");
  await own.page.waitForURL(/createOrEditStaff\/\d+/);

  await own.turn("A share of services", true);
  await own.choose("How the share is set", "Tiers by sales");
  await own.press("Add tier");
  await own.press("Add tier");
  const tiers = own.page.getByLabel("Percent", { exact: true });
  await tiers.nth(0).fill("40");
  await tiers.nth(1).fill("45");
  await own.page.getByLabel("From sales of").nth(1).fill("0");
  await own.seen("Two tiers begin at the same amount");
  await own.page.getByLabel("From sales of").nth(1).fill("2000");
  await own.press("Save pay");
  await own.seen("Pay saved");

  await own.press("Add days");
  await own.answer({ From: "12/24/2027", To: "12/26/2027" });
  await own.page.getByRole("dialog").getByRole("switch", { name: "Works on these days" }).uncheck();
  await own.confirm("Save these days");
  await own.seen("Hours saved for these days");
  await expect.poll(() => own.page.getByText("Day off").count(), { timeout: 15_000 }).toBe(3);

  await own.page.getByRole("table", { name: "Services and prices" }).getByRole("row").nth(1).click();
  await own.answer({ Price: "77" });
  await own.confirm("Save price");
  await own.seen("$77.00");
  await own.turn("An invoice is paid", false);
  await own.usable();

  await own.page.reload();
  await own.seen("$77.00");
  await expect.poll(() => own.page.getByLabel("From sales of").nth(1).inputValue(), { timeout: 15_000 }).toBe("2000");
  await expect.poll(() => own.page.getByRole("switch", { name: "An invoice is paid" }).isChecked(), { timeout: 15_000 }).toBe(false);
});

test("invite-code-errors: a link is made, ended, made anew and used once by somebody who had no account", async () => {
  const shown = () => own.field("Invite link").inputValue();
  const invite = async () => {
    await own.press(/^(Invite|Send a new link)$/);
    await own.confirm("Make the link");
    await own.seen(/Invite link made/);
    await expect.poll(shown, { timeout: 15_000 }).not.toBe(link);
    link = await shown();
  };
  await invite();
  const first = new URL(link).pathname;
  await own.press("End the invite");
  await own.seen("The link no longer works");
  await hers.goTo(first);
  await hers.seen("The invite code is disabled.");
  await hers.goTo("/invite/nothing-of-the-kind");
  await hers.seen("The invite code does not exist.");

  await invite();
  await hers.goTo(new URL(link).pathname);
  await hers.seen(`Join Maple ${mark}`);
  await hers.usable();
  await hers.page.getByRole("link", { name: "Create an account" }).click();
  await hers.fill({ "First name": "Priya", "E-mail": priya.email, Password: priya.password });
  await hers.press("Create account");
  await hers.page.waitForURL(/\/invite\/.+\/accept/);
  await hers.press("Join as Priya");
  await hers.page.waitForURL(/\/home\/overview/);
  await hers.goTo(new URL(link).pathname);
  await hers.seen("The invite code is bind already.");
  await own.seen("Signs in with an account of their own.");
});

test("a role that changes holds in an open page within seconds, and a closed page says whom to ask", async () => {
  await hers.goTo("/setting/tax");
  await hers.seen("Your role does not include this page");
  await hers.seen(/Ask Olga Berg/);
  await hers.usable();
  await own.goTo("/setting/staff/roles");
  await rolesWith("Bather").getByText("Bather").click();
  await own.page.getByRole("checkbox", { name: "Business settings" }).check();
  await own.confirm("Save role");
  const saved = Date.now();
  await hers.seen("No tax yet");
  expect(Date.now() - saved).toBeLessThan(10_000);

  await rolesWith("Bather").getByText("Bather").click();
  await own.confirm("Delete");
  await own.press("Delete role");
  await own.seen(/Some staff have this role ,can not delete/);
  await own.page.keyboard.press("Escape");
});

test("vans: driven by one, moved to another, and the history says so", async () => {
  await own.goTo("/setting/van");
  for (const name of ["Blue", "Red"]) {
    await own.press("Add van");
    await own.fill({ Name: name, Plate: `OR-${name}` });
    if (name === "Blue") await own.page.getByRole("group", { name: "Driven by" }).getByRole("button", { name: "Priya Rao" }).click();
    await own.confirm("Add van");
    await own.page.getByRole("dialog").waitFor({ state: "detached" });
  }
  await own.page.getByRole("row").filter({ hasText: "Blue" }).click();
  await own.page.getByRole("group", { name: "Move a driver" }).getByRole("button", { name: "Move" }).click();
  await own.seen("Driver moved");
  await expect.poll(() => own.page.getByRole("row").filter({ hasText: "Red" }).textContent(), { timeout: 15_000 }).toContain("Priya Rao");
  await own.page.getByRole("row").filter({ hasText: "Blue" }).click();
  await own.page.getByRole("region", { name: "Who drove it" }).getByText("Priya Rao").waitFor();
  await own.usable();
  await own.page.keyboard.press("Escape");
});

test("somebody leaves: what they have ahead is counted first, and the list is without them", async () => {
  await own.goTo("/setting/createOrEditStaff");
  await own.fill({ "First name": "Marcus" });
  await own.press("Add staff member");
  await own.page.waitForURL(/createOrEditStaff\/\d+/);
  await own.press(/^Remove$/);
  await own.seen("Nothing is booked with them from now on.");
  await own.usable();
  await own.confirm("Remove staff member");
  await own.page.waitForURL(/\/setting\/staff\?/);
  await own.seen("Priya Rao");
  expect(await own.page.getByText("Marcus").count()).toBe(0);
});

test("clock-operate-types: in with the code, out again, corrected by hand with what it said before", async () => {
  await own.goTo("/setting/staff/clock?view=settings");
  await own.turn("Staff clock in and out", true);
  await own.seen("Saved");
  await own.turn(/next day/, true);
  await own.page.getByRole("tab", { name: "Clock" }).click();
  await own.press("Clock Priya Rao in");
  await own.fill({ "Clock code": "9999" });
  await own.confirm("Clock in");
  await own.seen("Invalid Code");
  await own.fill({ "Clock code": "4711" });
  await own.confirm("Clock in");
  await own.press("Clock Priya Rao out");
  await own.fill({ "Clock code": "4711" });
  await own.confirm("Clock out");
  await own.page.getByRole("button", { name: "Clock Priya Rao in" }).waitFor();
  await own.usable();

  await own.page.getByRole("tab", { name: "Log" }).click();
  await own.press("Add entry");
  await own.choose("Who", /Priya Rao/);
  await own.fill({ Day: "11/02/2026" });
  await own.field("In").fill("22:00");
  await own.field("Out").fill("6:00");
  await own.page.keyboard.press("Tab");
  await own.seen("On the next day");
  await own.confirm("Add entry");
  await own.seen("Entry added");
  await own.page.getByRole("row").filter({ hasText: "By hand" }).click();
  await own.field("Out").fill("7:00");
  await own.page.keyboard.press("Tab");
  await own.confirm("Save entry");
  await own.seen("Entry corrected");
  await own.page.getByRole("row").filter({ hasText: "9 hr" }).click();
  await own.page
    .getByRole("region", { name: "History" })
    .getByText(/Updated by Olga/)
    .waitFor();
  await own.press("Remove");
  await own.confirm("Remove entry");
  await own.seen("Entry removed");
  await own.page.getByRole("row").filter({ hasText: "9 hr" }).waitFor({ state: "detached" });
  await own.turn("Show removed", true);
  await own.page.getByRole("row").filter({ hasText: "Removed" }).click();
  await own.page
    .getByRole("region", { name: "History" })
    .getByText(/Deleted by Olga/)
    .waitFor();
  await own.seen("It was removed and counts for nothing.");
  await own.usable();
  await own.page.keyboard.press("Escape");
});

test("closed dates: many holidays at once; questionnaire and payroll keep what was answered", async () => {
  await own.goTo("/setting/business/closedDate");
  await own.press("Close on all");
  await own.seen("Closed on every holiday");
  expect(await own.page.getByRole("switch", { name: "Open" }).count()).toBe(0);
  await own.goTo("/questionnaire");
  await own.choose("How many of you", "2 to 5");
  await own.press("Online booking");
  await own.press("Save answers");
  await own.seen("Thank you. Your answers are saved.");
  await own.page.reload();
  await own.page.getByRole("combobox", { name: "How many of you" }).filter({ hasText: "2 to 5" }).waitFor();
  await own.usable();
  await own.goTo("/setting/staff/payroll");
  await own.choose("Several people share a tip", "equally");
  await own.seen("Saved");
  await own.usable();
});

test("on a phone: staff, roles and keys are cards, and the settings are a choice", async () => {
  const small: BrowserContext = await browser.newContext({
    viewport: phone,
    storageState: await desk.context.storageState(),
    bypassCSP: true,
  });
  const hand = stepsOn(await small.newPage(), app.url);
  for (const [path, text] of [
    ["/setting/staff", "Priya Rao"],
    ["/setting/staff/roles", "Bather"],
    ["/account_access", "Priya Rao"],
    ["/setting/van", "Red"],
  ] as const) {
    await hand.goTo(path);
    await hand.seen(text);
    await hand.usable();
    expect(await hand.page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  }
  await small.close();
});

test("nothing went wrong in the console", () => expect([...desk.faults, ...colleague.faults]).toEqual([]));
