import { VaccineService } from "@leashline/proto/leashline/customer/v1/vaccine_pb.js";
import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type App, sharedApp } from "./app.ts";
import { axeFaults, openBrowser, openPage, phone } from "./browser.ts";
import { textLike } from "./day/outside.ts";
import { booked, type Desk, deskOf, foundCompany, type Person, signedUp } from "./small-shop.ts";
import { workday } from "./workday.ts";

// The shop opens a place of their own for its clients; one of them signs in on a phone with a code by text, confirms a visit, and signs out.

const zone = "America/New_York";
const number = "+12065550187";

let app: Omit<App, "stop">;
let browser: Browser;
let owner: Person;
let desk: Desk;

beforeAll(async () => {
  app = await sharedApp();
  owner = await signedUp(app.url, "place.test", "Pat", "Place");
  await foundCompany(owner, "Own Place Grooming", zone);
  const date = workday(zone, 7).toString();
  const visit = { firstName: "Mia", lastName: "Moor", petName: "Biscuit", date, startTime: 600, phoneNumber: number };
  await booked(owner, visit);
  await owner.api.client(VaccineService).saveVaccine({ name: "Rabies" });
  browser = await openBrowser();
  desk = await deskOf(browser, app.url, owner);
});
afterAll(async () => await browser?.close());

test("the shop lets its clients sign in", async () => {
  const { page, steps } = desk;
  await steps.goTo("/online_booking/settings");
  await page.getByLabel("Clients can sign in").check();
  await steps.press("Save online booking");
  await steps.seen("Online booking saved");
  expect(desk.faults).toEqual([]);
});

test("a client signs in on a phone, sees their pet, writes to the shop, opens a visit and confirms it, and signs out", async () => {
  const { setting } = await owner.api.client(OnlineBookingSettingService).getOnlineBookingSetting({});
  const { page, context, faults } = await openPage(browser, phone);
  await page.goto(`${app.url}/ol/${setting?.bookOnlineName}/me`);
  await page.getByLabel("Phone").fill(number.slice(2));
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Text me a code" }).tap();
  await page.getByRole("heading", { name: "Check your texts" }).waitFor();
  const { body } = await textLike(app, number, /^\d{6} is your code for signing in at Own Place Grooming/);
  await page.getByLabel("Code").pressSequentially(body.slice(0, 6));
  await page.getByRole("heading", { name: "Hello, Mia" }).waitFor();
  await page.getByRole("heading", { name: "Your pet" }).waitFor();
  await page.getByLabel("Write to Own Place Grooming").fill("Biscuit is shy of dryers.");
  await page.getByRole("button", { name: "Send message" }).tap();
  await page.getByText("Biscuit is shy of dryers.").last().waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Change Biscuit" }).tap();
  await page.getByLabel("Breed").fill("Corgi");
  await page.getByRole("button", { name: "Send changes" }).tap();
  await page.getByText("Breed of Biscuit: Corgi (being checked)").waitFor();
  await page.getByRole("link", { name: "Send proof for Biscuit" }).tap();
  await page.getByRole("heading", { name: "Your pets' vaccines" }).waitFor();
  await page.getByRole("region", { name: "Biscuit" }).getByText("Rabies").waitFor();
  await page.goBack();
  await page.getByRole("link", { name: /for Biscuit/ }).tap();
  await page.getByRole("button", { name: "Confirm", exact: true }).tap();
  await page.getByText("Your appointment is confirmed").waitFor();
  await page.getByRole("link", { name: "All your visits" }).tap();
  await page.getByText("Confirmed", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Sign out" }).tap();
  await page.getByRole("button", { name: "Text me a code" }).waitFor();
  await page.reload();
  await page.getByRole("button", { name: "Text me a code" }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test("the shop takes over what its client corrected", async () => {
  const { page, steps } = desk;
  await steps.goTo("/online_booking/requests");
  const sent = page.getByRole("listitem", { name: "Changes from Mia Moor" });
  await sent.getByText("Breed of Biscuit").waitFor();
  await sent.getByRole("button", { name: "Apply" }).click();
  await steps.seen("Client saved");
  await sent.waitFor({ state: "detached" });
  expect(desk.faults).toEqual([]);
});
