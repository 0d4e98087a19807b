import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { BlockService } from "@leashline/proto/leashline/calendar/v1/block_service_pb.js";
import { CardService } from "@leashline/proto/leashline/calendar/v1/card_service_pb.js";
import { StaffScheduleService } from "@leashline/proto/leashline/calendar/v1/staff_schedule_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { LodgingService } from "@leashline/proto/leashline/offering/v1/lodging_service_pb.js";
import { PriceUnit } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { BookingRequestService } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openApi } from "../seed/api.ts";
import { type App, sharedApp } from "./app.ts";
import { axeFaults, openBrowser, openPage, phone as phoneSize } from "./browser.ts";
import { textLike } from "./day/outside.ts";
import { type Desk, deskOf, foundCompany, hired, type Person, signedUp } from "./small-shop.ts";
import { usd, wireDay } from "./wire.ts";
import { typedDay, workday } from "./workday.ts";

// What a pet parent asks for is not always what the shop can give: requests whose time is gone, accepted at another one.

const mark = Date.now();
const phones = [1, 2, 3, 4, 5, 6].map((n) => `+1207${String(mark + n).slice(-7)}`);
const day = wireDay(workday("America/New_York", 2));
type Asked = { id: string; startTime: number; statusToken: string };

let app: Omit<App, "stop">;
let browser: Browser;
let owner: Person;
let staff: Desk;
let page: Page;
let bookOnlineName = "";
let staffId = "";
let nellsId = "";

beforeAll(async () => {
  app = await sharedApp();
  browser = await openBrowser();
  owner = await signedUp(app.url, "requests.test", "Olive", "Owner");
  await foundCompany(owner, "Second Best Grooming");
  await owner.api.client(CatalogService).createStarterCatalog({ careTypes: ["GROOMING"] });
  // Its settings are there a moment after the company is founded.
  const { setting } = await vi.waitFor(() => owner.api.client(OnlineBookingSettingService).updateOnlineBookingSetting({ isEnable: true }), {
    timeout: 20_000,
  });
  bookOnlineName = setting?.bookOnlineName ?? "";
  staffId = (await owner.api.client(StaffScheduleService).listCalendarStaff({})).staff.find((one) => one.staffId !== "-10")?.staffId ?? "0";
  staff = await deskOf(browser, app.url, owner);
  page = staff.page;
});
afterAll(async () => browser?.close());

const storefront = () => openApi(app.url).client(StorefrontService);

/** A pet parent asks for the first free time of the day. */
async function asked(firstName: string, phoneNumber: string): Promise<Asked> {
  const { storefront: shown } = await storefront().getStorefront({ bookOnlineName });
  const serviceIds = [shown?.services[0]?.serviceId ?? "0"];
  const span = { startDate: day, endDate: day };
  // Who works here is heard of by the storefront a moment after the company is founded.
  const startTime = await vi.waitFor(
    async () => {
      const { days } = await storefront().listAvailableTimes({ bookOnlineName, pets: [{ serviceIds }], ...span });
      expect(days[0]?.times.length).toBeGreaterThan(0);
      return days[0]?.times[0]?.startTime ?? 0;
    },
    { timeout: 20_000, interval: 250 },
  );
  // Entered by the shop for somebody who calls, who needs no code.
  const { statusToken } = await owner.api.client(StorefrontService).submitBooking({
    bookOnlineName,
    customer: { firstName, lastName: "Parent", phoneNumber },
    pets: [{ petName: "Truffle", petType: "Dog", serviceIds }],
    date: day,
    startTime,
  });
  return { id: statusToken.split(".")[0] ?? "", startTime, statusToken };
}

