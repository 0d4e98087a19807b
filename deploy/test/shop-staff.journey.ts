import { VanService } from "@leashline/proto/leashline/account/v1/van_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import type { Browser, BrowserContext, Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type App, sharedApp } from "./app.ts";
import { desktop, openBrowser, openPage, phone, type Watched } from "./browser.ts";
import { type Desk, deskOf, foundCompany, freshPassword, type Person, signedUp } from "./small-shop.ts";
import { type Steps, stepsOn } from "./steps.ts";
import { typedDay } from "./workday.ts";

// Who works in a shop, from the role and the invite to the day they leave, what they then see, and the clock they are on.

const domain = "shop-staff.test";
const mark = Date.now().toString(36);
const priyaEmail = `priya-${mark}@${domain}`;

let app: Omit<App, "stop">;
let browser: Browser;
let owner: Person;
let desk: Desk;
let colleague: Watched;
let own: Steps;
let hers: Steps;
let priyaId = "0";
let link = "";

beforeAll(async () => {
  app = await sharedApp();
  owner = await signedUp(app.url, domain, "Olga", "Berg");
  await foundCompany(owner, `Maple ${mark}`);
  await owner.api.client(CatalogService).createStarterCatalog({ careTypes: ["GROOMING"] });
  browser = await openBrowser();
  desk = await deskOf(browser, app.url, owner);
  colleague = await openPage(browser, desktop);
  own = desk.steps;
  hers = stepsOn(colleague.page, app.url);
});
afterAll(async () => browser?.close());

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
  await own.row("Copy of Bather").getByText("Copy of Bather").click();
  await own.page.getByRole("combobox", { name: "See clients: how far" }).filter({ hasText: "Working locations" }).waitFor();
  await own.confirm("Delete");
  await own.press("Delete role");
  await own.row("Copy of Bather").waitFor({ state: "detached" });
  await own.row("Owner").getByText("Owner").click();
  await own.seen("The owner always has every permission.");
  expect(await own.page.getByRole("checkbox", { name: "See the calendar" }).isDisabled()).toBe(true);
  await own.page.keyboard.press("Escape");
});

const nextYear = Temporal.Now.plainDateISO().year + 1;
const limited = Temporal.PlainDate.from({ year: nextYear, month: 12, day: 28 });

test("staff: a colleague with pay, another day's hours and limits, and a price of their own", async () => {
  await own.goTo("/setting/createOrEditStaff");
  await own.fill({ "First name": "Priya", "Last name": "Rao", "Clock code": "12" });
  await own.choose("Role", "Bather");
  await own.press("Add staff member");
  await own.seen("4 to 8 digits");
  await own.fill({ "Clock code": "4711" });
  await own.press("Add staff member");
  await own.page.waitForURL(/createOrEditStaff\/\d+/);
  priyaId = /createOrEditStaff\/(\d+)/.exec(own.page.url())?.[1] ?? "0";

  await own.turn("A share of services", true);
  await own.choose("How commission is set", "Tiers by sales");
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
  await own.answer({ From: `12/24/${nextYear}`, To: `12/26/${nextYear}` });
  await own.page.getByRole("dialog").getByRole("switch", { name: "Works on these days" }).uncheck();
  await own.confirm("Save these days");
  await own.seen("Date override updated successfully.");
  const daysOff = (many: number) => expect.poll(() => own.page.getByText("Day off").count()).toBe(many);
  await daysOff(3);
  await own.press(/^Back to the usual hours on/);
  await daysOff(2);
  await own.undo("Back to the usual hours");
  await daysOff(3);

  await own.press("Add days");
  await own.answer({ From: typedDay(limited) });
  await own.confirm("Limits as usual");
  await own.confirm("Add a limit");
  await own.answer({ Name: "Giants", "Pets a day": "1", Breeds: "Newfoundland, Leonberger" });
  await own.usable();
  await own.confirm("Use these limits");
  await own.confirm("Save these days");
  await own.seen(/9:00 AM – 5:00 PM · 1 limit/);
  await own.press(`Change ${limited.toLocaleString("en-US", { weekday: "short" })}, Dec 28`);
  await own.page.getByRole("dialog").getByRole("button", { name: "By slot" }).click();
  await own.confirm("1 limit");
  await own.holds("Breeds", "Newfoundland, Leonberger");
  await own.confirm("Use these limits");
  await own.confirm("Save these days");
  await own.seen("Slot override updated successfully.");
  await own.seen(/9:00 AM \(1\) · 1 limit/);

  await own.page.getByRole("table", { name: "Services and prices" }).getByRole("row").nth(1).click();
  await own.answer({ Price: "77" });
  await own.confirm("Save price");
  await own.seen("$77.00");
  await own.turn("A client pays an invoice online", false);
  await own.usable();

  await own.page.reload();
  await own.seen("$77.00");
  await expect.poll(() => own.page.getByLabel("From sales of").nth(1).inputValue()).toBe("2000");
  await expect.poll(() => own.page.getByRole("switch", { name: "A client pays an invoice online" }).isChecked()).toBe(false);
});

