import { create, toBinary } from "@bufbuild/protobuf";
import { base64Encode } from "@bufbuild/protobuf/wire";
import { ErrorInfoSchema } from "@leashline/proto/google/rpc/error_details_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { ClientListService } from "@leashline/proto/leashline/customer/v1/client_list_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { PetService } from "@leashline/proto/leashline/customer/v1/pet_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type App, sharedApp } from "./app.ts";
import { desktop, openBrowser, openPage, phone, type Watched } from "./browser.ts";
import { foundCompany, hired, type Person, signedUp, signInAs } from "./small-shop.ts";

// The back key leads to where one was, a reload shows the same again, and a slow line neither shows nothing nor does anything twice.

const CLIENTS = 45;
const SLOW = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

let app: Omit<App, "stop">;
let browser: Browser;
let owner: Person;
let own: Watched;
let page: Page;

beforeAll(async () => {
  app = await sharedApp();
  browser = await openBrowser();
  owner = await signedUp(app.url, "back.test", "Bea", "Back");
  await foundCompany(owner, "There and Back Grooming");
  const clients = owner.api.client(ClientService);
  for (let n = 1; n <= CLIENTS; n++) {
    const firstName = `Ann ${String(n).padStart(2, "0")}`;
    await clients.createClientWithPets({ client: { firstName, lastName: "Berg" }, pets: [{ petName: "Moss", petType: "Dog" }] });
  }
});
afterAll(async () => await browser?.close());

beforeEach(async () => {
  own = await openPage(browser, desktop);
  page = own.page;
  await signInAs(own.context, app.url, owner);
});
afterEach(async () => {
  expect(own.faults).toEqual([]);
  await own.context.close();
});

/** Path and query, without whose business it is. */
const place = (): string => {
  const { pathname, searchParams } = new URL(page.url());
  for (const name of ["companyId", "businessId"]) searchParams.delete(name);
  return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname;
};
const comesTo = (where: string) => expect.poll(place).toBe(where);
const dialog = (name: string | RegExp) => page.getByRole("dialog", { name });
const scrolled = () =>
  page.evaluate<number>(`Math.max(...[...document.querySelectorAll("#content *")].map((part) => Math.round(part.scrollTop)))`);
const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });

test("from a client back to the list: the same filter, the same page of it, as far down as before; a reload and the page's own arrow keep them too", async () => {
  await page.goto(`${app.url}/home/overview`);
  await page.getByRole("link", { name: "Clients" }).first().click();
  await button("All").click();
  await button("Next page").click();
  const list = "/client?status=all&page=2";
  await comesTo(list);
  const row = page.getByRole("row").filter({ hasText: "Ann 34 Berg" });
  await row.getByText("Ann 34 Berg").click();
  await page.getByRole("tab", { name: "Pets" }).click();
  await page.getByRole("tab", { name: "Pets", selected: true }).waitFor();
  await page.goBack();
  await page.getByRole("tab", { name: "Overview", selected: true }).waitFor();
  await page.goBack();
  await comesTo(list);
  await row.waitFor();
  const down = await scrolled();
  expect(down).toBeGreaterThan(100);
  await page.goForward();
  await page.getByRole("tab", { name: "Overview", selected: true }).waitFor();
  await page.getByRole("link", { name: "Back" }).click();
  await comesTo(list);
  await page.goBack();
  await page.goBack();
  await comesTo(list);
  await expect.poll(scrolled).toBe(down);
  await page.reload();
  await row.waitFor();
  await comesTo(list);
  await expect.poll(scrolled).toBe(down);
});

test.each(["/client?q=ann", "/", "/report", "/createTicket"])("%s leads on to a page, and back leads out again", async (address) => {
  await page.goto(`${app.url}/home/overview`);
  await page.waitForURL(/businessId=/);
  await page.goto("about:blank");
  await page.goto(`${app.url}${address}`);
  await page.waitForURL(/businessId=/);
  await page.getByRole("heading", { level: 1 }).waitFor();
  if (address === "/createTicket") await dialog("Book an appointment").getByRole("button", { name: "Close" }).click();
  await page.getByRole("link", { name: "Messages" }).first().click();
  await page.waitForURL(/\/message/);
  await page.goBack();
  await page.waitForURL((now) => now.pathname !== "/message");
  await page.goBack();
  await page.waitForURL("about:blank");
});

