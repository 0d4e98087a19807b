import { toWireDate } from "@leashline/kit";
import { DaycareService } from "@leashline/proto/leashline/calendar/v1/daycare_service_pb.js";
import { OverviewService } from "@leashline/proto/leashline/calendar/v1/overview_service_pb.js";
import { StayService } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { LodgingService } from "@leashline/proto/leashline/offering/v1/lodging_service_pb.js";
import { PriceUnit } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { BookingRequestService } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { WaitlistOfferSettingService } from "@leashline/proto/leashline/online_booking/v1/waitlist_offer_setting_pb.js";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type App, sharedApp } from "./app.ts";
import { axeFaults, openBrowser, openPage, phone } from "./browser.ts";
import { confirmByText, dayOf, textLike } from "./day/outside.ts";
import { saysWho, turnsTo } from "./online/visitor.ts";
import { type Desk, deskOf, foundCompany, type Person, signedUp } from "./small-shop.ts";
import { usd } from "./wire.ts";

// A house with one kennel and one place for daycare: who finds the nights sold out, or the day full, waits from the booking page. What is given back is offered to
// them, and they say yes on their phone.

const zone = "America/New_York";
const first = Temporal.Now.plainDateISO(zone).add({ months: 1 }).with({ day: 10 });
const [come, leave, oneDay] = [first.toString(), first.add({ days: 3 }).toString(), first.add({ days: 6 }).toString()];
const ids = { boarding: "0", daycare: "0", stay: "", day: "" };

let app: Omit<App, "stop">;
let browser: Browser;
let owner: Person;
let desk: Desk;
let name: string;

/** What somebody else asked for by telephone takes the only room, or the only place. The calendar hears of the room a moment after it is there. */
async function taken(serviceId: string, days: object): Promise<string> {
  const wanted = {
    bookOnlineName: name,
    customer: { firstName: "Ann", lastName: "Early", phoneNumber: "+12065550140", email: "" },
    pets: [{ petName: "Bo", petType: "Dog", serviceIds: [serviceId] }],
    ...days,
  };
  const ask = () => owner.api.client(StorefrontService).submitBooking(wanted);
  const { statusToken } = await vi.waitFor(ask, { timeout: 30_000, interval: 200 });
  return statusToken.split(".")[0] ?? "";
}

beforeAll(async () => {
  app = await sharedApp();
  owner = await signedUp(app.url, "full.test", "Kay", "Full");
  await foundCompany(owner, "Full House", zone);
  const { api } = owner;
  const { lodgingType } = await api.client(LodgingService).createLodgingType({ name: "Kennel" });
  await api.client(LodgingService).createLodgingUnits({ lodgingTypeId: lodgingType?.lodgingTypeId ?? "0", names: ["Kennel 1"] });
  await api.client(DaycareService).updateDaycareSetting({ setting: { limited: true, heads: Array(7).fill(1) } });
  const price = usd(45);
  const [overnight, fullDay] = [
    { name: "Overnight", careType: "BOARDING", price, priceUnit: PriceUnit.PER_NIGHT, duration: 60, bookOnlineAvailable: true },
    { name: "Full day", careType: "DAYCARE", price, duration: 540, bookOnlineAvailable: true },
  ];
  ids.boarding = (await api.client(CatalogService).createService({ service: overnight })).service?.id ?? "0";
  ids.daycare = (await api.client(CatalogService).createService({ service: fullDay })).service?.id ?? "0";
  const { setting } = await api.client(OnlineBookingSettingService).updateOnlineBookingSetting({ isEnable: true });
  name = setting?.bookOnlineName ?? "";
  // By themselves, at any hour of the day on which this runs.
  await api.client(WaitlistOfferSettingService).updateWaitlistOfferSetting({ byItself: true, quietFrom: 0, quietTo: 0 });
  const stay = { date: toWireDate(come), endDate: toWireDate(leave), startTime: 840, endTime: 660 };
  ids.stay = await taken(ids.boarding, stay);
  ids.day = await taken(ids.daycare, { date: toWireDate(oneDay), startTime: 540 });
  browser = await openBrowser();
  desk = await deskOf(browser, app.url, owner);
});
afterAll(async () => await browser?.close());

