import { toWireDate } from "@leashline/kit";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import { ClassService, EnrolmentState } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type App, sharedApp } from "./app.ts";
import { axeFaults, openBrowser, openPage, phone } from "./browser.ts";
import { confirmByText, textLike } from "./day/outside.ts";
import { type Desk, deskOf, foundCompany, type Person, signedUp } from "./small-shop.ts";

// A class for one dog, booked on a phone: whoever comes second asks to wait for a place; the shop says yes to both, and one is in it and one on its waitlist.

const zone = "America/New_York";
const first = Temporal.Now.plainDateISO(zone).add({ days: 20 });
const number = "+12065550186";

let app: Omit<App, "stop">;
let browser: Browser;
let owner: Person;
let desk: Desk;
let name: string;
let classId: string;

beforeAll(async () => {
  app = await sharedApp();
  owner = await signedUp(app.url, "school.test", "Tess", "Teach");
  await foundCompany(owner, "One Dog School", zone);
  const { staff } = await owner.api.client(StaffService).listStaffByLocation({});
  const price = { currencyCode: "USD", units: 150n, nanos: 0 };
  const wish = { name: "Puppy school", careType: "GROUP_CLASS", price, duration: 60, bookOnlineAvailable: true };
  const { service } = await owner.api
    .client(CatalogService)
    .createService({ service: { ...wish, options: { capacity: 1, numSessions: 3 } } });
  const sessions = [0, 7, 14].map((days) => ({ date: toWireDate(first.add({ days }).toString()), startTime: 1080, endTime: 1140 }));
  const plan = {
    serviceId: service?.id ?? "0",
    name: "Tuesday puppies",
    staffId: staff[0]?.id ?? "0",
    capacity: 1,
    sessions,
    outsideWorkingHours: true,
  };
  const { groupClass } = await owner.api.client(ClassService).createClass(plan);
  classId = groupClass?.id ?? "0";
  const { setting } = await owner.api.client(OnlineBookingSettingService).updateOnlineBookingSetting({ isEnable: true });
  name = setting?.bookOnlineName ?? "";
  browser = await openBrowser();
  desk = await deskOf(browser, app.url, owner);
});
afterAll(async () => await browser?.close());

/** From the first step to the classes. */
async function toTheClasses(page: Page, pet: string): Promise<void> {
  await page.goto(`${app.url}/ol/${name}/book`);
  await page.getByLabel("Pet's name").fill(pet);
  await page.getByRole("button", { name: /Puppy school/ }).tap();
  await page.getByRole("button", { name: "Choose the class" }).tap();
}

async function send(page: Page, firstName: string, phoneNumber: string): Promise<void> {
  await page.getByLabel("First name").fill(firstName);
  await page.getByLabel("Last name").fill("Harper");
  await page.getByLabel("Phone", { exact: true }).and(page.locator("input")).first().fill(phoneNumber.slice(2));
  await page.getByRole("button", { name: "Send request" }).tap();
  await confirmByText(app, page, phoneNumber);
  await page.getByText("Request sent").waitFor();
}

test("a class is found with its dates, price and places, and asked for on a phone; whoever comes second asks to wait", async () => {
  const { page, context, faults } = await openPage(browser, phone);
  await toTheClasses(page, "Truffle");
  await page.getByText("1 place left").waitFor();
  await page.getByRole("radio", { name: /Tuesday puppies/ }).check();
  await page.getByLabel("Price", { exact: true }).getByText("$150.00").waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Continue" }).tap();
  await send(page, "Nell", number);
  await textLike(app, number, /got your request/);
  expect(faults).toEqual([]);
  await context.close();
  const hers = await openPage(browser, phone);
  await toTheClasses(hers.page, "Moss");
  await hers.page.getByText("Full: join the waitlist").waitFor();
  await hers.page.getByRole("radio", { name: /Tuesday puppies/ }).check();
  await hers.page.getByRole("button", { name: "Continue to the waitlist" }).tap();
  await send(hers.page, "Ida", "+12065550187");
  await hers.page.getByText(/You asked to wait for a place/).waitFor();
  expect(hers.faults).toEqual([]);
  await hers.context.close();
});

test("the shop accepts both: one pet is in the class, the other on its waitlist", async () => {
  const { page, steps } = desk;
  await steps.goTo("/online_booking/requests");
  await page.getByText("Places held").waitFor();
  await page.getByText("asked to wait for a place").waitFor();
  await steps.usable();
  const asked = (pet: string) => page.getByRole("listitem").filter({ hasText: pet }).getByRole("button", { name: "Accept" });
  await asked("Truffle").click();
  await steps.seen("Accepted. The class has its pets");
  await textLike(app, number, /is confirmed/);
  await asked("Moss").click();
  await steps.seen("On the class’s waitlist");
  const { enrolments } = await owner.api.client(ClassService).getClass({ id: classId });
  expect(enrolments.map(({ petName, state }) => [petName, state])).toEqual([
    ["Truffle", EnrolmentState.ENROLLED],
    ["Moss", EnrolmentState.WAITING],
  ]);
  expect(desk.faults).toEqual([]);
});
