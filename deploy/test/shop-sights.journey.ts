import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { StaffScheduleService } from "@leashline/proto/leashline/calendar/v1/staff_schedule_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { IncidentPart, IncidentService } from "@leashline/proto/leashline/customer/v1/incident_service_pb.js";
import { NoteService } from "@leashline/proto/leashline/customer/v1/note_pb.js";
import { PetService } from "@leashline/proto/leashline/customer/v1/pet_service_pb.js";
import { PetSettingsService } from "@leashline/proto/leashline/customer/v1/pet_settings_pb.js";
import { VaccineService } from "@leashline/proto/leashline/customer/v1/vaccine_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { type App, sharedApp } from "./app.ts";
import { openBrowser } from "./browser.ts";
import { workday, zone } from "./day/desk.ts";
import { deskOf, foundCompany, hired, type Person, signedUp } from "./small-shop.ts";
import { takenBack } from "./steps.ts";
import { wireDay } from "./wire.ts";

// What has to be seen at a glance: what warns about a pet wherever it comes up, and a full week.

let app: Omit<App, "stop">;
let browser: Browser;
let owner: Person;
/** Everybody who works, in the order of the calendar. */
let staff: string[] = [];
let groom = "0";

beforeAll(async () => {
  app = await sharedApp();
  browser = await openBrowser();
  owner = await signedUp(app.url, "sights.test", "Sia", "Sight");
  await foundCompany(owner, "Plain Sight Grooming", zone);
  const { api } = owner;
  for (const firstName of ["Ana", "Ben", "Cleo", "Dev"]) await hired(owner, { firstName, lastName: "Comb" });
  await api.client(CatalogService).createStarterCatalog({ careTypes: ["GROOMING"] });
  const { services } = await api.client(CatalogService).listServices({ careType: "GROOMING", pageSize: 20 });
  groom = services.find(({ name }) => name === "Full groom: small dog")?.id ?? "0";
  const everybody = async () => (await api.client(StaffScheduleService).listCalendarStaff({})).staff.map(({ staffId }) => staffId);
  staff = await vi.waitFor(
    async () => {
      const people = (await everybody()).filter((id) => id !== "-10");
      expect(people.length).toBe(5);
      return people;
    },
    { timeout: 20_000, interval: 100 },
  );
});
afterAll(async () => await browser?.close());

const anyTime = { overbook: true, outsideWorkingHours: true, reason: "A full house" };
async function visit({ customerId, petId, staffId = staff[0], date, startTime }: Record<"customerId" | "petId", string> & Place) {
  const services = [{ serviceId: groom }];
  const asked = { customerId, appointmentDate: wireDay(date), startTime, override: anyTime, petServices: [{ petId, services }] };
  const { appointment } = await owner.api.client(AppointmentService).bookAppointment({ ...asked, ...(staffId && { staffId }) });
  return appointment?.id ?? "0";
}
type Place = { staffId?: string | undefined; date: string; startTime: number };
const household = async (firstName: string, lastName: string, pet: object) => {
  const made = await owner.api
    .client(ClientService)
    .createClientWithPets({ client: { firstName, lastName }, pets: [{ petType: "Dog", ...pet }] });
  return { customerId: made.client?.customerId ?? "0", petId: made.pets[0]?.petId ?? "0" };
};

