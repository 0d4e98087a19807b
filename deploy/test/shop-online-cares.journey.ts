import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { sharedApp } from "./app.ts";
import { openBrowser, openPage, phone } from "./browser.ts";
import { confirmByText, mailLike, textLike } from "./day/outside.ts";
import { cares, outsideOf, type Shop } from "./online/cares.ts";
import { openEveryCare } from "./online/every-care.ts";
import { aDayGoesBy, leavesAtTheTimes, turnsComeBack } from "./online/leaving.ts";
import { arrivesAt, asksFor, saysWhere, saysWho, sends, takesATime } from "./online/visitor.ts";
import { type Desk, deskOf, foundCompany, signedUp } from "./small-shop.ts";

// One shop with every care, booked on a phone: each from its landing page to what the client and the shop get to read. There is one kennel, one place for daycare a day
// and one in the class: whoever comes second sees what is gone. The client of the walk comes again.

const numberOf = (name: string): string => cares.find(({ care }) => care === name)?.number ?? "";

let shop: Shop;
let browser: Browser;
let desk: Desk;
let walker: Page;
let groomed: Page;

beforeAll(async () => {
  const app = await sharedApp();
  const owner = await signedUp(app.url, "cares.test", "Kay", "Nell");
  const { page, classId } = await openEveryCare(owner);
  shop = { app, owner, url: `${app.url}/ol/${page}`, classId };
  browser = await openBrowser();
  desk = await deskOf(browser, app.url, owner);
});
afterAll(async () => await browser?.close());

const requestOf = (lastName: string) => desk.page.getByRole("listitem").filter({ hasText: `Nell ${lastName}` });

test.each(cares)(
  "$care is booked on a phone from the landing page to what both sides read; the next visitor sees what is gone",
  async (care) => {
    const { app, owner } = shop;
    const hers = await openPage(browser, phone);
    const taken = await care.chooses(hers.page, shop);
    await sends(app, hers.page, care.care, care.number);
    await care.first?.(hers.page);
    await arrivesAt(hers.page, "Request sent");
    await textLike(app, care.number, /got your request/);
    await mailLike(app, owner.email, new RegExp(`^New booking request from Nell ${care.care}`));
    if (care.second) {
      const his = await openPage(browser, phone);
      await care.second(his.page, shop, taken);
      expect(his.faults).toEqual([]);
      await his.context.close();
    }
    await desk.steps.goTo("/online_booking/requests");
    const request = requestOf(care.care);
    await request.getByText(care.shown).first().waitFor();
    await desk.steps.usable();
    await request.getByRole("button", { name: "Accept" }).click();
    await request.waitFor({ state: "detached" });
    await textLike(app, care.number, /is confirmed/);
    expect(await care.booked(shop)).toEqual(care.is);
    await hers.page.bringToFront();
    await hers.page.getByText("You are booked").waitFor({ timeout: 60_000 });
    expect([...hers.faults, ...desk.faults]).toEqual([]);
    if (care.care === "Walk") walker = hers.page;
    else if (care.care === "Grooming") groomed = hers.page;
    else await hers.context.close();
  },
);

test("who asked to wait for a place in the class stands on its waitlist once the shop says yes", async () => {
  await desk.steps.goTo("/online_booking/requests");
  await requestOf("Waits").getByText("asked to wait for a place").waitFor();
  await requestOf("Waits").getByRole("button", { name: "Accept" }).click();
  await desk.steps.seen("On the class’s waitlist");
});

test("the next time their address is there to tap; another one, where the shop does not go, is asked for all the same and marked", async () => {
  await walker.getByRole("button", { name: /another/i }).tap();
  await walker.goto(`${shop.url}/book`);
  const walk = walker.getByRole("button", { name: /30-minute walk/ });
  await walk.first().tap();
  await walk.nth(1).tap();
  await walker.getByRole("button", { name: /^Continue/ }).tap();
  const own = walker.getByRole("radio", { name: "12 Oak Street, Apt 4, Brooklyn, NY 11201" });
  await own.waitFor();
  expect(await own.isChecked()).toBe(true);
  await walker.getByRole("radio", { name: "Another address" }).check();
  await saysWhere(walker, "3 Far Lane", "99950");
  await outsideOf(walker).waitFor();
  await walker.getByRole("button", { name: "Choose a time" }).tap();
  await takesATime(walker);
  await walker.getByRole("button", { name: "Send request" }).tap();
  await arrivesAt(walker, "Request sent");
  await desk.steps.goTo("/online_booking/requests");
  await desk.steps.seen("Come to 3 Far Lane, Brooklyn, NY 99950");
  await desk.steps.seen("Out of area");
  expect(desk.faults).toEqual([]);
});