/** Staff put somebody else into a time although it is held. */
async function overbooked(startTime: number): Promise<void> {
  const { client, pets } = await owner.api
    .client(ClientService)
    .createClientWithPets({ client: { firstName: "Wanda", lastName: `Walkin ${startTime}` }, pets: [{ petName: "Moss", petType: "Dog" }] });
  const { storefront: shop } = await storefront().getStorefront({ bookOnlineName });
  await owner.api.client(AppointmentService).bookAppointment({
    customerId: client?.customerId ?? "0",
    staffId,
    appointmentDate: day,
    startTime,
    petServices: [{ petId: pets[0]?.petId ?? "0", services: [{ serviceId: shop?.services[0]?.serviceId ?? "0" }] }],
    override: { overbook: true, outsideWorkingHours: false, reason: "Stood in the door" },
  });
}

const clock = (minutes: number): string =>
  `${((Math.floor(minutes / 60) + 11) % 12) + 1}:${String(minutes % 60).padStart(2, "0")} ${minutes < 720 ? "AM" : "PM"}`;
const cardOf = (name: string): Locator => page.getByRole("listitem").filter({ hasText: `${name} Parent` });
const requests = () => owner.api.client(BookingRequestService);
const visitOf = async (id: string) => {
  const { bookingRequest } = await requests().getBookingRequest({ id });
  const { appointment } = await owner.api.client(AppointmentService).getAppointment({ id: bookingRequest?.appointmentId ?? "0" });
  return appointment;
};

test("a request whose time is gone is accepted at one of the free times with one press, and the pet parent reads which", async () => {
  const [phone = ""] = phones;
  const nell = await asked("Nell", phone);
  await overbooked(nell.startTime);
  await page.goto(`${app.url}/online_booking/requests`);
  await cardOf("Nell").getByRole("button", { name: "Accept" }).click();
  const refused = cardOf("Nell").getByRole("alert");
  await refused.getByText("Next free times").waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await refused
    .getByRole("button", { name: /·.*(AM|PM)/ })
    .first()
    .click();
  await page.getByText(/^Accepted. It is on the calendar for /).waitFor();
  const visit = await visitOf(nell.id);
  nellsId = visit?.customerId ?? "0";
  expect(visit).toMatchObject({ bookingRequestId: nell.id, overbooked: false });
  expect(visit?.startTime).not.toBe(nell.startTime);
  const text = await textLike(app, phone, /is confirmed/);
  expect(text.body).toContain(`at ${clock(visit?.startTime ?? 0)} is confirmed`);
  expect(text.body).toContain(`This is a different time from the one you asked for (`);
  expect(text.body).toContain(`at ${clock(nell.startTime)})`);
  const { booking } = await storefront().getBookingStatus({ bookOnlineName, statusToken: nell.statusToken });
  expect(booking).toMatchObject({ status: "accepted", startTime: visit?.startTime, askedStartTime: nell.startTime });
  await page.getByRole("tab", { name: /Accepted/ }).click();
  await cardOf("Nell")
    .getByText(/They had asked for/)
    .waitFor();
});

test("another time is chosen freely; one at which nobody works is asked about, and taken with a reason", async () => {
  const [, phone = ""] = phones;
  const otis = await asked("Otis", phone);
  await page.goto(`${app.url}/online_booking/requests`);
  await cardOf("Otis").getByRole("button", { name: "Another time…" }).click();
  const drawer = page.getByRole("dialog", { name: "Another time" });
  await drawer.getByRole("group", { name: "Free times" }).waitFor();
  const [free] = await drawer
    .getByRole("group", { name: "Free times" })
    .getByRole("button", { name: /^\d+:\d\d [AP]M$/, pressed: false })
    .all();
  const offered = (await free?.textContent()) ?? "";
  await free?.click();
  expect(await drawer.getByLabel("Start").inputValue(), "filled in, not taken").toBe(offered);
  await drawer.getByLabel("Start").fill("5:00 AM");
  await drawer.getByLabel("Start").press("Tab");
  expect(await axeFaults(page)).toEqual([]);
  await drawer.getByRole("button", { name: "Accept" }).click();
  const closed = page.getByRole("dialog", { name: /is off at this time/ });
  await closed.getByRole("button", { name: "Go back" }).click();
  expect(await drawer.getByLabel("Start").inputValue()).toBe("5:00 AM");
  await drawer.getByRole("button", { name: "Accept" }).click();
  await closed.getByLabel(/because/).fill("Before the train");
  await closed.getByRole("button", { name: "Book anyway" }).click();
  await page.getByText(/^Accepted. It is on the calendar for .*5:00 AM/).waitFor();
  await drawer.waitFor({ state: "detached" });
  expect(await visitOf(otis.id)).toMatchObject({ startTime: 300, outOfHours: true, overrideReason: "Before the train" });
  await textLike(app, phone, new RegExp(`at 5:00 AM is confirmed.*at ${clock(otis.startTime)}`, "s"));
});

