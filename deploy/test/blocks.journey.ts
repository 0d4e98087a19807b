import { ApiKeyService } from "@leashline/proto/leashline/account/v1/api_key_service_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { BlockService } from "@leashline/proto/leashline/calendar/v1/block_service_pb.js";
import { CardService } from "@leashline/proto/leashline/calendar/v1/card_service_pb.js";
import { SlotService } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import { StaffScheduleService } from "@leashline/proto/leashline/calendar/v1/staff_schedule_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import type { Browser, Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi } from "../seed/api.ts";
import { type App, sharedApp } from "./app.ts";
import { openBrowser } from "./browser.ts";
import { workday, zone } from "./day/desk.ts";
import { booked, coloredByAppointment, type Desk, deskOf, foundCompany, type Person, signedUp } from "./small-shop.ts";
import { colorOn } from "./steps.ts";
import { wireDay } from "./wire.ts";

// Time that somebody takes no visits in: blocked, changed, dragged, opened, and each of it taken back, while a second browser looks on.

let app: Omit<App, "stop">;
let browser: Browser;
let owner: Person;
let desk: Desk;
let beside: Desk;
/** The appointment of Otis Grant. */
let grant = "0";

beforeAll(async () => {
  app = await sharedApp();
  browser = await openBrowser();
  owner = await signedUp(app.url, "blocks.test", "Bella", "Block");
  await foundCompany(owner, "Long Lunch Grooming", zone);
  await coloredByAppointment(owner);
  grant = await booked(owner, { firstName: "Otis", lastName: "Grant", petName: "Moss", date: workday(), startTime: 600 });
  [desk, beside] = [await deskOf(browser, app.url, owner), await deskOf(browser, app.url, owner)];
  for (const { page } of [desk, beside]) {
    await page.goto(`${app.url}/calendar/grooming?date=${workday()}`);
    await page.locator(".card").filter({ hasText: "Grant" }).waitFor();
  }
});
afterAll(async () => await browser?.close());

const lunch = ({ page }: Desk): Locator => page.locator(".card.block").filter({ hasText: "Lunch" });
const gone = (card: Locator) => card.waitFor({ state: "detached" });
/** When the blocks of the day begin and end, in minutes since midnight, as everybody else reads them. */
const stored = async (date = workday()) => {
  const { cards } = await owner.api.client(CardService).listDayCards({ startDate: wireDay(date) });
  return cards.filter(({ appointmentId }) => appointmentId === "0").map(({ startTime, endTime }) => [startTime, endTime]);
};
const inWeeks = (weeks: number): string => Temporal.PlainDate.from(workday()).add({ weeks }).toString();
async function openDrawer(): Promise<void> {
  await desk.steps.press("More options");
  await desk.page.getByRole("menuitem", { name: "Block time" }).click();
  await desk.page.getByRole("dialog", { name: "Block time" }).waitFor();
}
async function blockLunch(from: string, to: string): Promise<void> {
  await openDrawer();
  await desk.steps.answer({ From: from, To: to, "What for": "Lunch" });
  await desk.steps.confirm("Block time");
}

test("what is half written is asked about; then the time is blocked, a second browser shows it, and both forget it when it is taken back", async () => {
  await openDrawer();
  await desk.steps.answer({ To: "1:00 AM" });
  await desk.page.keyboard.press("Tab");
  await desk.steps.seen("Must end after it starts");
  await desk.steps.answer({ From: "12:00 PM", To: "1:00 PM", "What for": "Lunch" });
  await desk.steps.usable();
  await desk.page.keyboard.press("Escape");
  await desk.steps.seen("Leave with unsaved changes?");
  await desk.steps.press("Keep editing");
  await desk.steps.holds("What for", "Lunch");
  await desk.steps.confirm("Block time");
  await desk.steps.seen("Time blocked");
  await Promise.all([lunch(desk).waitFor(), lunch(beside).waitFor()]);
  expect(await stored()).toEqual([[720, 780]]);
  await desk.steps.undo("Time blocked");
  await Promise.all([gone(lunch(desk)), gone(lunch(beside))]);
  expect(await stored()).toEqual([]);
});

test("a block is made longer, gets a color and is put back; the time is opened and blocked again with its words", async () => {
  await blockLunch("12:00 PM", "1:00 PM");
  await lunch(desk).click();
  await desk.page.getByRole("dialog", { name: "Blocked time" }).waitFor();
  await desk.steps.answer({ To: "1:30 PM" });
  const gray = await colorOn(lunch(beside));
  await desk.page.getByRole("radio", { name: "Color 3" }).click();
  await desk.steps.confirm("Save changes");
  await desk.steps.seen("Block changed");
  expect(await stored()).toEqual([[720, 810]]);
  await expect.poll(() => colorOn(lunch(beside))).toBe("#9E561F");
  await desk.steps.undo("Block changed");
  await expect.poll(() => stored()).toEqual([[720, 780]]);
  await expect.poll(() => colorOn(lunch(beside))).toBe(gray);

  await gone(desk.page.getByRole("dialog"));
  await lunch(desk).click();
  await desk.steps.confirm("Open this time");
  await desk.steps.seen("Time opened");
  await gone(lunch(beside));
  await desk.steps.undo("Time opened");
  await Promise.all([lunch(desk).waitFor(), lunch(beside).waitFor()]);
  expect(await stored()).toEqual([[720, 780]]);
});