test("invite-code-errors: a link is made, ended, made anew and used once by somebody who had no account", async () => {
  const shown = () => own.field("Invite link").inputValue();
  const invite = async () => {
    await own.press(/^(Invite|Send a new link)$/);
    await own.confirm("Make the link");
    await expect.poll(async () => !["", link].includes(await shown())).toBe(true);
    link = await shown();
  };
  await invite();
  const first = new URL(link).pathname;
  await own.press("Cancel the invite");
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
  await hers.fill({ "First name": "Priya", Email: priyaEmail, Password: freshPassword() });
  await hers.press("Create account");
  await hers.page.waitForURL(/\/invite\/.+\/accept/);
  await hers.press("Join as Priya");
  await hers.page.waitForURL(/\/home\/overview/);
  await hers.goTo(new URL(link).pathname);
  await hers.seen("The invite code is bind already.");
  await own.seen("Signs in with their own account.");
});

/** Whether a notice lies over a button of the drawer that is open. */
async function covered(name: string): Promise<boolean> {
  type Box = { left: number; right: number; top: number; bottom: number };
  const boxes = (of: Locator) => of.evaluateAll((found) => found.map((one) => one.getBoundingClientRect().toJSON() as Box));
  const [button] = await boxes(own.page.getByRole("dialog").getByRole("button", { name }));
  const notices = await boxes(own.page.locator(".notistack-Snackbar"));
  return notices.some(
    (one) => button && one.left < button.right && button.left < one.right && one.top < button.bottom && button.top < one.bottom,
  );
}

test("a role that changes holds in an open page within seconds, and a closed page says whom to ask", async () => {
  await hers.goTo("/setting/tax");
  await hers.seen("Your role does not include this page");
  await hers.seen(/Ask Olga Berg/);
  await hers.usable();
  await own.goTo("/setting/staff/roles");
  await own.row("Bather").getByText("Bather").click();
  await own.page.getByRole("checkbox", { name: "Business settings" }).check();
  await own.confirm("Save role");
  const saved = Date.now();
  await hers.seen("No taxes yet");
  expect(Date.now() - saved).toBeLessThan(20_000);

  await own.row("Bather").getByText("Bather").click();
  await own.confirm("Delete");
  await own.press("Delete role");
  await own.seen(/Some staff have this role ,can not delete/);
  await own.page.keyboard.press("Escape");
});

test("a notice lies over no button of an open drawer, though a pointer that rests on it keeps it there", async () => {
  const said = own.page.getByText("Role saved.");
  await own.goTo("/setting/staff/roles");
  await own.row("Bather").getByText("Bather").click();
  await own.confirm("Save role");
  await said.first().dispatchEvent("mouseover");
  await own.row("Bather").getByText("Bather").dispatchEvent("click");
  await own.page.getByRole("dialog").getByRole("button", { name: "Delete" }).waitFor();
  await expect.poll(async () => [await said.count(), await covered("Delete")]).toEqual([1, false]);
  await own.page.keyboard.press("Escape");
});

test("somebody leaves: what they have ahead is counted first, and the list is without them", async () => {
  await own.goTo("/setting/createOrEditStaff");
  await own.fill({ "First name": "Marcus" });
  await own.press("Add staff member");
  await own.page.waitForURL(/createOrEditStaff\/\d+/);
  await own.press(/^Remove$/);
  await own.seen("They can no longer be booked.");
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
  await own.row("By hand").click();
  await own.field("Out").fill("7:00");
  await own.page.keyboard.press("Tab");
  await own.confirm("Save entry");
  await own.seen("Entry corrected");
  await own.row("9 hrs").click();
  await own.page
    .getByRole("region", { name: "History" })
    .getByText(/Updated by Olga/)
    .waitFor();
  await own.press("Remove");
  await own.confirm("Remove entry");
  await own.seen("Entry removed");
  await own.row("9 hrs").waitFor({ state: "detached" });
  await own.turn("Show removed", true);
  await own.row("Removed").click();
  await own.page
    .getByRole("region", { name: "History" })
    .getByText(/Deleted by Olga/)
    .waitFor();
  await own.seen("It was removed and does not count.");
  await own.usable();
  await own.page.keyboard.press("Escape");
});

test("on a phone: staff, roles and keys are cards, and the settings are a choice", async () => {
  await owner.api.client(VanService).createVan({ nickName: "Red", licensePlate: "OR-Red", staffIdList: [priyaId] });
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