test("a request stands on the calendar while its time is held, and is accepted there with two presses", async () => {
  const ida = await asked("Ida", phones[3] ?? "");
  const date = Temporal.PlainDate.from(day).toString();
  await page.goto(`${app.url}/calendar/grooming?date=${date}`);
  const held = page.getByRole("button", { name: /^Booking request, Ida Parent, Truffle/ });
  await held.waitFor();
  await held.click();
  const drawer = page.getByRole("dialog", { name: "Booking request" });
  await drawer.getByText("Time held").waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await drawer.getByRole("button", { name: "Accept" }).click();
  await page.getByRole("button", { name: /^Ida Parent, Truffle/ }).waitFor();
  await drawer.waitFor({ state: "detached" });
  await held.waitFor({ state: "detached" });
  expect(await visitOf(ida.id)).toMatchObject({ bookingRequestId: ida.id, startTime: ida.startTime });
});

test("the link in the text opens the appointment on a phone: it is confirmed, moved, moved to somebody else who is free, and cancelled there, and the calendar follows", async () => {
  const own = await openPage(browser, phoneSize);
  const hers = own.page;
  const press = (name: string | RegExp) => hers.getByRole("button", { name }).first().click();
  const says = (text: string) => hers.getByRole("status").getByText(text).waitFor();
  const { body } = await textLike(app, phones[0] ?? "", /is confirmed/);
  const before = (await owner.api.client(AppointmentService).listCustomerAppointments({ customerId: nellsId })).appointments[0];
  await hers.goto(/http\S+\/a\/[A-Za-z0-9_-]+/.exec(body)?.[0] ?? "");
  await says("Your appointment is confirmed");
  expect(await axeFaults(hers)).toEqual([]);
  await press("Move to another time");
  await hers
    .getByRole("button", { name: /^\d+:\d\d (AM|PM)$/ })
    .last()
    .click();
  expect(await axeFaults(hers)).toEqual([]);
  const to = hers.getByRole("button", { name: /^Move to .*(AM|PM)$/ });
  const words = (await to.textContent()) ?? "";
  await to.click();
  await says(words.replace("Move to", "Moved to"));
  await to.waitFor({ state: "detached" });
  const visit = async () => (await owner.api.client(AppointmentService).getAppointment({ id: before?.id ?? "0" })).appointment;
  expect(words).toContain(clock((await visit())?.startTime ?? 0));
  expect((await visit())?.version).toBeGreaterThan(before?.version ?? 0);
  const bea = await hired(owner, { firstName: "Bea" });
  // Olive is busy at nine that day, Bea is not.
  const { block } = await owner.api
    .client(BlockService)
    .createBlock({ staffId, date: (await visit())!.appointmentDate!, startTime: 540, endTime: 600 });
  const withBea = hers.getByRole("button", { name: / (AM|PM) with Bea$/ }).first();
  await vi.waitFor(
    async () => {
      await hers.reload();
      await press("Move to another time");
      await withBea.waitFor({ timeout: 4_000 });
    },
    { timeout: 30_000 },
  );
  await withBea.click();
  expect(await axeFaults(hers)).toEqual([]);
  const toBea = hers.getByRole("button", { name: /^Move to .* with Bea$/ });
  const wordsOfBea = (await toBea.textContent()) ?? "";
  await toBea.click();
  await says(wordsOfBea.replace("Move to", "Moved to"));
  expect((await visit())?.petServiceList.map((line) => line.staffId)).toEqual([bea]);
  await hers.reload();
  await press("Cancel the appointment");
  await hers.getByRole("textbox").fill("Truffle is ill");
  await press("Yes, cancel it");
  await says("This appointment is canceled");
  expect(await visit()).toMatchObject({ status: AppointmentStatus.CANCELLED, cancelReason: "By the client: Truffle is ill" });
  await owner.api.client(StaffService).updateStaff({ id: bea, bookOnlineAvailable: false });
  await owner.api.client(BlockService).deleteBlock({ id: block?.id ?? "0" });
  expect(own.faults).toEqual([]);
  await own.context.close();
});

