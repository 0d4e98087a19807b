import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { AppointmentWaitlistService } from "@leashline/proto/leashline/online_booking/v1/appointment_waitlist_service_pb.js";
import type { Browser, Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type App, sharedApp } from "./app.ts";
import { openBrowser, openPage, phone } from "./browser.ts";
import { workday, zone } from "./day/desk.ts";
import { textLike } from "./day/outside.ts";
import { booked, type Desk, deskOf, foundCompany, type Person, signedUp } from "./small-shop.ts";
import { stepsOn } from "./steps.ts";
import { wireDay } from "./wire.ts";

// Those who wait stand on the calendar where they would fit, and are booked from there.

let app: Omit<App, "stop">;
let browser: Browser;
let owner: Person;
let desk: Desk;

/** A client with a visit a week later who waits for another one, in the afternoon of the day that is shown. */
async function waits(lastName: string, startTime: number, contact: { phoneNumber?: string } = {}): Promise<string> {
  const later = Temporal.PlainDate.from(workday()).add({ days: 7 }).toString();
  const id = await booked(owner, { ...contact, firstName: "Ann", lastName, petName: `${lastName}'s dog`, date: later, startTime });
  const { appointment } = await owner.api.client(AppointmentService).getAppointment({ id });
  const { entry } = await owner.api.client(AppointmentWaitlistService).createWaitEntry({
    customerId: appointment?.customerId ?? "0",
    petServices: (appointment?.petServiceList ?? []).map(({ petId, serviceId }) => ({ petId, serviceList: [{ serviceId }] })),
    datePreference: { dates: [wireDay(workday())] },
    timePreference: { timeRanges: [{ startTime: 720, endTime: 1020 }] },
  });
  return entry?.id ?? "0";
}

beforeAll(async () => {
  app = await sharedApp();
  browser = await openBrowser();
  owner = await signedUp(app.url, "shop-waitlist.test", "Wanda", "Vale");
  await foundCompany(owner, `Vale ${Date.now().toString(36)}`, zone);
  await waits("First", 540);
  await waits("Second", 630);
  desk = await deskOf(browser, app.url, owner);
});
afterAll(async () => await browser?.close());

const strip = (of = desk): Locator => of.page.getByRole("region", { name: "Waitlist", exact: true });
const mark = (name: RegExp): Locator => desk.page.getByRole("button", { name });

