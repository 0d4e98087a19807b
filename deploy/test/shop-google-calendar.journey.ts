import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sharedApp } from "./app.ts";
import { openBrowser } from "./browser.ts";
import { type Desk, deskOf, foundCompany, type Person, signedUp } from "./small-shop.ts";
import type { Steps } from "./steps.ts";

// An owner ties their Google calendar to their day.

const mark = Date.now().toString(36);
const account = `olga-${mark}@gmail.test`;

let app: Awaited<ReturnType<typeof sharedApp>>;
let browser: Browser;
let owner: Person;
let desk: Desk;
let own: Steps;

beforeAll(async () => {
  app = await sharedApp();
  owner = await signedUp(app.url, "shop-google.test", "Olga", "Berg");
  await foundCompany(owner, `Linden ${mark}`);
  await owner.api.client(CatalogService).createStarterCatalog({ careTypes: ["GROOMING"] });
  browser = await openBrowser();
  desk = await deskOf(browser, app.url, owner);
  own = desk.steps;
});
afterAll(async () => browser?.close());

/** Somebody writes into their calendar at Google, today at noon for an hour. */
async function busyToday(): Promise<void> {
  const noon = Temporal.Now.zonedDateTimeISO("America/New_York").with({ hour: 12, minute: 0, second: 0, millisecond: 0 });
  const at = (hours: number) => noon.add({ hours }).toInstant().toString();
  const body = new URLSearchParams({ account, summary: "Dentist", start: at(0), end: at(1) });
  const headers = { authorization: `Bearer ${app.sandboxToken}` };
  const { status } = await fetch(`${app.sandboxUrl}/sandbox/api/google/calendars`, { method: "POST", redirect: "manual", headers, body });
  expect(status).toBe(303);
}

test("google calendar: refused first, then connected; what is busy there blocks the day, until it is disconnected", async () => {
  const { page } = own;
  await own.goTo("/setting/integration/calendar");
  const google = page.getByRole("list", { name: "Google Calendar" });
  const connect = google.getByRole("link", { name: "Connect Google Calendar for Olga Berg" });
  await connect.click();
  await own.press("Continue to Google");
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await own.seen("Google Calendar is not connected");
  await page.getByRole("link", { name: "Back to calendar sync" }).click();
  await connect.click();
  await own.press("Continue to Google");
  await page.getByLabel("Account").fill(account);
  await page.getByRole("button", { name: "Allow", exact: true }).click();
  await google.getByText("Connected", { exact: true }).waitFor();
  await busyToday();
  await google.getByRole("button", { name: "Sync now for Olga Berg" }).click();
  await google.getByText(/1 time blocked/).waitFor();
  await own.usable();
  await own.goTo("/calendar/grooming");
  await page.getByText("Busy (Google Calendar)").first().click();
  await own.seen("Busy in Google Calendar");
  await page.keyboard.press("Escape");
  await own.goTo("/setting/integration/calendar");
  await google.getByRole("button", { name: "Disconnect for Olga Berg" }).click();
  await own.confirm("Disconnect");
  await connect.waitFor();
  expect(desk.faults).toEqual([]);
});
