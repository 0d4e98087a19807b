import { CompanyService } from "@leashline/proto/leashline/account/v1/company_service_pb.js";
import { BusinessAppType, DistanceUnitType } from "@leashline/proto/leashline/account/v1/enums_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { ServiceAreaService, ServiceAreaType } from "@leashline/proto/leashline/calendar/v1/service_area_service_pb.js";
import { AddressService } from "@leashline/proto/leashline/customer/v1/address_pb.js";
import type { Browser, Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type App, sharedApp } from "./app.ts";
import { openBrowser } from "./browser.ts";
import { workday, zone } from "./day/desk.ts";
import { bookedAt, type Desk, deskOf, foundCompany, type Person, signedUp } from "./small-shop.ts";
import { typedDay } from "./workday.ts";

// A groomer with a van: times on the way, none where nobody can drive to, and where she goes at all.

let app: Omit<App, "stop">;
let browser: Browser;
let owner: Person;
let desk: Desk;
let near: string;
let far: string;
/** Of the client who lives near. */
let office: string;

/** A client with a visit, who lives so many degrees north of the van. */
const living = async (lastName: string, startTime: number, north: number): Promise<string> => {
  const coming = { firstName: "Ann", lastName, petName: `${lastName}'s dog`, date: workday(), startTime };
  return (await bookedAt(owner, coming, { lat: 47.6 + north, lng: -122.3 })).customerId;
};

beforeAll(async () => {
  app = await sharedApp();
  browser = await openBrowser();
  owner = await signedUp(app.url, "shop-smart.test", "Vera", "Vance");
  const coordinate = { latitude: 47.6, longitude: -122.3 };
  await foundCompany(owner, "Rolling Suds", zone, { appType: BusinessAppType.MOBILE_GROOMING, coordinate });
  near = await living("Near", 600, 0.1);
  far = await living("Far", 900, 5);
  const place = { address1: "2 Office Park", city: "Seattle", state: "WA", zipcode: "98103", lat: "47.6500", lng: "-122.3000" };
  const { address } = await owner.api.client(AddressService).createAddress({ address: { ...place, customerId: near } });
  office = address?.customerAddressId ?? "0";
  desk = await deskOf(browser, app.url, owner);
});
afterAll(async () => await browser?.close());

const modal = (): Locator => desk.page.getByRole("dialog", { name: "Find a time on the way" });
async function openModal(customerId: string): Promise<void> {
  await desk.steps.goTo(`/calendar/grooming?date=${workday()}&book=1&customerId=${customerId}`);
  await desk.page
    .getByRole("button", { name: /^Full groom: small dog/ })
    .first()
    .click();
  await desk.steps.press("Find a time on the way");
  await modal().waitFor();
}

test("smart-scheduling-modal: hidden until asked for, says that it looks, then goes through the times at another of the client's addresses, one after the other; the one taken is booked there", async () => {
  await openModal(near);
  await modal().getByText("Near's dog: Full groom: small dog").waitFor();
  await desk.steps.choose("Address", /2 Office Park/);
  await desk.steps.answer({ From: workday() });
  const asked = Promise.withResolvers<void>();
  let sent = "";
  await desk.page.route("**/SmartSchedule", async (route) => {
    sent = route.request().postData() ?? "";
    await asked.promise;
    await route.continue();
  });
  await desk.steps.confirm("Find times");
  await modal().getByRole("button", { name: "Looking…" }).waitFor();
  asked.resolve();
  await modal()
    .getByRole("group", { name: /^Time 1 of \d+/ })
    .waitFor();
  await desk.page.unroute("**/SmartSchedule");
  expect(sent, "the office, not where they live").toContain("98103");
  expect(await modal().getByRole("button", { name: "Previous" }).isDisabled()).toBe(true);
  await modal().getByRole("button", { name: "Next" }).click();
  await modal()
    .getByRole("group", { name: /^Time 2 of \d+/ })
    .waitFor();
  await modal().getByRole("button", { name: "Previous" }).click();
  await modal()
    .getByRole("group", { name: /^Time 1 of \d+/ })
    .getByText(/driving/)
    .waitFor();
  await modal()
    .getByRole("button", { name: /^\d+ days without a time$/ })
    .click();
  await modal()
    .getByRole("list", { name: "Days without a time" })
    .getByText(/: nobody works$/)
    .first()
    .waitFor();
  await desk.steps.usable();
  await desk.steps.confirm("Use this time");
  await modal().waitFor({ state: "detached" });
  await desk.page
    .getByRole("group", { name: "Address of the visit" })
    .getByText(/2 Office Park/)
    .waitFor();
  await desk.steps.confirm(/^Book · /);
  await desk.steps.seen(/^Booked for /);
  await desk.page.waitForURL(/appointment=/);
  const id = new URL(desk.page.url()).searchParams.get("appointment") ?? "0";
  const { appointment } = await owner.api.client(AppointmentService).getAppointment({ id });
  expect(appointment?.addressId).toBe(office);
});

