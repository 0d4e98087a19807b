import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type App, sharedApp } from "./app.ts";
import { axeFaults, openBrowser, openPage, phone } from "./browser.ts";
import { mailLike } from "./day/outside.ts";
import { type Desk, deskOf, foundCompany, type Person, signedUp } from "./small-shop.ts";
import type { Steps } from "./steps.ts";

// A bite is reported, its part is asked for, and whoever reads the report knows whose pet it was. Then what else stands on a client's page, and a message to many.

let app: Omit<App, "stop">;
let browser: Browser;
let owner: Person;
let desk: Desk;
let own: Steps;
let client = "0";
let pet = "0";
let sender = "0";

beforeAll(async () => {
  app = await sharedApp();
  owner = await signedUp(app.url, "shop-incidents.test", "Mia", "Cole");
  await foundCompany(owner, `Calm ${Date.now().toString(36)}`);
  const named = { firstName: "Theo", lastName: "Gable", phoneNumber: "2125550178" };
  const made = await owner.api.client(ClientService).createClientWithPets({ client: named, pets: [{ petName: "Biscuit" }] });
  [client, pet] = [made.client!.customerId, made.pets[0]!.petId];
  const rhea = { firstName: "Rhea", lastName: "Sender", email: "rhea@calm.test" };
  sender = (await owner.api.client(ClientService).createClient({ client: rhea })).client!.customerId;
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

test("a note about a pet carries photos of before and after; who sent whom is noted; a gate's code is shown to nobody who is on no visit", async () => {
  const { page } = own;
  const image = { name: "rex.png", mimeType: "image/png", buffer: await page.screenshot() };
  await own.goTo(`/client/${client}/overview`);
  await page.getByRole("textbox", { name: "Note" }).fill("Matted behind the ears");
  await choose("About", "Biscuit");
  const photos = page.getByRole("group", { name: "Before and after" });
  for (const side of ["before", "after"]) {
    const chooser = page.waitForEvent("filechooser");
    await photos.getByRole("button", { name: `Add photo of ${side}` }).click();
    await (await chooser).setFiles(image);
    await photos.getByRole("button", { name: `Remove photo of ${side}` }).waitFor();
  }
  await own.press("Add note");
  await page.getByRole("img", { name: "Before the visit" }).waitFor();
  await page.getByRole("img", { name: "After the visit" }).waitFor();

  await own.press("Note who sent them");
  await page.getByRole("combobox", { name: "Client" }).fill("Rhea");
  await page.getByRole("option", { name: /Rhea Sender/ }).click();
  await page.getByRole("region", { name: "Referrals" }).getByRole("link", { name: "Rhea Sender" }).waitFor();
  await own.press("Add code");
  await own.answer({ "What it opens": "Front gate", Code: "4711" });
  await page.getByRole("dialog").getByRole("button", { name: "Add code" }).click();
  const codes = page.getByRole("region", { name: "Entry codes" });
  await codes.getByText("Front gate").waitFor();
  await codes.getByText("Staff who have an appointment with this client can see the code, starting the day before.").waitFor();
  expect(await codes.getByRole("button", { name: "Show code: Front gate" }).count()).toBe(0);
  await page.getByRole("link", { name: "Rhea Sender" }).click();
  await page.getByRole("list", { name: "Clients they sent" }).getByRole("link", { name: "Theo Gable" }).waitFor();
  expect(desk.faults).toEqual([]);
});

test("clients of the list are written to at once by email, and one press on its link ends that, which staff see", async () => {
  const { page } = own;
  await own.goTo("/client");
  await own.row("Rhea Sender").getByRole("checkbox").check();
  await own.press("Message");
  const dialog = page.getByRole("dialog", { name: "Message to clients" });
  await dialog.getByRole("button", { name: "Email" }).click();
  await dialog.getByLabel("Subject").fill("Closed on Monday");
  await dialog.getByLabel("Message", { exact: true }).fill("Hi {customerName}, we are closed on Monday.");
  await dialog.getByRole("button", { name: "Send to 1 client" }).click();
  const { text } = await mailLike(app, "rhea@calm.test", /Closed on Monday/);
  expect(text).toContain("Hi Rhea, we are closed on Monday.");
  const visitor = await openPage(browser, phone);
  await visitor.page.goto(`${app.url}${/\/unsubscribe\/\S+/.exec(text)?.[0]}`);
  await visitor.page.getByRole("button", { name: "Unsubscribe" }).click();
  await visitor.page.getByText("You are unsubscribed from our news and offers.").waitFor();
  expect([await axeFaults(visitor.page), visitor.faults]).toEqual([[], []]);
  await visitor.context.close();
  await own.goTo(`/client/${sender}/detail`);
  expect(await page.getByLabel("Unsubscribed from marketing").isChecked()).toBe(true);
  expect(desk.faults).toEqual([]);
});
