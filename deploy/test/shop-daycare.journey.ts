import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { CareService } from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sharedApp } from "./app.ts";
import { openBrowser, phone } from "./browser.ts";
import { type Desk, deskOf, foundCompany, type Person, signedUp } from "./small-shop.ts";

// A daycare for one dog a day: its place is set up, booked from the drawer, overbooked on purpose; what a dog is fed is noted and ticked on a phone.

// Where it is before eleven: what is fed at noon can be ticked on its day, and is not past.
const zones = ["America/New_York", "Pacific/Honolulu", "Asia/Tokyo", "Europe/Berlin"];
const zone = zones.find((one) => Temporal.Now.zonedDateTimeISO(one).hour < 11) ?? "America/New_York";
const today = Temporal.Now.plainDateISO(zone);
const day = today.toString();
const typedDay = today.toLocaleString("en-US", { month: "2-digit", day: "2-digit", year: "numeric" });

let browser: Browser;
let owner: Person;
let desk: Desk;
let url: string;
let moss: string;

beforeAll(async () => {
  ({ url } = await sharedApp());
  owner = await signedUp(url, "daycare.test", "Dana", "Day");
  await foundCompany(owner, "Day Dogs", zone);
  await owner.api.client(CatalogService).createStarterCatalog({ careTypes: ["DAYCARE"] });
  for (const petName of ["Moss", "Pip"]) {
    const who = { client: { firstName: petName, lastName: "Owner" }, pets: [{ petName, petType: "Dog" }] };
    const { client } = await owner.api.client(ClientService).createClientWithPets(who);
    if (petName === "Moss") moss = client?.customerId ?? "0";
  }
  browser = await openBrowser();
  desk = await deskOf(browser, url, owner);
});
afterAll(async () => await browser?.close());

const drawerOf = (page: Page): Locator => page.getByRole("dialog", { name: "Book an appointment" });

/** Fills the drawer for a dog. */
async function fillFor(petName: string): Promise<Locator> {
  const { page } = desk;
  await page.goto(`${url}/calendar/grooming?book=1&date=${day}`);
  const drawer = drawerOf(page);
  await drawer.getByLabel("Start").fill("8:00 AM");
  await drawer.getByLabel("Start").press("Tab");
  // After the day's work the drawer may have proposed the next one.
  await drawer.getByLabel("Day", { exact: true }).and(page.locator("input")).fill(typedDay);
  await drawer.getByRole("combobox", { name: "Client" }).fill(petName);
  await page.getByRole("option", { name: new RegExp(petName) }).click();
  await drawer.getByRole("button", { name: /^Full day of daycare/ }).click();
  return drawer;
}

async function bookFor(petName: string): Promise<void> {
  await (await fillFor(petName)).getByRole("button", { name: /^Book ·/ }).click();
}

