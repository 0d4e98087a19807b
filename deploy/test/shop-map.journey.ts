import { fromBinary, fromJson, toBinary, toJson } from "@bufbuild/protobuf";
import { BusinessAppType } from "@leashline/proto/leashline/account/v1/enums_pb.js";
import { DayRouteService, GetDayMapResponseSchema } from "@leashline/proto/leashline/calendar/v1/day_route_service_pb.js";
import type { Browser, Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type App, sharedApp } from "./app.ts";
import { openBrowser } from "./browser.ts";
import { workday, zone } from "./day/desk.ts";
import { drag } from "./day/moves.ts";
import { bookedAt, type Desk, deskOf, foundCompany, type Person, signedUp } from "./small-shop.ts";
import { takeBack } from "./steps.ts";
import { wireDay } from "./wire.ts";

// A day of driving: on the calendar, on the map, and shorter.

let app: Omit<App, "stop">;
let browser: Browser;
let owner: Person;
let desk: Desk;

/** Up the road and down again, twice. */
const stops = [
  { firstName: "Sven", lastName: "North", startTime: 540, north: 0.2 },
  { firstName: "Ida", lastName: "Nearby", startTime: 660, north: 0.05 },
  { firstName: "Olaf", lastName: "Upper", startTime: 780, north: 0.18 },
  { firstName: "Pia", lastName: "Corner", startTime: 900, north: 0.03 },
];

beforeAll(async () => {
  app = await sharedApp();
  browser = await openBrowser();
  owner = await signedUp(app.url, "shop-map.test", "Vera", "Vance");
  const coordinate = { latitude: 47.6, longitude: -122.3 };
  await foundCompany(owner, "Rolling Brushes", zone, { appType: BusinessAppType.MOBILE_GROOMING, coordinate });
  for (const { north, ...who } of stops)
    await bookedAt(owner, { ...who, petName: `${who.lastName}'s dog`, date: workday() }, { lat: 47.6 + north, lng: -122.3 + north / 3 });
  desk = await deskOf(browser, app.url, owner);
});
afterAll(async () => await browser?.close());

const map = (): Locator => desk.page.getByRole("application", { name: /^Map of the day/ });
const zoom = async () => Number(await map().getAttribute("data-zoom"));
const drive = async () => {
  const { routes } = await owner.api.client(DayRouteService).getDayMap({ date: wireDay(workday()) });
  return routes[0]?.drive?.minutes ?? 0;
};

test("calendar-views-screen: day, week, month, list and map of the same day and people; a card is dragged and made longer; a press on free time books, and one blocks and picks from it", async () => {
  const { page } = desk;
  await page.goto(`${app.url}/calendar/grooming?date=${workday()}`);
  const card = page.locator(".card").filter({ hasText: "North" });
  await card.waitFor();
  const views = page.getByRole("group", { name: "View" });
  for (const view of ["Week", "Month", "List"]) {
    await views.getByRole("button", { name: view }).click();
    await page.waitForURL(new RegExp(`view=${view.toLowerCase()}`));
    await page.getByText("North").first().waitFor();
  }
  await page.getByRole("button", { name: "All staff" }).click();
  await page
    .getByRole("menuitemcheckbox", { name: "Vera Vance" })
    .or(page.getByRole("menuitem", { name: "Vera Vance" }))
    .first()
    .click();
  await page.waitForURL(/staff=\d+/);
  await page.keyboard.press("Escape");
  await views.getByRole("button", { name: "Map" }).click();
  await page.waitForURL(/\/calendar\/map_view\?.*staff=\d+/);
  await map().waitFor();
  await views.getByRole("button", { name: "Day" }).click();
  await page.waitForURL(/\/calendar\/grooming\?.*staff=\d+/);
  await card.click();
  await page.getByRole("tablist", { name: "Parts of the appointment" }).waitFor();
  await page.getByRole("button", { name: "Close" }).first().click();
  // The time before and after it is free.
  const upper = page.locator(".card").filter({ hasText: "Upper" });
  await upper.scrollIntoViewIfNeeded();
  const before = await upper.getAttribute("aria-label");
  await drag(upper, 20);
  await takeBack(page, /^Moved to/);
  await expect.poll(() => upper.getAttribute("aria-label")).toBe(before);
  await drag(upper.locator(".grip"), 20);
  await takeBack(page, /^Now /);
  await expect.poll(() => upper.getAttribute("aria-label")).toBe(before);
  const booking = page.getByRole("dialog", { name: "Book an appointment" });
  const column = page.locator("[data-column]").first();
  await column.click({ position: { x: 60, y: ((await column.boundingBox())?.height ?? 0) - 100 } });
  await booking.waitFor();
  await page.keyboard.press("Escape");
  await booking.waitFor({ state: "detached" });
  for (const [item, shows] of [
    ["Block time", page.getByRole("dialog", { name: "Block time" })],
    ["Select appointments", page.getByRole("toolbar", { name: "Selected appointments" })],
  ] as const) {
    await desk.steps.press("More options");
    await page.getByRole("menuitem", { name: item }).click();
    await shows.waitFor();
    await page.keyboard.press("Escape");
    await shows.waitFor({ state: "detached" });
  }
  await desk.steps.press("Book");
  await booking.waitFor();
  await page.keyboard.press("Escape");
});