test("a change that a client asks for on a phone is on Today and under Requests: staff move it as wished, decline the next one with a word, and the client reads both", async () => {
  const phone = phones[4] ?? "";
  const uma = await asked("Uma", phone);
  await requests().acceptBookingRequest({ id: uma.id });
  const visit = async () => await visitOf(uma.id);
  const { body } = await textLike(app, phone, /is confirmed/);
  // From now on changes are the shop's to make.
  await owner.api.client(OnlineBookingSettingService).updateOnlineBookingSetting({ clientChanges: false });
  const own = await openPage(browser, phoneSize);
  const ask = async (wish: string, words: string) => {
    await own.page.goto(/http\S+\/a\/[A-Za-z0-9_-]+/.exec(body)?.[0] ?? "");
    await own.page.getByRole("button", { name: /^Ask Second Best Grooming to/ }).click();
    await own.page.getByRole("button", { name: wish, exact: true }).click();
    await own.page.getByRole("textbox").fill(words);
    await own.page.getByRole("button", { name: "Send" }).click();
    await own.page.getByText(/^Sent\. The appointment stands/).waitFor();
  };
  const card = page.getByRole("listitem", { name: /^Uma Parent wants to/ });
  await page.goto(`${app.url}/home/overview`);
  await ask("Move it", "An hour later, please");
  await card.getByText("“An hour later, please”").waitFor();
  expect(await axeFaults(page)).toEqual([]);
  const later = uma.startTime + 240;
  await card.getByRole("button", { name: "Accept" }).click();
  const drawer = page.getByRole("dialog", { name: "Move the appointment" });
  await drawer.getByLabel("Start").fill(clock(later));
  await drawer.getByLabel("Start").press("Tab");
  await drawer.getByLabel("Message to the client").fill("Gladly");
  await drawer.getByRole("button", { name: "Move", exact: true }).click();
  await card.waitFor({ state: "detached" });
  // The request is off the list as soon as somebody has it in hand.
  await expect.poll(async () => (await visit())?.startTime).toBe(later);
  await textLike(app, phone, /Gladly/);
  await page.goto(`${app.url}/online_booking/requests`);
  await ask("Cancel it", "We are away");
  await card.getByRole("button", { name: "Decline" }).click();
  const dialog = page.getByRole("dialog", { name: "Decline what Uma Parent asks for?" });
  await dialog.getByLabel("Message to the client").fill("Too late for that");
  await dialog.getByRole("button", { name: "Decline" }).click();
  await card.waitFor({ state: "detached" });
  await textLike(app, phone, /cannot cancel the appointment[\s\S]+Too late for that/);
  await own.page.reload();
  await own.page.getByText("“Too late for that”").waitFor();
  expect(await visit()).toMatchObject({ status: AppointmentStatus.CONFIRMED, startTime: later });
  // Out of the way of the times that are accepted at once below.
  await owner.api.client(AppointmentService).deleteAppointment({ id: (await visit())?.id ?? "0" });
  expect(own.faults).toEqual([]);
  await own.context.close();
});

