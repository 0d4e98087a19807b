import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { CareService } from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { AddOnService } from "@leashline/proto/leashline/offering/v1/add_on_pb.js";
import { StayDay } from "@leashline/proto/leashline/offering/v1/additional_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { LodgingService } from "@leashline/proto/leashline/offering/v1/lodging_service_pb.js";
import { PriceUnit } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import type { Browser, Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sharedApp } from "./app.ts";
import { openBrowser } from "./browser.ts";
import { asksFor, bill, openCheckout } from "./checkout/drawer.ts";
import { type Desk, deskOf, foundCompany, type Person, signedUp } from "./small-shop.ts";
import { usd, wireDay } from "./wire.ts";
import { typedDay } from "./workday.ts";

// Two dogs stay for two weeks, one of them in two rooms; one gets medication that costs each time, both get a bath on the last day, and they are fetched late.

/** Where it is morning or early afternoon now: what is to be given in the evening still lies ahead. */
const zones = ["America/New_York", "Asia/Tokyo", "Europe/Berlin"];
const zone = zones.find((one) => Temporal.Now.zonedDateTimeISO(one).hour < 18) ?? "Asia/Tokyo";
const today = Temporal.Now.plainDateISO(zone);
const arrival = today.subtract({ days: 14 });
const middle = today.subtract({ days: 7 });

let browser: Browser;
let owner: Person;
let desk: Desk;
let url: string;
let appointmentId: string;
let boardingId: string;

beforeAll(async () => {
  ({ url } = await sharedApp());
  owner = await signedUp(url, "boarding.test", "Bea", "Boards");
  await foundCompany(owner, "Two Weeks Kennel", zone);
  const { lodgingType } = await owner.api.client(LodgingService).createLodgingType({ name: "Kennel", capacity: 2 });
  const names = ["Kennel 1", "Kennel 2"];
  await owner.api.client(LodgingService).createLodgingUnits({ lodgingTypeId: lodgingType?.lodgingTypeId ?? "0", names });
  const catalog = owner.api.client(CatalogService);
  const overnight = { name: "Overnight", careType: "BOARDING", price: usd(45), priceUnit: PriceUnit.PER_NIGHT, duration: 60 };
  boardingId = (await catalog.createService({ service: overnight })).service?.id ?? "0";
  await catalog.createService({ service: { name: "Farewell bath", careType: "GROOMING", price: usd(30), duration: 60 } });
  await catalog.createService({ service: { name: "Playtime", careType: "GROOMING", price: usd(10), duration: 30 } });
  await owner.api
    .client(AddOnService)
    .createAddOn({ addOn: { name: "Extra walk", careType: "BOARDING", price: usd(12), stayDay: StayDay.EVERY } });
  const client = { firstName: "Robin", lastName: "Reed" };
  const pets = ["Biscuit", "Miso"].map((petName) => ({ petName, petType: "Dog" }));
  await owner.api.client(ClientService).createClientWithPets({ client, pets });
  browser = await openBrowser();
  desk = await deskOf(browser, url, owner);
});
afterAll(async () => await browser?.close());

const panel = (): Locator => desk.page.getByRole("complementary", { name: "Appointment" });

async function pickClient(drawer: Locator): Promise<void> {
  await drawer.getByRole("combobox", { name: "Client" }).fill("Robin");
  await desk.page.getByRole("option", { name: /Robin Reed/ }).click();
}

async function stayFrom(from: Temporal.PlainDate, to: Temporal.PlainDate): Promise<Locator> {
  await desk.steps.goTo("/calendar/lodging");
  await desk.page.getByRole("button", { name: "Stay", exact: true }).click();
  const drawer = desk.page.getByRole("dialog", { name: "Book a boarding stay" });
  await drawer.getByLabel("Arrives", { exact: true }).fill(typedDay(from));
  await drawer.getByLabel("Leaves", { exact: true }).fill(typedDay(to));
  return drawer;
}

test("fees for medication, for late pick-up and for every bath are set up", async () => {
  const { page, steps } = desk;
  const charge = async (kind: string, values: Record<string, string>, more = async () => {}) => {
    await steps.goTo("/setting/services/service-charges");
    await page.getByRole("link", { name: kind, exact: true }).click();
    await steps.fill(values);
    await more();
    await steps.press("Add charge");
    await steps.seen("Service charge added");
  };
  await charge("Medication fee", { Price: "2.50" });
  await charge("Late pick-up", { Price: "20", "Pick-up after": "12:01 AM" });
  await charge("Service charge", { Name: "Towels", Price: "3" }, async () => {
    await steps.turn(/Add automatically/, true);
    await page.getByRole("group", { name: "Visits for" }).getByText("Grooming").click();
  });
  await steps.goTo("/setting/services/service-charges");
  const list = page.getByRole("list", { name: "Service charges" });
  await list.getByText("Medication fee · Each time it is given").waitFor();
  await steps.usable();
});

