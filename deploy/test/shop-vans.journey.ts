import { VanService } from "@leashline/proto/leashline/account/v1/van_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sharedApp } from "./app.ts";
import { openBrowser } from "./browser.ts";
import { type Desk, deskOf, foundCompany, hired, type Person, signedUp } from "./small-shop.ts";
import type { Steps } from "./steps.ts";

// What a company drives, what it pays for work, and the app it has of its own.

const mark = Date.now().toString(36);

let browser: Browser;
let owner: Person;
let desk: Desk;
let own: Steps;

beforeAll(async () => {
  const app = await sharedApp();
  owner = await signedUp(app.url, "shop-vans.test", "Olga", "Berg");
  await foundCompany(owner, `Birch ${mark}`);
  await owner.api.client(CatalogService).createStarterCatalog({ careTypes: ["GROOMING"] });
  await hired(owner, { firstName: "Marcus", lastName: "Bell" });
  await hired(owner, { firstName: "Priya", lastName: "Rao" });
  browser = await openBrowser();
  desk = await deskOf(browser, app.url, owner);
  own = desk.steps;
});
afterAll(async () => browser?.close());

test("vans: a plate is corrected, a driver named, and a van that is deleted frees its driver", async () => {
  await owner.api.client(VanService).createVan({ nickName: "Blue", licensePlate: "ME-1" });
  await own.goTo("/setting/van");
  await own.row("Blue").click();
  await own.answer({ Plate: "ME-2" });
  await own.page.getByRole("group", { name: "Driven by" }).getByRole("button", { name: "Marcus Bell" }).click();
  await own.confirm("Save van");
  await own.page.getByRole("dialog").waitFor({ state: "detached" });
  await own.page.reload();
  await expect.poll(() => own.row("Blue").textContent()).toMatch(/ME-2.*Marcus Bell/);
  await own.row("Blue").click();
  await own.confirm("Delete");
  await own.seen("Its drivers will have no van.");
  await own.confirm("Delete van");
  await own.seen("No vans yet");
});

test("vans: driven by one, moved to another, and the history says so", async () => {
  await own.goTo("/setting/van");
  for (const name of ["Blue", "Red"]) {
    await own.press("Add van");
    await own.fill({ Name: name, Plate: `OR-${name}` });
    if (name === "Blue") await own.page.getByRole("group", { name: "Driven by" }).getByRole("button", { name: "Priya Rao" }).click();
    await own.confirm("Add van");
    await own.page.getByRole("dialog").waitFor({ state: "detached" });
  }
  await own.row("Blue").click();
  await own.page.getByRole("group", { name: "Move a driver" }).getByRole("button", { name: "Move" }).click();
  await own.seen("Driver moved");
  await expect.poll(() => own.row("Red").textContent()).toContain("Priya Rao");
  await own.row("Blue").click();
  await own.page.getByRole("region", { name: "Who drove it" }).getByText("Priya Rao").waitFor();
  await own.usable();
  await own.page.keyboard.press("Escape");
});

test("payroll: a service at a rate of its own, for one person, corrected and taken back", async () => {
  await own.goTo("/setting/staff/payroll");
  await own.press("Add service");
  await own.confirm("Save rate");
  await own.seen("The service is required");
  await own.choose("Service", /Full groom/);
  await own.answer({ Percent: "140" });
  await own.confirm("Save rate");
  await own.seen("A percentage from 0 to 100");
  await own.answer({ Percent: "55.5" });
  await own.page.getByRole("dialog").getByRole("button", { name: "Marcus Bell" }).click();
  await own.usable();
  await own.confirm("Save rate");
  await own.page.reload();
  await expect.poll(() => own.row("Full groom").textContent()).toMatch(/Marcus.*55.5%/);
  await own.row("Full groom").click();
  await own.answer({ Percent: "60" });
  await own.confirm("Save rate");
  await expect.poll(() => own.row("Full groom").textContent()).toContain("60%");
  await own.row("Full groom").click();
  await own.confirm("Remove");
  await own.seen("Every service is paid at the rate of the staff member who does it.");
});

test("the company's own app: an id that is none is said, the right one is kept", async () => {
  await own.goTo("/setting/general/brandedApp");
  await own.fill({ "Name under the icon": "Birch Pets", "App ID in the app stores": "birch pets" });
  await own.press("Save app");
  await own.seen("Letters and digits with dots between, like com.example.app");
  await own.fill({ "App ID in the app stores": "com.birch.pets" });
  await own.press("Save app");
  await own.seen("App saved");
  await own.page.reload();
  await own.holds("App ID in the app stores", "com.birch.pets");
  await own.usable();
});

test("nothing went wrong in the console", () => expect(desk.faults).toEqual([]));