test("six accept one request at once, each at another time: one wins, the others hear it, and one appointment is on the calendar", async () => {
  const [, , phone = ""] = phones;
  const sam = await asked("Sam", phone);
  const starts = Array.from({ length: 6 }, (_, n) => 780 + n * 30);
  const tries = await Promise.allSettled(starts.map((startTime) => requests().acceptBookingRequest({ id: sam.id, startTime })));
  const [won, ...more] = tries.flatMap((one) => (one.status === "fulfilled" ? [one.value.bookingRequest] : []));
  expect(more).toEqual([]);
  for (const one of tries) if (one.status === "rejected") expect(String(one.reason)).toMatch(/Somebody else (is accepting|accepted)/);
  const visit = await visitOf(sam.id);
  expect(visit).toMatchObject({ id: won?.appointmentId, startTime: won?.startTime });
  const { cards } = await owner.api.client(CardService).listDayCards({ startDate: day });
  expect(cards.filter((card) => card.customerInfo?.firstName === "Sam")).toHaveLength(1);
});

test("the ledger says what each account comes to, and lists its entries", async () => {
  await page.goto(`${app.url}/payment/ledger`);
  await page.getByText("No money moved on these days.").waitFor();
  await page.goto(`${app.url}/payment/ledger?to=${Temporal.PlainDate.from(day).add({ days: 9 })}`);
  await page.getByRole("heading", { name: "Entries" }).waitFor();
  await page
    .getByRole("listitem")
    .filter({ hasText: /^Bill · .* · INV-\d/ })
    .first()
    .waitFor();
  expect(await axeFaults(page)).toEqual([]);
});

// Sound and notices of the desktop leave the page; what the page asked the browser for is written down instead.
test("a request that comes in is heard, shown by the desktop while another window is in front, and counted in the title, as this device is set", async () => {
  const desk = await deskOf(browser, app.url, owner);
  await desk.page.addInitScript(`
    window.heard = [];
    AudioContext.prototype.createGain = new Proxy(AudioContext.prototype.createGain, {
      apply: (real, self) => (heard.push("sound"), Reflect.apply(real, self, [])),
    });
    window.Notification = class extends EventTarget {
      static permission = "granted";
      static requestPermission = async () => "granted";
      constructor(text) { super(); heard.push(text); }
    };
    Object.defineProperty(document, "hidden", { get: () => true });
  `);
  const heard = () => desk.page.evaluate<string[]>("heard");
  const connected = () => desk.page.waitForEvent("websocket").then((socket) => socket.waitForEvent("framereceived"));
  let live = connected();
  await desk.steps.goTo("/message");
  await live;
  await desk.page.getByRole("button", { name: "Inbox options" }).click();
  await desk.page.getByRole("menuitemcheckbox", { name: /Desktop notifications/ }).click();
  await desk.page.keyboard.press("Escape");
  const [, , , phone = ""] = phones;
  await asked("Uma", phone);
  await expect.poll(heard).toEqual(["sound", "You have a new booking request"]);
  await expect.poll(() => desk.page.title()).toMatch(/^\(\d+\) /);

  await desk.page.getByRole("button", { name: "Inbox options" }).click();
  await desk.page.getByRole("menuitemcheckbox", { name: /Sound for new messages/ }).click();
  live = connected();
  await desk.page.reload();
  await desk.page.getByRole("button", { name: "Inbox options" }).waitFor();
  await live;
  await asked("Vera", `+1207${String(mark + 9).slice(-7)}`);
  await expect.poll(heard).toEqual(["You have a new booking request"]);
  await desk.context.close();
});

test("a request comes onto the waitlist only after a question; its time is let go, and the pet parent reads it with what staff write", async () => {
  const phone = phones[5] ?? "";
  const wanda = await asked("Wanda", phone);
  await page.goto(`${app.url}/online_booking/requests`);
  const press = () => cardOf("Wanda").getByRole("button", { name: "To the waitlist…" }).click();
  const dialog = page.getByRole("dialog", { name: "Move Wanda Parent’s request to the waitlist?" });
  await press();
  await dialog.getByText("is told that they are on your waitlist").waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Keep the request open" }).click();
  await dialog.waitFor({ state: "detached" });
  const status = async () => (await storefront().getBookingStatus({ bookOnlineName, statusToken: wanda.statusToken })).booking?.status;
  expect(await status()).toBe("submitted");
  await press();
  await dialog.getByLabel("Message to the client").fill("Fridays are best.");
  await dialog.getByRole("button", { name: "Move to the waitlist" }).click();
  await page.getByText("Added to waitlist!").waitFor();
  await dialog.waitFor({ state: "detached" });
  expect((await textLike(app, phone, /to our waitlist/)).body).toMatch(/We will tell you when we have a time for you\. Fridays are best\./);
  expect(await status()).toBe("waitlisted");
});