test("a note, warnings, a bite, a vaccine that ran out and what is owed stand together on the visit's panel, in the booking drawer and on Today, and the card warns", async () => {
  const { api } = owner;
  const rex = await household("Wren", "Warning", { petName: "Rex", behavior: "Growls at clippers", healthIssues: "Heart murmur" });
  // Booked before the vaccine was asked for: without it nothing more is booked for Rex.
  const before = await visit({ ...rex, date: workday(), startTime: 540 });
  await api.client(AppointmentService).updateStatus({ id: before, status: AppointmentStatus.FINISHED });
  const id = await visit({ ...rex, date: workday(), startTime: 840 });
  const { incidentTypes } = await api.client(PetSettingsService).getPetSettings({});
  const incidentTypeId = incidentTypes.find(({ name }) => name === "Bite")?.id ?? "0";
  const pets = [{ petId: rex.petId, part: IncidentPart.CAUSED }];
  const incident = { incidentTypeId, description: "Nipped", happenedTime: timestampFromDate(new Date()), pets };
  await api.client(IncidentService).createIncident({ incident });
  await api.client(NoteService).createNote({ customerId: rex.customerId, note: "Call before pick-up", isAlert: true });
  const { vaccine } = await api
    .client(VaccineService)
    .saveVaccine({ name: "Rabies", requiredForScheduling: true, requiredCareTypes: ["GROOMING"] });
  // Whoever comes next needs none.
  onTestFinished(async () => void (await api.client(VaccineService).deleteVaccine({ id: vaccine?.id ?? "0" })));
  const expirationDate = { year: 2020, month: 1, day: 1 };
  await api.client(VaccineService).savePetVaccine({ petId: rex.petId, vaccineId: vaccine?.id ?? "0", expirationDate });
  await api.client(AppointmentService).updateAppointment({ id, alertNotes: "Two handlers" });
  await expect
    .poll(
      async () =>
        (await api.client(ClientService).getClientDetail({ customerId: rex.customerId })).overview?.totalOutstandingBalance?.units ?? 0n,
      { timeout: 20_000 },
    )
    .toBeGreaterThan(0n);
  expect((await api.client(PetService).getPet({ petId: rex.petId })).pet?.vaccineTag).toBe("expired");

  const about = ["On record: Bite", "Growls at clippers", "Heart murmur", "A vaccine has expired", "Call before pick-up", /Owes \$\d/];
  const warns = async (within: Locator | Page, more: (string | RegExp)[] = []) => {
    const strip = within.getByRole("list", { name: "Alerts" }).first();
    for (const words of [...about, ...more]) await strip.getByText(words).waitFor();
  };
  const { page, steps, faults, context } = await deskOf(browser, app.url, owner);
  await steps.goTo(`/calendar/grooming?date=${workday()}`);
  const card = page.locator(".card").filter({ hasText: "Warning" }).last();
  await expect.poll(async () => (await card.getAttribute("aria-label")) ?? "").toMatch(/Rabies expires/);
  await card.getByText("⚠").waitFor();
  await card.click();
  await warns(page.getByRole("complementary", { name: "Appointment" }), ["Two handlers"]);
  await steps.usable();
  await page.keyboard.press("Escape");
  await steps.press("Book");
  const drawer = page.getByRole("dialog", { name: "Book an appointment" });
  await drawer.getByRole("combobox", { name: "Client" }).fill("warn");
  await page.getByRole("option", { name: /Wren Warning/ }).click();
  await warns(drawer);
  await steps.goTo(`/home/overview?date=${workday()}`);
  await page.getByRole("button", { name: "Open Warning’s appointment" }).first().waitFor();
  await warns(page, ["Two handlers"]);
  await steps.usable();
  expect(faults).toEqual([]);
  await context.close();
});

/** Which of these boxes lie over each other, by more than a line's edge. */
const overlaps = (boxes: readonly { name: string; x: number; y: number; width: number; height: number }[]): string[] =>
  boxes.flatMap((one, nth) =>
    boxes
      .slice(nth + 1)
      .filter(
        (other) =>
          Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x) > 1 &&
          Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y) > 1,
      )
      .map((other) => `${one.name} and ${other.name}`),
  );

const monday = Temporal.PlainDate.from(workday()).add({ weeks: 2 });
/** Of a week ahead, Monday first. */
const days = [0, 1, 2, 3, 4, 5].map((nth) => monday.subtract({ days: monday.dayOfWeek - 1 - nth }).toString());

