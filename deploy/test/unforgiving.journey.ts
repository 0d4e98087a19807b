import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { PetService } from "@leashline/proto/leashline/customer/v1/pet_service_pb.js";
import { MessageService } from "@leashline/proto/leashline/message/v1/message_service_pb.js";
import { ThreadService } from "@leashline/proto/leashline/message/v1/thread_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import type { Browser, Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type App, sharedApp } from "./app.ts";
import { axeFaults, openBrowser, openPage, phone } from "./browser.ts";
import { textLike } from "./day/outside.ts";
import { deskOf, foundCompany, hired, type Person, signedUp } from "./small-shop.ts";

// What a day in a shop does to a page: a session that ends under the words, a tablet that is neither desk nor phone, a thumb on the back key.

let app: Omit<App, "stop">;
let browser: Browser;
let owner: Person;

beforeAll(async () => {
  app = await sharedApp();
  browser = await openBrowser();
  owner = await signedUp(app.url, "unforgiving.test", "Wanda", "Wet");
  await foundCompany(owner, "Wet Hands Grooming");
});
afterAll(async () => await browser?.close());

test("a session that ends under unsaved words is signed in again over the page, and the words are saved", async () => {
  const { client } = await owner.api
    .client(ClientService)
    .createClientWithPets({ client: { firstName: "Dana", lastName: "Whitcomb" }, pets: [{ petName: "Biscuit", petType: "Dog" }] });
  const { page, context, faults } = await deskOf(browser, app.url, owner);
  await page.goto(`${app.url}/client/${client?.customerId}/overview`);
  await page.getByRole("textbox", { name: "Note" }).fill("Hates the dryer near the ears; cheese works");
  await context.clearCookies();
  await page.getByRole("button", { name: "Add note" }).click();
  const again = page.getByRole("dialog", { name: "Your session has ended" });
  await again.getByLabel("Password").fill("not this one");
  await again.getByRole("button", { name: "Sign in and continue" }).click();
  await again.getByRole("alert").waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await again.getByLabel("Password").fill(owner.password);
  await again.getByRole("button", { name: "Sign in and continue" }).click();
  await again.waitFor({ state: "hidden" });
  expect(await page.getByRole("textbox", { name: "Note" }).inputValue()).toBe("Hates the dryer near the ears; cheese works");
  await page.getByRole("button", { name: "Add note" }).click();
  await page.getByText("Hates the dryer near the ears; cheese works").and(page.locator("p")).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test("a line that fails in the middle of signing in again keeps the words and lets one try again; another tab's sign-out covers them and its sign-in uncovers them", async () => {
  const { client } = await owner.api
    .client(ClientService)
    .createClientWithPets({ client: { firstName: "Otis", lastName: "Grant" }, pets: [{ petName: "Moss", petType: "Dog" }] });
  const { page, context } = await deskOf(browser, app.url, owner);
  await page.goto(`${app.url}/client/${client?.customerId}/overview`);
  const words = page.getByRole("textbox", { name: "Note" });
  await words.fill("Comes in by the back door");
  await context.clearCookies();
  await page.getByRole("button", { name: "Add note" }).click();
  const again = page.getByRole("dialog", { name: "Your session has ended" });
  await again.getByLabel("Password").fill(owner.password);
  const broken = /SessionService.GetSessionInfo/;
  await page.route(broken, (route) => route.abort("internetdisconnected"));
  await again.getByRole("button", { name: "Sign in and continue" }).click();
  await again.getByRole("alert").filter({ hasText: "What you wrote is still here" }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.unroute(broken);
  await again.getByRole("button", { name: "Try again" }).click();
  await again.waitFor({ state: "hidden" });
  expect(await words.inputValue()).toBe("Comes in by the back door");

  const other = await context.newPage();
  await other.goto(`${app.url}/client`);
  await other.getByRole("button", { name: /^Account/ }).click();
  await other.getByText("Sign out", { exact: true }).click();
  await other.waitForURL(/sign_in/);
  await again.waitFor();
  await other.getByLabel("Email").fill(owner.email);
  await other.getByLabel("Password").fill(owner.password);
  await other.keyboard.press("Enter");
  await again.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Add note" }).click();
  await page.getByText("Comes in by the back door").and(page.locator("p")).waitFor();
  await context.close();
});

test("a very long name and more pets than fit: drawers stay as wide as they are, and the bill prints alone under the shop's name", async () => {
  const long = "Wolfeschlegelsteinhausen".repeat(2);
  const { api } = owner;
  await api.client(CatalogService).createStarterCatalog({ careTypes: ["GROOMING"] });
  const { client } = await api.client(ClientService).createClientWithPets({
    client: { firstName: long, lastName: long },
    pets: Array.from({ length: 14 }, (_, n) => ({ petName: `${long} ${n}`.slice(-40), petType: "Dog" })),
  });
  const customerId = client?.customerId ?? "0";
  const [{ services }, { pets }, staffId] = await Promise.all([
    api.client(CatalogService).listServices({ pageSize: 1 }),
    api.client(PetService).listPets({ customerId }),
    hired(owner, { firstName: "Priya" }),
  ]);
  const { appointment } = await api.client(AppointmentService).bookAppointment({
    customerId,
    staffId,
    appointmentDate: { year: 2030, month: 6, day: 4 },
    startTime: 600,
    petServices: [{ petId: pets[0]?.petId ?? "0", services: [{ serviceId: services[0]?.id ?? "0", staffId }] }],
    override: { overbook: true, outsideWorkingHours: true, reason: "A test" },
  });
  const { page, context, faults } = await deskOf(browser, app.url, owner, phone);
  const drawer = page.getByRole("dialog");
  const tooWide = () =>
    page.evaluate<number>(
      `Math.max(...[...document.querySelector('[role="dialog"]').children].map((part) => part.scrollWidth - part.clientWidth))`,
    );
  await page.goto(`${app.url}/calendar/grooming?date=2030-06-04&book=1&customerId=${customerId}`);
  await drawer.getByRole("button", { name: "Change" }).waitFor();
  expect(await tooWide()).toBe(0);
  await page.goto(`${app.url}/calendar/grooming?date=2030-06-04&appointment=${appointment?.id}`);
  await drawer.getByText(/^Booked/).waitFor();
  expect(await tooWide()).toBe(0);
  await page.goto(`${app.url}/client/${customerId}/overview`);
  await page.getByRole("link", { name: "All 14 pets" }).waitFor();
  expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);

  await page.goto(`${app.url}/calendar/grooming?date=2030-06-04&checkout=${appointment?.id}`);
  const take = drawer.getByRole("button", { name: /^Take/ });
  await take.waitFor();
  expect(await page.getByText("Wet Hands Grooming").and(drawer.locator("p")).isVisible()).toBe(false);
  await page.emulateMedia({ media: "print" });
  expect(await take.isVisible()).toBe(false);
  expect(await page.locator("#root").isVisible()).toBe(false);
  expect(await drawer.getByText("Wet Hands Grooming").isVisible()).toBe(true);
  expect(await drawer.getByText("To pay").isVisible()).toBe(true);
  expect(await drawer.getByText("Pay with").isVisible()).toBe(false);
  expect(faults).toEqual([]);
  await context.close();
});

test("on a phone a notice covers neither whose appointment it is nor the strong button", async () => {
  const { api } = owner;
  const today = Temporal.Now.plainDateISO("America/New_York");
  const who = { client: { firstName: "Una", lastName: "Covered" }, pets: [{ petName: "Plum", petType: "Dog" }] };
  const [{ client, pets }, { services }, staffId] = await Promise.all([
    api.client(ClientService).createClientWithPets(who),
    api.client(CatalogService).listServices({ pageSize: 1 }),
    hired(owner, { firstName: "Pola" }),
  ]);
  const { appointment } = await api.client(AppointmentService).bookAppointment({
    customerId: client?.customerId ?? "0",
    staffId,
    appointmentDate: { year: today.year, month: today.month, day: today.day },
    startTime: 1_380,
    petServices: [{ petId: pets[0]?.petId ?? "0", services: [{ serviceId: services[0]?.id ?? "0", staffId }] }],
    override: { overbook: true, outsideWorkingHours: true, reason: "A test" },
  });
  const { page, context, faults } = await deskOf(browser, app.url, owner, phone);
  const notice = page.locator(".notistack-MuiContent");
  const apart = async (what: Locator) => {
    const [one, other] = await Promise.all([notice.first().boundingBox(), what.boundingBox()]);
    if (!one || !other) throw new Error("One of them is not there.");
    return one.y >= other.y + other.height || other.y >= one.y + one.height;
  };
  await page.goto(`${app.url}/calendar/grooming?date=${today}&appointment=${appointment?.id}`);
  const panel = page.getByRole("dialog");
  await panel.getByRole("button", { name: "Check in", exact: true }).click();
  await notice.first().waitFor();
  await page.waitForTimeout(400);
  expect(await apart(panel.getByRole("link", { name: "Una Covered" }))).toBe(true);
  const strong = panel.locator(".MuiButton-contained").last();
  expect(await apart(strong)).toBe(true);
  expect(faults).toEqual([]);
  await context.close();
});

test("a message that is half written is there after a reload, and not for whoever signs in next", async () => {
  const client = { firstName: "Nell", lastName: "Harper", phoneNumber: "+12065550142" };
  const { client: made } = await owner.api.client(ClientService).createClientWithPets({ client, pets: [] });
  const { page, context, faults, steps } = await deskOf(browser, app.url, owner);
  const words = "Truffle is ready at";
  const composer = page.getByRole("textbox", { name: "Text message" });
  const openThread = async () => {
    await steps.goTo(`/message?customerId=${made?.customerId}`);
    await composer.waitFor();
  };
  await openThread();
  await composer.fill(words);
  await page.reload();
  await steps.holds("Text message", words);
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByText("Sign out", { exact: true }).click();
  await page.waitForURL(/sign_in/);
  expect(await page.evaluate("Object.values(sessionStorage).join()")).not.toContain(words);
  await steps.fill({ "Email or phone": owner.email, Password: owner.password });
  await steps.press("Sign in");
  await page.waitForURL(/\/calendar|\/home/);
  await openThread();
  expect(await composer.inputValue()).toBe("");
  expect(faults).toEqual([]);
  await context.close();
});

test("message-send-flow, message-page-sizes: words go out trimmed, a payment link leads on to the cards, twenty messages and conversations a page, oldest first", async () => {
  const clients = owner.api.client(ClientService);
  const made = async (n: number) => {
    const client = { firstName: `Page ${n}`, lastName: "Sorrel", phoneNumber: `+120655506${String(n).padStart(2, "0")}` };
    return (await clients.createClientWithPets({ client, pets: [] })).client?.customerId ?? "";
  };
  const ids = await Promise.all(Array.from({ length: 21 }, (_, n) => made(n)));
  const threads = owner.api.client(ThreadService);
  for (const customerId of ids.slice(1)) await threads.createThread({ customerId });
  const { page, context, faults, steps } = await deskOf(browser, app.url, owner);
  await steps.goTo(`/message?customerId=${ids[0]}`);
  await steps.fill({ "Text message": "  hi  " });
  await steps.press("Send");
  expect((await textLike(app, "+12065550600", /hi/)).body).toBe("hi");
  await steps.fill({ "Text message": `Your bill: ${app.url}/p/abc ` });
  await steps.press("Send");
  await steps.seen("Payment link sent. No card is on file yet.");
  const messages = owner.api.client(MessageService);
  for (let n = 3; n <= 21; n++) await messages.sendMessage({ customerId: ids[0]!, messageText: `Note ${n}` });
  const log = page.getByRole("log", { name: "Messages" });
  const shown = async () => [...((await log.textContent()) ?? "").matchAll(/Note (\d+)/g)].map(([, n]) => Number(n));
  const notes = Array.from({ length: 19 }, (_, at) => at + 3);
  await expect.poll(shown).toEqual(notes);
  expect(await log.getByText("hi", { exact: true }).count()).toBe(0);
  await steps.press("Earlier messages");
  await log.getByText("hi", { exact: true }).waitFor();
  await page.reload();
  await log.getByText("hi", { exact: true }).waitFor();
  await steps.goTo("/message?filter=open");
  const list = page.getByRole("region", { name: "Conversations" });
  const rows = list.getByText(/^Page \d+ Sorrel$/);
  await expect.poll(() => rows.count()).toBe(20);
  expect(faults).toEqual([]);
  await context.close();
});

test("signed out elsewhere with nothing unsaved, the page asks to sign in and comes back", async () => {
  const { page, context } = await deskOf(browser, app.url, owner);
  await page.goto(`${app.url}/client`);
  await page.getByRole("heading", { name: "Clients" }).waitFor();
  await context.clearCookies();
  // Refused is the next call, whether it is made by a press or by the page itself.
  const messages = page.getByRole("link", { name: "Messages" });
  const atSignIn = page.waitForURL(/sign_in\?redirect=/);
  await Promise.any([messages.click(), atSignIn]);
  await atSignIn;
  await context.close();
});

test("on a tablet the calendar says its day, moves on, and jumps to another month", async () => {
  const { page, context, faults } = await deskOf(browser, app.url, owner, { width: 820, height: 1180 });
  await page.goto(`${app.url}/calendar/grooming?date=2026-12-01`);
  const day = page.getByRole("heading", { level: 1 });
  await day.filter({ hasText: "Dec 1" }).waitFor();
  await page.getByRole("button", { name: "Next day" }).click();
  await day.filter({ hasText: "Dec 2" }).waitFor();
  await page.getByRole("button", { name: "Go to a day" }).click();
  const month = page.getByRole("dialog", { name: "Go to a day" });
  await month.getByRole("button", { name: "Next month" }).click();
  expect(await axeFaults(page)).toEqual([]);
  await month.getByText("15", { exact: true }).click();
  await day.filter({ hasText: "Jan 15" }).waitFor();
  await page.getByRole("button", { name: "Week", exact: true }).click();
  await day.filter({ hasText: "Jan 10 – 16" }).waitFor();
  expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
  expect(faults).toEqual([]);
  await context.close();
});

test("the phone's back key on the storefront leads to the question before, with what was answered", async () => {
  const { page, context, faults } = await openPage(browser, phone);
  await page.goto(`${app.url}/ol/maple-street-pets`);
  await page.getByLabel("Pet's name").fill("Biscuit");
  await page.getByRole("button", { name: /^Bath & brush: small dog/ }).click();
  await page.getByRole("button", { name: /^Choose a time/ }).click();
  await page.getByRole("heading", { name: "What time works for Biscuit?" }).waitFor();
  await page.goBack();
  await page.getByRole("heading", { name: "Who is coming?" }).waitFor();
  expect(await page.getByLabel("Pet's name").inputValue()).toBe("Biscuit");
  await page.goForward();
  await page.getByRole("heading", { name: "What time works for Biscuit?" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "What time works for Biscuit?" }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});