test("two weeks for two dogs are booked: what they come to is said before, with what medication would cost", async () => {
  const { page } = desk;
  const drawer = await stayFrom(arrival, today);
  await drawer.getByLabel("Leaves at").fill("11:59 PM");
  await pickClient(drawer);
  for (const name of [/Biscuit/, /Miso/]) await drawer.getByRole("checkbox", { name }).check();
  await drawer.getByText("Medication fee: $2.50 each time medication is given").waitFor();
  await drawer.getByRole("button", { name: "Book · 14 nights · $1,260.00" }).click();
  await drawer.waitFor({ state: "detached" });
  await panel().getByRole("tab", { name: "Info" }).waitFor();
  appointmentId = new URL(page.url()).searchParams.get("appointment") ?? "";
  expect(appointmentId).not.toBe("");
});

test("one of them moves to the other room in the middle of the stay, which costs more a night", async () => {
  const { page, steps } = desk;
  // A stay is moved as a stay, from Today too: its days and rooms, not a start and an end within one day.
  await panel().getByRole("button", { name: "More for this appointment" }).click();
  await page.getByRole("menuitem", { name: "Move…" }).click();
  const drawer = page.getByRole("dialog", { name: "Change the stay" });
  await drawer.waitFor();
  await page.keyboard.press("Escape");
  await drawer.waitFor({ state: "detached" });
  await steps.goTo(`/home/overview?date=${today}`);
  await page.getByRole("button", { name: "Departures 2" }).click();
  await page.getByRole("button", { name: "Departures 2", pressed: true }).waitFor();
  await page.getByRole("button", { name: "Edit Reed’s appointment" }).click();
  const rooms = drawer.getByRole("group", { name: "Rooms of Miso" });
  await rooms.getByRole("button", { name: "Moves to another room" }).click();
  await rooms.getByLabel("From", { exact: true }).fill(typedDay(middle));
  await rooms.getByLabel("From", { exact: true }).press("Tab");
  const then = rooms.getByRole("combobox", { name: "Then" });
  const free = (await rooms.getByRole("combobox", { name: "Room" }).textContent())?.includes("Kennel 1") ? "Kennel 2" : "Kennel 1";
  await then.click();
  await page.getByRole("option", { name: free }).click();
  await rooms
    .getByLabel(/^Price a night of Miso/)
    .last()
    .fill("60");
  await drawer.getByRole("group", { name: "Price" }).getByText("$1,365.00, before $1,260.00").waitFor();
  await drawer.getByRole("button", { name: "Save" }).click();
  await steps.seen("Stay changed");
  await drawer.waitFor({ state: "detached" });
  await steps.goTo(`/home/overview?date=${today}&appointment=${appointmentId}`);
});

test("medication is noted, given twice and once taken back: the bill has it once; a late pick-up is put there by hand, and all of it is paid", async () => {
  const { page, steps } = desk;
  await panel().getByRole("button", { name: "Check in" }).click();
  await panel().getByRole("tab", { name: "Feeding and medication" }).click();
  await panel().getByText("Medication fee: $2.50 each time medication is given").waitFor();
  await panel().getByRole("button", { name: "Add feeding or medication" }).click();
  const drawer = page.getByRole("dialog", { name: "Add feeding or medication" });
  await steps.choose("Kind", "Medication");
  await steps.answer({ "Food or medication": "Apoquel", Amount: "1", Unit: "pill", Time: "11:50 PM" });
  await drawer.getByRole("button", { name: "Add a time" }).click();
  await steps.answer({ "Time 2": "11:55 PM" });
  await drawer.getByRole("button", { name: "Save" }).click();
  await drawer.waitFor({ state: "detached" });
  await panel().getByRole("link", { name: "Today's tasks" }).click();
  await steps.seen("2 of 2 left to do");
  for (const time of ["11:50", "11:55"]) await page.getByRole("button", { name: new RegExp(`^Given: .*${time}`) }).click();
  await steps.seen("All done");
  const drawerNow = await openCheckout(page, url, today.toString(), appointmentId);
  await asksFor(drawerNow, "$1,370.00");
  await bill(drawerNow).getByText("Medication given 2 times").waitFor();
  await bill(drawerNow)
    .getByText(/^Kennel \d \+\$15\.00, 7 nights/)
    .waitFor();
  await steps.goTo(`/home/overview/tasks/${today}`);
  await page.getByRole("button", { name: /^Undo: .*11:55/ }).click();
  await steps.seen("1 of 2 left to do");
  const drawerThen = await openCheckout(page, url, today.toString(), appointmentId);
  await bill(drawerThen).getByText("Medication given once").waitFor();
  await drawerThen.getByRole("button", { name: "Extra charge" }).click();
  await drawerThen.getByRole("button", { name: "Add charge" }).waitFor();
  expect(await drawerThen.getByRole("button", { name: /^Late pick-up/ }).count()).toBe(0);
  await drawerThen.getByRole("alert").filter({ hasText: "Late pick-up" }).getByRole("button", { name: "Add $20.00" }).click();
  await asksFor(drawerThen, "$1,387.50");
  await steps.usable();
  await drawerThen.getByRole("radio", { name: "Cash" }).check();
  await drawerThen.getByRole("button", { name: /^Take \$1,387\.50/ }).click();
  await steps.seen(/Paid|Thank you|Paid in full/);
});

