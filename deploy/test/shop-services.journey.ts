import { FeatureFlagOwnerLevel, FeatureFlagService } from "@leashline/proto/leashline/account/v1/feature_flag_service_pb.js";
import { PetSettingsService } from "@leashline/proto/leashline/customer/v1/pet_settings_pb.js";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sharedApp } from "./app.ts";
import { openBrowser } from "./browser.ts";
import { type Desk, deskOf, foundCompany, hired, type Person, signedUp } from "./small-shop.ts";

// A service with a person's own price, for some pets only, written by whichever endpoints the fulfillment flow's switch chooses.

let browser: Browser;
let owner: Person;
let desk: Desk;
const called: string[] = [];

beforeAll(async () => {
  const { url } = await sharedApp();
  owner = await signedUp(url, "services.test", "Sal", "Service");
  await foundCompany(owner, `Services ${Date.now().toString(36)}`);
  await hired(owner, { firstName: "Gil" });
  await owner.api.client(PetSettingsService).savePetCode({ abbreviation: "CATS", description: "Hates cats" });
  browser = await openBrowser();
  desk = await deskOf(browser, url, owner);
  desk.page.on("request", (one) => {
    const [, call] = /leashline\.offering\.v1\.(\w+\/(?:Create|Update|Delete|Sort|BatchSort)\w+)$/.exec(new URL(one.url()).pathname) ?? [];
    if (call) called.push(call);
  });
});
afterAll(async () => await browser?.close());

const section = (name: string) => desk.page.getByRole("region", { name });

test("a service is written with a person's own price and for some pets only", async () => {
  const { page, steps } = desk;
  await steps.goTo("/createOrEditService/1");
  await steps.fill({ Name: "Doodle groom", "Duration in minutes": "90" });
  await steps.fill({ Price: "80" });
  await section("Other prices and times").getByRole("button", { name: "Another price for a person" }).click();
  await steps.choose("Person", /^Gil/);
  await steps.fill({ "Own price": "95", "Own minutes": "120" });
  await page.getByRole("group", { name: "Not for pets with the warning" }).getByText("Hates cats").click();
  await steps.press("Add service");
  await steps.seen("Service added");
  await page.getByRole("link", { name: "Doodle groom" }).click();
  await steps.holds("Own price", "95");
  await steps.holds("Own minutes", "120");
  expect(await page.getByRole("button", { name: "Hates cats", pressed: true }).count()).toBe(1);
  await steps.usable();
});

test("fulfillment-flow-flag: the screens write by the company level while it is on, and by the older endpoints while it is off", async () => {
  const { page, steps } = desk;
  const rename = async (name: string) => {
    await page.reload();
    await expect.poll(() => steps.field("Name").inputValue()).not.toBe("");
    await steps.fill({ Name: name });
    await steps.press("Save service");
    await steps.seen("Service saved");
  };
  const turn = (enabled: boolean) =>
    owner.api.client(FeatureFlagService).updateFeatureFlag({ key: "fulfillment_flow", enabled, ownerLevel: FeatureFlagOwnerLevel.COMPANY });
  await rename("Doodle groom II");
  expect(called).toEqual(["CompanyServiceService/CreateCompanyService", "CompanyServiceService/UpdateCompanyService"]);
  await turn(false);
  await rename("Doodle groom III");
  expect(called.at(-1)).toBe("CatalogService/UpdateService");
  await turn(true);
  await rename("Doodle groom IV");
  expect(called.at(-1)).toBe("CompanyServiceService/UpdateCompanyService");
  expect(desk.faults).toEqual([]);
});