test("a drawer with an address: the filter stays behind it, back closes it, and closed by hand or saved it is not opened again by the back key", async () => {
  const list = "/client?status=all&q=ann+1";
  const drawer = dialog("New client");
  const open = () => page.getByRole("link", { name: "Add client" }).click();
  await page.goto(`${app.url}/home/overview`);
  await page.getByRole("link", { name: "Clients" }).first().click();
  await button("All").click();
  await page.getByRole("searchbox").fill("ann 1");
  await comesTo(list);
  await open();
  await drawer.getByRole("button", { name: "Close" }).click();
  await comesTo(list);
  await open();
  await drawer.waitFor();
  await page.goBack();
  await drawer.waitFor({ state: "detached" });
  await comesTo(list);
  await open();
  await drawer.getByLabel("First name").fill("Cleo");
  await page.goBack();
  await button("Keep editing").click();
  expect(await drawer.getByLabel("First name").inputValue()).toBe("Cleo");
  await page.goBack();
  await button("Discard").click();
  await drawer.waitFor({ state: "detached" });
  await comesTo(list);
  await page.goBack();
  await comesTo("/home/overview");
});

test("a drawer without an address: back closes it like its cross, asks for what was typed, and leaves the page and its day alone", async () => {
  await own.context.close();
  own = await openPage(browser, phone);
  page = own.page;
  await signInAs(own.context, app.url, owner);
  await page.goto(`${app.url}/home/overview`);
  await page.getByRole("link", { name: "Calendar", exact: true }).click();
  await comesTo("/calendar/grooming");
  await button("Next day").click();
  await page.waitForURL(/date=/);
  const day = place();
  const drawer = dialog("Book an appointment");
  await button("Book").click();
  await drawer.getByLabel("Comments").waitFor();
  await page.goBack();
  await drawer.waitFor({ state: "detached" });
  await comesTo(day);
  await button("Book").click();
  await drawer.getByLabel("Comments").fill("Comes in by the back door");
  await page.goBack();
  await button("Keep editing").click();
  expect(await drawer.getByLabel("Comments").inputValue()).toBe("Comes in by the back door");
  await page.goBack();
  await button("Discard").click();
  await drawer.waitFor({ state: "detached" });
  await comesTo(day);
  await page.goBack();
  await comesTo("/calendar/grooming");
  await button("Week").click();
  await comesTo("/calendar/grooming?view=week");
});

test("one appointment after another on the calendar: back shows the one before, closing leads to the day, and an open appointment and its part survive a reload", async () => {
  const { api } = owner;
  await api.client(CatalogService).createStarterCatalog({ careTypes: ["GROOMING"] });
  const staffId = await hired(owner, { firstName: "Priya" });
  const { services } = await api.client(CatalogService).listServices({ pageSize: 1 });
  const { rows } = await api.client(ClientListService).listClients({ pageSize: 2 });
  for (const [at, { client }] of rows.entries()) {
    const customerId = client?.customerId ?? "0";
    const { pets } = await api.client(PetService).listPets({ customerId });
    await api.client(AppointmentService).bookAppointment({
      customerId,
      staffId,
      appointmentDate: { year: 2030, month: 6, day: 4 },
      startTime: 600 + at * 180,
      petServices: [{ petId: pets[0]?.petId ?? "0", services: [{ serviceId: services[0]?.id ?? "0", staffId }] }],
      override: { overbook: true, outsideWorkingHours: true, reason: "A test" },
    });
  }
  await page.goto(`${app.url}/calendar/grooming?view=list&date=2030-06-04`);
  const visit = page.getByRole("complementary", { name: "Appointment" });
  const shown = (name: string) => visit.getByRole("link", { name }).waitFor();
  await button(/Ann 01 Berg/).click();
  await shown("Ann 01 Berg");
  await button(/Ann 02 Berg/).click();
  await shown("Ann 02 Berg");
  await page.goBack();
  await shown("Ann 01 Berg");
  await page.goForward();
  await shown("Ann 02 Berg");
  await visit.getByRole("tab", { name: "Log" }).click();
  await page.waitForURL(/part=log/);
  await page.reload();
  await visit.getByRole("tab", { name: "Log", selected: true }).waitFor();
  await button("Close the appointment").click();
  await visit.waitFor({ state: "detached" });
  expect(place()).toBe("/calendar/grooming?view=list&date=2030-06-04");
  expect(await page.evaluate("history.state.idx")).toBe(0);
});

