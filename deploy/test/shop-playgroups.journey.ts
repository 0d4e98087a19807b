import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { OverviewService } from "@leashline/proto/leashline/calendar/v1/overview_service_pb.js";
import { PlaygroupDayService } from "@leashline/proto/leashline/calendar/v1/playgroup_day_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sharedApp } from "./app.ts";
import { openBrowser, phone } from "./browser.ts";
import { type Desk, deskOf, foundCompany, type Person, signedUp } from "./small-shop.ts";
import { wireDay } from "./wire.ts";

// The dogs of a daycare's day go into playgroups: by mouse, by menu and by finger; two screens agree, a full group asks, and whoever comes in is found by name.

const zone = "America/New_York";
const today = Temporal.Now.plainDateISO(zone);

let browser: Browser;
let owner: Person;
let desk: Desk;
let url: string;

beforeAll(async () => {
  ({ url } = await sharedApp());
  owner = await signedUp(url, "yard.test", "Dana", "Day");
  await foundCompany(owner, "Yard Dogs", zone);
  await owner.api.client(CatalogService).createStarterCatalog({ careTypes: ["DAYCARE"] });
  const { services } = await owner.api.client(CatalogService).listServices({ careType: "DAYCARE", pageSize: 20 });
  for (const petName of ["Moss", "Pip"]) {
    const who = { client: { firstName: petName, lastName: "Owner" }, pets: [{ petName, petType: "Dog" }] };
    const { client, pets } = await owner.api.client(ClientService).createClientWithPets(who);
    await owner.api.client(AppointmentService).bookAppointment({
      customerId: client?.customerId ?? "0",
      appointmentDate: wireDay(today),
      startTime: 480,
      petServices: [{ petId: pets[0]?.petId ?? "0", services: [{ serviceId: services[0]?.id ?? "0" }] }],
    });
  }
  browser = await openBrowser();
  desk = await deskOf(browser, url, owner);
});
afterAll(async () => await browser?.close());

const group = (page: Page, name: string): Locator => page.getByRole("list", { name: `Pets: ${name}` });
const pet = (page: Page, name: string, at: string): Locator => group(page, at).getByRole("listitem", { name });

test("playgroups are set up, and the day's dogs go into them by mouse and by menu; another screen shows it, and it is taken back", async () => {
  const { page, steps } = desk;
  await steps.goTo("/calendar/playgroup");
  await steps.seen("No playgroups yet");
  await page.getByLabel("Find a pet to check in").fill("mo");
  await page.getByRole("button", { name: "Check in Moss" }).waitFor();
  await steps.goTo("/setting/playgroups");
  for (const [name, capacity] of [
    ["Small dogs", "1"],
    ["Big yard", "8"],
  ] as const) {
    await steps.press("Add playgroup");
    await steps.answer({ Name: name, "Pets at once": capacity });
    await steps.confirm("Add playgroup");
    await page.getByRole("table", { name: "Playgroups" }).getByText(name).waitFor();
  }
  await steps.usable();
  await steps.goTo("/calendar/playgroup");
  const other = await deskOf(browser, url, owner);
  await other.steps.goTo("/calendar/playgroup");
  await pet(other.page, "Moss", "In no group").waitFor();
  const moss = pet(page, "Moss", "In no group");
  await moss.hover({ position: { x: 60, y: 14 } });
  await page.mouse.down();
  await group(page, "Small dogs").hover();
  await group(page, "Small dogs").hover({ position: { x: 80, y: 60 } });
  await page.mouse.up();
  await steps.seen("Moss is in Small dogs");
  await pet(page, "Moss", "Small dogs").waitFor();
  await pet(other.page, "Moss", "Small dogs").waitFor();
  await steps.usable();
  await steps.undo("Moss is in Small dogs");
  await pet(other.page, "Moss", "In no group").waitFor();
  await page.getByRole("button", { name: "Move Moss" }).click();
  await page.getByRole("menuitem", { name: /Small dogs/ }).click();
  await pet(other.page, "Moss", "Small dogs").waitFor();
  expect(other.faults).toEqual([]);
});

test("a full group takes a dog only on purpose; whoever comes in is found by name and checked in", async () => {
  const { page, steps } = desk;
  await page.getByRole("button", { name: "Move Pip" }).click();
  await page.getByRole("menuitem", { name: /Small dogs/ }).click();
  const full = page.getByRole("dialog", { name: "Small dogs is full" });
  await full.getByText(/1 of 1 places are taken/).waitFor();
  await full.getByRole("button", { name: "Put it in anyway" }).click();
  await page.getByRole("region", { name: "Small dogs" }).getByText("2 of 1").waitFor();
  const search = page.getByLabel("Find a pet to check in");
  await search.fill("pi ow");
  await search.press("Enter");
  await steps.seen("1 expected · 1 here");
  await search.press("Escape");
  await pet(page, "Pip", "Small dogs").getByText("In store").waitFor();
});

test("on a phone a dog is dragged by a finger that rested on it", async () => {
  const small = await deskOf(browser, url, owner, phone);
  const { page, steps } = small;
  await steps.goTo("/calendar/playgroup");
  const pip = pet(page, "Pip", "Small dogs");
  await pip.scrollIntoViewIfNeeded();
  const [from, to] = [await pip.boundingBox(), await page.getByRole("region", { name: "In no group" }).boundingBox()];
  const [start, end] = [
    { x: from!.x + 40, y: from!.y + 14 },
    { x: Math.max(4, to!.x + to!.width - 20), y: from!.y + 40 },
  ];
  const finger = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...touchPoints: { x: number; y: number }[]) =>
    finger.send("Input.dispatchTouchEvent", { type, touchPoints });
  await touch("touchStart", start);
  await page.locator("[data-held]").waitFor();
  await touch("touchMove", { x: start.x - 20, y: start.y + 10 });
  await touch("touchMove", end);
  await page.locator("[data-group='0'][data-over]").waitFor();
  await touch("touchEnd");
  await steps.seen("Pip is in no group");
  await pet(page, "Pip", "In no group").waitFor();
  await steps.usable();
  expect([...desk.faults, ...small.faults]).toEqual([]);
});

test("on Today a label is scanned and its pet is taken in, whichever tab is open; a name is found under the tab where it is", async () => {
  const { page, steps } = desk;
  const { pets } = await owner.api.client(PlaygroupDayService).getPlaygroupDay({ date: wireDay(today) });
  const { appointments } = await owner.api.client(OverviewService).listOverviewAppointments({ date: wireDay(today), keyword: "Moss" });
  const moss = pets.find(({ appointmentId }) => appointmentId === appointments[0]?.id)?.petId;
  await steps.goTo("/home/overview?tab=finished");
  const search = page.getByRole("textbox", { name: "Find a client or pet" });
  await search.fill("pip");
  await steps.seen("No one by that name under “Finished”");
  await search.fill("");
  await search.pressSequentially(`P${moss}`);
  await search.press("Enter");
  await page.getByRole("tab", { name: "In store 1" }).waitFor();
  await steps.seen("This pet is not under “Expected”");
  await steps.usable();
  // The next one is written over it.
  await page.keyboard.type("pip");
  await page.getByRole("button", { name: "In store", exact: true }).click();
  await page.getByRole("button", { name: "Open Owner’s appointment" }).waitFor();
  await search.press("Escape");
  await page.getByRole("tab", { name: "In store 2" }).waitFor();
  expect(desk.faults).toEqual([]);
});
