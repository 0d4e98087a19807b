import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import type { Browser, Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sharedApp } from "./app.ts";
import { openBrowser } from "./browser.ts";
import { type Desk, deskOf, foundCompany, type Person, signedUp } from "./small-shop.ts";
import { usd } from "./wire.ts";

// A dog may come to daycare once it has passed its evaluation; then it comes on three days of every week.

const zone = "America/New_York";
let monday = Temporal.Now.plainDateISO(zone).add({ days: 7 });
while (monday.dayOfWeek !== 1) monday = monday.add({ days: 1 });

let browser: Browser;
let owner: Person;
let desk: Desk;
let url: string;
let customerId: string;

beforeAll(async () => {
  ({ url } = await sharedApp());
  owner = await signedUp(url, "week.test", "Wanda", "Week");
  await foundCompany(owner, "Week Dogs", zone);
  const catalog = owner.api.client(CatalogService);
  const price = usd(20);
  const { service } = await catalog.createService({ service: { name: "Temperament test", careType: "EVALUATION", price, duration: 30 } });
  const options = { evaluationServiceId: service?.id ?? "0" };
  await catalog.createService({ service: { name: "Day camp", careType: "DAYCARE", price, duration: 480, options } });
  const client = { firstName: "Nia", lastName: "Holt" };
  const made = await owner.api.client(ClientService).createClientWithPets({ client, pets: [{ petName: "Moss", petType: "Dog" }] });
  customerId = made.client?.customerId ?? "0";
  browser = await openBrowser();
  desk = await deskOf(browser, url, owner);
});
afterAll(async () => await browser?.close());

const panel = (): Locator => desk.page.getByRole("complementary", { name: "Appointment" });

async function fill(start: string): Promise<Locator> {
  const { page } = desk;
  await page.goto(`${url}/calendar/grooming?book=1&date=${monday}`);
  const drawer = page.getByRole("dialog", { name: "Book an appointment" });
  await drawer.getByLabel("Start").fill(start);
  await drawer.getByLabel("Start").press("Tab");
  await drawer.getByRole("combobox", { name: "Client" }).fill("Nia");
  await page.getByRole("option", { name: /Nia Holt/ }).click();
  await drawer.getByRole("button", { name: /Day camp/ }).click();
  return drawer;
}

/** On which days the dog comes for a service. */
async function daysBooked(name: string): Promise<string[]> {
  const { appointments } = await owner.api.client(AppointmentService).listCustomerAppointments({ customerId, pageSize: 50 });
  return appointments.flatMap(({ appointmentDate, petServiceList }) => {
    const { year = 0, month = 1, day = 1 } = appointmentDate ?? {};
    return petServiceList.some(({ serviceName }) => serviceName === name) ? [new Temporal.PlainDate(year, month, day).toString()] : [];
  });
}

test("a dog that has not passed its evaluation is not booked for daycare: the evaluation is booked instead, and its result is kept", async () => {
  const { steps } = desk;
  const drawer = await fill("9:00 AM");
  await drawer.getByText("Moss needs to pass Temperament test before Day camp.").waitFor();
  await drawer.getByRole("button", { name: "Book it instead" }).click();
  await drawer.getByRole("button", { name: /^Book · 30 min/ }).click();
  await steps.seen(/^Booked for/);
  const evaluation = panel().getByRole("region", { name: "Evaluation of Moss" });
  await evaluation.getByText("Not evaluated yet.").waitFor();
  await evaluation.getByRole("button", { name: "Add a result" }).click();
  await evaluation.getByRole("button", { name: "Save result" }).click();
  await evaluation.getByText("Passed").first().waitFor();
  await steps.usable();
});

test("once it has passed, it comes on three days of each week", async () => {
  const { page, steps } = desk;
  const drawer = await fill("8:00 AM");
  await drawer.getByRole("button", { name: /^Book · 8 hr/ }).click();
  await drawer.waitFor({ state: "detached" });
  await panel()
    .getByText(/^Day camp/)
    .first()
    .waitFor();
  await panel().getByRole("button", { name: "More for this appointment" }).click();
  await page.getByRole("menuitem", { name: "Repeat…" }).click();
  const repeat = page.getByRole("dialog", { name: "Repeat the appointment" });
  await repeat.getByLabel("Every", { exact: true }).fill("1");
  for (const day of ["Wed", "Fri"]) await repeat.getByRole("button", { name: day, exact: true }).click();
  await repeat.getByLabel("Visits in all, with this one").fill("6");
  const dates = repeat.getByRole("list", { name: "Dates" }).getByRole("listitem");
  const last = monday.add({ days: 11 });
  await expect.poll(async () => (await dates.allTextContents())[4] ?? "").toContain(` ${last.day}`);
  await repeat.getByRole("button", { name: "Book 5 appointments" }).click();
  await steps.seen("5 more appointments booked");
  const wanted = [0, 2, 4, 7, 9, 11].map((days) => monday.add({ days }).toString());
  expect((await daysBooked("Day camp")).sort()).toEqual(wanted);
  const friday = monday.add({ days: 4 });
  await steps.goTo(`/home/overview?date=${friday}`);
  await page.getByRole("tab", { name: "Expected 1" }).waitFor();
  await steps.seen("Moss");
  expect(desk.faults).toEqual([]);
});
