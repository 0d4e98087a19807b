import { toWireDate } from "@leashline/kit";
import { StayService } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { LodgingService } from "@leashline/proto/leashline/offering/v1/lodging_service_pb.js";
import { PriceUnit } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type App, sharedApp } from "./app.ts";
import { axeFaults, openBrowser, openPage, phone } from "./browser.ts";
import { confirmByText, dayOf, textLike } from "./day/outside.ts";
import { type Desk, deskOf, foundCompany, type Person, signedUp } from "./small-shop.ts";

// A kennel with one room, booked on a phone: two want the same nights, one gets them; the shop says yes and the stay is in its room.

const zone = "America/New_York";
const first = Temporal.Now.plainDateISO(zone).add({ months: 1 }).with({ day: 10 });
const [come, leave] = [first.toString(), first.add({ days: 3 }).toString()];
const number = "+12065550184";

let app: Omit<App, "stop">;
let browser: Browser;
let owner: Person;
let desk: Desk;
let name: string;

beforeAll(async () => {
  app = await sharedApp();
  owner = await signedUp(app.url, "kennel.test", "Kay", "Nell");
  await foundCompany(owner, "One Kennel", zone);
  const lodging = owner.api.client(LodgingService);
  const { lodgingType } = await lodging.createLodgingType({ name: "Kennel" });
  await lodging.createLodgingUnits({ lodgingTypeId: lodgingType?.lodgingTypeId ?? "0", names: ["Kennel 1"] });
  const price = { currencyCode: "USD", units: 45n, nanos: 0 };
  const service = {
    name: "Overnight",
    careType: "BOARDING",
    price,
    priceUnit: PriceUnit.PER_NIGHT,
    duration: 60,
    bookOnlineAvailable: true,
  };
  await owner.api.client(CatalogService).createService({ service });
  const { setting } = await owner.api.client(OnlineBookingSettingService).updateOnlineBookingSetting({ isEnable: true });
  name = setting?.bookOnlineName ?? "";
  browser = await openBrowser();
  desk = await deskOf(browser, app.url, owner);
});
afterAll(async () => await browser?.close());

/** From the first step to the month in which the stay is. */
async function toTheMonth(page: Page): Promise<void> {
  await page.goto(`${app.url}/ol/${name}/book`);
  await page.getByLabel("Pet's name").fill("Truffle");
  await page.getByRole("button", { name: /Overnight/ }).tap();
  await page.getByRole("button", { name: "Choose the nights" }).tap();
  await page.getByRole("button", { name: "Later month" }).tap();
}

test("nights are chosen on a phone, priced and held; whoever comes second sees them crossed out", async () => {
  const [hers, his] = [await openPage(browser, phone), await openPage(browser, phone)];
  const mine = hers.page;
  await toTheMonth(mine);
  await dayOf(mine, come).tap();
  await dayOf(mine, leave).tap();
  await mine.getByRole("button", { name: /held for/ }).waitFor();
  const bill = mine.getByLabel("Price", { exact: true });
  await bill.getByText("3 nights × $45.00").waitFor();
  await bill.getByText("$135.00").first().waitFor();
  expect(await axeFaults(mine)).toEqual([]);
  await toTheMonth(his.page);
  await his.page
    .getByRole("button", { name: /, full$/ })
    .first()
    .waitFor();
  expect(await dayOf(his.page, come).isDisabled()).toBe(true);
  await mine.getByRole("button", { name: /held for/ }).tap();
  await mine.getByLabel("First name").fill("Nell");
  await mine.getByLabel("Last name").fill("Harper");
  await mine.getByLabel("Phone", { exact: true }).and(mine.locator("input")).first().fill(number.slice(2));
  await mine.getByRole("button", { name: "Send request" }).tap();
  await confirmByText(app, mine, number);
  await mine.getByText("Request sent").waitFor();
  await textLike(app, number, /got your request/);
  expect([...hers.faults, ...his.faults]).toEqual([]);
  await Promise.all([hers.context.close(), his.context.close()]);
});

test("a stay over the end of a month is chosen in two months", async () => {
  const { page, context, faults } = await openPage(browser, phone);
  await toTheMonth(page);
  const first = Temporal.PlainDate.from(come).with({ day: 1 }).add({ months: 1 });
  await dayOf(page, first.subtract({ days: 1 }).toString()).tap();
  await page.getByRole("button", { name: "Later month" }).tap();
  await dayOf(page, first.add({ days: 3 }).toString()).tap();
  await page.getByLabel("Price", { exact: true }).getByText("4 nights × $45.00").waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test("the shop sees the stay with its nights, accepts it, and the room is theirs", async () => {
  const { page, steps } = desk;
  await steps.goTo("/online_booking/requests");
  await page.getByText("Rooms held").waitFor();
  await steps.seen(/3 nights/);
  await steps.usable();
  await steps.press("Accept");
  await steps.seen("Accepted. It is on the calendar");
  await textLike(app, number, /is confirmed/);
  const span = { startDate: toWireDate(come), endDate: toWireDate(leave) };
  const { cards } = await owner.api.client(StayService).getLodgingCalendar(span);
  expect(cards.map(({ petList, stayEndDate }) => [petList[0]?.petName, stayEndDate])).toEqual([["Truffle", toWireDate(leave)]]);
  await steps.goTo("/online_booking/settings");
  await steps.choose("Shortest stay", "2 nights");
  await steps.press("Save online booking");
  await steps.seen("Online booking saved");
  await steps.usable();
  expect(desk.faults).toEqual([]);
});