const slowLine = async (context: BrowserContext): Promise<void> => {
  const line = await context.newCDPSession(page);
  await line.send("Network.enable");
  await line.send("Network.emulateNetworkConditions", SLOW);
};

test("on a slow line a save that is pressed twice says that it works and is sent once", async () => {
  await page.goto(`${app.url}/client/clientAdd`);
  const sent: string[] = [];
  page.on("request", (request) => request.url().endsWith("/CreateClientWithPets") && sent.push(request.url()));
  await page.getByLabel("First name").fill("Twice");
  await slowLine(own.context);
  const save = dialog("New client").getByRole("button", { name: "Add client" });
  await save.dblclick();
  await save.and(page.locator(":disabled")).getByRole("progressbar").waitFor();
  await page.waitForURL(/\/client\/\d+\/overview/);
  const { total } = await owner.api.client(ClientListService).listClients({ queries: { keyword: "Twice" }, pageSize: 5 });
  expect([sent.length, total]).toEqual([1, 1]);
  await page.goBack();
  await dialog("New client").waitFor({ state: "detached" });
});

test("on a slow line a pet parent's phone shows at once that the shop's page is coming, and nothing moves when it is there", async () => {
  await own.context.close();
  own = await openPage(browser, phone);
  page = own.page;
  await page.addInitScript(`
    window.moved = 0;
    new PerformanceObserver((seen) => { for (const shift of seen.getEntries()) window.moved += shift.value; }).observe({ type: "layout-shift", buffered: true });
  `);
  await slowLine(own.context);
  const begun = Date.now();
  await page.goto(`${app.url}/ol/maple-street-pets`, { waitUntil: "commit" });
  await page.getByRole("status", { name: "Loading" }).waitFor();
  expect(await page.evaluate("performance.getEntriesByName('first-paint')[0]?.startTime ?? Infinity")).toBeLessThan(3_000);
  await page.getByRole("heading", { name: "Who is coming?" }).waitFor();
  expect(Date.now() - begun).toBeLessThan(20_000);
  expect(Number(await page.evaluate("window.moved"))).toBeLessThan(0.02);
  await page.getByLabel("Pet's name").fill("Biscuit");
  await page.getByRole("button", { name: /^Bath & brush: small dog/ }).click();
  await button(/^Choose a time/).dblclick();
  await page.getByRole("heading", { name: "What time works for Biscuit?" }).waitFor();
});

test("where what stands above every page cannot be fetched the page stays, and what it would say is said once it can be", async () => {
  let lost = 0;
  await page.route("**/assets/Overlays-*.js", (route) => (++lost <= 2 ? route.abort("connectionreset") : route.continue()));
  await page.goto(`${app.url}/client/clientAdd`);
  await expect.poll(() => lost, { timeout: 60_000 }).toBeGreaterThanOrEqual(1);
  const form = dialog("New client");
  await form.getByLabel("First name").fill("Stays");
  await expect.poll(() => lost, { timeout: 60_000 }).toBeGreaterThan(2);
  // What is asked before something typed is thrown away stands there.
  await page.keyboard.press("Escape");
  await button("Keep editing").click();
  expect(await form.getByLabel("First name").inputValue()).toBe("Stays");
  expect(own.faults.splice(0).filter((fault) => !/ERR_CONNECTION_RESET/.test(fault))).toEqual([]);
});

