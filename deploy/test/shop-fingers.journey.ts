import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { BlockService } from "@leashline/proto/leashline/calendar/v1/block_service_pb.js";
import type { Browser, CDPSession, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { sharedApp } from "./app.ts";
import { openBrowser, phone, tablet } from "./browser.ts";
import { booked, type Desk, deskOf, foundCompany, type Person, signedUp } from "./small-shop.ts";
import { takeBack } from "./steps.ts";
import { wireDay } from "./wire.ts";
import { workday } from "./workday.ts";

// The day's calendar under a finger, on a tablet, where it stands in columns of minutes, and on a phone, where it is a list.

const zone = "America/New_York";
const TEN = 600;
const HOUR_PX = 78;
/** So long a finger rests before it carries. */
const REST_MS = 300;
let browser: Browser;
let url: string;
let owner: Person;
let visit: string;
const day = workday(zone);
const path = `/calendar/grooming?date=${day}`;

beforeAll(async () => {
  ({ url } = await sharedApp());
  browser = await openBrowser();
  owner = await signedUp(url, "fingers.test", "Fay", "Inger");
  await foundCompany(owner, "Soft Paws", zone);
  visit = await booked(owner, { firstName: "Dana", lastName: "Whitcomb", petName: "Biscuit", date: day.toString(), startTime: TEN });
});
afterAll(async () => await browser?.close());

type Point = { x: number; y: number };
async function fingerOn(page: Page) {
  const line: CDPSession = await page.context().newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", ...touchPoints: Point[]) =>
    line.send("Input.dispatchTouchEvent", { type, touchPoints });
  const slide = async (from: Point, to: Point, steps = 8) => {
    for (let n = 1; n <= steps; n++)
      await send("touchMove", { x: from.x + ((to.x - from.x) * n) / steps, y: from.y + ((to.y - from.y) * n) / steps });
  };
  return {
    down: (at: Point) => send("touchStart", at),
    slide,
    up: () => send("touchEnd"),
    tap: async (at: Point) => {
      await send("touchStart", at);
      await send("touchEnd");
    },
  };
}

async function middleOf(of: Locator): Promise<Point> {
  await of.scrollIntoViewIfNeeded();
  const box = await of.boundingBox();
  if (!box) throw new Error("there is nothing to touch");
  return { x: box.x + box.width / 2, y: box.y + Math.min(20, box.height / 2) };
}
const labelOf = async (of: Locator) => (await of.getAttribute("aria-label")) ?? "";
const cardOn = (page: Page): Locator => page.locator(".card").and(page.getByLabel("Dana Whitcomb, Biscuit", { exact: false }));
/** A tap on what still glides only halts it. */
const comesToRest = (page: Page, top: () => Promise<number>) =>
  vi.waitFor(
    async () => {
      const gliding = await top();
      await page.waitForTimeout(150);
      expect(await top()).toBe(gliding);
    },
    { timeout: 5_000 },
  );
const isOpen = (page: Page) => new URL(page.url()).searchParams.get("appointment") !== null;

test("on a tablet a finger that rested on a card carries it and on free time marks it, one that did not scrolls, and a quick tap opens it", async () => {
  const desk: Desk = await deskOf(browser, url, owner, tablet, { touch: true });
  const { page, steps } = desk;
  await steps.goTo(path);
  const card = cardOn(page);
  await card.waitFor();
  const finger = await fingerOn(page);
  const before = await labelOf(card);
  const grid = page.getByRole("region", { name: "Calendar" });
  const top = () => grid.evaluate((element) => element.scrollTop);

  const held = await middleOf(card);
  await finger.down(held);
  await page.locator(".card[data-held]").waitFor();
  await finger.slide(held, { x: held.x, y: held.y + HOUR_PX });
  await finger.up();
  await page.getByText(/^Moved to/).waitFor();
  expect(before).toMatch(/10:00/);
  await expect.poll(() => labelOf(card)).toMatch(/11:00/);
  expect(isOpen(page), "what was dragged stays closed").toBe(false);
  await takeBack(page, /^Moved to/);
  await vi.waitFor(async () => expect(await labelOf(card)).toBe(before), { timeout: 30_000 });

  const swiped = await middleOf(card);
  const from = await top();
  await finger.down(swiped);
  await finger.slide(swiped, { x: swiped.x, y: swiped.y - 160 });
  await finger.up();
  await vi.waitFor(async () => expect(await top()).toBeGreaterThan(from), { timeout: 5_000 });
  expect(await page.locator(".card[data-held], .card.ghost").count()).toBe(0);
  expect(await labelOf(card)).toBe(before);

  await comesToRest(page, top);
  const free = async (): Promise<Point> => {
    const { x, y } = await middleOf(card);
    return { x, y: y + 2 * HOUR_PX };
  };
  const marked = page.locator(".card.planned");
  const brushed = await free();
  await finger.down(brushed);
  await finger.slide(brushed, { x: brushed.x, y: brushed.y + 60 });
  await finger.up();
  await comesToRest(page, top);
  expect(await marked.count(), "one that scrolls marks nothing").toBe(0);
  const empty = await free();
  await finger.down(empty);
  await marked.waitFor();
  const still = await top();
  await finger.slide(empty, { x: empty.x, y: empty.y + HOUR_PX });
  expect(await top(), "one that marks does not scroll").toBe(still);
  await finger.up();
  await page.getByRole("dialog", { name: "Book an appointment" }).waitFor();
  expect(await marked.textContent()).toMatch(/12:15 – 1:30/);
  await page.keyboard.press("Escape");
  await marked.waitFor({ state: "detached" });

  await grid.evaluate((element, to) => element.scrollTo({ top: to }), from);
  await finger.tap(await middleOf(card));
  await page.waitForURL(/appointment=/);
  await steps.usable();
  expect(desk.faults).toEqual([]);
});

/** What the first of the staff cannot be booked for makes the day longer than a phone is high. */
async function fillTheDay(): Promise<void> {
  const { appointment } = await owner.api.client(AppointmentService).getAppointment({ id: visit });
  for (let startTime = 800; startTime < 1040; startTime += 20)
    await owner.api.client(BlockService).createBlock({
      staffId: appointment?.staffId ?? "0",
      date: wireDay(day),
      startTime,
      endTime: startTime + 15,
    });
}

test("on a phone the day is a list: it scrolls under a finger, a finger that rests carries nothing, and a quick tap opens", async () => {
  await fillTheDay();
  const desk: Desk = await deskOf(browser, url, owner, phone);
  const { page, steps } = desk;
  await steps.goTo(path);
  const row = page.getByRole("button").filter({ hasText: "Dana Whitcomb" });
  await row.waitFor();
  const finger = await fingerOn(page);
  const before = await row.textContent();
  const top = () =>
    row.evaluate((element) => {
      let sum = 0;
      for (let around = element.parentElement; around; around = around.parentElement) sum += around.scrollTop;
      return sum;
    });

  for (const rest of [0, 2 * REST_MS]) {
    const at = await middleOf(row);
    const from = await top();
    await finger.down(at);
    await page.waitForTimeout(rest);
    await finger.slide(at, { x: at.x, y: at.y - 120 });
    expect(await page.locator("[data-held], .ghost").count(), `carried after ${rest} ms`).toBe(0);
    await finger.up();
    await vi.waitFor(async () => expect(await top(), `scrolled after ${rest} ms`).toBeGreaterThan(from), { timeout: 5_000 });
    await comesToRest(page, top);
    expect(await row.textContent()).toBe(before);
    expect(isOpen(page), "one that scrolls opens nothing").toBe(false);
  }
  const { appointment } = await owner.api.client(AppointmentService).getAppointment({ id: visit });
  expect(appointment?.startTime).toBe(TEN);

  await finger.tap(await middleOf(row));
  await page.waitForURL(new RegExp(`appointment=${visit}`));
  await steps.usable();
  expect(desk.faults).toEqual([]);
});