test("in the month a visit is dragged to another day; its time stays, and undo puts it back", async () => {
  const { page } = desk;
  const next = Temporal.PlainDate.from(workday()).add({ days: 1 }).toString();
  const on = (day: string) => page.locator(`[data-column="${day}"]`);
  const line = (day: string) => on(day).getByRole("button", { name: /North.*Vera Vance/ });
  await page.goto(`${app.url}/calendar/grooming?view=month&date=${workday()}`);
  await line(workday()).waitFor();
  const said = await line(workday()).getAttribute("aria-label");
  const [from, to] = [await line(workday()).boundingBox(), await on(next).boundingBox()];
  if (!from || !to) throw new Error("a day is not on the screen");
  await page.mouse.move(from.x + 30, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(to.x + 30, to.y + 60, { steps: 8 });
  await on(next).locator(".ghost").waitFor();
  await page.mouse.up();
  await line(next).waitFor();
  expect(await line(next).getAttribute("aria-label")).toBe(said);
  await takeBack(page, /^Moved to/);
  await line(workday()).waitFor();
});

test("keys alone go from visit to visit and carry one by quarters of an hour; Escape lets go, Enter puts it down, undo takes it back", async () => {
  const { page } = desk;
  const said = () => page.locator(":focus").getAttribute("aria-label");
  const ghost = page.locator(".ghost");
  await page.goto(`${app.url}/calendar/grooming?date=${workday()}`);
  await page.locator(".card").filter({ hasText: "North" }).focus();
  await page.keyboard.press("ArrowDown");
  const before = await said();
  expect(before).toMatch(/^Ida Nearby.*11:00 AM/);
  await page.keyboard.press("ArrowUp");
  expect(await said()).toMatch(/^Sven North/);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Shift+ArrowUp");
  await ghost.waitFor();
  await page.keyboard.press("Escape");
  await ghost.waitFor({ state: "detached" });
  expect(await said()).toBe(before);
  await page.keyboard.press("Shift+ArrowUp");
  await page.keyboard.press("Shift+ArrowUp");
  await ghost.getByText(/10:30/).waitFor();
  await page.keyboard.press("Enter");
  await page.getByText(/^Moved to .*10:30/).waitFor();
  await expect.poll(said).toMatch(/^Ida Nearby.*10:30/);
  await takeBack(page, /^Moved to .*10:30/);
  await page.locator(`.card[aria-label=${JSON.stringify(before)}]`).waitFor();
});

test("map-zoom-default: with one place to look at the map opens at zoom 17; else the day fits, each stop with its number; one that is shown is shown at zoom 17; a stop opens its appointment", async () => {
  const { page } = desk;
  await page.goto(`${app.url}/calendar/map_view?date=${Temporal.PlainDate.from(workday()).add({ weeks: 3 })}`);
  await expect.poll(zoom).toBe(17);
  await page.goto(`${app.url}/calendar/map_view?date=${workday()}`);
  await map().waitFor();
  expect(await zoom()).toBeLessThan(12);
  for (const [n, { firstName, lastName }] of stops.entries())
    await page.getByRole("button", { name: `Stop ${n + 1} of Vera Vance: ${firstName} ${lastName}` }).waitFor();
  await desk.steps.usable();
  await page.getByRole("button", { name: "Show Olaf Upper on the map" }).click();
  await expect.poll(zoom).toBe(17);
  await desk.steps.press("Farther");
  await expect.poll(zoom).toBe(16);
  await map().focus();
  await page.keyboard.press("+");
  await expect.poll(zoom).toBe(17);
  await page.getByRole("button", { name: "Stop 3 of Vera Vance: Olaf Upper" }).click();
  await page.waitForURL(/appointment=\d+/);
  await page.getByRole("button", { name: "Close" }).first().click();
});

test("toast-map-sdk: where the map of the operator's server cannot be drawn it is said, and the stops stay", async () => {
  const { page } = desk;
  await page.route("**/GetDayMap**", async (route) => {
    const answer = await route.fetch();
    const body = await answer.body();
    const json = answer.headers()["content-type"]?.includes("json");
    const message = json ? fromJson(GetDayMapResponseSchema, JSON.parse(body.toString())) : fromBinary(GetDayMapResponseSchema, body);
    message.mapStyleUrl = `${app.url}/no-style.json`;
    const changed = json
      ? JSON.stringify(toJson(GetDayMapResponseSchema, message))
      : Buffer.from(toBinary(GetDayMapResponseSchema, message));
    await route.fulfill({ response: answer, body: changed });
  });
  await page.route("**/assets/sdk-*.js", (route) => route.abort());
  await page.goto(`${app.url}/calendar/map_view?date=${workday()}`);
  await page.getByText("Load map sdk failed").waitFor({ timeout: 60_000 });
  await page.getByRole("button", { name: "Stop 1 of Vera Vance: Sven North" }).waitFor();
  await page.unrouteAll();
  desk.faults.length = 0;
});

test("the drive of a day is shortened: what it saves is said first, one act moves the stops, one undo puts them back", async () => {
  const { page } = desk;
  const before = await drive();
  await page.goto(`${app.url}/calendar/map_view?date=${workday()}`);
  await desk.steps.press("Shorten the drive");
  const drawer = page.getByRole("dialog", { name: "Shorten the drive of Vera Vance" });
  await drawer.getByRole("combobox", { name: "Move a client's time by at most" }).click();
  await page.getByRole("option", { name: "Any time that day" }).click();
  await drawer.getByText(/less driving: /).waitFor();
  await desk.steps.usable();
  await desk.steps.confirm(/^Save .* move \d appointments/);
  await desk.steps.seen(/appointments moved, \d+ min less driving/);
  expect(await drive()).toBeLessThan(before);
  await takeBack(page, /appointments moved, /);
  await expect.poll(drive).toBe(before);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${app.url}/calendar/map_view?date=${workday()}`);
  await map().waitFor();
  await desk.steps.usable();
});

test("nothing went wrong in the console", () => expect(desk.faults).toEqual([]));
