import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askSandbox, sharedApp } from "./app.ts";
import { openBrowser } from "./browser.ts";
import { type Desk, deskOf, foundCompany, type Person, signedUp } from "./small-shop.ts";
import type { Steps } from "./steps.ts";

// Somebody who was entered twice becomes one client, and two again.

let app: Awaited<ReturnType<typeof sharedApp>>;
let browser: Browser;
let owner: Person;
let desk: Desk;
let own: Steps;
let kept = "0";
let other = "0";

beforeAll(async () => {
  app = await sharedApp();
  owner = await signedUp(app.url, "shop-merge.test", "Mia", "Cole");
  await foundCompany(owner, `Twin ${Date.now().toString(36)}`);
  const clients = owner.api.client(ClientService);
  const add = async (firstName: string, email: string, petName: string) => {
    const client = { firstName, lastName: "Gable", phoneNumber: "2125550177", email };
    return (await clients.createClientWithPets({ client, pets: [{ petName }], allowDuplicatePhone: true })).client!.customerId;
  };
  kept = await add("Theo", "", "Biscuit");
  other = await add("Theodore", "theo@example.com", "Biscuit");
  browser = await openBrowser();
  desk = await deskOf(browser, app.url, owner);
  own = desk.steps;
});
afterAll(async () => browser?.close());

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

test("one message goes to the clients that are ticked: counted before, sent once, and kept in the list of what was sent", async () => {
  const { page } = own;
  await own.goTo("/client");
  for (const name of ["Theo Gable", "Theodore Gable"]) await own.row(name).getByRole("checkbox").check();
  await page.getByRole("toolbar", { name: "Selected clients" }).getByRole("button", { name: "Message" }).click();
  const dialog = page.getByRole("dialog", { name: "Message to clients" });
  await dialog.getByText("0 of 2 clients get it").waitFor();
  await dialog.getByText("2 clients: never agreed to texts here").waitFor();
  await dialog.getByRole("button", { name: "Email", exact: true }).click();
  await dialog.getByText("1 of 2 clients gets it").waitFor();
  await dialog.getByText("1 client: no email address").waitFor();
  await own.answer({ Subject: "Closed on Monday", Message: "Hi {customerName}, we are closed on Monday." });
  await own.usable();
  await dialog.getByRole("button", { name: "Send to 1 client" }).click();
  await own.seen("On its way to 1 client");
  await own.goTo("/message/massText");
  await own.row("Closed on Monday").getByText("1 sent").waitFor();
  await own.usable();
  const { mails } = (await (await askSandbox(app, "/mails?to=theo%40example.com&wait=20000")).json()) as {
    mails: { subject: string; text: string }[];
  };
  expect(mails.filter(({ subject }) => subject === "Closed on Monday").map(({ text }) => text)).toEqual([
    expect.stringContaining("Hi Theodore, we are closed on Monday."),
  ]);
});

test("who sent whom is noted and taken back; the code of a gate is kept, and not shown to who is not on an appointment", async () => {
  const { page } = own;
  await own.goTo(`/client/${kept}/overview`);
  await own.press("Note who sent them");
  await page.getByRole("region", { name: "Referrals" }).getByRole("combobox").fill("Theodore");
  await page.getByRole("option", { name: /Theodore Gable/ }).click();
  await page.getByRole("region", { name: "Referrals" }).getByRole("link", { name: "Theodore Gable" }).click();
  await page.waitForURL(new RegExp(`/client/${other}/overview`));
  await page.getByRole("list", { name: "Clients they sent" }).getByText("Theo Gable").waitFor();
  await own.press("Add code");
  await own.answer({ "What it opens": "Front gate", Code: "*4711#" });
  await own.confirm("Add code");
  await page.getByRole("button", { name: "Show code: Front gate" }).click();
  await own.seen("Only who is on an appointment of this client sees the code");
  expect(await page.getByText("4711").count()).toBe(0);
  await own.usable();
});
