import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sharedApp } from "./app.ts";
import { openBrowser } from "./browser.ts";
import { type Desk, deskOf, foundCompany, type Person, signedUp } from "./small-shop.ts";

// A daycare for one dog a day: its place is set up, booked from the drawer, overbooked on purpose.

const zone = "America/New_York";
const day = Temporal.Now.plainDateISO(zone).add({ days: 1 }).toString();

let browser: Browser;
let owner: Person;
let desk: Desk;
let url: string;

beforeAll(async () => {
  ({ url } = await sharedApp());
  owner = await signedUp(url, "daycare.test", "Dana", "Day");
  await foundCompany(owner, "Day Dogs", zone);
  await owner.api.client(CatalogService).createStarterCatalog({ careTypes: ["DAYCARE"] });
  for (const petName of ["Moss", "Pip"])
    await owner.api
      .client(ClientService)
      .createClientWithPets({ client: { firstName: petName, lastName: "Owner" }, pets: [{ petName, petType: "Dog" }] });
  browser = await openBrowser();
  desk = await deskOf(browser, url, owner);
});
afterAll(async () => await browser?.close());

const drawerOf = (page: Page): Locator => page.getByRole("dialog", { name: "Book an appointment" });

/** Fills the drawer for a dog and presses book. */
async function bookFor(petName: string): Promise<void> {
  const { page } = desk;
  await page.goto(`${url}/calendar/grooming?book=1&date=${day}`);
  const drawer = drawerOf(page);
  await drawer.getByLabel("Start").fill("8:00 AM");
  await drawer.getByLabel("Start").press("Tab");
  await drawer.getByRole("combobox", { name: "Client" }).fill(petName);
  await page.getByRole("option", { name: new RegExp(petName) }).click();
  await drawer.getByRole("button", { name: /Full day of daycare/ }).click();
  await drawer.getByRole("button", { name: /^Book ·/ }).click();
}

test("a location says how many pets it takes, and another number for one day", async () => {
  const { page, steps } = desk;
  await steps.goTo("/setting/general/daycare");
  await steps.turn("Take only so many pets on a day", true);
  for (const weekday of ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"])
    await steps.fill({ [weekday]: "1" });
  await steps.press(/^Save$/);
  await steps.seen("Daycare saved");
  await steps.press("Change a day");
  const drawer = page.getByRole("dialog", { name: "Change a day" });
  await drawer.getByLabel("Pets at once").fill("3");
  await drawer.getByLabel("Why").fill("Open house");
  await drawer.getByRole("button", { name: "Save" }).click();
  await page.getByRole("list", { name: "Days with another number" }).getByText("0 of 3 · Open house").waitFor();
  await steps.usable();
  await page.getByRole("button", { name: /^As usual on/ }).click();
  await page.getByText("0 of 3 · Open house").waitFor({ state: "detached" });
});

test("daycare is booked from the drawer; full, it is said so and may be overbooked; Today shows how full it is", async () => {
  const { page, steps } = desk;
  await bookFor("Moss");
  await steps.seen(/^Booked for/);
  await bookFor("Pip");
  const full = page.getByRole("dialog", { name: "Daycare is full" });
  await full.getByText(/1 of 1 places are taken/).waitFor();
  await full.getByRole("textbox").fill("Regular");
  await full.getByRole("button", { name: "Overbook" }).click();
  await steps.seen(/^Booked for/);
  await steps.goTo(`/home/overview?date=${day}`);
  await steps.seen("Daycare: 2 of 1");
  await page.getByRole("tab", { name: "Expected 2" }).waitFor();
  await steps.usable();
});

test("no page said that something went wrong", () => expect(desk.faults).toEqual([]));
