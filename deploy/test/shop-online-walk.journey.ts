import { toWireDate } from "@leashline/kit";
import { BusinessAppType } from "@leashline/proto/leashline/account/v1/enums_pb.js";
import { ServiceAreaService, ServiceAreaType } from "@leashline/proto/leashline/calendar/v1/service_area_service_pb.js";
import { WalkService } from "@leashline/proto/leashline/calendar/v1/walk_service_pb.js";
import { AddressService } from "@leashline/proto/leashline/customer/v1/address_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type App, sharedApp } from "./app.ts";
import { axeFaults, openBrowser, openPage, phone, type Watched } from "./browser.ts";
import { confirmByText } from "./day/outside.ts";
import { type Desk, deskOf, foundCompany, type Person, signedUp } from "./small-shop.ts";

// A pet parent asks on a phone for one walk of two dogs, which takes the walker's time once, and says where it begins; the shop accepts it and finds it among its walks,
// at that address. The next time the address is known, and one where the shop does not go is marked.

const zone = "America/New_York";
const number = "+12065550182";

let app: Omit<App, "stop">;
let browser: Browser;
let owner: Person;
let desk: Desk;
let visitor: Watched;
let bookPage: string;

beforeAll(async () => {
  app = await sharedApp();
  owner = await signedUp(app.url, "online-walks.test", "Wes", "Walker");
  await foundCompany(owner, "Oak Street Walks", zone, { appType: BusinessAppType.HYBRID });
  await owner.api.client(CatalogService).createStarterCatalog({ careTypes: ["DOG_WALKING"] });
  await owner.api.client(ServiceAreaService).saveServiceArea({
    ...{ areaName: "Brooklyn Heights", colorCode: "#2a6fdb", serviceAreaType: ServiceAreaType.ZIPCODES, zipcodes: ["11201"] },
  });
  const { setting } = await owner.api.client(OnlineBookingSettingService).updateOnlineBookingSetting({ isEnable: true });
  bookPage = `${app.url}/ol/${setting?.bookOnlineName}/book`;
  browser = await openBrowser();
  visitor = await openPage(browser, phone);
  desk = await deskOf(browser, app.url, owner);
});
afterAll(async () => await browser?.close());

const outside = (page: Page) => page.getByText("This is outside the area where Oak Street Walks usually walks.");
const lines = async (page: Page, street: string, zipcode: string) => {
  await page.getByLabel("Street address").fill(street);
  await page.getByLabel("City").fill("Brooklyn");
  await page.getByLabel("State").fill("NY");
  await page.getByLabel("ZIP code").fill(zipcode);
};
const takeATime = async (page: Page) => {
  await page
    .getByRole("button", { name: /^\d+:\d\d [AP]M/ })
    .first()
    .tap();
  await page.getByRole("button", { name: /held for/ }).tap();
};

test("two dogs are asked for in one walk of half an hour, and where it begins", async () => {
  const { page, faults } = visitor;
  await page.goto(bookPage);
  const walk = page.getByRole("button", { name: /30-minute walk/ });
  await page.getByLabel("Pet's name").fill("Bear");
  await walk.tap();
  await page.getByRole("button", { name: "Another pet" }).tap();
  await page.getByLabel("Pet's name").nth(1).fill("Bo");
  await walk.nth(1).tap();
  await page.getByRole("button", { name: /^Continue/ }).tap();
  await page.getByRole("heading", { name: "Where do we pick up?" }).waitFor();
  await page.getByRole("button", { name: "Tell us the street" }).waitFor();
  await lines(page, "12 Oak Street", "99950");
  await outside(page).waitFor();
  await page.getByLabel("ZIP code").fill("11201");
  await outside(page).waitFor({ state: "detached" });
  await page.getByLabel("Apartment, gate, floor (optional)").fill("Apt 4");
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Choose a time" }).tap();
  await page.getByText(/about 30 min/).waitFor();
  await page.goBack();
  expect(await page.getByLabel("Street address").inputValue(), "what was typed is kept").toBe("12 Oak Street");
  await page.getByRole("button", { name: "Choose a time" }).tap();
  await takeATime(page);
  await page.getByLabel("First name").fill("Nell");
  await page.getByLabel("Last name").fill("Harper");
  await page.getByLabel("Phone", { exact: true }).and(page.locator("input")).first().fill(number.slice(2));
  await page.getByRole("button", { name: "Send request" }).tap();
  await confirmByText(app, page, number);
  await page.getByText("Request sent").waitFor();
  expect(faults).toEqual([]);
});

test("the shop reads where it begins and accepts it: one walk of both, at an address that is the client's now", async () => {
  const { steps } = desk;
  await steps.goTo("/online_booking/requests");
  await steps.seen("Pick up at 12 Oak Street, Apt 4, Brooklyn, NY 11201");
  await steps.usable();
  await steps.press("Accept");
  await steps.seen("Accepted. It is on the calendar");
  const walks = owner.api.client(WalkService);
  const today = Temporal.Now.plainDateISO(zone);
  const days = Array.from({ length: 14 }, (_, ahead) => toWireDate(today.add({ days: ahead }).toString()));
  const found = (await Promise.all(days.map((date) => walks.getDayWalks({ date })))).flatMap((day) => day.walks);
  const asked = found.find(({ appointment }) => appointment?.customerFirstName === "Nell")?.appointment;
  expect(asked?.petServiceList.map(({ petName }) => petName).sort()).toEqual(["Bear", "Bo"]);
  expect((asked?.endTime ?? 0) - (asked?.startTime ?? 0)).toBe(30);
  const { addresses } = await owner.api.client(AddressService).listAddresses({ customerId: asked?.customerId ?? "0" });
  expect(addresses).toMatchObject([{ address1: "12 Oak Street", address2: "Apt 4", city: "Brooklyn", zipcode: "11201", isPrimary: true }]);
  expect(asked?.addressId).toBe(addresses[0]?.customerAddressId);
  expect(desk.faults).toEqual([]);
});

test("the next time their address is there to tap; another one, where the shop does not go, is asked for all the same and marked", async () => {
  const { page, context, faults } = visitor;
  const { steps } = desk;
  await page.getByRole("button", { name: /another/i }).tap();
  await page.goto(bookPage);
  const walk = page.getByRole("button", { name: /30-minute walk/ });
  await walk.first().tap();
  await walk.nth(1).tap();
  await page.getByRole("button", { name: /^Continue/ }).tap();
  const own = page.getByRole("radio", { name: "12 Oak Street, Apt 4, Brooklyn, NY 11201" });
  await own.waitFor();
  expect(await own.isChecked()).toBe(true);
  await page.getByRole("radio", { name: "Another address" }).check();
  await lines(page, "3 Far Lane", "99950");
  await outside(page).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Choose a time" }).tap();
  await takeATime(page);
  await page.getByRole("button", { name: "Send request" }).tap();
  await page.getByText("Request sent").waitFor();
  await steps.goTo("/online_booking/requests");
  await steps.seen("Pick up at 3 Far Lane, Brooklyn, NY 99950");
  await steps.seen("Out of area");
  expect([...faults, ...desk.faults]).toEqual([]);
  await context.close();
});
