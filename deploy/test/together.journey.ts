import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { PetService } from "@leashline/proto/leashline/customer/v1/pet_service_pb.js";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type App, sharedApp } from "./app.ts";
import { axeFaults, openBrowser } from "./browser.ts";
import { workday, zone } from "./day/desk.ts";
import { booked, type Desk, deskOf, foundCompany, hired, type Person, signedUp } from "./small-shop.ts";

// Two people at one thing: whoever is overtaken is told, and nobody's words are lost or quietly undone.

let app: Omit<App, "stop">;
let browser: Browser;
let owner: Person;
let [one, two]: Desk[] = [];
let customerId = "0";

beforeAll(async () => {
  app = await sharedApp();
  browser = await openBrowser();
  owner = await signedUp(app.url, "together.test", "Tess", "Both");
  await foundCompany(owner, "Four Hands Grooming", zone);
  const { client } = await owner.api.client(ClientService).createClientWithPets({
    client: { firstName: "Dana", lastName: "Whitcomb" },
    pets: [{ petName: "Biscuit", petType: "Dog" }],
  });
  customerId = client?.customerId ?? "0";
  [one, two] = [await deskOf(browser, app.url, owner), await deskOf(browser, app.url, owner)];
});
afterAll(async () => await browser?.close());

const pages = (): [Page, Page] => {
  if (!one || !two) throw new Error("nobody is there");
  return [one.page, two.page];
};
const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });

test("both change one client: the second is told what was changed meanwhile, keeps their words and follows what they did not write", async () => {
  const [a, b] = pages();
  for (const page of [a, b]) {
    await page.goto(`${app.url}/client/${customerId}/detail`);
    await field(page, "First name").waitFor();
  }
  await field(b, "First name").fill("Diana");
  await field(a, "First name").fill("Daniela");
  await field(a, "Last name").fill("Grant");
  await a.getByRole("button", { name: "Save client" }).click();
  await a.getByText("Client saved").waitFor();
  await b.getByRole("alert").filter({ hasText: "Somebody else has just changed this too: first name." }).waitFor();
  await vi.waitFor(async () => expect(await field(b, "Last name").inputValue()).toBe("Grant"));
  expect(await field(b, "First name").inputValue()).toBe("Diana");
  expect(await axeFaults(b)).toEqual([]);
  await b.getByRole("button", { name: "Save client" }).click();
  await b.getByText("Client saved").waitFor();
  const { client } = await owner.api.client(ClientService).getClient({ customerId });
  expect([client?.firstName, client?.lastName]).toEqual(["Diana", "Grant"]);
  await b.getByRole("alert").filter({ hasText: "Somebody else" }).waitFor({ state: "hidden" });
});

test("both write about one visit: the second is told what the first wrote, also after a reload, and keeps both", async () => {
  const [a, b] = pages();
  const day = workday();
  const id = await booked(owner, { firstName: "Otis", lastName: "Grant", petName: "Moss", date: day, startTime: 600 });
  const visits = owner.api.client(AppointmentService);
  for (const page of [a, b]) {
    await page.goto(`${app.url}/calendar/grooming?date=${day}&appointment=${id}&part=notes`);
    await field(page, "Comments").waitFor();
  }
  await field(b, "Comments").fill("Hates the dryer");
  await field(a, "Comments").fill("Comes in by the back door");
  await a.getByRole("button", { name: "Save notes" }).click();
  await a.getByRole("button", { name: "Save notes" }).waitFor({ state: "detached" });
  const both = "Comes in by the back door\nHates the dryer";
  const told = b.getByRole("alert").filter({ hasText: "Somebody else has just changed the comments to “Comes in by the back door”." });
  await told.waitFor();
  b.once("dialog", (leave) => void leave.accept());
  await b.reload();
  await told.waitFor();
  expect(await field(b, "Comments").inputValue()).toBe("Hates the dryer");
  expect((await visits.getAppointment({ id })).appointment?.ticketComments).toBe("Comes in by the back door");
  expect(await axeFaults(b)).toEqual([]);
  await told.getByRole("button", { name: "Keep both" }).click();
  await told.waitFor({ state: "detached" });
  await b.getByRole("button", { name: "Save notes" }).click();
  await b.getByRole("button", { name: "Save notes" }).waitFor({ state: "detached" });
  expect((await visits.getAppointment({ id })).appointment?.ticketComments).toBe(both);
  await vi.waitFor(async () => expect(await field(a, "Comments").inputValue()).toBe(both), { timeout: 5_000 });
});

test("both have one pet open: what the first wrote is not undone by the second, who wrote something else", async () => {
  const [a, b] = pages();
  const { pets } = await owner.api.client(PetService).listPets({ customerId });
  const petId = pets[0]?.petId ?? "0";
  for (const page of [a, b]) {
    await page.goto(`${app.url}/client/${customerId}/pets/${petId}`);
    await field(page, "Feeding").waitFor();
  }
  await field(b, "Health").fill("Bad hip");
  await field(a, "Feeding").fill("Twice a day");
  await a.getByRole("button", { name: "Save pet" }).click();
  await vi.waitFor(async () => expect(await field(b, "Feeding").inputValue()).toBe("Twice a day"), { timeout: 5_000 });
  await b.getByRole("button", { name: "Save pet" }).click();
  await b.getByRole("button", { name: "Save pet" }).waitFor({ state: "hidden" });
  const after = (await owner.api.client(PetService).listPets({ customerId })).pets[0];
  expect([after?.feeding, after?.healthIssues]).toEqual(["Twice a day", "Bad hip"]);
});

test("what somebody earns is one thing: who changes it while another does is told, and what they wrote stays", async () => {
  const [a, b] = pages();
  const staffId = await hired(owner, { firstName: "Priya", lastName: "Rao" });
  for (const page of [a, b]) {
    await page.goto(`${app.url}/setting/createOrEditStaff/${staffId}`);
    await page.getByRole("switch", { name: "An hourly wage" }).waitFor();
  }
  await b.getByRole("switch", { name: "An hourly wage" }).check();
  await field(b, "Per hour").fill("31");
  await a.getByRole("switch", { name: "A share of tips" }).check();
  await field(a, "Percent of tips").fill("80");
  await a.getByRole("button", { name: "Save pay" }).click();
  await a.getByText("Pay saved").waitFor();
  await b.getByRole("alert").filter({ hasText: "Somebody else has just changed this too: pay." }).waitFor();
  expect(await field(b, "Per hour").inputValue()).toMatch(/31/);
  expect(await b.getByRole("switch", { name: "A share of tips" }).isChecked()).toBe(false);
  await field(b, "Per hour").fill("");
  await b.getByRole("switch", { name: "An hourly wage" }).uncheck();
  await vi.waitFor(async () => expect(await b.getByRole("switch", { name: "A share of tips" }).isChecked()).toBe(true));
});

test("a client that is deleted elsewhere says so where it is open", async () => {
  const [a, b] = pages();
  await a.goto(`${app.url}/client/${customerId}/overview`);
  await a.getByRole("textbox", { name: "Note" }).fill("Half a sentence");
  await b.goto(`${app.url}/client/${customerId}/overview`);
  await b.getByRole("button", { name: "Delete", exact: true }).click();
  await b.getByRole("button", { name: "Delete client" }).click();
  await b
    .getByText(/deleted/i)
    .first()
    .waitFor();
  await a
    .getByText(/deleted/i)
    .first()
    .waitFor();
  expect(await axeFaults(a)).toEqual([]);
  expect([...(one?.faults ?? []), ...(two?.faults ?? [])]).toEqual([]);
});