type Waiting = { kind: string; service: RegExp; choose: string; days: readonly string[]; join: RegExp; number: string; petName: string };

/** From the first step to a place on the waitlist. */
async function joins(page: Page, { kind, service, choose, days, join, number, petName }: Waiting): Promise<void> {
  await page.goto(`${app.url}/ol/${name}/book`);
  await page.getByLabel("Pet's name").fill(petName);
  await page.getByRole("button", { name: kind, exact: true }).tap();
  await page.getByRole("button", { name: service }).tap();
  await page.getByRole("button", { name: choose }).tap();
  await turnsTo(page, days[0] ?? "");
  await page
    .getByRole("button", { name: /, full$/ })
    .first()
    .waitFor();
  expect(await dayOf(page, days[0] ?? "").isDisabled()).toBe(true);
  await page.getByRole("button", { name: join }).tap();
  for (const day of days) await dayOf(page, day).tap();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Continue to the waitlist" }).tap();
  await saysWho(page, petName, number);
  expect(await axeFaults(page)).toEqual([]);
  await confirmByText(app, page, number, () => page.getByRole("button", { name: "Join the waitlist" }).tap());
  await page.getByText("You are on the waitlist").waitFor();
}

/** The text with what came free is answered with a yes. */
async function saysYes(page: Page, number: string): Promise<void> {
  const { body } = await textLike(app, number, /\/o\/[A-Za-z0-9_-]{20,}/, 60_000);
  await page.goto(`${app.url}${/\/o\/[A-Za-z0-9_-]+/.exec(body)?.[0]}`);
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Yes, book it" }).tap();
  await page.getByText("You are booked").waitFor();
}

const requests = () => owner.api.client(BookingRequestService);

test("sold-out nights are waited for from the booking page; the room that comes free is offered to them, and is theirs with a yes", async () => {
  const number = "+12065550141";
  const { page, context, faults } = await openPage(browser, phone);
  const join = /^Are your nights full\? Join the waitlist$/;
  const choose = { kind: "Boarding", service: /Overnight/, choose: "Choose the nights", join };
  await joins(page, { ...choose, days: [come, leave], number, petName: "Truffle" });
  await desk.steps.goTo("/waitingList");
  await desk.steps.seen("Nell Truffle");
  await desk.steps.seen(/3 nights/);
  await desk.steps.usable();
  await requests().declineBookingRequest({ id: ids.stay });
  await saysYes(page, number);
  const { cards } = await owner.api.client(StayService).getLodgingCalendar({ startDate: toWireDate(come), endDate: toWireDate(leave) });
  expect(cards.map(({ petList, stayEndDate }) => [petList[0]?.petName, stayEndDate])).toEqual([["Truffle", toWireDate(leave)]]);
  await desk.page.getByText("Nell Truffle").waitFor({ state: "detached" });
  expect(faults).toEqual([]);
  await context.close();
});

test("a full day of daycare is waited for in the same way", async () => {
  const number = "+12065550142";
  const { page, context, faults } = await openPage(browser, phone);
  const join = /^Are your days full\? Join the waitlist$/;
  await joins(page, { kind: "Daycare", service: /Full day/, choose: "Choose the days", days: [oneDay], join, number, petName: "Biscuit" });
  await desk.steps.goTo("/waitingList");
  await desk.steps.seen("Nell Biscuit");
  await requests().declineBookingRequest({ id: ids.day });
  await saysYes(page, number);
  const { appointments } = await owner.api.client(OverviewService).listOverviewAppointments({ date: toWireDate(oneDay) });
  expect(appointments.map(({ petServiceList }) => petServiceList[0]?.petName)).toEqual(["Biscuit"]);
  expect([...faults, ...desk.faults]).toEqual([]);
  await context.close();
});
