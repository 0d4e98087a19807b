import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { StaffScheduleService } from "@leashline/proto/leashline/calendar/v1/staff_schedule_service_pb.js";
import { AddressService } from "@leashline/proto/leashline/customer/v1/address_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type App, sharedApp } from "./app.ts";
import { axeFaults, openBrowser, openPage, phone } from "./browser.ts";
import { mailLike, mailsTo } from "./day/outside.ts";
import { type Desk, deskOf, foundCompany, type Person, signedUp } from "./small-shop.ts";
import { wireDay } from "./wire.ts";
import { workday } from "./workday.ts";

// Dog walking from the catalogue to the client's report: two dogs of a household go on one walk, which is started and finished on a phone that says where it is, and
// one that does not say it.

const zones = ["America/New_York", "Asia/Tokyo", "Europe/Berlin"];
// The walk began a while ago, today: not in the hours around midnight.
const zone = zones.find((one) => Math.abs(Temporal.Now.zonedDateTimeISO(one).hour - 12) < 9) ?? "Asia/Tokyo";
const email = "ann@walked.test";

let app: Omit<App, "stop">;
let browser: Browser;
let owner: Person;
let desk: Desk;
/** When the report was sent that was not taken back. */
let sentAt = 0;
let client = { customerId: "0", petIds: [] as string[] };

beforeAll(async () => {
  app = await sharedApp();
  owner = await signedUp(app.url, "walks.test", "Wendy", "Walker");
  await foundCompany(owner, "Elm Street Walks", zone);
  const who = { client: { firstName: "Ann", lastName: "Reed", email, phoneNumber: "+12065550143" } };
  const pets = ["Moss", "Pip"].map((petName) => ({ petName, petType: "Dog" }));
  const made = await owner.api.client(ClientService).createClientWithPets({ ...who, pets });
  client = { customerId: made.client?.customerId ?? "0", petIds: made.pets.map(({ petId }) => petId) };
  const place = { address1: "12 Elm St", city: "Portland", state: "ME", zipcode: "04101" };
  await owner.api.client(AddressService).createAddress({ address: { ...place, customerId: client.customerId } });
  browser = await openBrowser();
  desk = await deskOf(browser, app.url, owner);
});
afterAll(async () => await browser?.close());

/** Books both dogs for a walk of half an hour that begins in some minutes from now, whatever the working hours are. */
async function walkIn(minutes: number): Promise<void> {
  const { services } = await owner.api.client(CatalogService).listServices({ careType: "DOG_WALKING" });
  const serviceId = services.find(({ duration }) => duration === 30)?.id ?? "0";
  const { staff } = await owner.api.client(StaffScheduleService).listCalendarStaff({});
  const at = Temporal.Now.zonedDateTimeISO(zone);
  const { appointment } = await owner.api.client(AppointmentService).bookAppointment({
    customerId: client.customerId,
    staffId: staff.find((one) => one.staffId !== "-10")?.staffId ?? "0",
    appointmentDate: wireDay(at),
    startTime: Math.min(1400, Math.max(0, at.hour * 60 + at.minute + minutes)),
    petServices: client.petIds.map((petId) => ({ petId, services: [{ serviceId }] })),
    override: { overbook: true, outsideWorkingHours: true, reason: "journey" },
  });
  expect((appointment?.endTime ?? 0) - (appointment?.startTime ?? 0)).toBe(30);
}

test("dog walking services are added, and two dogs are booked for one walk of half an hour", async () => {
  const { page, steps } = desk;
  await steps.goTo("/setting/services/dog_walking");
  await steps.press("Add starter services");
  await page.getByText("30-minute walk").waitFor();
  const day = workday(zone, 7);
  await page.goto(`${app.url}/calendar/grooming?book=1&date=${day}`);
  const drawer = page.getByRole("dialog", { name: "Book an appointment" });
  await drawer.getByLabel("Start").fill("12:00 PM");
  await drawer.getByLabel("Start").press("Tab");
  await drawer.getByRole("combobox", { name: "Client" }).fill("Ann");
  await page.getByRole("option", { name: /Ann Reed/ }).click();
  for (const name of ["Moss", "Pip"])
    await drawer
      .getByRole("group", { name: new RegExp(name) })
      .getByRole("button", { name: /30-minute walk/ })
      .click();
  const pickUp = drawer.getByRole("group", { name: "Pick-up" });
  await pickUp.getByText(/^12 Elm St/).waitFor();
  await pickUp.getByRole("button", { name: "Another address" }).click();
  const fresh = pickUp.getByRole("group", { name: "New address" });
  await fresh.getByLabel("Address", { exact: true }).fill("40 Oak Ave");
  await fresh.getByLabel("City").fill("Portland");
  await drawer.getByRole("button", { name: /^Book · / }).click();
  await fresh.getByText("Press “Add address” to use it for this walk.").waitFor();
  await fresh.getByLabel("City").press("Enter");
  await pickUp.getByText("40 Oak Ave, Portland").waitFor();
  await drawer.getByRole("button", { name: /^Book · 30 mins · \$48/ }).click();
  await steps.seen(/^Booked for/);
  await steps.goTo(`/calendar/walks?date=${day}`);
  const stop = page.getByRole("listitem", { name: "Walk of Moss, Pip" });
  await stop.getByText("12:00 – 12:30 PM").waitFor();
  await stop.getByRole("link", { name: /Directions to 40 Oak Ave/ }).waitFor();
  await steps.usable();
});

