import { readFile } from "node:fs/promises";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { CareKind, CareService } from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";
import { PrintCardKind, PrintCardService } from "@leashline/proto/leashline/calendar/v1/print_card_service_pb.js";
import { StaffScheduleService } from "@leashline/proto/leashline/calendar/v1/staff_schedule_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { LodgingService } from "@leashline/proto/leashline/offering/v1/lodging_service_pb.js";
import type { Browser } from "playwright-core";
import { extractText, getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { sharedApp } from "./app.ts";
import { openBrowser } from "./browser.ts";
import { type Desk, deskOf, foundCompany, type Person, signedUp } from "./small-shop.ts";
import { usd, wireDay } from "./wire.ts";

// Everything of a day that goes on paper: a dog that comes to board, and one in daycare that is bathed and has its nails done.

const zone = "America/New_York";
const iso = Temporal.Now.plainDateISO(zone).add({ days: 3 });

let browser: Browser;
let owner: Person;
let desk: Desk;
const services: Record<string, string> = {};

async function service(name: string, careType: string): Promise<string> {
  const price = usd(30);
  const duration = careType === "BOARDING" ? 1440 : 60;
  const made = await owner.api.client(CatalogService).createService({ service: { name, careType, price, duration } });
  services[name] = made.service?.id ?? "0";
  return services[name];
}

async function dog(petName: string, lastName = "Owner"): Promise<{ customerId: string; petId: string }> {
  const who = { client: { firstName: petName, lastName }, pets: [{ petName, petType: "Dog" }] };
  const { client, pets } = await owner.api.client(ClientService).createClientWithPets(who);
  return { customerId: client?.customerId ?? "0", petId: pets[0]?.petId ?? "0" };
}

beforeAll(async () => {
  const { url } = await sharedApp();
  owner = await signedUp(url, "print.test", "Pam", "Paper");
  await foundCompany(owner, `Paper ${Date.now().toString(36)}`, zone);
  const lodging = owner.api.client(LodgingService);
  const { lodgingType } = await lodging.createLodgingType({ name: "Suites" });
  await lodging.createLodgingUnits({ lodgingTypeId: lodgingType?.lodgingTypeId ?? "0", names: ["Suite 1"] });
  const { staff } = await owner.api.client(StaffScheduleService).listCalendarStaff({});
  const staffId = staff.find((one) => one.staffId !== "-10")?.staffId ?? "0";
  const day = { appointmentDate: wireDay(iso), override: { outsideWorkingHours: true, reason: "for the journey" } };
  const book = owner.api.client(AppointmentService);
  const { petId: moss, customerId } = await dog("Moss");
  const nights = { ...day, endDate: wireDay(iso.add({ days: 2 })), startTime: 720, endTime: 660, staffId: "-10" };
  const board = [{ petId: moss, services: [{ serviceId: await service("Night at ours", "BOARDING") }] }];
  // The calendar hears of a new room a moment after it was made.
  const { appointment } = await vi.waitFor(() => book.bookAppointment({ ...nights, customerId, petServices: board }), 30_000);
  const feeding = { petId: moss, kind: CareKind.FEEDING, name: "Kibble", amount: "1", unit: "cup", times: [1080] };
  await owner.api.client(CareService).createCareSchedule({ appointmentId: appointment?.id ?? "0", ...feeding });
  const pip = await dog("Pip", "Żółć-Ωραία");
  const daycare = [await service("Play day", "DAYCARE"), await service("Bath", "GROOMING"), await service("Nails", "GROOMING")];
  const petServices = [{ petId: pip.petId, services: daycare.map((serviceId) => ({ serviceId })) }];
  await book.bookAppointment({ ...day, customerId: pip.customerId, startTime: 540, staffId, petServices });
  browser = await openBrowser();
  desk = await deskOf(browser, url, owner);
});
afterAll(async () => await browser?.close());

const paper = (name: string | RegExp) => desk.page.getByRole("article", { name });
const show = async (tab: string) => await desk.page.getByRole("tab", { name: tab, exact: true }).click();

test("screen-print-card-kinds: each kind has its paper, and settings of its own that are kept", async () => {
  const { page, steps } = desk;
  await steps.goTo(`/home/print?date=${iso}`);
  await paper("Card of Moss Owner").waitFor();
  await show("Stay");
  await paper("Stay of Moss Owner").getByRole("table", { name: "Feeding of Moss" }).waitFor();
  await paper("Stay of Moss Owner").getByText("Suite 1").waitFor();
  await steps.turn("Feeding as a table", false);
  await paper("Stay of Moss Owner").getByRole("table").waitFor({ state: "detached" });
  await show("Activity");
  await paper("Activities of Moss").getByText("1 cup Kibble").waitFor();
  await paper("Activities of Pip").getByText("Bath").waitFor();
  await steps.usable();
  await show("Daily tasks");
  await paper("Tasks of the day").getByRole("row").filter({ hasText: "1 cup Kibble" }).waitFor();
  await show("Arrivals");
  await paper("Boarding arrivals of the day").getByText("Suite 1").waitFor();
  expect(await paper("Boarding arrivals of the day").getByText("Pip").count()).toBe(0);
  await steps.turn("By kind of lodging", true);
  await paper("Boarding arrivals of the day").getByText("Suites (1)").waitFor();
  await show("Departures");
  await steps.seen(/^No boarding departures/);
  await show("List");
  await paper("Appointments of the day").getByText("Pip: Play day").waitFor();
  await steps.usable();
  await show("Labels");
  await paper("Label of Moss").waitFor();
  await page.reload();
  await show("Stay");
  await paper("Stay of Moss Owner").waitFor();
  expect(await page.getByRole("switch", { name: "Feeding as a table" }).isChecked()).toBe(false);
});

test("what is printed on is chosen for each kind and kept; pages say whose they are, of which day, and how many there are", async () => {
  const { page, steps } = desk;
  const day = iso.toLocaleString("en-US", { weekday: "long", month: "long", day: "numeric" });
  const choose = async (field: string, name: string) => {
    await page.getByLabel(field, { exact: true }).click();
    await page.getByRole("option", { name, exact: true }).click();
  };
  await steps.goTo(`/home/print?date=${iso}&kind=list`);
  const only = page.getByRole("region", { name: "Page 1 of 1" });
  await only.getByText(`Appointments, ${day}`).waitFor();
  await only.getByText(/^Paper /).waitFor();
  await steps.seen("8.5 × 11 in. 1 page.");
  const kept = page.waitForResponse((answer) => answer.url().includes("UpdatePrintCardSettings"));
  await choose("Paper", "A4");
  await kept;
  await steps.seen("210 × 297 mm. 1 page.");
  await page.reload();
  await steps.seen("210 × 297 mm. 1 page.");
  await show("Labels");
  await steps.seen("2⅝ × 1 in, such as Avery 5160. 1 sheet.");
  await choose("Label stock", "Label roll");
  await steps.seen("2¼ × 1¼ in, such as Dymo 30334. 2 labels.");
  await page.getByRole("region", { name: "Sheet 2 of 2" }).waitFor();
  const printed = await page.pdf({ preferCSSPageSize: true });
  // 2¼ × 1¼ inches in the points of a PDF, once for each label.
  expect(printed.toString("latin1").match(/\/MediaBox \[0 0 162 90\]/g)).toHaveLength(2);
  await steps.usable();
});

/** What the button makes of what is shown, read back: a page each with its size in points and its text. */
async function downloaded() {
  const file = desk.page.waitForEvent("download");
  await desk.steps.press("Download PDF");
  const content = await readFile(await (await file).path());
  const pdf = await getDocumentProxy(new Uint8Array(content));
  const sizes = await Promise.all(
    Array.from({ length: pdf.numPages }, async (_, nth) => (await pdf.getPage(nth + 1)).view.slice(2).map((side) => Math.round(side))),
  );
  return { name: (await file).suggestedFilename(), bytes: content.length, sizes, text: (await extractText(pdf)).text };
}

test("the sheets that are shown are downloaded as a PDF of their size, with names as text in the letters of any country", async () => {
  const { page, steps } = desk;
  await steps.goTo(`/home/print?date=${iso}&kind=appointment`);
  await paper("Card of Moss Owner").waitFor();
  const cards = await downloaded();
  expect(cards).toMatchObject({ name: `Appointments ${iso}.pdf`, sizes: [[612, 792]] });
  for (const part of ["Moss Owner", "Pip Żółć-Ωραία", "Play day", "1 of 1"]) expect(cards.text[0]?.normalize("NFC")).toContain(part);
  await show("List");
  await paper("Appointments of the day").waitFor();
  const list = await downloaded();
  expect(list.sizes).toEqual([[595, 842]]);
  expect(list.text[0]).toContain("Moss");
  await show("Labels");
  await page.getByRole("region", { name: "Sheet 2 of 2" }).waitFor();
  const labels = await downloaded();
  const roll = [162, 90];
  expect(labels.sizes).toEqual([roll, roll]);
  expect(labels.text.map((text) => /Moss|Pip/.exec(text)?.[0]).sort()).toEqual(["Moss", "Pip"]);
  // No more than the letters it is written with and a few bars.
  expect(labels.bytes).toBeLessThan(300_000);
  await steps.usable();
});

test("print-activity-addons-reconcile: chosen extras that are gone are left out; all there are where none is left", async () => {
  const { steps } = desk;
  const choose = async (addOnItems: string[]) => {
    const settings = JSON.stringify({ version: 1, type: { show: true, addOns: true, addOnItems } });
    await owner.api.client(PrintCardService).updatePrintCardSettings({ settingKey: PrintCardKind.ACTIVITY, settings });
    await steps.goTo(`/home/print?date=${iso}&kind=activity`);
  };
  const extras = paper("Activities of Pip").getByRole("list", { name: "Extras" }).getByRole("listitem");
  await choose([services.Bath ?? "", "999999"]);
  await extras.filter({ hasText: "Bath" }).waitFor();
  expect(await extras.count()).toBe(1);
  await choose(["999999"]);
  await extras.filter({ hasText: "Nails" }).waitFor();
  expect(await extras.count()).toBe(2);
  await steps.turn("Bath", false);
  await extras.filter({ hasText: "Bath" }).waitFor({ state: "detached" });
  expect(desk.faults).toEqual([]);
});
