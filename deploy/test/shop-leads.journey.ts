import { readFileSync } from "node:fs";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { LeadService } from "@leashline/proto/leashline/customer/v1/lead_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { AppointmentWaitlistService } from "@leashline/proto/leashline/online_booking/v1/appointment_waitlist_service_pb.js";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sharedApp } from "./app.ts";
import { openBrowser } from "./browser.ts";
import { csvRows } from "./day/terminal.ts";
import { type Desk, deskOf, foundCompany, type Person, signedUp } from "./small-shop.ts";
import type { Steps } from "./steps.ts";

// Who has no appointment yet: leads on their way, and somebody for whom no time fits.

let browser: Browser;
let owner: Person;
let desk: Desk;
let own: Steps;
let noraId = "0";

beforeAll(async () => {
  const app = await sharedApp();
  owner = await signedUp(app.url, "shop-leads.test", "Lena", "Holt");
  await foundCompany(owner, `Elm ${Date.now().toString(36)}`);
  await owner.api.client(CatalogService).createStarterCatalog({ careTypes: ["GROOMING"] });
  browser = await openBrowser();
  desk = await deskOf(browser, app.url, owner);
  own = desk.steps;
});
afterAll(async () => browser?.close());

const addLead = async (name: string, phone: string): Promise<void> => {
  await own.goTo("/leads");
  await own.page.getByRole("link", { name: "Add lead" }).click();
  await own.answer({ "First name": name, Phone: phone, "Pet's name": `${name}'s dog` });
  await own.confirm("Add lead");
};

test("a phone number that is none is refused where it was typed, and nothing typed is lost", async () => {
  await own.goTo("/leads/add");
  await own.answer({ "First name": "Kim", Phone: "abc12#" });
  await own.press("Add lead");
  await own.seen("Invalid phone number");
  expect(await own.page.getByLabel("Phone", { exact: true }).inputValue()).toBe("abc12#");
});

test("a last name that is too long is marked where it was typed", async () => {
  await own.goTo("/leads/add");
  const last = own.page.getByLabel("Last name", { exact: true });
  await own.answer({ "First name": "Kim", "Last name": "x".repeat(300) });
  await own.press("Add lead");
  await expect.poll(() => last.getAttribute("aria-invalid")).toBe("true");
});

test("a lead is added, gets a next step, is lost for a reason and comes back from the board", async () => {
  await addLead("Maya", "2125550190");
  await own.page.waitForURL(/\/leads\/detail\/\d+/);
  await own.page.getByRole("main").getByRole("button", { name: "Add a source" }).click();
  await own.fill({ "New source": "Dog park flyer" });
  await own.page.getByRole("button", { name: "Add", exact: true }).click();
  await own.page.getByRole("combobox", { name: "How they heard of us" }).getByText("Dog park flyer").waitFor();
  await own.usable();
  await own.press("Save client");
  await own.seen("Client saved");
  await own.choose("Stage", "Contacted");
  await own.fill({ "Next step": "Call about boarding" });
  const day = own.page.getByRole("textbox", { name: "On", exact: true });
  await day.fill("soon");
  await own.press("Save lead");
  await own.seen("Write the day as MM/DD/YYYY");
  expect(await own.page.getByText("Lead saved").count()).toBe(0);
  await day.fill("12/01/2099");
  await own.press("Save lead");
  await own.seen("Lead saved");
  await own.usable();
  await own.goTo("/leads/management");
  await expect.poll(() => own.row("Maya").textContent()).toMatch(/Contacted.*Call about boarding.*12\/01\/2099/);
  await own.press("Board");
  const column = (name: string) => own.page.getByRole("region", { name, exact: true });
  await column("Contacted").getByRole("combobox", { name: "Stage" }).click();
  await own.page.getByRole("option", { name: "Lost" }).click();
  await own.page.getByRole("dialog").getByText("Too far away").click();
  await own.confirm("Mark as lost");
  await column("Lost").getByText("Too far away").waitFor();
  await own.press("Undo");
  await column("Contacted").getByText("Call about boarding").waitFor();
  await own.usable();
});

test("a next step that is due stands on Today; done there it is gone, and it comes back when that is taken back", async () => {
  const { page } = own;
  const due = page.getByRole("region", { name: "Leads to follow up" });
  await own.goTo("/home/overview");
  await page.getByRole("region", { name: "Set up your business" }).waitFor();
  expect(await due.count()).toBe(0);
  const leads = owner.api.client(LeadService);
  const { leads: found } = await leads.listLeads({});
  const maya = found.find(({ firstName }) => firstName === "Maya");
  await leads.updateLead({ customerId: maya?.customerId ?? "0", version: maya?.version ?? 0, nextStepDate: "2026-01-05" });
  await own.goTo("/home/overview");
  await due.getByText("Call about boarding").waitFor();
  await due.getByText("01/05/2026").waitFor();
  await due.getByRole("heading", { name: "Leads to follow up (1)" }).waitFor();
  await own.usable();
  await due.getByRole("button", { name: "Done with Maya" }).click();
  await own.seen("Maya: Call about boarding done");
  await due.waitFor({ state: "detached" });
  expect((await leads.listLeads({ due: true })).leads).toEqual([]);
  await own.press("Undo");
  await due.getByText("Call about boarding").waitFor();
  await due.getByRole("link", { name: "Maya" }).click();
  await page.waitForURL(/\/leads\/detail\/\d+/);
  expect(await page.getByRole("textbox", { name: "On", exact: true }).inputValue()).toBe("01/05/2026");
});