test("staff propose two times and take them back; proposed again, the client picks one on a phone, and both of the shop’s tabs see it without a reload", async () => {
  const phone = `+1207${String(mark + 11).slice(-7)}`;
  const rosa = await asked("Rosa", phone);
  const second = await page.context().newPage();
  for (const tab of [page, second]) await tab.goto(`${app.url}/online_booking/requests`);
  const drawer = page.getByRole("dialog", { name: "Another time" });
  const free = drawer.getByRole("group", { name: "Free times" }).getByRole("button", { name: /^\d+:\d\d [AP]M$/, pressed: false });
  const propose = drawer.getByRole("button", { name: "Propose to client" });
  const chosen: string[] = [];
  const press = async () => {
    await cardOf("Rosa").getByRole("button", { name: "Another time…" }).click();
    await drawer.getByText("We’ll text Rosa the times.").waitFor();
    for (const which of ["first", "last"] as const) {
      const time = free[which]();
      chosen.push((await time.textContent()) ?? "");
      await time.click();
      await drawer.getByRole("button", { name: /^Add / }).click();
    }
    await drawer.getByLabel("Note to the client").fill("Olive is away in the morning");
  };
  await press();
  expect(await axeFaults(page)).toEqual([]);
  await propose.click();
  await page.getByText(/^Proposed to Rosa\. The times are kept until .*, \d+:\d\d [AP]M\.$/).waitFor();
  const tabs = [page, second].map((tab) => tab.getByRole("listitem").filter({ hasText: "Rosa Parent" }));
  for (const card of tabs)
    await card.getByText(new RegExp(`^Proposed: .* at ${chosen[0]} with .*; .* at ${chosen[1]} with .* · answer by `)).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  for (const card of tabs) await card.getByText("You took the proposed times back.").waitFor();
  await textLike(app, phone, /no longer available, sorry/);
  await press();
  await propose.click();
  for (const card of tabs) await card.getByText(/^Proposed: /).waitFor();
  await drawer.waitFor({ state: "detached" });
  await cardOf("Rosa")
    .getByText(/^Accept books the time they asked for: /)
    .waitFor();
  await cardOf("Rosa").getByRole("button", { name: "Accept", exact: true }).click();
  const anyway = page.getByRole("dialog", { name: /^Book .* anyway\?$/ });
  await anyway.getByText("You proposed other times to Rosa. The other times are released.").waitFor();
  await anyway.getByRole("button", { name: "Wait for an answer" }).click();
  await anyway.waitFor({ state: "detached" });
  await cardOf("Rosa").getByRole("button", { name: "Decline" }).click();
  const declining = page.getByRole("dialog", { name: /^Decline Rosa/ });
  await declining.getByText("You proposed other times to Rosa. Those times are released.").waitFor();
  await declining.getByRole("button", { name: "Keep the request open" }).click();
  const date = Temporal.PlainDate.from(day).toString();
  await second.goto(`${app.url}/calendar/grooming?date=${date}`);
  await expect
    .poll(() => second.getByRole("button", { name: /^Proposed time, Rosa Parent/ }).count(), { message: "each time is held" })
    .toBe(2);
  expect(await second.getByRole("button", { name: /^Booking request, Rosa Parent/ }).count()).toBe(1);
  await second
    .getByRole("button", { name: /^Proposed time, Rosa Parent/ })
    .first()
    .click();
  const taken = second.getByRole("dialog", { name: "Booking request" });
  await taken.getByText(/is a time you proposed\. It is booked once the client chooses it\.$/).waitFor();
  expect(await axeFaults(second)).toEqual([]);
  const own = await openPage(browser, phoneSize);
  const hers = own.page;
  const { body } = await vi.waitFor(
    async () => {
      const text = await textLike(app, phone, /Choose one here/);
      await hers.goto(/http\S+\/t\/\S+/.exec(text.body)?.[0] ?? "");
      await hers.getByRole("status").getByText("Choose a time that works for you").waitFor({ timeout: 2_000 });
      return text;
    },
    { timeout: 30_000 },
  );
  expect(body).toContain("Olive is away in the morning");
  await hers.getByText("“Olive is away in the morning”").waitFor();
  expect(await axeFaults(hers)).toEqual([]);
  const book = hers.getByRole("button", { name: "Book this time" });
  expect(await book.isDisabled()).toBe(true);
  await hers.getByRole("button", { name: "None of these work" }).click();
  await hers.getByLabel("When would work? (optional)").waitFor();
  expect(await hers.getByRole("status").textContent()).toMatch(/^Tell .* when you can come$/);
  await hers.getByRole("button", { name: "Back to the times" }).click();
  await hers.getByRole("group", { name: "Times" }).getByRole("button").last().click();
  await book.click();
  await hers.getByRole("status").getByText("You are booked").waitFor();
  expect(await axeFaults(hers)).toEqual([]);
  const visit = await visitOf(rosa.id);
  expect(clock(visit?.startTime ?? 0)).toBe(chosen.at(-1));
  await cardOf("Rosa").waitFor({ state: "detached" });
  await taken.getByText(new RegExp(`^Rosa Parent chose .* at ${chosen.at(-1)}; it is on the calendar\\.$`)).waitFor();
  expect(await axeFaults(second)).toEqual([]);
  await taken.getByRole("link", { name: "Open the appointment" }).click();
  await taken.waitFor({ state: "detached" });
  await second.getByRole("link", { name: "Rosa Parent" }).waitFor();
  await second.goto(`${app.url}/calendar/grooming?date=${date}`);
  await second.getByRole("button", { name: /^Rosa Parent, Truffle/ }).waitFor();
  await expect
    .poll(() => second.getByRole("button", { name: /^(Booking request|Proposed time), Rosa Parent/ }).count(), {
      message: "nothing else is",
    })
    .toBe(0);
  expect((await textLike(app, phone, new RegExp(`at ${chosen.at(-1)} is confirmed`))).body).not.toContain("different time");
  await hers.reload();
  await hers.getByRole("status").getByText("You are booked").waitFor();
  await page.getByRole("tab", { name: /Accepted/ }).click();
  await cardOf("Rosa").getByText("Accepted at a time that you proposed.").waitFor();
  expect(own.faults).toEqual([]);
  await own.context.close();
  await second.close();
});