test("a week of five people and fifteen visits a day: each visit is a line of its own, with its time and name to read, in the row of who does it", async () => {
  const lastNames = ["Abernathy", "Bartholomew", "Castellanos", "Dunmore", "Everhart", "Fitzgerald", "Goldsborough", "Hollingsworth"];
  const homes = await Promise.all(lastNames.map((lastName, nth) => household("Guest", lastName, { petName: `Pet ${nth}` })));
  // One has most of them, at the same times as the others: three beside each other would leave nothing to read in columns of minutes.
  for (const date of days.slice(0, 5))
    for (let nth = 0; nth < 15; nth++) {
      const home = homes[nth % homes.length] as (typeof homes)[number];
      const staffId = staff[nth < 7 ? 0 : 1 + (nth % 4)];
      await visit({ ...home, staffId, date, startTime: 540 + 30 * (nth % 7) });
    }
  const { page, steps, faults, context } = await deskOf(browser, app.url, owner);
  await steps.goTo(`/calendar/grooming?view=week&date=${days[0]}`);
  await expect.poll(() => page.locator(".line").count(), { timeout: 20_000 }).toBe(75);
  const lines = await page.locator(".line").evaluateAll((all) =>
    all.map((line) => {
      const { x, y, width, height } = line.getBoundingClientRect();
      const cell = line.closest(".cell")?.getBoundingClientRect();
      const [time, name] = [".t", ".n"].map((part) => line.querySelector(part) as typeof line | null);
      const read = (part: typeof line | null) => ({
        words: part?.textContent?.trim() ?? "",
        width: part?.getBoundingClientRect().width ?? 0,
      });
      const inCell = cell !== undefined && x >= cell.x && x + width <= cell.right + 1 && y >= cell.y && y + height <= cell.bottom + 1;
      const cut = (time?.scrollWidth ?? 0) > Math.ceil(time?.getBoundingClientRect().width ?? 0);
      return {
        x,
        y,
        width,
        height,
        inCell,
        cut,
        time: read(time ?? null),
        title: read(name ?? null),
        who: line.closest(".cell")?.getAttribute("aria-label") ?? "",
      };
    }),
  );
  expect(overlaps(lines.map((line) => ({ ...line, name: `${line.who} ${line.time.words}` })))).toEqual([]);
  for (const line of lines) {
    expect(line, "whole, within its day").toMatchObject({ inCell: true, cut: false });
    expect(line.time.words).toMatch(/^\d{1,2}(:\d\d)?/);
    expect([line.height >= 20, line.title.width >= 44, lastNames.some((name) => line.title.words.includes(name))]).toEqual([
      true,
      true,
      true,
    ]);
  }
  const rows = Map.groupBy(lines, ({ who }) => who.split(",")[0]);
  expect(rows.size).toBe(5);
  expect(await page.getByText(/^15 appointments$/).count(), "what each day comes to").toBe(5);
  await steps.usable();
  expect(faults).toEqual([]);
  await context.close();
});

test("in the week a visit is dragged to another day of somebody else; its time stays, and undo puts it back", async () => {
  const { page, steps, faults, context } = await deskOf(browser, app.url, owner);
  await steps.goTo(`/calendar/grooming?view=week&date=${days[0]}`);
  const cell = (date?: string, staffId?: string) => page.locator(`.cell[data-column="${date} ${staffId}"]`);
  const [home, other] = [cell(days[4], staff[1]), cell(days[5], staff[2])];
  const line = home.locator(".line").first();
  await line.waitFor();
  const said = (await line.getAttribute("aria-label")) ?? "";
  const read = async (part: string) => ((await line.locator(part).textContent()) ?? "").trim();
  const [client, time] = [await read(".n"), await read(".t")];
  const [from, to] = [await line.boundingBox(), await other.boundingBox()];
  if (!from || !to) throw new Error("a day is not on the screen");
  await page.mouse.move(from.x + 30, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(to.x + 30, to.y + to.height / 2, { steps: 8 });
  await other.locator(".ghost").waitFor();
  await page.mouse.up();
  const moved = other.locator(".line").filter({ hasText: client });
  await moved.filter({ hasText: time }).waitFor();
  await takenBack(page, /^Moved to/);
  await moved.waitFor({ state: "detached" });
  await home.getByRole("button", { name: said, exact: true }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});