test("where the next step of a booking cannot be fetched the page says so, and the back key leads to the step before with what was filled in", async () => {
  await own.context.close();
  own = await openPage(browser, phone);
  page = own.page;
  await page.route("**/assets/AfterPets-*.js", (route) => route.abort("connectionreset"));
  await page.goto(`${app.url}/ol/maple-street-pets`);
  await page.getByLabel("Pet's name").fill("Biscuit");
  await page.getByRole("button", { name: /^Bath & brush: small dog/ }).click();
  await button(/^Choose a time/).click();
  await page.getByRole("heading", { name: "This page could not be loaded" }).waitFor();
  await page.goBack();
  await page.getByRole("heading", { name: "Who is coming?" }).waitFor();
  expect(await page.getByLabel("Pet's name").inputValue()).toBe("Biscuit");
  expect(own.faults.splice(0).filter((fault) => !/ERR_CONNECTION_RESET|dynamically imported module/.test(fault))).toEqual([]);
});

test("where a network asked for too many times to be kept, the one that is chosen is asked for all the same, without being kept", async () => {
  await own.context.close();
  own = await openPage(browser, phone);
  page = own.page;
  const info = create(ErrorInfoSchema, { domain: "leashline", metadata: { code: String(ErrorCode.TOO_MANY_REQUESTS) } });
  const details = [{ type: ErrorInfoSchema.typeName, value: base64Encode(toBinary(ErrorInfoSchema, info), "std_raw") }];
  const json = { code: "resource_exhausted", message: "Too many tries. Please try again in 5 minutes.", details };
  await page.route("**/StorefrontService/HoldTime", (route) => route.fulfill({ status: 429, json }));
  await page.goto(`${app.url}/ol/maple-street-pets`);
  await page.getByLabel("Pet's name").fill("Biscuit");
  await page.getByRole("button", { name: /^Bath & brush: small dog/ }).click();
  await button(/^Choose a time/).click();
  await button(/^\d+:\d\d [AP]M/)
    .first()
    .click();
  await button(/^Continue/).click();
  await page.getByRole("textbox", { name: "First name" }).waitFor();
  expect(own.faults.splice(0).filter((fault) => !/429/.test(fault))).toEqual([]);
});

test("a booking page that could not ask for its shop asks by itself once there is a line again, follows the system into the dark, and is no wider than the phone by a long name", async () => {
  await own.context.close();
  own = await openPage(browser, phone);
  page = own.page;
  const asked = /StorefrontService.GetStorefront/;
  await page.route(asked, (route) => route.abort("internetdisconnected"));
  await page.goto(`${app.url}/go/maple-street-pets`);
  await page.getByRole("heading", { name: "This could not be loaded" }).waitFor();
  await page.unroute(asked);
  await own.context.setOffline(true);
  await own.context.setOffline(false);
  const look = () => page.evaluate("document.documentElement.dataset.theme");
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(look).toBe("dark");
  await page.emulateMedia({ colorScheme: "light" });
  await expect.poll(look).toBe("light");
  const isWide = () => page.evaluate(`document.documentElement.scrollWidth > ${phone.width}`);
  const name = "Wolfeschlegelsteinhausen".repeat(3).slice(0, 60);
  await page.getByLabel("Pet's name").fill(name);
  await button(`Choose a service for ${name}`).waitFor();
  expect(await isWide(), "a long name is no wider than the phone").toBe(false);
  await page.getByRole("button", { name: /^Bath & brush: small dog/ }).click();
  await button(/^Choose a time/).click();
  await page.getByRole("heading", { name: `What time works for ${name}?` }).waitFor();
  expect(await isWide(), "nor in the next step").toBe(false);
  expect(own.faults.splice(0).filter((fault) => !/ERR_INTERNET_DISCONNECTED/.test(fault))).toEqual([]);
});