/** Each with its title; the last of them are looked over by no other journey. */
const screens = [
  ["settings", "Online booking", false],
  ["new_settings/payment", "Payment with a request", false],
  ["requests", "Booking requests", false],
  ["new_settings/questions", "Booking questions", true],
  ["new_settings/automation", "Automatic acceptance", true],
  ["new_settings/google", "Reserve with Google", true],
  ["availability", "Online availability", true],
  ["landing_page", "Storefront", true],
  ["metrics", "Booking page results", true],
  ["abandon_list", "Abandoned bookings", true],
] as const;

const storefrontParts = [
  ["Gallery", "heading", "Pictures"],
  ["Team", "button", "Add a team member"],
  ["Good to know", "heading", "Good to know"],
  ["Hours", "heading", "Opening hours"],
] as const;

test("every screen of online booking is there and can be used by everybody, the storefront's with all of its parts; the last one sets what those who leave are written", async () => {
  const { page, steps } = desk;
  for (const [path, title, isLookedOver] of screens) {
    await steps.goTo(`/online_booking/${path}`);
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    if (path === "availability") await page.getByRole("group", { name: "Full day" }).waitFor();
    if (path === "new_settings/payment") await page.getByRole("heading", { name: "Clients who must leave a card" }).waitFor();
    if (isLookedOver) await steps.usable();
  }
  await steps.goTo("/online_booking/landing_page");
  const shown = ["About us", "Gallery", "Our team", "Good to know", "Opening hours", "Contact"];
  for (const part of shown) await page.getByRole("switch", { name: part, exact: true }).waitFor();
  for (const [tab, role, name] of storefrontParts) {
    await page.getByRole("tab", { name: tab, exact: true }).click();
    await page.getByRole(role, { name, exact: true }).first().waitFor();
    await steps.usable();
  }
  await steps.goTo("/online_booking/abandon_list");
  await steps.press("Recovery message");
  await steps.turn("Write to people who leave before they send a request", true);
  await steps.confirm("Save recovery message");
  await steps.seen("Recovery message saved");
});

test("who leaves before the request is sent gets a link, goes on where they stopped on another phone, and is recovered on the shop's list; by then they read when to arrive in place of the start", async () => {
  const { page, steps } = desk;
  await steps.goTo("/online_booking/settings");
  await steps.choose("Arrival window opens before the start", "None");
  await steps.choose("Arrival window closes after the start", "1 hour");
  await steps.seen(/told to arrive between 10:00 AM and 11:00 AM/);
  await steps.usable();
  await steps.press("Save online booking");
  await steps.seen("Online booking saved");
  await groomed.getByRole("button", { name: /another/i }).tap();
  await groomed.getByRole("button", { name: /Bath and brush/ }).tap();
  const flowId = await leavesAtTheTimes(shop.app, groomed, shop.owner.api.identity().companyId);
  await groomed.context().close();
  await aDayGoesBy(shop.app, flowId);
  const { body } = await textLike(shop.app, numberOf("Grooming"), /Pick up where you left off: http/, 60_000);
  await steps.goTo("/online_booking/abandon_list");
  const row = page.getByRole("row").filter({ hasText: "Nell Grooming" });
  await row.getByText("Contacted").waitFor();
  await row.getByRole("checkbox").check();
  await steps.seen("1 selected");
  await steps.usable();
  const back = await openPage(browser, phone);
  await back.page.goto(/http\S+/.exec(body)?.[0] ?? "");
  await back.page.getByRole("heading", { name: /^What time works for Truffle/ }).waitFor();
  const window = (await takesATime(back.page)).split(" at ")[1] ?? "";
  expect(window).toMatch(/^\d+:\d\d.+\d+:\d\d [AP]M$/);
  await back.page
    .getByText(/between \d+:\d\d [AP]M and \d+:\d\d [AP]M/)
    .first()
    .waitFor();
  expect(await back.page.getByLabel("Last name").inputValue()).toBe("Grooming");
  await confirmByText(shop.app, back.page, numberOf("Grooming"), () => back.page.getByRole("button", { name: "Send request" }).tap());
  await arrivesAt(back.page, "Request sent");
  await back.page.getByText(/^Arrive between/).waitFor();
  await textLike(shop.app, numberOf("Grooming"), /got your request.* between \d+:\d\d [AP]M and/);
  await row.getByText("Recovered").waitFor();
  expect([...back.faults, ...desk.faults]).toEqual([]);
});