test("boarding adds playtime to every day and a bath to the last one: its settings say so, and what that comes to is said before it is booked, and once more with the bath on the day it was moved to", async () => {
  const { page, steps } = desk;
  await steps.goTo(`/createOrEditService/2?id=${boardingId}`);
  for (const [at, service, when] of [
    [0, "Playtime", "Every day"],
    [1, "Farewell bath", "Last day"],
  ] as const) {
    await page.getByRole("button", { name: "Add a service" }).click();
    await page.getByRole("combobox", { name: "Service" }).nth(at).click();
    await page.getByRole("option", { name: service }).click();
    await page.getByRole("combobox", { name: "When" }).nth(at).click();
    await page.getByRole("option", { name: when }).click();
  }
  await steps.fill({ "For stays of at least this many nights": "2" });
  await steps.usable();
  // Paid less than twelve hours before it ends, the stay is over by now and nothing is touched by the change; before that it is asked about.
  const { upcomingAppointments } = await owner.api.client(CatalogService).getServiceUses({ id: boardingId });
  await steps.press("Save service");
  if (upcomingAppointments > 0) await steps.confirm("Save service");
  await steps.seen("Service saved");
  const drawer = await stayFrom(today.add({ days: 7 }), today.add({ days: 8 }));
  await pickClient(drawer);
  await drawer.getByRole("checkbox", { name: /Biscuit/ }).check();
  await drawer.getByRole("button", { name: "Book · 1 night · $45.00" }).waitFor();
  await drawer.getByLabel("Leaves", { exact: true }).fill(typedDay(today.add({ days: 9 })));
  await drawer.getByLabel("Leaves", { exact: true }).press("Tab");
  const price = drawer.getByRole("group", { name: "Price" });
  await price.getByText("Playtime · every day").waitFor();
  const bathIn = (within: Locator) => within.getByRole("group", { name: "Farewell bath for Biscuit" }).getByLabel("When");
  await bathIn(drawer).getByText("Last day").waitFor();
  await steps.usable();
  await bathIn(drawer).click();
  await page.getByRole("option", { name: "First day" }).click();
  await drawer.getByRole("combobox", { name: "Add a service or an add-on during the stay" }).click();
  await page.getByRole("option", { name: "Extra walk" }).click();
  await drawer.getByRole("group", { name: "Extra walk for Biscuit" }).getByLabel("When").getByText("Every day").waitFor();
  await drawer.getByRole("button", { name: "Book · 2 nights · $189.00" }).click();
  await drawer.waitFor({ state: "detached" });
  await panel().getByText("Farewell bath · First day").waitFor();
  await panel().getByText("3 days × $10.00").waitFor();
  await panel().getByText("Extra walk · Every day").waitFor();
  const booked = new URL(page.url()).searchParams.get("appointment") ?? "0";
  const { appointment } = await owner.api.client(AppointmentService).getAppointment({ id: booked });
  await steps.goTo(`/calendar/lodging?date=${today.add({ days: 20 })}&book=1&customerId=${appointment?.customerId}&again=${booked}`);
  await bathIn(drawer).getByText("First day").waitFor();
  expect(await drawer.getByRole("group", { name: /^(Playtime|Farewell bath) for Biscuit/ }).count()).toBe(2);
  await drawer.getByRole("button", { name: "Book · 2 nights · $189.00" }).waitFor();
});

