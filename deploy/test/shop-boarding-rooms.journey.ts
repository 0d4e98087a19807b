import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { LodgingService } from "@leashline/proto/leashline/offering/v1/lodging_service_pb.js";
import { PriceUnit } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import type { Browser, Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sharedApp } from "./app.ts";
import { openBrowser } from "./browser.ts";
import { asksFor, bill, openCheckout } from "./checkout/drawer.ts";
import { handsOn } from "./hands.ts";
import { type Desk, deskOf, foundCompany, type Person, signedUp } from "./small-shop.ts";
import { usd } from "./wire.ts";
import { typedDay } from "./workday.ts";

// A suite costs more than a kennel: its owner says so once, and whoever books, pays or waits for it is told.

const zone = "America/New_York";
const today = Temporal.Now.plainDateISO(zone);
const arrival = today.subtract({ days: 3 });

let browser: Browser;
let owner: Person;
let desk: Desk;
let url: string;

beforeAll(async () => {
  ({ url } = await sharedApp());
  owner = await signedUp(url, "suites.test", "Sue", "Suites");
  await foundCompany(owner, "Kennels and Suites", zone);
  const lodging = owner.api.client(LodgingService);
  for (const name of ["Kennel", "Suite"]) {
    const { lodgingType } = await lodging.createLodgingType({ name, capacity: 2 });
    await lodging.createLodgingUnits({ lodgingTypeId: lodgingType?.lodgingTypeId ?? "0", names: [`${name} 1`] });
  }
  const overnight = { name: "Overnight", careType: "BOARDING", price: usd(45), priceUnit: PriceUnit.PER_NIGHT, duration: 60 };
  await owner.api.client(CatalogService).createService({ service: overnight });
  const client = { firstName: "Robin", lastName: "Reed" };
  await owner.api.client(ClientService).createClientWithPets({ client, pets: [{ petName: "Biscuit", petType: "Dog" }] });
  browser = await openBrowser();
  desk = await deskOf(browser, url, owner);
});
afterAll(async () => await browser?.close());

test("its owner says what a night in a suite costs, and that a kennel costs a little more than boarding", async () => {
  const { page, steps } = desk;
  const costs = async (type: string, kind: string, amount: Record<string, string>, listed: string) => {
    await page.getByRole("table", { name: "Types of lodging" }).getByText(type, { exact: true }).click();
    const drawer = page.getByRole("dialog", { name: type });
    await drawer.waitFor();
    await steps.choose("Price", kind);
    await steps.answer(amount);
    for (const [label, value] of Object.entries(amount)) await steps.holds(label, value);
    await steps.confirm("Save type");
    await drawer.waitFor({ state: "detached" });
    await steps.row(type).getByText(listed).waitFor();
  };
  await steps.goTo("/setting/lodging");
  await page.getByRole("tab", { name: "Types" }).click();
  await costs("Suite", "Its own price", { "Price per night": "85" }, "$85.00 a night");
  await costs("Kennel", "Extra per night", { "Extra per night": "5" }, "+$5.00 a night");
  await steps.usable();
});

test("at the counter the best fit and each room say what a night costs; the bill has the nights in the suite", async () => {
  const { page, steps } = desk;
  await steps.goTo("/calendar/lodging");
  await page.getByRole("button", { name: "Stay", exact: true }).click();
  const drawer = page.getByRole("dialog", { name: "Book a boarding stay" });
  await steps.answer({ Arrives: typedDay(arrival), Leaves: typedDay(today) });
  await steps.holds("Arrives", typedDay(arrival));
  await steps.holds("Leaves", typedDay(today));
  await drawer.getByRole("combobox", { name: "Client" }).fill("Robin");
  await page.getByRole("option", { name: /Robin Reed/ }).click();
  await drawer.getByRole("combobox", { name: "Room" }).getByText("Best fit: Kennel 1 · +$5.00 a night").waitFor();
  await drawer.getByRole("button", { name: "Book · 3 nights · $150.00" }).waitFor();
  await steps.choose("Room", "Suite 1 · Suite · $85.00 a night");
  const price = drawer.getByRole("group", { name: "Price" });
  await price.getByText("Suite 1 +$40.00, 3 nights").waitFor();
  await price.getByText("3 nights × $45.00").waitFor();
  await steps.usable();
  await drawer.getByRole("button", { name: "Book · 3 nights · $255.00" }).click();
  await drawer.waitFor({ state: "detached" });
  const panel: Locator = page.getByRole("complementary", { name: "Appointment" });
  await panel.getByText("Suite 1 +$40.00, 3 nights").waitFor();
  const booked = new URL(page.url()).searchParams.get("appointment") ?? "0";
  const checkout = await openCheckout(page, url, today.toString(), booked);
  await asksFor(checkout, "$255.00");
  await bill(checkout).getByText("Suite 1 +$40.00, 3 nights").waitFor();
  await steps.usable();
});

