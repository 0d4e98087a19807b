import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { VaccineService } from "@leashline/proto/leashline/customer/v1/vaccine_pb.js";
import { VaccineProofLinkService } from "@leashline/proto/leashline/customer/v1/vaccine_proof_link_service_pb.js";
import { VaccineProofService } from "@leashline/proto/leashline/customer/v1/vaccine_proof_service_pb.js";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sharedApp } from "./app.ts";
import { openBrowser, openPage, phone } from "./browser.ts";
import { type Desk, deskOf, foundCompany, type Person, signedUp } from "./small-shop.ts";

// A client sends in a photo from a link on their phone; somebody at the shop looks at it and approves it.

let browser: Browser;
let owner: Person;
let desk: Desk;
let url = "";
let pet = "0";
const photo = { name: "rabies.png", mimeType: "image/png", buffer: Buffer.alloc(0) };

beforeAll(async () => {
  const app = await sharedApp();
  owner = await signedUp(app.url, "shop-vaccines.test", "Mia", "Cole");
  await foundCompany(owner, `Shots ${Date.now().toString(36)}`);
  const made = await owner.api
    .client(ClientService)
    .createClientWithPets({ client: { firstName: "Theo", lastName: "Gable" }, pets: [{ petName: "Biscuit" }] });
  pet = made.pets[0]!.petId;
  await owner.api.client(VaccineService).saveVaccine({ name: "Rabies" });
  await owner.api.client(VaccineProofService).updateVaccineSettings({ approvalRequired: true });
  const link = await owner.api.client(VaccineProofLinkService).getVaccineUploadLink({ customerId: made.client!.customerId });
  url = `${app.url}${new URL(link.url).pathname}`;
  browser = await openBrowser();
  desk = await deskOf(browser, app.url, owner);
  photo.buffer = Buffer.from(await desk.steps.page.screenshot());
});
afterAll(async () => browser?.close());

test("a client sends in a photo from a link on their phone, and the vaccine counts once somebody at the shop approves it", async () => {
  const { page, context, faults } = await openPage(browser, phone);
  await page.goto(url);
  await page.getByRole("heading", { name: "Biscuit" }).waitFor();
  await page.getByRole("button", { name: "Send proof" }).click();
  await page
    .getByLabel("Photo or PDF of Rabies")
    .setInputFiles({ name: "proof", mimeType: "application/pdf", buffer: Buffer.from("words only") });
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByText("This file is not a photo or a PDF.").waitFor();
  await page.getByLabel("Photo or PDF of Rabies").setInputFiles(photo);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByText("Sent, being checked").waitFor();
  expect(faults).toEqual([]);
  await context.close();

  const own = desk.steps;
  await own.goTo("/client");
  await own.page.getByRole("link", { name: "1 vaccine proof to review" }).click();
  const waiting = own.page.getByRole("table", { name: "Vaccine proofs" });
  await waiting.getByRole("row").filter({ hasText: "Biscuit" }).click();
  const proof = own.page.getByRole("dialog", { name: "Biscuit: Rabies" });
  await proof.getByRole("img", { name: "Proof of Rabies for Biscuit" }).waitFor();
  await proof.getByText("by the client").waitFor();
  await proof.getByRole("textbox", { name: "Expires" }).fill("12/31/2090");
  await own.usable();
  await own.press("Approve");
  await own.seen("Vaccine approved");
  const { petVaccines } = await owner.api.client(VaccineService).listPetVaccines({ petIds: [pet] });
  expect(petVaccines).toMatchObject([{ vaccineName: "Rabies", tag: "", expirationDate: { year: 2090, month: 12, day: 31 } }]);
});
