import { ClassService, EnrolmentState } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import type { Browser, Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type App, sharedApp } from "./app.ts";
import { axeFaults, openBrowser, openPage, phone } from "./browser.ts";
import { textLike } from "./day/outside.ts";
import { planRecall } from "./day/plan-class.ts";
import { type Desk, deskOf, foundCompany, type Person, signedUp } from "./small-shop.ts";
import { workday } from "./workday.ts";

// A class for one dog that staff plan, fill and put three more dogs in the line for, all on screens. When a dog leaves, its place is offered by itself to one client
// after the other, and then by hand to whom the shop likes; they answer on their phones.

const zone = "America/New_York";
const day = workday(zone).toString();
const dogs = [
  { petName: "Truffle", lastName: "First", number: "+12065550161" },
  { petName: "Moss", lastName: "Second", number: "+12065550162" },
  { petName: "Bramble", lastName: "Third", number: "+12065550163" },
  { petName: "Pip", lastName: "Fourth", number: "+12065550164" },
] as const;

let app: Omit<App, "stop">;
let browser: Browser;
let owner: Person;
let desk: Desk;

beforeAll(async () => {
  app = await sharedApp();
  owner = await signedUp(app.url, "class-offers.test", "Tess", "Teacher");
  await foundCompany(owner, "One Dog Class", zone);
  await owner.api.client(CatalogService).createStarterCatalog({ careTypes: ["GROUP_CLASS"] });
  for (const { petName, lastName, number: phoneNumber } of dogs)
    await owner.api
      .client(ClientService)
      .createClientWithPets({ client: { firstName: "Ann", lastName, phoneNumber }, pets: [{ petName, petType: "Dog" }] });
  browser = await openBrowser();
  desk = await deskOf(browser, app.url, owner);
});
afterAll(async () => await browser?.close());

const line = (): Locator => desk.page.getByRole("list", { name: "Waitlist" });
const inLine = (petName: string): Locator => line().getByRole("listitem", { name: petName });

/** Staff put a dog into the class, or behind those who wait for it. */
async function adds(petName: string, lastName: string, way: "Enroll" | "Add to the waitlist"): Promise<void> {
  const { page } = desk;
  await page.getByRole("button", { name: way === "Enroll" ? "Add a pet" : "To the waitlist" }).click();
  const drawer = page.getByRole("dialog", { name: "Add a pet to Recall" });
  await drawer.getByRole("combobox", { name: "Client" }).fill(lastName);
  await page.getByRole("option", { name: new RegExp(lastName) }).click();
  await drawer.getByLabel("Pet", { exact: true }).click();
  await page.getByRole("option", { name: petName }).click();
  await drawer.getByRole("button", { name: way }).click();
  await drawer.waitFor({ state: "detached" });
}

async function takesOut(petName: string): Promise<void> {
  const { page } = desk;
  await page
    .getByRole("button", { name: `More about ${petName}` })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Take out of the class" }).click();
  await page.getByRole("dialog").last().getByRole("button", { name: "Take out" }).click();
  await desk.steps.seen(`${petName} left the class`);
}

/** What a client answers on a phone to the last place that they were offered. */
async function says(number: string, yes: boolean): Promise<void> {
  const { page, context, faults } = await openPage(browser, phone);
  const { body } = await textLike(app, number, /has a place in Recall .*\/o\/[A-Za-z0-9_-]{20,}/, 60_000);
  await page.goto(`${app.url}${/\/o\/[A-Za-z0-9_-]+/.exec(body)?.[0]}`);
  await page.getByText("We have a place for you").waitFor();
  await page.getByText("6 sessions, this one first").waitFor();
  await page.getByText("$165.00", { exact: true }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole("button", { name: yes ? "Yes, book it" : "No, thank you" }).tap();
  await page.getByText(yes ? "You are booked" : "You let this time pass").waitFor();
  expect(faults).toEqual([]);
  await context.close();
}

test("staff plan a class for one dog, enroll one and put three more on its waitlist; the waitlist of the shop shows them by class", async () => {
  const { page, steps } = desk;
  await planRecall(desk, { day, instructor: "Tess Teacher", most: 1 });
  for (const [nth, { petName, lastName }] of dogs.entries()) await adds(petName, lastName, nth === 0 ? "Enroll" : "Add to the waitlist");
  await expect.poll(() => line().getByRole("listitem").count()).toBe(3);
  await steps.usable();
  await steps.goTo("/waitingList");
  await steps.seen("Ann Second");
  await steps.seen("When a place opens up");
  await steps.press("Filters");
  await page.getByRole("combobox", { name: "Class" }).waitFor();
  await steps.usable();
  await steps.choose("Class", "Recall");
  await expect.poll(() => new URL(page.url()).searchParams.get("class")).toMatch(/^\d+$/);
  for (const { lastName } of dogs.slice(1)) await steps.seen(`Ann ${lastName}`);
});

test("once offers run by themselves, a dog that leaves gives its place to whoever is next and says yes; who says no keeps their place", async () => {
  const { page, steps } = desk;
  await steps.press("Offers when time opens up");
  await steps.choose("When time or a place in a class opens up", "Offer it automatically, one client after another");
  await steps.choose("Answered at the latest", "Until it begins");
  await steps.answer({ "Quiet from": "3:00 AM", "Quiet until": "3:00 AM" });
  await steps.usable();
  await steps.confirm("Save offers");
  await steps.seen("Offers saved");
  await steps.goTo("/calendar/groupClass");
  await page.getByText("Recall").first().click();
  await takesOut("Truffle");
  // After the minute in which it can be taken back.
  await inLine("Moss")
    .getByText(/^Offered: a place from .*Kept for them until/)
    .waitFor({ timeout: 90_000 });
  await steps.usable();
  await says(dogs[1].number, false);
  await inLine("Moss")
    .getByText(/^Said no/)
    .waitFor();
  await inLine("Bramble")
    .getByText(/^Offered: /)
    .waitFor();
  await says(dogs[2].number, true);
  await inLine("Bramble").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "More about Bramble" }).first().waitFor();
  await expect.poll(() => line().getByRole("listitem").count()).toBe(2);
});

test("by hand, the place that is free again is offered to whom the shop likes, from the class's page", async () => {
  const { page, steps } = desk;
  await steps.goTo("/waitingList");
  await steps.press("Offers when time opens up");
  await steps.choose("When time or a place in a class opens up", "Your staff offer it");
  await steps.confirm("Save offers");
  await steps.seen("Offers saved");
  await steps.goTo("/calendar/groupClass");
  await page.getByText("Recall").first().click();
  await takesOut("Bramble");
  await inLine("Pip").getByRole("button", { name: "Offer the place to Pip" }).click();
  await page.getByRole("menuitem", { name: "1 hour to answer" }).click();
  await inLine("Pip")
    .getByText(/^Offered: a place from /)
    .waitFor();
  await inLine("Moss").getByRole("button", { name: "Offer the place to Moss" }).waitFor({ state: "detached" });
  await says(dogs[3].number, true);
  await page.getByRole("button", { name: "More about Pip" }).first().waitFor();
  const { classes } = await owner.api.client(ClassService).listClasses({});
  const { enrolments } = await owner.api.client(ClassService).getClass({ id: classes[0]?.id ?? "0" });
  expect(enrolments.map(({ petName, state }) => [petName, state])).toEqual([
    ["Pip", EnrolmentState.ENROLLED],
    ["Moss", EnrolmentState.WAITING],
  ]);
  await steps.usable();
  expect(desk.faults).toEqual([]);
});
