import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import { CardService } from "@leashline/proto/leashline/payment/v1/card_pb.js";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { App } from "./app.ts";
import { openPage, phone, type Watched } from "./browser.ts";
import { type Counter, standAtCounter } from "./checkout/counter.ts";
import { confirmByText } from "./day/outside.ts";
import { type Desk, freshPassword } from "./small-shop.ts";

// How many presses the commonest work takes: of the mouse or a finger, and of Enter where it sends a form. What is typed does not count.

let app: Omit<App, "stop">;
let browser: Browser;
let counter: Counter;
let staff: Desk;
let presses: () => Promise<number>;

beforeAll(async () => {
  ({ app, browser, counter, staff } = await standAtCounter());
  await staff.page.goto(app.url);
  presses = await countPresses(staff);
});
afterAll(async () => browser?.close());

/** Counts from now on, over reloads and pages. */
async function countPresses({ context, page }: Pick<Watched, "context" | "page">): Promise<() => Promise<number>> {
  let presses = 0;
  await context.exposeBinding("pressed", () => {
    presses += 1;
  });
  // Enter in a field of suggestions is part of typing.
  const listen = `
    addEventListener("pointerdown", () => pressed(), true);
    addEventListener("keydown", ({ key, target }) => key === "Enter" && target.role !== "combobox" && pressed(), true);
  `;
  await context.addInitScript({ content: listen });
  await page.evaluate(listen);
  return async () => {
    await page.evaluate(() => undefined);
    return presses;
  };
}

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true }).and(page.locator("input")).first();
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();

/** A free place in the calendar, two hours after the first working hour. */
async function pressSlot(page: Page): Promise<void> {
  const column = page.locator("[data-column]").first();
  await column.locator(".off").nth(1).waitFor();
  const off = await column.locator(".off").first().boundingBox();
  const box = await column.boundingBox();
  await column.click({ position: { x: 60, y: (off?.y ?? 0) + (off?.height ?? 0) - (box?.y ?? 0) + 12 + 2 * 78 } });
}

test("a newcomer signs up, makes a shop and books the first appointment with 8 presses at most", async () => {
  const newcomer = await openPage(browser, { width: 1440, height: 900 });
  const { page } = newcomer;
  await page.goto(`${app.url}/sign_up`);
  const pressed = await countPresses(newcomer);
  await field(page, "First name").fill("Ines");
  await field(page, "Email").fill(`ines-${Date.now().toString(36)}@presses.test`);
  await field(page, "Password").fill(freshPassword());
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/business\/new/);
  await field(page, "Business name").fill("Few Presses");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/calendar/, { timeout: 30_000 });
  const monday = Temporal.Now.plainDateISO("America/New_York").add({ days: 7 });
  await page.goto(`${app.url}/calendar/grooming?date=${monday.subtract({ days: monday.dayOfWeek - 1 })}`);
  await pressSlot(page);
  await press(page, "New client");
  await field(page, "First name").fill("Dana");
  await field(page, "Pet's name").fill("Biscuit");
  await field(page, "Breed").fill("Poodle");
  await page.keyboard.press("Enter");
  await page
    .getByRole("group", { name: /Biscuit/ })
    .getByRole("button")
    .first()
    .click();
  await press(page, /^Book ·/);
  await page.getByRole("button", { name: /^Dana.*Biscuit/ }).waitFor();
  expect(await pressed()).toBeLessThanOrEqual(8);
  expect(newcomer.faults).toEqual([]);
  await newcomer.context.close();
}, 90_000);

test("a client who is known is booked from a free place with 3 presses and a typed name", async () => {
  await counter.visit("Known", 9);
  const { page } = staff;
  await page.goto(`${app.url}/calendar/grooming?date=${counter.date}`);
  const before = await presses();
  await pressSlot(page);
  await page.getByRole("combobox", { name: "Client" }).fill("Known");
  await page.getByRole("option", { name: /Robin Known/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("group", { name: /Moss/ }).getByRole("button").first().click();
  await press(page, /^Book ·/);
  await page.getByText(/^Booked for/).waitFor();
  expect((await presses()) - before).toBeLessThanOrEqual(3);
});

test("a bill is paid with the card on file with 2 presses, and given back with 2", async () => {
  const { appointmentId, orderId } = await counter.visit("Onfile", 14);
  const { customerId } = await counter.order(orderId);
  await counter.owner.api.client(CardService).attachCard({ customerId, chargeToken: "pm_card_visa" });
  await counter.finish(appointmentId);
  const { page } = staff;
  await page.goto(`${app.url}/calendar/grooming?date=${counter.date}&appointment=${appointmentId}`);
  const before = await presses();
  await page.getByRole("complementary", { name: "Appointment" }).getByRole("button", { name: "Check out" }).click();
  const drawer = page.getByRole("dialog", { name: /^Check out/ });
  await drawer.getByRole("button", { name: /^Charge \$86.17/ }).click();
  const payments = drawer.getByRole("region", { name: "Payments" });
  await payments.getByText("Successful").waitFor();
  expect((await presses()) - before).toBeLessThanOrEqual(2);
  const paid = await presses();
  await payments.getByRole("button", { name: "Refund" }).click();
  await page
    .getByRole("dialog", { name: /^Refund/ })
    .getByRole("button", { name: "Refund $86.17" })
    .click();
  await payments.getByText("$86.17 refunded").waitFor();
  expect((await presses()) - paid).toBeLessThanOrEqual(2);
  expect(staff.faults).toEqual([]);
});

test("a first request on a phone takes 5 taps", async () => {
  const { setting } = await counter.owner.api.client(OnlineBookingSettingService).updateOnlineBookingSetting({ isEnable: true });
  const parent = await openPage(browser, phone);
  const { page } = parent;
  await page.goto(`${app.url}/ol/${setting?.bookOnlineName}`);
  const taps = await countPresses(parent);
  await page.getByLabel("Pet's name").fill("Truffle");
  await page
    .getByRole("region", { name: "Truffle" })
    .getByRole("button", { pressed: false })
    .filter({ hasText: /hr|min/ })
    .first()
    .tap();
  await page.getByRole("button", { name: /Choose a time/ }).tap();
  await page.getByRole("group", { name: /day, / }).getByRole("button").first().tap();
  await page.getByRole("button", { name: /held for/ }).tap();
  await field(page, "First name").fill("Nell");
  await field(page, "Last name").fill("Harper");
  await field(page, "Phone").fill("2065550177");
  await confirmByText(app, page, "+12065550177", () => page.getByRole("button", { name: "Send request" }).tap());
  await page.getByText("Request sent").waitFor();
  expect(await taps()).toBeLessThanOrEqual(5);
  expect(parent.faults).toEqual([]);
  await parent.context.close();
});