test("a time that an integrator holds stands on the calendar with who holds it and until when, and goes once it is released", async () => {
  const permissions = [Permission.VIEW_CALENDAR, Permission.CREATE_AND_EDIT_TICKET];
  const { secret } = await owner.api.client(ApiKeyService).createApiKey({ name: "Route Planner", permissions });
  const integrator = openApi(app.url);
  integrator.as({ token: secret, businessId: owner.api.identity().businessId });
  const { appointment } = await owner.api.client(AppointmentService).getAppointment({ id: grant });
  const asked = { staffIds: [appointment?.staffId ?? "0"], date: wireDay(workday()), startTime: 900, duration: 60 };
  const { token } = await integrator.client(SlotService).holdSlot(asked);
  const held = beside.page.locator(".card").filter({ hasText: "Held by Route Planner" });
  await held.waitFor();
  expect(await held.textContent()).toMatch(/3:00 – 4:00.*until/);
  await beside.steps.usable();
  await held.click();
  await beside.steps.seen(/^Held by Route Planner, an app .+ until /);
  await beside.steps.usable();
  await beside.page.keyboard.press("Escape");
  await integrator.client(SlotService).releaseHold({ token });
  await gone(held);
});

test("over an appointment one is asked first, at the desk and when dragging, and the appointment stays", async () => {
  const question = desk.page.getByRole("dialog", { name: "There are appointments at this time" });
  await lunch(desk).click();
  await desk.steps.answer({ From: "10:00 AM", To: "11:00 AM" });
  await desk.steps.confirm("Save changes");
  await question.getByRole("button", { name: "Cancel" }).click();
  await question.waitFor({ state: "detached" });
  expect(await stored()).toEqual([[720, 780]]);
  await desk.steps.holds("From", "10:00 AM");
  await desk.steps.confirm("Save changes");
  await question.getByRole("button", { name: "Block anyway" }).click();
  await desk.steps.seen("Block changed");
  expect(await stored()).toEqual([[600, 660]]);
  await desk.steps.undo("Block changed");
  await expect.poll(() => stored()).toEqual([[720, 780]]);

  await gone(desk.page.getByRole("dialog"));
  await gone(desk.page.getByText("Block changed"));
  const [from, to] = [await lunch(desk).boundingBox(), await desk.page.locator(".card").filter({ hasText: "Grant" }).boundingBox()];
  if (!from || !to) throw new Error("a card is not on the screen");
  await desk.page.mouse.move(from.x + 40, from.y + 12);
  await desk.page.mouse.down();
  await desk.page.mouse.move(to.x + 40, to.y + 30, { steps: 8 });
  await desk.page.mouse.move(to.x + 40, to.y + 12, { steps: 4 });
  await desk.page.getByText("Taken: Grant").waitFor();
  await desk.page.mouse.up();
  await question.getByRole("button", { name: "Block anyway" }).click();
  await desk.steps.seen("Block changed");
  expect(await stored()).not.toEqual([[720, 780]]);
  await desk.steps.undo("Block changed");
  await expect.poll(() => stored()).toEqual([[720, 780]]);
  await desk.page.locator(".card").filter({ hasText: "Grant" }).waitFor();
});

test("a block repeats: its dates are shown, all are made at once, one act opens them all, and undo blocks them again", async () => {
  const [date, times] = [Temporal.PlainDate.from(workday()).add({ weeks: 1 }).toString(), [[840, 870]]];
  const ahead = () => stored(date);
  await openDrawer();
  await desk.steps.answer({ From: "2:00 PM", To: "2:30 PM", "What for": "Training" });
  await desk.steps.turn("Repeat", true);
  await desk.steps.answer({ "Dates in all, with this one": "3" });
  await desk.steps.usable();
  await desk.steps.confirm("Block 3 dates");
  await desk.steps.seen("3 blocks made");
  expect(await ahead()).toEqual(times);
  await desk.page.locator(".card.block").filter({ hasText: "Training" }).click();
  await desk.steps.confirm("Open this time");
  await desk.page.getByRole("radio", { name: "All upcoming" }).check();
  await desk.steps.confirm("Open the time");
  await desk.steps.seen("3 blocks opened");
  expect(await ahead()).toEqual([]);
  await desk.steps.undo("3 blocks opened");
  await expect.poll(ahead).toEqual(times);
});