test("the name of the page is changed where it is set; another shop's is refused at the field, and the old address still leads here", async () => {
  const { page, steps } = desk;
  const other = await signedUp(shop.app.url, "cares.test", "Oda", "Nell");
  await foundCompany(other, `Taken ${Date.now()}`);
  const taken = (await other.api.client(OnlineBookingSettingService).getOnlineBookingSetting({})).setting?.bookOnlineName ?? "";
  await steps.goTo("/online_booking/settings");
  const name = page.getByLabel("Name in the address");
  await name.fill(taken);
  await steps.press("Save online booking");
  await page.getByText("This name is already in use.").first().waitFor();
  const own = `own-${taken}`;
  await name.fill(own);
  await steps.press("Save online booking");
  await steps.seen("Online booking saved");
  const address = page.getByRole("textbox", { name: "Address of the page" });
  await vi.waitFor(async () => expect(await address.inputValue()).toBe(`${shop.app.url}/ol/${own}`), { timeout: 30_000 });
  const { page: hers, faults } = await openPage(browser, phone);
  await hers.goto(shop.url);
  await hers.getByRole("heading", { name: "Every Care" }).first().waitFor();
  expect([...faults, ...desk.faults]).toEqual([]);
});

test("once the shop works from a van its booking page asks where to come, and the address stands on the request", async () => {
  const { steps } = desk;
  await steps.goTo("/setting/business");
  await steps.row("Every Care").click();
  await steps.choose("Kind", "Mobile");
  await steps.press("Save location");
  await steps.seen("Location saved");
  const storefront = shop.owner.api.client(StorefrontService);
  const bookOnlineName = shop.url.split("/").at(-1) ?? "";
  await expect
    .poll(async () => (await storefront.getStorefront({ bookOnlineName })).storefront?.visitedCareTypes, { timeout: 30_000 })
    .toContain("GROOMING");
  const { page: hers, faults } = await openPage(browser, phone);
  await asksFor(hers, shop.url, { pets: ["Dune"], service: /Bath and brush/ }, /^Continue/);
  await arrivesAt(hers, "Where should we come?");
  await saysWhere(hers, "5 Elm Street", "11201");
  await hers.getByRole("button", { name: "Choose a time" }).tap();
  await arrivesAt(hers, /^What time works/);
  await takesATime(hers);
  await sends(shop.app, hers, "Van", "+12065550199");
  await arrivesAt(hers, "Request sent");
  await steps.goTo("/online_booking/requests");
  await requestOf("Van")
    .getByText(/5 Elm Street, Brooklyn, NY 11201/)
    .waitFor();
  expect([...faults, ...desk.faults]).toEqual([]);
});

test("where the shop goes by distance, what the map knows to be farther is out of area, and what it does not know is not known, on the request as on the waitlist", async () => {
  await turnsComeBack(shop.app, shop.owner.api.identity().companyId);
  const { page, steps } = desk;
  await steps.goTo("/setting/service_area");
  await steps.row("Brooklyn Heights").click();
  await steps.choose("The area is", "Everything within a distance");
  await steps.choose("Measured from", "Another address");
  await steps.answer({ Address: "12 Pine St, Seattle" });
  await page
    .getByRole("option", { name: /12 Pine St/ })
    .first()
    .click();
  await expect.poll(() => steps.field("Latitude").inputValue()).not.toBe("");
  await steps.usable();
  await steps.confirm("Save service area");
  await steps.seen(/^Within 10 miles of 12 Pine St, Seattle/);
  const asks = async (street: string, city: string) => {
    const hers = await openPage(browser, phone);
    await asksFor(hers.page, shop.url, { pets: ["Dune"], service: /Bath and brush/ }, /^Continue/);
    await saysWhere(hers.page, street, "98055", city);
    await hers.page.getByRole("button", { name: "Choose a time" }).tap();
    return hers;
  };
  const far = await asks("5 Elm St", "Renton");
  await takesATime(far.page);
  await sends(shop.app, far.page, "Renton", "+12065550197");
  await arrivesAt(far.page, "Request sent");
  await steps.goTo("/online_booking/requests");
  await requestOf("Renton").getByText("Out of area").waitFor();
  const lost = await asks("3 Nowhere Lane", "Seattle");
  await lost.page.getByRole("button", { name: "No time works for you? Join the waitlist" }).tap();
  await saysWho(lost.page, "Lost", "+12065550196");
  await confirmByText(shop.app, lost.page, "+12065550196", () => lost.page.getByRole("button", { name: "Join the waitlist" }).tap());
  await lost.page.getByText("You are on the waitlist").waitFor();
  await steps.goTo("/waitingList?area=unknown");
  await steps.row("Nell Lost").getByText("Area not known").waitFor();
  await steps.usable();
  await steps.row("Nell Lost").click();
  await steps.seen(/couldn’t tell whether this address is in your service areas/);
  expect([...far.faults, ...lost.faults, ...desk.faults]).toEqual([]);
});
