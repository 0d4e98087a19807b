import { toWireDate } from "@leashline/kit";
import { WalkService } from "@leashline/proto/leashline/calendar/v1/walk_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type App, sharedApp } from "./app.ts";
import { openBrowser, openPage, phone } from "./browser.ts";
import { confirmByText } from "./day/outside.ts";
import { type Desk, deskOf, foundCompany, type Person, signedUp } from "./small-shop.ts";

// A pet parent asks on a phone for one walk of two dogs, which takes the walker's time once; the shop accepts it and finds it among its walks.

const zone = "America/New_York";
const number = "+12065550182";

let app: Omit<App, "stop">;
let browser: Browser;
let owner: Person;
let desk: Desk;

beforeAll(async () => {
  app = await sharedApp();
  owner = await signedUp(app.url, "online-walks.test", "Wes", "Walker");
  await foundCompany(owner, "Oak Street Walks", zone);
  await owner.api.client(CatalogService).createStarterCatalog({ careTypes: ["DOG_WALKING"] });
  browser = await openBrowser();
  desk = await deskOf(browser, app.url, owner);
});
afterAll(async () => await browser?.close());

test("two dogs are asked for in one walk of half an hour", async () => {
  const { setting } = await owner.api.client(OnlineBookingSettingService).updateOnlineBookingSetting({ isEnable: true });
  const { page, context, faults } = await openPage(browser, phone);
  await page.goto(`${app.url}/ol/${setting?.bookOnlineName}/book`);
  const walk = page.getByRole("button", { name: /30-minute walk/ });
  await page.getByLabel("Pet's name").fill("Bear");
  await walk.tap();
  await page.getByRole("button", { name: "Another pet" }).tap();
  await page.getByLabel("Pet's name").nth(1).fill("Bo");
  await walk.nth(1).tap();
  await page.getByRole("button", { name: /^Choose a time/ }).tap();
  await page.getByText(/about 30 mins/).waitFor();
  await page
    .getByRole("button", { name: /^\d+:\d\d [AP]M/ })
    .first()
    .tap();
  await page.getByRole("button", { name: /held for/ }).tap();
  await page.getByLabel("First name").fill("Nell");
  await page.getByLabel("Last name").fill("Harper");
  await page.getByLabel("Phone", { exact: true }).and(page.locator("input")).first().fill(number.slice(2));
  await page.getByRole("button", { name: "Send request" }).tap();
  await confirmByText(app, page, number);
  await page.getByText("Request sent").waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test("the shop accepts it: one walk of both", async () => {
  const { steps } = desk;
  await steps.goTo("/online_booking/requests");
  await steps.press("Accept");
  await steps.seen("Accepted. It is on the calendar");
  const walks = owner.api.client(WalkService);
  const today = Temporal.Now.plainDateISO(zone);
  const days = Array.from({ length: 14 }, (_, ahead) => toWireDate(today.add({ days: ahead }).toString()));
  const found = (await Promise.all(days.map((date) => walks.getDayWalks({ date })))).flatMap((day) => day.walks);
  const asked = found.find(({ appointment }) => appointment?.customerFirstName === "Nell")?.appointment;
  expect(asked?.petServiceList.map(({ petName }) => petName).sort()).toEqual(["Bear", "Bo"]);
  expect((asked?.endTime ?? 0) - (asked?.startTime ?? 0)).toBe(30);
  expect(desk.faults).toEqual([]);
});