test("on a phone the walk is started and finished where the walker is; the report goes out with a photo", async () => {
  await walkIn(-20);
  const walker = await deskOf(browser, app.url, owner, phone);
  const { page, steps, context } = walker;
  await context.grantPermissions(["geolocation"]);
  await context.setGeolocation({ latitude: 43.6591, longitude: -70.2568, accuracy: 8 });
  await steps.goTo("/home/overview");
  await page
    .getByText(/^2\d mins late$/)
    .first()
    .waitFor();
  await page.getByRole("link", { name: "Walks of the day" }).tap();
  const stop = page.getByRole("listitem", { name: "Walk of Moss, Pip" });
  await stop.getByText(/^2\d mins late$/).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/walks-phone.png` });
  await stop.getByRole("button", { name: /^Start the walk/ }).tap();
  await stop.getByText("Out now").waitFor();
  await stop.getByRole("button", { name: /^Finish the walk/ }).tap();
  await stop.getByText("Done").waitFor();
  await steps.undo("Walk finished");
  await stop.getByText("Out now").waitFor();
  await stop.getByRole("button", { name: /^Finish the walk/ }).tap();
  await stop.getByText("Done").waitFor();
  await stop.getByRole("button", { name: /^Report on/ }).tap();
  const report = page.getByRole("dialog", { name: "Walk of Moss, Pip" });
  await report.getByText(/Started .* at 43\.65910, -70\.25680/).waitFor();
  await report.getByRole("group", { name: "Moss" }).getByRole("button", { name: "Pee" }).tap();
  await report.getByRole("group", { name: "Moss" }).getByRole("button", { name: "Poo" }).tap();
  await report.getByRole("group", { name: "Pip" }).getByRole("button", { name: "Water" }).tap();
  await report.getByLabel("Note to the client").fill("Both chased leaves the whole way.");
  const photo = { name: "leaves.png", mimeType: "image/png", buffer: await page.screenshot() };
  await report.getByLabel("Picture file").setInputFiles(photo);
  await report.getByRole("img", { name: "Walk, 1 of 1" }).waitFor();
  if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/walks-report.png` });
  await report.getByRole("button", { name: "Send report" }).tap();
  await stop.getByText("Report sent").waitFor();
  await steps.undo("Report sent");
  await stop.getByText("Report sent").waitFor({ state: "detached" });
  await stop.getByRole("button", { name: /^Report on/ }).tap();
  await report.getByText("Both chased leaves the whole way.").waitFor();
  await report.getByLabel("Note to the client").fill("Both chased leaves, and Moss a squirrel.");
  sentAt = Date.now();
  await report.getByRole("button", { name: "Send report" }).tap();
  await stop.getByText("Report sent").waitFor();
  await steps.usable();
  expect(walker.faults).toEqual([]);
  await context.close();
});

test("the client opens the report from the letter, which goes out a minute after it was sent and not taken back", async () => {
  const subject = /^Moss and Pip: how the walk was$/;
  const letter = await mailLike(app, email, subject, 90_000);
  expect(Date.now() - sentAt).toBeGreaterThanOrEqual(60_000);
  const link = /http\S+\/a\/[\w-]+/.exec(letter.text)?.[0] ?? "";
  const { page, faults, context } = await openPage(browser, phone);
  await page.goto(`${app.url}${new URL(link).pathname}`);
  const told = page.getByRole("region", { name: "Walk report" });
  await told.getByText("Both chased leaves, and Moss a squirrel.").waitFor();
  expect(await told.getByText("Both chased leaves the whole way.").count()).toBe(0);
  await told.getByText("Moss peed and pooped").waitFor();
  await told.getByText("Pip had water").waitFor();
  const img = told.getByRole("img", { name: "From the walk, 1 of 1" });
  await expect.poll(() => img.evaluate((one) => Reflect.get(one, "naturalWidth"))).toBeGreaterThan(0);
  expect(await axeFaults(page)).toEqual([]);
  if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/walks-client.png`, fullPage: true });
  expect((await mailsTo(app, email)).filter((mail) => subject.test(mail.subject))).toHaveLength(1);
  expect(faults).toEqual([]);
  await context.close();
});

test("a phone that does not say where it is starts the walk all the same; it is paid as any appointment", async () => {
  await walkIn(30);
  const { page, steps } = desk;
  await desk.context.clearPermissions();
  await steps.goTo("/calendar/walks");
  const stop = page.getByRole("listitem", { name: "Walk of Moss, Pip" }).filter({ hasText: "To do" });
  if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/walks-desktop.png` });
  await stop.getByRole("button", { name: /^Start the walk/ }).click();
  await steps.seen("Walk started, without the place: this device does not share where it is");
  await page
    .getByRole("listitem", { name: "Walk of Moss, Pip" })
    .filter({ hasText: "Out now" })
    .getByRole("button", { name: "Open Ann Reed’s appointment" })
    .click();
  await page.getByRole("button", { name: /^Check out \$/ }).waitFor();
  if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/walks-open.png` });
  await steps.usable();
  expect(desk.faults).toEqual([]);
});
