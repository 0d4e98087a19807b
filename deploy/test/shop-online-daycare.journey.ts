import { toWireDate } from "@leashline/kit";
import { DaycareService } from "@leashline/proto/leashline/calendar/v1/daycare_service_pb.js";
import { OverviewService } from "@leashline/proto/leashline/calendar/v1/overview_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type App, sharedApp } from "./app.ts";
import { axeFaults, openBrowser, openPage, phone } from "./browser.ts";
import { confirmByText, dayOf, textLike } from "./day/outside.ts";
import { type Desk, deskOf, foundCompany, type Person, signedUp } from "./small-shop.ts";

// A daycare for one dog a day, booked on a phone for two days at once: whoever comes second sees them crossed out; the shop says yes once, and both are visits.

const zone = "America/New_York";
const first = Temporal.Now.plainDateISO(zone).add({ months: 1 }).with({ day: 10 });
const [one, two] = [first.toString(), first.add({ days: 2 }).toString()];
const number = "+12065550185";

let app: Omit<App, "stop">;
let browser: Browser;
let owner: Person;
let desk: Desk;
let name: string;

beforeAll(async () => {
  app = await sharedApp();
  owner = await signedUp(app.url, "yard.test", "Dee", "Care");
  await foundCompany(owner, "One Dog Day", zone);
  await owner.api.client(DaycareService).updateDaycareSetting({ setting: { limited: true, heads: Array(7).fill(1) } });
  const price = { currencyCode: "USD", units: 38n, nanos: 0 };
  const service = { name: "Full day", careType: "DAYCARE", price, duration: 540, bookOnlineAvailable: true };
  await owner.api.client(CatalogService).createService({ service });
  const { setting } = await owner.api.client(OnlineBookingSettingService).updateOnlineBookingSetting({ isEnable: true });
  name = setting?.bookOnlineName ?? "";
  browser = await openBrowser();
  desk = await deskOf(browser, app.url, owner);
});
afterAll(async () => await browser?.close());

/** From the first step to the month in which the days are. */
async function toTheMonth(page: Page): Promise<void> {
  await page.goto(`${app.url}/ol/${name}/book`);
  await page.getByLabel("Pet's name").fill("Truffle");
  await page.getByRole("button", { name: /Full day/ }).tap();
  await page.getByRole("button", { name: "Choose the days" }).tap();
  await page.getByRole("button", { name: "Later month" }).tap();
}

test("two days are chosen on a phone and asked for; whoever comes second sees them crossed out", async () => {
  const { page, context, faults } = await openPage(browser, phone);
  await toTheMonth(page);
  await dayOf(page, one).tap();
  await dayOf(page, two).tap();
  await page.getByLabel("Price", { exact: true }).getByText("$76.00").waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Continue" }).tap();
  await page.getByLabel("First name").fill("Nell");
  await page.getByLabel("Last name").fill("Harper");
  await page.getByLabel("Phone", { exact: true }).and(page.locator("input")).first().fill(number.slice(2));
  await page.getByRole("button", { name: "Send request" }).tap();
  await confirmByText(app, page, number);
  await page.getByText("Request sent").waitFor();
  await textLike(app, number, /got your request/);
  expect(faults).toEqual([]);
  await context.close();
  const his = await openPage(browser, phone);
  await toTheMonth(his.page);
  await his.page
    .getByRole("button", { name: /, full$/ })
    .first()
    .waitFor();
  expect([await dayOf(his.page, one).isDisabled(), await dayOf(his.page, two).isDisabled()]).toEqual([true, true]);
  expect(his.faults).toEqual([]);
  await his.context.close();
});

test("the shop sees both days, accepts them once, and each is a visit", async () => {
  const { page, steps } = desk;
  await steps.goTo("/online_booking/requests");
  await page.getByText("Places held").waitFor();
  await steps.seen(new RegExp(`${first.day}; .* ${first.day + 2}`));
  await steps.usable();
  await steps.press("Accept");
  await steps.seen("Accepted. It is on the calendar");
  await textLike(app, number, /is confirmed/);
  for (const date of [one, two]) {
    const { appointments } = await owner.api.client(OverviewService).listOverviewAppointments({ date: toWireDate(date) });
    expect(appointments.map((visit) => visit.petServiceList[0]?.petName)).toEqual(["Truffle"]);
  }
  expect(desk.faults).toEqual([]);
});
