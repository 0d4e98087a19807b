import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sharedApp } from "./app.ts";
import { openBrowser } from "./browser.ts";
import { type Desk, deskOf, foundCompany, signedUp } from "./small-shop.ts";
import type { Steps } from "./steps.ts";

// What an owner sets about the shop itself, in a company of its own.

const mark = Date.now().toString(36);

let browser: Browser;
let desk: Desk;
let own: Steps;

beforeAll(async () => {
  const app = await sharedApp();
  const owner = await signedUp(app.url, "settings.test", "Olga", "Berg");
  await foundCompany(owner, `Maple ${mark}`);
  browser = await openBrowser();
  desk = await deskOf(browser, app.url, owner);
  own = desk.steps;
});
afterAll(async () => browser?.close());

test("settings are found by a word, and the one that is pressed opens", async () => {
  await own.goTo("/setting/general");
  const search = own.page.getByRole("searchbox", { name: "Search settings" }).or(own.page.getByLabel("Search settings"));
  await search.first().fill("xylophone");
  await own.seen("No setting matches “xylophone”.");
  await search.first().fill("tax");
  const listed = own.page.getByRole("navigation").getByRole("link");
  await own.page.getByRole("link", { name: "General", exact: true }).waitFor({ state: "detached" });
  expect(await listed.count()).toBeGreaterThan(0);
  await own.page.getByRole("link", { name: "Taxes" }).click();
  await own.page.waitForURL(/tax/i);
});

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

test("calendar: it opens with the view that was chosen, as large as was chosen, and with or without a line at the current time", async () => {
  const shown = async () => {
    await own.goTo("/calendar/grooming");
    await own.page.getByRole("region", { name: "Calendar" }).waitFor();
    const style = (await own.page.locator(".grid").getAttribute("style")) ?? "";
    return [
      await own.page.getByRole("button", { name: "Week", exact: true }).getAttribute("aria-pressed"),
      /--hour: (\w+)/.exec(style)?.[1],
      await own.page.locator(".grid > .now").count(),
    ];
  };
  expect((await shown()).slice(0, 2)).toEqual(["false", "78px"]);
  await own.goTo("/setting/general/calendar");
  await own.choose("The calendar opens with", "Week");
  await own.choose("The day starts at", /^(00:00|0:00|12:00 AM)$/);
  await own.choose("The day ends at", /^Midnight$/);
  await own.choose("Size of the week view", "Compact");
  await own.usable();
  await own.press(/^Save$/);
  await own.seen("Calendar settings saved");
  expect(await shown()).toEqual(["true", "48px", 1]);
  await own.goTo("/setting/general/calendar");
  await own.turn("A line at the current time", false);
  await own.press(/^Save$/);
  await own.seen("Calendar settings saved");
  expect(await shown()).toEqual(["true", "48px", 0]);
});

test("referral sources: proposals are taken, put in order, renamed and taken away", async () => {
  await own.goTo("/setting/general/referralSource");
  await own.press("Yelp");
  await own.page.getByRole("button", { name: "Delete Yelp" }).waitFor();
  await own.press("Google");
  await own.page.getByRole("button", { name: "Delete Google" }).waitFor();
  await own.press("Move Google up");
  const names = () => own.page.getByRole("region", { name: "How did you hear of us?" }).getByRole("listitem").allTextContents();
  await expect.poll(names).toEqual(["Google", "Yelp"]);
  await own.press("Rename Yelp");
  await own.page.getByLabel("New name of Yelp", { exact: true }).fill("A friend");
  await own.page.getByRole("region", { name: "How did you hear of us?" }).getByRole("button", { name: "Save" }).click();
  await expect.poll(names).toEqual(["Google", "A friend"]);
  await own.page.getByLabel("New source", { exact: true }).fill("The van");
  await own.page.keyboard.press("Enter");
  await expect.poll(names).toEqual(["Google", "A friend", "The van"]);
  await own.press("Delete Google");
  await own.confirm(/Delete/);
  await own.page.getByRole("button", { name: "Delete Google" }).waitFor({ state: "detached" });
  await own.page.reload();
  await expect.poll(names).toEqual(["A friend", "The van"]);
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

test("closed dates: many holidays at once; questionnaire and payroll keep what was answered", async () => {
  await own.goTo("/setting/business/closedDate");
  await own.press("Close on all");
  await own.seen("Closed on every holiday");
  expect(await own.page.getByRole("switch", { name: "Closed", checked: false }).count()).toBe(0);
  await own.goTo("/questionnaire");
  await own.choose("Team size", "2 to 5");
  await own.press("Online booking");
  await own.press("Save answers");
  await own.seen("Thank you. Your answers are saved.");
  await own.page.reload();
  await own.page.getByRole("combobox", { name: "Team size" }).filter({ hasText: "2 to 5" }).waitFor();
  await own.usable();
  await own.goTo("/setting/staff/payroll");
  await own.choose("Several staff share a tip", "equally");
  await own.seen("Saved");
  await own.usable();
});

test("nothing went wrong in the console", () => expect(desk.faults).toEqual([]));