test("calendar-batch-modal: what is picked is canceled, booked again or moved as one; several booked again are taken back by one undo", async () => {
  const { page } = desk;
  await booked(owner, { firstName: "Nell", lastName: "Harper", petName: "Truffle", date: workday(), startTime: 900 });
  await page.goto(`${app.url}/calendar/grooming?date=${workday()}`);
  const visit = (name: string): Locator => page.locator(".card").filter({ hasText: name });
  await visit("Grant").click({ modifiers: ["Shift"] });
  await visit("Harper").click();
  const bar = page.getByRole("toolbar", { name: "Selected appointments" });
  await bar.getByText("2 selected").waitFor();
  for (const act of ["Cancel…", "Move…"]) {
    await bar.getByRole("button", { name: act }).click();
    await page.getByRole("dialog").getByText("Nell Harper").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
  const again = bar.getByRole("button", { name: "Book again…" });
  const inTheWay = await booked(owner, { firstName: "Ada", lastName: "Finch", petName: "Pixel", date: inWeeks(4), startTime: 600 });
  await again.click();
  await page
    .getByRole("dialog")
    .getByText(/^Pixel \(Ada Finch\), 10:00/)
    .waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await owner.api.client(AppointmentService).deleteAppointment({ id: inTheWay });
  await again.click();
  await desk.steps.usable();
  await desk.steps.confirm("Book 2 appointments");
  await desk.steps.seen("2 appointments booked");
  const then = async () =>
    (await owner.api.client(CardService).listDayCards({ startDate: wireDay(inWeeks(4)) })).cards.map(({ startTime }) => startTime);
  expect(await then()).toEqual([600, 900]);
  await desk.steps.undo("2 appointments booked");
  await expect.poll(then).toEqual([]);
});

test("a series says what a blocked date is blocked for; a second person joins a service, and the panel says whose part is what", async () => {
  const { page } = desk;
  const { appointment } = await owner.api.client(AppointmentService).getAppointment({ id: grant });
  const staffId = appointment?.staffId ?? "0";
  const times = { startTime: 600, endTime: 660 };
  await owner.api.client(BlockService).createBlock({ staffId, date: wireDay(inWeeks(2)), ...times, description: "Dentist" });
  await page.goto(`${app.url}/editTicket/${grant}`);
  await desk.steps.press("More for this appointment");
  await page.getByRole("menuitem", { name: "Repeat…" }).click();
  const dates = page.getByRole("list", { name: "Dates" });
  await dates.getByRole("listitem").filter({ hasText: "Dentist" }).getByText("Blocked").waitFor();
  await page.keyboard.press("Escape");
  await dates.waitFor({ state: "detached" });
  await desk.steps.press("Edit");
  const drawer = page.getByRole("dialog", { name: "Change the appointment" });
  await drawer.getByRole("button", { name: "Add a second person" }).click();
  await drawer.getByRole("textbox", { name: "Task of person 2" }).fill("Dry");
  await drawer.getByRole("textbox", { name: "Share, % of person 2" }).fill("40");
  await drawer.getByText("The shares add up to 90%. They must come to 100%.").waitFor();
  await drawer.getByRole("textbox", { name: "Share, % of person 1" }).fill("60");
  await desk.steps.usable();
  await drawer.getByRole("button", { name: /^Save/ }).click();
  await desk.steps.seen("Appointment changed");
  await page.getByText(/^Dry · No staff assigned · .+ · 40%$/).waitFor();
  await desk.steps.undo("Appointment changed");
  await page.getByText(/^Dry · /).waitFor({ state: "detached" });
});

test("somebody is away for a day: with nobody else there nobody takes their appointments, to later days all of them go as one, and one undo brings them back", async () => {
  const { page } = desk;
  await page.goto(`${app.url}/calendar/grooming?date=${workday()}`);
  await page.locator(".card").filter({ hasText: "Harper" }).waitFor();
  await desk.steps.press("More options");
  await page.getByRole("menuitem", { name: "When somebody is away…" }).click();
  const drawer = page.getByRole("dialog", { name: "When somebody is away" });
  await drawer.getByText("No free place was found").first().waitFor();
  const untold = drawer.getByRole("checkbox", { name: "Don’t tell the clients their new times" });
  expect(await untold.count()).toBe(0);
  await drawer.getByRole("radio", { name: "To a later day" }).check();
  await drawer.getByText(/^→ /).nth(1).waitFor();
  await drawer.getByText(/Each client whose time changes is told once/).waitFor();
  await untold.check();
  expect(await drawer.getByText(/is told once/).count()).toBe(0);
  await desk.steps.usable();
  await desk.steps.confirm("Move 2 appointments");
  await desk.steps.seen("2 appointments moved, the day off set");
  const day = wireDay(workday());
  const left = async () => {
    const { cards } = await owner.api.client(CardService).listDayCards({ startDate: day });
    return cards.filter(({ appointmentId }) => appointmentId !== "0").map(({ startTime }) => startTime);
  };
  const off = async () => {
    const { hours } = await owner.api.client(StaffScheduleService).listWorkingHours({ startDate: day, endDate: day });
    return hours.map(({ offReason }) => offReason).filter((why) => why === "override");
  };
  expect([await left(), await off()]).toEqual([[], ["override"]]);
  await desk.steps.undo("2 appointments moved, the day off set");
  await expect.poll(left).toEqual([600, 900]);
  expect(await off(), "taken back with them").toEqual([]);
});

test("nothing went wrong in the console", () => expect([...desk.faults, ...beside.faults]).toEqual([]));
