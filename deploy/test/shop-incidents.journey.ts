import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sharedApp } from "./app.ts";
import { openBrowser } from "./browser.ts";
import { type Desk, deskOf, foundCompany, type Person, signedUp } from "./small-shop.ts";
import type { Steps } from "./steps.ts";

// A bite is reported, its part is asked for, and whoever reads the report knows whose pet it was.

let browser: Browser;
let owner: Person;
let desk: Desk;
let own: Steps;
let client = "0";
let pet = "0";

beforeAll(async () => {
  const app = await sharedApp();
  owner = await signedUp(app.url, "shop-incidents.test", "Mia", "Cole");
  await foundCompany(owner, `Calm ${Date.now().toString(36)}`);
  const named = { firstName: "Theo", lastName: "Gable", phoneNumber: "2125550178" };
  const made = await owner.api.client(ClientService).createClientWithPets({ client: named, pets: [{ petName: "Biscuit" }] });
  [client, pet] = [made.client!.customerId, made.pets[0]!.petId];
  browser = await openBrowser();
  desk = await deskOf(browser, app.url, owner);
  own = desk.steps;
});
afterAll(async () => browser?.close());

const choose = async (what: string, option: string) => {
  await own.page.getByRole("combobox", { name: what }).click();
  await own.page.getByRole("option", { name: option }).click();
};

test("a report of a bite asks what the pet had to do with it, warns of the pet that bit, and is read with its owner's name", async () => {
  const { page } = own;
  await own.goTo(`/client/${client}/pets/${pet}`);
  await page.getByRole("link", { name: "Report an incident" }).click();
  await page.getByRole("heading", { name: "Report an incident" }).waitFor();
  await choose("Type", "Bite");
  await page.getByRole("textbox", { name: "What happened" }).fill("Nipped at the dryer");
  await own.press("Save report");
  await page.getByText("Say what Biscuit had to do with it.").waitFor();
  await choose("Part of Biscuit", "Caused it");
  await page.getByText("Staff will be warned about Biscuit.").waitFor();
  await own.usable();
  await own.press("Save report");
  await own.seen("Report saved");
  const row = page.getByRole("row").filter({ hasText: "Nipped at the dryer" });
  await row.getByText("Theo Gable").waitFor();
  await row.click();
  const report = page.getByRole("dialog", { name: "Bite report" });
  await report.getByRole("link", { name: "Theo Gable" }).waitFor();
  await own.usable();
  await own.press("Edit report");
  await page.getByRole("textbox", { name: "Where" }).fill("Lobby");
  await own.press("Save report");
  await report.getByText("Lobby").waitFor();
  await report.getByRole("link", { name: "Biscuit" }).click();
  await page.waitForURL(new RegExp(`/client/${client}/pets/${pet}`));
  await page.getByRole("region", { name: "Incidents" }).getByText("Nipped at the dryer").waitFor();
  expect(desk.faults).toEqual([]);
});