test("lead-phone-existing: a number that is a lead's opens that lead, a client's opens the client", async () => {
  const { client } = await owner.api
    .client(ClientService)
    .createClientWithPets({ client: { firstName: "Nora", phoneNumber: "+12125550191" }, pets: [{ petName: "Nori" }] });
  noraId = client?.customerId ?? "0";
  await addLead("Twin", "(212) 555-0190");
  await own.seen("This phone number is a lead already");
  await own.confirm("Open lead");
  await own.page.getByRole("heading", { name: "Maya", level: 1 }).waitFor();
  await addLead("Other", "212 555 0191");
  await own.seen("This phone number belongs to a client");
  await own.confirm("Open client");
  await own.page.waitForURL(new RegExp(`/client/${noraId}/overview`));
});

test("a lead is no client: the list of clients, its count and its file leave her out until they are asked for, and the palette says what she is", async () => {
  const { page } = own;
  await own.goTo("/client");
  await own.row("Nora").waitFor();
  expect(await own.row("Maya").count()).toBe(0);
  await page.locator("h1 + span", { hasText: /^1$/ }).waitFor();
  const [file] = await Promise.all([page.waitForEvent("download"), own.press("Export")]);
  const [, ...exported] = csvRows(readFileSync(await file.path(), "utf8"));
  expect(exported).toHaveLength(1);
  expect(exported[0]).toContain("Nora");
  await own.fill({ "Name, pet, phone or email": "Maya" });
  await own.seen("No clients match “Maya”");
  await page.getByRole("link", { name: "Search leads too" }).click();
  await own.row("Maya").getByText("Lead", { exact: true }).waitFor();
  await own.goTo("/client");
  await own.choose("Show", "Clients and leads");
  await own.row("Maya").getByText("Lead", { exact: true }).waitFor();
  await own.choose("Show", "Leads");
  await expect.poll(() => own.row("Nora").count()).toBe(0);
  await own.usable();
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("dialog").getByRole("combobox").fill("Maya");
  const found = page.getByRole("option", { name: /Maya.*Lead/ });
  await found.waitFor();
  await found.click();
  await page.waitForURL(/\/leads\/detail\/\d+/);
});

test("a lead that is converted leaves the list, is in the history and in the report", async () => {
  await own.goTo("/leads/management");
  await own.row("Maya").click();
  await own.press("Convert to client");
  await own.seen("Maya is a client now");
  await own.goTo("/leads/management");
  await own.seen("No open leads");
  await own.goTo("/leads/convertHistory");
  await expect.poll(() => own.row("Maya").textContent()).toContain("Lena Holt");
  await own.usable();
  await own.goTo("/leads/report");
  await own.seen("1 new lead, 1 converted to clients, 0 lost.");
  await own.usable();
});

test("toast-added-to-waitlist: from the booking drawer one waits, and nothing is booked beside it", async () => {
  await own.goTo("/calendar/grooming?book=1");
  const drawer = own.page.getByRole("dialog", { name: "Book an appointment" });
  await drawer.getByRole("combobox", { name: "Client" }).fill("Nora");
  await own.page.getByRole("option", { name: /Nora/ }).first().click();
  await drawer
    .getByRole("button", { name: /Full groom/ })
    .first()
    .click();
  await drawer.getByRole("button", { name: "No time fits? Add to the waitlist" }).click();
  await own.page.getByRole("dialog", { name: "Add to the waitlist" }).getByRole("button", { name: "Add to the waitlist" }).click();
  await own.seen("Added to waitlist!");
  await own.page.getByRole("dialog").waitFor({ state: "detached" });
  const { entries } = await owner.api.client(AppointmentWaitlistService).listWaitEntries({});
  expect(entries).toHaveLength(1);
  const { appointments } = await owner.api.client(AppointmentService).listCustomerAppointments({ customerId: noraId });
  expect(appointments).toEqual([]);
});

test("before clients are set inactive or deleted it says who has what open; of whom nothing is, nobody is asked", async () => {
  const { page } = own;
  const asks = page.getByRole("dialog");
  const waits = asks.getByText("Nora: 1 place on the waitlist");
  await own.goTo("/client");
  await own.row("Nora").waitFor();
  await page.getByRole("checkbox", { name: "Select all" }).click();
  await own.press("Set inactive");
  await waits.waitFor();
  await own.usable();
  await own.confirm("Cancel");
  await own.press("Delete");
  await waits.waitFor();
  await own.confirm("Cancel");
  await own.goTo(`/client/${noraId}/detail`);
  await own.press("Set inactive");
  await waits.waitFor();
  await own.confirm("Set Nora inactive");
  await page.getByRole("button", { name: "Set active" }).waitFor();
  await own.press("Delete");
  await waits.waitFor();
  await own.confirm("Cancel");
  await own.goTo("/client");
  await own.row("Maya").click();
  await own.press("Set inactive");
  await page.getByRole("button", { name: "Set active" }).waitFor();
});

test("nothing went wrong in the console", () => expect(desk.faults).toEqual([]));