test("staff propose two stays while a night between is full, which is said; the client picks one on a phone, and its room is booked", async () => {
  const api = owner.api;
  const lodging = api.client(LodgingService);
  const { lodgingType } = await lodging.createLodgingType({ name: "Kennel", capacity: 2 });
  await lodging.createLodgingUnits({ lodgingTypeId: lodgingType?.lodgingTypeId ?? "0", names: ["Kennel 1"] });
  const overnight = { name: "Overnight", careType: "BOARDING", price: usd(45), priceUnit: PriceUnit.PER_NIGHT, duration: 60 };
  const { service } = await api.client(CatalogService).createService({ service: { ...overnight, bookOnlineAvailable: true } });
  const plus = (days: number) => Temporal.PlainDate.from(day).add({ days });
  const phone = `+1207${String(mark + 12).slice(-7)}`;
  const ask = (firstName: string, phoneNumber: string, from: number, to: number) =>
    api.client(StorefrontService).submitBooking({
      ...{ bookOnlineName, customer: { firstName, lastName: "Parent", phoneNumber } },
      pets: [{ petName: "Truffle", petType: "Dog", serviceIds: [service?.id ?? "0"] }],
      ...{ date: wireDay(plus(from)), endDate: wireDay(plus(to)), startTime: 960, endTime: 600 },
    });
  const full = await vi.waitFor(() => ask("Fay", `+1207${String(mark + 13).slice(-7)}`, 6, 7), { timeout: 20_000, interval: 500 });
  await requests().acceptBookingRequest({ id: full.statusToken.split(".")[0] ?? "" });
  const stays = await ask("Stella", phone, 1, 3);
  const id = stays.statusToken.split(".")[0] ?? "";
  const short = (days: number) => plus(days).toLocaleString("en-US", { weekday: "short", month: "short", day: "numeric" });
  const nights = (from: number, to: number) => `${short(from)} to ${short(to)} (${to - from} ${to - from === 1 ? "night" : "nights"})`;
  await page.goto(`${app.url}/online_booking/requests`);
  await cardOf("Stella").getByRole("button", { name: "Other nights…" }).click();
  const drawer = page.getByRole("dialog", { name: "Other nights" });
  await drawer.getByText(/We’ll text Stella the stays\.$/).waitFor();
  const add = async (from: number, to: number) => {
    await staff.steps.answer({ "Drop-off": typedDay(plus(from)), "Pick-up": typedDay(plus(to)) });
    await page.keyboard.press("Tab");
    await drawer.getByRole("button", { name: `Add ${nights(from, to)}` }).click();
  };
  await add(3, 5);
  await add(6, 8);
  await drawer.getByRole("button", { name: "Propose to client" }).click();
  await drawer
    .getByText(new RegExp(`^There is no room on the night of .*\\. There is for ${short(7)} to ${short(9)} \\(2 nights\\)\\.$`))
    .waitFor();
  const chips = drawer.getByRole("list", { name: "Stays to propose" });
  const refused = chips.getByRole("listitem").filter({ hasText: "can’t be proposed" });
  expect(await refused.textContent()).toContain(nights(6, 8));
  expect(await axeFaults(page)).toEqual([]);
  await refused.getByRole("button").press("Delete");
  await add(7, 8);
  await drawer.getByRole("button", { name: "Propose to client" }).click();
  await page.getByText(/^Proposed to Stella\. The rooms are kept until /).waitFor();
  await cardOf("Stella")
    .getByText(`Proposed: ${nights(3, 5)} ($90.00); ${nights(7, 8)} ($45.00) · answer by `)
    .waitFor();
  await cardOf("Stella")
    .getByText(`Accept books the stay they asked for: ${nights(1, 3)}.`)
    .waitFor();
  const { body } = await textLike(app, phone, /Choose one here/);
  expect(body).toContain(`from ${nights(1, 3)}, but can for these stays:\n\n- ${nights(3, 5)}\n- ${nights(7, 8)}`);
  const own = await openPage(browser, phoneSize);
  const hers = own.page;
  await hers.goto(/http\S+\/t\/\S+/.exec(body)?.[0] ?? "");
  await hers.getByRole("status").getByText("Choose a stay that works for you").waitFor();
  await hers.getByText(`You asked for ${nights(1, 3)}`).waitFor();
  const choices = hers.getByRole("group", { name: "Stays" }).getByRole("button");
  expect(await choices.first().textContent()).toContain(`${nights(3, 5)}Drop-off at 4:00 PM, pick-up at 10:00 AM`);
  expect(await choices.last().textContent()).toContain("$45.00 instead of $90.00");
  expect(await axeFaults(hers)).toEqual([]);
  await choices.last().click();
  await hers.getByRole("button", { name: "Book this stay" }).click();
  await hers.getByRole("status").getByText("You are booked").waitFor();
  expect(await axeFaults(hers)).toEqual([]);
  const stay = await visitOf(id);
  expect(stay).toMatchObject({ appointmentDate: wireDay(plus(7)), endDate: wireDay(plus(8)), startTime: 960, endTime: 600 });
  expect(stay?.petServiceList[0]?.lodgings).toHaveLength(1);
  await cardOf("Stella").waitFor({ state: "detached" });
  await textLike(app, phone, /is confirmed/);
  expect(own.faults).toEqual([]);
  await own.context.close();
});

test("nothing went wrong in the console", () => expect(staff.faults).toEqual([]));