test("on its day the bath is ticked: the sheet and the stay say by whom, and it is taken back the same way", async () => {
  const { page, steps } = desk;
  const first = today.add({ days: 7 });
  const bath = page.getByRole("region", { name: "Services" }).getByRole("listitem").filter({ hasText: "Biscuit: Farewell bath" });
  await steps.goTo(`/home/overview/tasks/${first}`);
  await steps.seen("3 of 3 left to do");
  await bath.getByRole("button", { name: /^Given: .*Any time/ }).click();
  await bath.getByText(/^Given by .+/).waitFor();
  await steps.seen("2 of 3 left to do");
  await steps.usable();
  const { services } = await owner.api.client(CareService).listCareTasks({ date: wireDay(first) });
  await steps.goTo(`/calendar/grooming?date=${today.add({ days: 7 })}&appointment=${services[0]?.appointmentId}`);
  await panel().getByRole("tab", { name: "Feeding and medication" }).click();
  await panel()
    .getByText(/Biscuit: Farewell bath · Given by/)
    .waitFor();
  await steps.goTo(`/home/overview/tasks/${first}`);
  await bath.getByRole("button", { name: /^Undo: / }).click();
  await steps.seen("3 of 3 left to do");
});

test("a day more for the stay says what its services come to and the new total before it is saved", async () => {
  const { page, steps } = desk;
  const { services } = await owner.api.client(CareService).listCareTasks({ date: wireDay(today.add({ days: 9 })) });
  await steps.goTo(`/calendar/grooming?date=${today.add({ days: 7 })}&appointment=${services[0]?.appointmentId}`);
  await panel().getByRole("button", { name: "More for this appointment" }).click();
  await page.getByRole("menuitem", { name: "Move…" }).click();
  const drawer = page.getByRole("dialog", { name: "Change the stay" });
  const price = drawer.getByRole("group", { name: "Price" });
  await price.getByText("$186.00", { exact: true }).waitFor();
  await drawer.getByRole("group", { name: "Playtime for Biscuit" }).getByText("$10.00 a day · $30.00").waitFor();
  await drawer.getByLabel("Leaves", { exact: true }).fill(typedDay(today.add({ days: 10 })));
  await drawer.getByLabel("Leaves", { exact: true }).press("Tab");
  await drawer.getByRole("group", { name: "Playtime for Biscuit" }).getByText("$10.00 a day · $40.00").waitFor();
  await price.getByText("$253.00, before $186.00").waitFor();
  await steps.usable();
  await drawer.getByRole("button", { name: "Save" }).click();
  await steps.seen("Stay changed");
  await drawer.waitFor({ state: "detached" });
  await panel().getByText("4 days × $10.00").waitFor();
});

test("who closes a day sees which stays come and go on it; who only sleeps there is said apart", async () => {
  const { page, steps } = desk;
  await steps.goTo("/setting/business/closedDate");
  await page.getByRole("button", { name: "Add days" }).click();
  const drawer = page.getByRole("dialog", { name: "New closed date" });
  const day = async (from: number) => {
    await drawer.getByLabel("From", { exact: true }).fill(typedDay(today.add({ days: from })));
    await drawer.getByLabel("From", { exact: true }).press("Tab");
  };
  await day(8);
  await drawer.getByText(/1 stay only sleeps there\./).waitFor();
  await day(10);
  await drawer.getByText(/1 stay leaves on these days, and will stay booked\./).waitFor();
  await drawer
    .getByRole("listitem")
    .filter({ hasText: /^Biscuit \(Reed\), leaves / })
    .waitFor();
  await steps.usable();
  await drawer.getByRole("button", { name: "Add closed date" }).click();
  await steps.seen("Closed date added. 1 stay leaves then.");
});

test("a bath on the last day says what adds itself before it is booked", async () => {
  const { page, steps } = desk;
  await steps.goTo(`/calendar/grooming?date=${today}&book=1`);
  const drawer = page.getByRole("dialog", { name: "Book an appointment" });
  await pickClient(drawer);
  await drawer
    .getByRole("button", { name: /Farewell bath/ })
    .first()
    .click();
  const added = drawer.getByRole("group", { name: "Added to the bill" });
  await added.getByText("Towels").waitFor();
  await drawer.getByRole("button", { name: "Book · 1 hr · $33.00" }).waitFor();
  expect(desk.faults).toEqual([]);
});