test("a location says how many pets it takes, and another number for one day", async () => {
  const { page, steps } = desk;
  await steps.goTo("/setting/general/daycare");
  await steps.turn("Take only so many pets on a day", true);
  for (const weekday of ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"])
    await steps.fill({ [weekday]: "1" });
  await steps.press(/^Save$/);
  await steps.seen("Daycare saved");
  await steps.press("Change a day");
  const drawer = page.getByRole("dialog", { name: "Change a day" });
  await drawer.getByLabel("Pets at once").fill("3");
  await drawer.getByLabel("Why").fill("Open house");
  await drawer.getByRole("button", { name: "Save" }).click();
  await page.getByRole("list", { name: "Days with a different number" }).getByText("0 of 3 · Open house").waitFor();
  await steps.usable();
  await page.getByRole("button", { name: /^As usual on/ }).click();
  await page.getByText("0 of 3 · Open house").waitFor({ state: "detached" });
});

test("daycare is booked from the drawer; full, it is said so and may be overbooked; Today and the calendar show how full it is", async () => {
  const { page, steps } = desk;
  await bookFor("Moss");
  await steps.seen(/^Booked for/);
  await (await fillFor("Moss")).getByText(/^Moss is already booked for daycare on/).waitFor();
  await bookFor("Pip");
  const full = page.getByRole("dialog", { name: "Daycare is full" });
  await full.getByText(/1 of 1 places are taken/).waitFor();
  await full.getByRole("textbox").fill("Regular");
  await full.getByRole("button", { name: "Overbook" }).click();
  await steps.seen(/^Booked for/);
  await steps.goTo(`/home/overview?date=${day}`);
  await steps.seen("Daycare: 2 of 1");
  await page.getByRole("tab", { name: "Expected 2" }).waitFor();
  await steps.usable();
  // The calendar says so, above the day and in the head of each day of the week, and leads back here.
  const told = page.getByRole("link", { name: "Daycare: 2 of 1 place taken, full, 2 pets" });
  await steps.goTo(`/calendar/grooming?date=${day}&view=week`);
  await told.waitFor();
  await steps.goTo(`/calendar/grooming?date=${day}&view=day`);
  await told.waitFor();
  await steps.usable();
  await told.click();
  await page.getByRole("tab", { name: "Expected 2" }).waitFor();
  await page.getByRole("button", { name: "Daycare", pressed: true }).or(page.getByText("Daycare: 2 of 1")).first().waitFor();
});

test("appointment-tabs: what a dog is fed is noted on its visit, ticked on a phone and taken back; what it brought goes home", async () => {
  const { page, steps } = desk;
  const { appointments } = await owner.api.client(AppointmentService).listCustomerAppointments({ customerId: moss });
  await steps.goTo(`/calendar/grooming?date=${day}&appointment=${appointments[0]?.id}&part=care`);
  const tabs = page.getByRole("tablist", { name: "Parts of the appointment" }).getByRole("tab");
  await tabs.first().waitFor();
  // What was done to it stands apart, after the four.
  expect((await tabs.allTextContents()).slice(0, -1)).toEqual(["Info", "Comments and notes", "Feeding and medication", "Pet belongings"]);
  await page.getByRole("button", { name: "Add feeding or medication" }).click();
  const drawer = page.getByRole("dialog", { name: "Add feeding or medication" });
  await drawer.getByLabel("Food or medication").fill("Kibble");
  await drawer.getByLabel("Amount").fill("1/2");
  await drawer.getByLabel("Unit").fill("cup");
  await drawer.getByRole("textbox", { name: "Time" }).fill("12:00 PM");
  await drawer.getByRole("button", { name: "Save" }).click();
  await page.getByRole("list", { name: "Feeding and medication" }).getByText("Moss: 1/2 cup Kibble").waitFor();
  await steps.fill({ Note: "Barks at the door" });
  await steps.press("Add note");
  await steps.seen("Barks at the door");
  await page.getByRole("tab", { name: "Pet belongings" }).click();
  await steps.fill({ "What Moss brought": "Bleu blanket" });
  await page.getByRole("region", { name: "Belongings of Moss" }).getByRole("button", { name: "Add" }).click();
  await page.getByRole("button", { name: "Correct Bleu blanket" }).click();
  const correction = page.getByRole("group", { name: "Correct Bleu blanket" });
  await correction.getByLabel("What it is").fill("Blue blanket");
  // A photo on the way, and somebody else who writes it differently meanwhile: what was typed stays, and is saved over what is there by then.
  await correction
    .locator("input[type=file]")
    .setInputFiles({ name: "blanket.png", mimeType: "image/png", buffer: await page.screenshot() });
  await correction.getByRole("img", { name: "Bleu blanket at drop-off" }).waitFor();
  const care = owner.api.client(CareService);
  const appointmentId = appointments[0]?.id ?? "0";
  const [blanket] = (await care.getCareSheet({ appointmentId })).belongings;
  await care.updateBelonging({ appointmentId, belongingId: blanket?.belongingId ?? "0", name: "Green blanket" });
  await correction
    .or(page.getByRole("group", { name: "Correct Green blanket" }))
    .getByRole("button", { name: "Save" })
    .click();
  await steps.seen("Someone else just changed this. It is now “Green blanket”.");
  const again = page.getByRole("group", { name: "Correct Green blanket" });
  expect(await again.getByLabel("What it is").inputValue()).toBe("Blue blanket");
  await again.getByRole("button", { name: "Save" }).click();
  // So does a photo that was picked.
  await page.getByRole("button", { name: "Correct Blue blanket" }).click();
  const third = page.getByRole("group", { name: /^Correct (Blue|Teal) blanket$/ });
  const photoPath = async () => (await care.getCareSheet({ appointmentId })).belongings[0]?.photoPath;
  const before = await photoPath();
  await care.updateBelonging({ appointmentId, belongingId: blanket?.belongingId ?? "0", name: "Teal blanket" });
  await third.locator("input[type=file]").setInputFiles({ name: "other.png", mimeType: "image/png", buffer: await page.screenshot() });
  await steps.seen("Someone else just changed this. It is now “Teal blanket”.");
  expect(await photoPath()).toBe(before);
  await third.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Return Blue blanket", exact: true }).waitFor();
  expect(await photoPath()).not.toBe(before);
  await page.getByRole("button", { name: "Return Blue blanket", exact: true }).click();
  await steps.seen(/^Given back by Dana Day/);
  await steps.usable();
});

test("on a phone the tasks of the day are ticked, and taken back; what is stopped is asked about before", async () => {
  const small = await deskOf(browser, url, owner, phone);
  const { page, steps } = small;
  await steps.goTo(`/home/overview?date=${day}`);
  await page.getByRole("link", { name: "Tasks of the day" }).click();
  await steps.seen("1 of 1 left to do");
  await page.getByRole("button", { name: /^Given: Moss: 1\/2 cup Kibble/ }).click();
  await steps.seen("All done");
  await steps.seen(/^Given by Dana Day/);
  await page.getByRole("button", { name: /^Undo: Moss/ }).click();
  await steps.seen("1 of 1 left to do");
  await page.getByRole("tab", { name: "By room" }).click();
  await page.getByRole("region", { name: "No room" }).waitFor();
  await steps.usable();
  const { appointments } = await owner.api.client(AppointmentService).listCustomerAppointments({ customerId: moss });
  await steps.goTo(`/calendar/grooming?date=${day}&appointment=${appointments[0]?.id}&part=care`);
  const stop = page.getByRole("dialog", { name: "Stop 1/2 cup Kibble for Moss?" });
  await page.getByRole("button", { name: "Change Kibble of Moss" }).click();
  for (const answer of ["Cancel", "Stop"]) {
    await page.getByRole("dialog", { name: "Feeding or medication" }).getByRole("button", { name: "Stop" }).click();
    await stop.getByRole("button", { name: answer }).click();
    await stop.waitFor({ state: "detached" });
  }
  await steps.seen("Schedule stopped");
  await steps.seen("No feeding or medication noted.");
  expect([...desk.faults, ...small.faults]).toEqual([]);
});