test("without a mouse a stay is moved to another room, made longer, comes a day later, is brought back, and a free room is booked for the nights chosen", async () => {
  const { page, steps } = desk;
  const { key, type, holds, reach } = handsOn(page);
  const grid = page.getByRole("region", { name: "Lodging calendar" });
  const heard = (what: string | RegExp) => grid.locator("[aria-live]").filter({ hasText: what }).waitFor({ state: "attached" });
  const stay = (unit: string, until: Temporal.PlainDate, from?: Temporal.PlainDate) =>
    grid
      .getByRole("button", { name: new RegExp(`^Biscuit, Robin Reed, ${unit}, ${from ? short(from) : ".*"} to ${short(until)},`) })
      .waitFor();
  const short = (day: Temporal.PlainDate) => day.toLocaleString("en-US", { weekday: "short", month: "short", day: "numeric" });
  await steps.goTo(`/calendar/lodging?date=${arrival}`);
  await stay("Suite 1", today);
  await key("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await help.getByText("Pick the stay up; arrows move it, Enter puts it there").waitFor();
  await help.getByText("The stay arrives a night later or earlier").waitFor();
  await steps.usable();
  await key("Escape");
  await help.waitFor({ state: "detached" });
  await reach(/^Lodging calendar$/);
  await heard(`Kennel 1, ${short(today)}: free`);
  await key("ArrowDown");
  await heard(`Suite 1, ${short(today)}: free`);
  await key("ArrowLeft");
  await heard(new RegExp(`^${short(today.subtract({ days: 1 }))}: Biscuit, Robin Reed, Suite 1`));
  await key("Space", "ArrowUp", "ArrowRight");
  await heard(`Moving Biscuit: Kennel 1, ${short(arrival.add({ days: 1 }))} to ${short(today.add({ days: 1 }))}`);
  await key(",");
  await page.getByText(/Put the stay down first: Enter/).waitFor();
  await steps.usable();
  await key("Escape");
  await heard(/Biscuit, Robin Reed, Suite 1/);
  await key("Space", "ArrowUp", "Enter");
  await steps.seen("Stay changed");
  await stay("Kennel 1", today);
  await heard(/Biscuit, Robin Reed, Kennel 1/);
  await key("+");
  await heard(`Moving Biscuit: Kennel 1, ${short(arrival)} to ${short(today.add({ days: 1 }))}`);
  await key("Enter");
  await stay("Kennel 1", today.add({ days: 1 }));
  await key("Control+z");
  await steps.seen("Undone");
  await stay("Kennel 1", today);
  await key(".");
  await heard(`Moving Biscuit: Kennel 1, ${short(arrival.add({ days: 1 }))} to ${short(today)}`);
  await key("Enter");
  await stay("Kennel 1", today, arrival.add({ days: 1 }));
  await key("Control+z");
  await stay("Kennel 1", today, arrival);
  await key("Control+z");
  await stay("Suite 1", today, arrival);
  await key("Space", "ArrowUp", "Enter");
  await stay("Kennel 1", today, arrival);
  await heard(/Biscuit, Robin Reed, Kennel 1/);
  await key("ArrowRight", "ArrowRight");
  await heard(`Kennel 1, ${short(today.add({ days: 1 }))}: free`);
  await key("Shift+ArrowRight");
  await heard(/2 nights$/);
  await key("Enter");
  await holds(/^Client/);
  await type("Robin");
  await page.getByRole("option", { name: /Robin Reed/ }).waitFor();
  await key("Enter");
  const drawer = page.getByRole("dialog", { name: "Book a boarding stay" });
  await drawer.getByRole("button", { name: /^Book · 2 nights/ }).waitFor();
  await reach(/^Book · 2 nights/);
  await key("Enter");
  await drawer.waitFor({ state: "detached" });
  await stay("Kennel 1", today.add({ days: 3 }));
  expect(desk.faults).toEqual([]);
});

test("after a press of the mouse, Enter first shows where the keys are and books nothing; a stay that has the focus is opened", async () => {
  const { page, steps } = desk;
  const { key } = handsOn(page);
  await steps.goTo(`/calendar/lodging?date=${arrival}`);
  const grid = page.getByRole("region", { name: "Lodging calendar" });
  const stay = grid.getByRole("button", { name: /^Biscuit, Robin Reed, Kennel 1/ }).first();
  await stay.waitFor();
  await grid.getByRole("rowheader", { name: /Suite 1/ }).click();
  await key("Enter");
  await grid.locator("[aria-live]").filter({ hasText: "Kennel 1" }).waitFor({ state: "attached" });
  await stay.focus();
  await key("Enter");
  const panel = page.getByRole("complementary", { name: "Appointment" });
  await panel.getByText("Biscuit").first().waitFor();
  expect(await page.getByRole("dialog", { name: "Book a boarding stay" }).count()).toBe(0);
});

test("a stay that is dragged is seen over other rooms, taken ones too; Escape puts it back, keeps the panel beside it open and nothing is sent", async () => {
  const { page, steps } = desk;
  const { mouse } = page;
  const grid = page.getByRole("region", { name: "Lodging calendar" });
  const stays = (unit: string) => grid.getByRole("button", { name: new RegExp(`^Biscuit, Robin Reed, ${unit}`) });
  const panel = page.getByRole("complementary", { name: "Appointment" });
  const sent: string[] = [];
  page.on("request", (request) => void (request.url().endsWith("/ChangeStay") && sent.push(request.url())));
  const middleOf = async (of: Locator, side = 0) => {
    const box = await of.boundingBox();
    if (!box) throw new Error("it is not drawn");
    return { x: side ? box.x + box.width - side : box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const isOnTop = (x: number, y: number, id: string | null) =>
    page.evaluate<boolean>(`document.elementFromPoint(${x}, ${y})?.closest("[data-stay]")?.dataset.stay === "${id}"`);
  /** Takes hold of it and carries it; the hand stays down. */
  const carry = async (stay: Locator, to: { x: number; y: number }, side = 0) => {
    const from = await middleOf(stay, side);
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move(to.x, to.y, { steps: 8 });
  };
  await steps.goTo(`/calendar/lodging?date=${arrival}`);
  await stays("Kennel 1").nth(1).waitFor();
  const second = await middleOf(stays("Kennel 1").nth(1));
  const suite = await middleOf(grid.getByRole("rowheader", { name: /Suite 1/ }));
  const id = await stays("Kennel 1").nth(1).getAttribute("data-stay");

  await carry(stays("Kennel 1").nth(1), { x: second.x, y: suite.y });
  expect(await isOnTop(second.x, suite.y, id)).toBe(true);
  await mouse.up();
  await stays("Suite 1").waitFor();
  expect(sent).toHaveLength(1);
  await page.getByText("Stay changed").waitFor();

  await stays("Suite 1").click();
  await panel.getByText("Biscuit").first().waitFor();
  const placed = await stays("Suite 1").getAttribute("style");
  const unchanged = async () => {
    expect(await stays("Suite 1").getAttribute("style")).not.toBe(placed);
    await page.keyboard.press("Escape");
    expect(await stays("Suite 1").getAttribute("style")).toBe(placed);
    await mouse.up();
    expect(await stays("Suite 1").getAttribute("style")).toBe(placed);
    await panel.getByText("Biscuit").first().waitFor();
    expect(new URL(page.url()).searchParams.get("appointment")).toBe(id);
  };
  const taken = await middleOf(stays("Kennel 1").first());
  await carry(stays("Suite 1"), taken);
  expect(await isOnTop(taken.x, taken.y, id)).toBe(true);
  await unchanged();
  const edge = await middleOf(stays("Suite 1"), 3);
  await carry(stays("Suite 1"), { x: edge.x + 90, y: edge.y }, 3);
  await unchanged();
  await steps.goTo(`/calendar/lodging?date=${arrival}`);
  await stays("Suite 1").waitFor();
  expect(sent).toHaveLength(1);
  expect(desk.faults).toEqual([]);
});