test("smart-scheduling-none-messages: without a time the span is said, or since when, or until when, and for each day why", async () => {
  const day = (n: number) => Temporal.PlainDate.from(workday()).add({ days: n });
  const words = (n: number) => typedDay(day(n));
  await openModal(far);
  const says = async (text: string) => {
    await modal().getByText(text, { exact: true }).waitFor();
    await modal().getByRole("listitem").filter({ hasText: "too far from every stop" }).first().waitFor();
  };
  await desk.steps.answer({ From: day(1).toString(), Until: day(4).toString() });
  await desk.steps.confirm("Find times");
  await says(`No time slot available from ${words(1)} to ${words(4)}.`);
  await desk.steps.usable();
  await desk.steps.answer({ Until: "" });
  await desk.steps.confirm("Find times");
  await says(`No time slot available since ${words(1)}.`);
  const today = Temporal.Now.plainDateISO(zone).toString();
  await desk.steps.answer({ From: today, Until: day(4).toString() });
  await desk.steps.confirm("Find times");
  await says(`No time slot available until ${words(4)}.`);
  await desk.steps.confirm("Close");
  await modal().waitFor({ state: "detached" });
});

test("an area by distance is typed in miles from the location, drawn, and stands on the map of the day; nobody goes farther", async () => {
  const { page, steps } = desk;
  await steps.goTo("/setting/service_area");
  await steps.press("Add area");
  await steps.answer({ Name: "Around town" });
  await steps.choose("The area is", "Everything within a distance");
  await steps.answer({ "How many miles": "0" });
  await steps.confirm("Add service area");
  await steps.seen(/^A number above 0, up to 310 miles$/);
  await steps.answer({ "How many miles": "12" });
  await steps.seen("+ is your location. North is up.");
  await steps.usable();
  await steps.confirm("Add service area");
  await steps.seen("Within 12 miles of your location");
  await steps.usable();
  const outline = page.getByRole("application", { name: /^Map of the day/ }).locator("polygon");
  await steps.goTo(`/calendar/map_view?date=${workday()}`);
  await expect.poll(async () => (await outline.getAttribute("points"))?.split(" ").length).toBeGreaterThan(30);
  await openModal(far);
  const day = Temporal.PlainDate.from(workday()).add({ days: 1 }).toString();
  await steps.answer({ From: day, Until: day });
  await steps.confirm("Find times");
  await modal().getByRole("listitem").filter({ hasText: "nobody goes to this area" }).first().waitFor();
  await steps.confirm("Close");
  await openModal(near);
  await steps.confirm("Find times");
  await modal()
    .getByRole("group", { name: /^Time 1 of \d+/ })
    .waitFor();
  await steps.confirm("Close");
});

test("service-area-save-failure: what the server says about an area that cannot be saved is said, and what was typed stays", async () => {
  await owner.api
    .client(ServiceAreaService)
    .saveServiceArea({ areaName: "North", serviceAreaType: ServiceAreaType.ZIPCODES, zipcodes: ["98101"], colorCode: "#2e7d32" });
  await desk.steps.goTo("/setting/service_area");
  await desk.steps.press("Add area");
  await desk.steps.answer({ Name: "North", "ZIP codes": "98102" });
  const refused = desk.page.waitForResponse((answer) => answer.url().endsWith("/SaveServiceArea"));
  await desk.steps.confirm("Add service area");
  const { message } = (await (await refused).json()) as { message: string };
  await desk.page.locator(".notistack-MuiContent-error").filter({ hasText: message }).waitFor();
  await desk.steps.holds("ZIP codes", "98102");
  await desk.page.keyboard.press("Escape");
  await desk.steps.press("Discard");
});

test("limits of vans are read in kilometers where the company does; the minutes to spare at each stop are set once, as a number, and every search begins with them", async () => {
  const label = "Minutes to spare at each stop";
  await desk.steps.goTo("/setting/driving");
  await desk.steps.seen("Without one, a van drives up to 30 miles and 45 minutes from stop to stop.");
  await owner.api.client(CompanyService).updateCompanyPreference({ unitOfDistanceType: DistanceUnitType.KILOMETRE });
  await desk.page.reload();
  await desk.steps.seen("Without one, a van drives up to 48 kilometers and 45 minutes from stop to stop.");
  await desk.steps.press("Add driving rule");
  await desk.steps.answer({ Name: "City", "Most kilometers": "4" });
  await desk.steps.seen("Kept in whole miles: about 3");
  await desk.steps.answer({ "Most kilometers": "40" });
  await desk.steps.usable();
  await desk.steps.confirm("Add driving rule");
  await desk.steps.seen("Up to 40 kilometers and 45 minutes");
  await desk.steps.press("Edit smart scheduling");
  await desk.steps.answer({ [label]: "x" });
  await desk.steps.confirm("Save");
  await desk.steps.seen("A whole number from 0 to 240");
  await desk.steps.answer({ [label]: "15" });
  await desk.steps.usable();
  await desk.steps.confirm("Save");
  await desk.steps.seen("15 minutes to spare at each stop besides the driving.");
  await openModal(near);
  await desk.steps.holds(label, "15");
  await desk.steps.confirm("Close");
});

test("nothing went wrong in the console", () => expect(desk.faults).toEqual([]));
