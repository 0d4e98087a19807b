import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { PrivacyService } from "@leashline/proto/leashline/customer/v1/privacy_service_pb.js";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sharedApp } from "./app.ts";
import { openBrowser } from "./browser.ts";
import { type Desk, deskOf, foundCompany, type Person, signedUp } from "./small-shop.ts";
import type { Steps } from "./steps.ts";

// Somebody who was entered twice becomes one client, and two again.

let browser: Browser;
let owner: Person;
let desk: Desk;
let own: Steps;
let kept = "0";
let other = "0";

beforeAll(async () => {
  const app = await sharedApp();
  owner = await signedUp(app.url, "shop-merge.test", "Mia", "Cole");
  await foundCompany(owner, `Twin ${Date.now().toString(36)}`);
  const clients = owner.api.client(ClientService);
  const add = async (firstName: string, email: string, petName: string, feeding = "") => {
    const client = { firstName, lastName: "Gable", phoneNumber: "2125550177", email };
    return (await clients.createClientWithPets({ client, pets: [{ petName, feeding }], allowDuplicatePhone: true })).client!.customerId;
  };
  kept = await add("Theo", "", "Biscuit");
  other = await add("Theodore", "theo@example.com", "Biscuit", "Twice a day");
  browser = await openBrowser();
  desk = await deskOf(browser, app.url, owner);
  own = desk.steps;
});
afterAll(async () => browser?.close());

test("two who are not the same person leave the list, which is taken back at once or from the client's own page", async () => {
  const { page } = own;
  const list = page.getByRole("list", { name: "Possible duplicates" });
  await own.goTo("/client/merge");
  await list.getByText("Same phone number").waitFor();
  await own.press(/^Not the same person: Theo/);
  await own.seen("No duplicates found");
  await own.undo("Not suggested as the same person anymore");
  await list.getByText("Same phone number").waitFor();
  await own.press("Compare");
  await own.press(/^Not the same person: Theo/);
  await own.seen("No duplicates found");
  await own.goTo(`/client/merge?of=${kept}`);
  await page.getByRole("region", { name: "Not the same person" }).getByText("Theodore Gable").waitFor();
  await own.seen(/Mia Cole/);
  await own.usable();
  await own.press("Suggest again: Theodore Gable");
  await page.getByRole("button", { name: "Not the same person: Theodore Gable" }).waitFor();
  expect(desk.faults).toEqual([]);
});

test("two records with one number are found, compared and merged; the old address opens the one that stays; undoing brings both back", async () => {
  await own.goTo("/client");
  await own.page.getByRole("link", { name: "Duplicates" }).click();
  await own.page.getByRole("list", { name: "Possible duplicates" }).getByText("Same phone number").waitFor();
  await own.usable();
  await own.press("Compare");
  await own.page.getByRole("radio", { name: "Email: theo@example.com" }).waitFor();
  expect(await own.page.getByRole("radio", { name: "Email: theo@example.com" }).isChecked()).toBe(true);
  expect(await own.page.getByRole("radio", { name: "Name: Theo Gable" }).isChecked()).toBe(true);
  await own.page.getByRole("combobox").getByText("Same pet as Biscuit").waitFor();
  expect(await own.page.getByRole("radio", { name: "Feeding: Twice a day" }).isChecked()).toBe(true);
  await own.usable();
  await own.press("Merge clients");
  await own.confirm("Merge clients");
  await own.page.waitForURL(new RegExp(`/client/${kept}/overview`));
  await own.page.getByText("theo@example.com").waitFor();
  await own.goTo(`/client/${other}/pets`);
  await own.page.waitForURL(new RegExp(`/client/${kept}/pets`));
  await own.page.getByText("Biscuit").first().waitFor();
  await own.goTo(`/client/${kept}/detail`);
  await own.press("Undo merge");
  await own.confirm("Undo merge");
  await own.seen("The two clients are back");
  await own.goTo(`/client/${other}/overview`);
  await own.page.getByRole("heading", { name: "Theodore Gable", level: 1 }).waitFor();
  expect(desk.faults).toEqual([]);
});

test("while no vaccine is set up a pet's page says so and leads there; the usual ones come with one press, and go with one", async () => {
  const { page } = own;
  const client = { firstName: "Vera", lastName: "Shots" };
  const made = await owner.api.client(ClientService).createClientWithPets({ client, pets: [{ petName: "Fern", petType: "Dog" }] });
  await own.goTo(`/client/${made.client!.customerId}/pets/${made.pets[0]!.petId}`);
  await own.seen("No vaccines are set up for this pet.");
  await own.usable();
  await page.getByRole("link", { name: "Set up vaccines" }).click();
  const vaccines = page.getByRole("region", { name: "Vaccines", exact: true });
  await vaccines.getByRole("button", { name: "Add the usual ones" }).click();
  for (const name of ["Rabies", "Bordetella", "DHPP", "FVRCP"]) await vaccines.getByRole("listitem").filter({ hasText: name }).waitFor();
  await own.undo("4 vaccines added");
  await vaccines.getByText("None yet.").waitFor();
  await vaccines.getByRole("button", { name: "Add the usual ones" }).waitFor();
  expect(desk.faults).toEqual([]);
});

test("the page of a client who was erased says so and when, and offers nothing to add", async () => {
  const { page } = own;
  const client = { firstName: "Gone", lastName: "Forever" };
  const customerId = (await owner.api.client(ClientService).createClientWithPets({ client })).client!.customerId;
  await owner.api.client(PrivacyService).eraseClient({ customerId, confirmName: "Gone Forever", reason: "asked" });
  for (const part of ["overview", "pets", "agreements", "paymentHistory"]) {
    await own.goTo(`/client/${customerId}/${part}`);
    await own.seen(/^This client was erased on /);
    expect(await page.getByRole("main").getByRole("button").count()).toBe(0);
    expect(await page.getByText("could not be loaded").count()).toBe(0);
  }
  await own.usable();
  expect(desk.faults).toEqual([]);
});