test("screen-waitlist-staff: switched on from the list, those who wait stand where they would fit; one is booked there, the other dragged to a time", async () => {
  const { page, steps } = desk;
  await steps.goTo("/waitingList");
  await steps.seen("Ann First");
  await page.getByRole("link", { name: "Show on the calendar" }).click();
  await strip().waitFor();
  await steps.goTo(`/calendar/grooming?view=day&date=${workday()}&waitlist=1`);
  await strip()
    .getByRole("button", { name: /^Ann First · .* 12:00 PM/ })
    .waitFor();
  const both = mark(/^On the waitlist for 12:00 .*Ann First, Ann Second$/);
  await both.waitFor();
  await steps.usable();
  await both.click();
  await page.getByRole("menuitem", { name: /^Ann First/ }).click();
  await page
    .getByRole("dialog", { name: "Waitlist entry" })
    .getByRole("button", { name: /^Book .* 12:00 PM with Wanda Vale$/ })
    .click();
  await steps.seen(/^Booked for .*12:00 PM$/);

  const left = mark(/^On the waitlist for .*: Ann Second$/);
  await left.waitFor();
  await expect.poll(() => both.count()).toBe(0);
  const [from, to] = [await left.boundingBox(), await page.locator(".col").first().boundingBox()];
  if (!from || !to) throw new Error("nothing to drag");
  await page.mouse.move(from.x + 30, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(from.x + 30, from.y + 20, { steps: 4 });
  await page.mouse.move(from.x + 30, from.y + 60, { steps: 6 });
  await page.mouse.up();
  await expect.poll(() => page.getByText(/^Booked for /).count()).toBeGreaterThan(0);
  await steps.seen("No one on the waitlist fits the free time here.");
  const { total } = await owner.api.client(AppointmentWaitlistService).listWaitEntries({});
  expect(total).toBe(0);
  await page.getByRole("button", { name: "Hide" }).click();
  await strip().waitFor({ state: "detached" });
});

test("toast-added-to-waitlist: on a phone too, who fits is named above the day; taken off the list, they are gone from it", async () => {
  await waits("Third", 900);
  const hand = await deskOf(browser, app.url, owner, phone);
  await hand.steps.goTo(`/calendar/grooming?view=day&date=${workday()}&waitlist=1`);
  await strip(hand)
    .getByRole("button", { name: /^Ann Third/ })
    .click();
  await hand.page.getByRole("dialog", { name: "Waitlist entry" }).getByRole("button", { name: "Remove from the list" }).click();
  await hand.page
    .getByRole("dialog", { name: "Remove Ann Third from the waitlist?" })
    .getByRole("button", { name: "Remove from the list" })
    .click();
  await hand.steps.seen("Successfully deleted from waitlist");
  await strip(hand).getByText("No one on the waitlist").waitFor();
  await hand.steps.usable();
});

test("a time is offered from the calendar, where it is then kept for them; the client says yes on a phone, and both sides see it", async () => {
  const phoneNumber = `+1207${2_000_000 + (Date.now() % 8_000_000)}`;
  await waits("Fourth", 780, { phoneNumber });
  const { page, steps } = desk;
  await steps.goTo(`/calendar/grooming?view=day&date=${workday()}&waitlist=1`);
  await strip()
    .getByRole("button", { name: /^Ann Fourth/ })
    .click();
  const drawer = page.getByRole("dialog", { name: "Waitlist entry" });
  await drawer.getByRole("button", { name: "Offer", exact: true }).click();
  await page.getByRole("menuitem", { name: "1 hour to answer" }).click();
  await drawer.getByText(/^Offered: .*Kept for them until/).waitFor();
  await steps.usable();
  await steps.goTo(`/calendar/grooming?view=day&date=${workday()}`);
  await mark(/^Kept for an offer until .*Ann Fourth/).click();
  await drawer.getByText(/^Offered: .*Kept for them until/).waitFor();
  await steps.goTo("/waitingList");
  await steps.seen("Offered, waiting for an answer");

  const hand = await openPage(browser, phone);
  const { body } = await textLike(app, phoneNumber, /\/o\/[A-Za-z0-9_-]{20,}/);
  await hand.page.goto(`${app.url}${/\/o\/[A-Za-z0-9_-]+/.exec(body)?.[0]}`);
  const own = stepsOn(hand.page, app.url);
  await own.seen("We have a time for you");
  await own.usable();
  await own.press("Yes, book it");
  await own.seen("You are booked");
  await steps.seen("No one is waiting");
  expect(hand.faults).toEqual([]);
});

test("from the panel of an appointment, its client also waits for another day; the appointment stays", async () => {
  const { page, steps } = desk;
  const date = workday();
  const id = await booked(owner, { firstName: "Ann", lastName: "Fifth", petName: "Fifth's dog", date, startTime: 600 });
  await steps.goTo(`/calendar/grooming?view=day&date=${date}&appointment=${id}`);
  await page.getByRole("button", { name: "More for this appointment" }).click();
  await page.getByRole("menuitem", { name: "Add to the waitlist…" }).click();
  const drawer = page.getByRole("dialog", { name: "Add to the waitlist" });
  await drawer.getByRole("textbox", { name: "Comments" }).fill("Rather on a Friday");
  await steps.usable();
  await drawer.getByRole("button", { name: "Add to the waitlist" }).click();
  await steps.seen("Added to waitlist!");
  const { entries } = await owner.api.client(AppointmentWaitlistService).listWaitEntries({});
  expect(entries).toMatchObject([{ appointmentId: id, ticketComment: "Rather on a Friday", petList: [{ petName: "Fifth's dog" }] }]);
  const { appointment } = await owner.api.client(AppointmentService).getAppointment({ id });
  expect(appointment).toMatchObject({ startTime: 600 });
});
