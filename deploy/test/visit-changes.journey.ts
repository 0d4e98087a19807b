import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { SeriesService } from "@leashline/proto/leashline/calendar/v1/series_service_pb.js";
import { VaccineService } from "@leashline/proto/leashline/customer/v1/vaccine_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { PriceUnit } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { cents } from "./checkout/counter.ts";
import {
  app,
  beside,
  besideReads,
  browser,
  cardOf,
  field,
  labelOf,
  lookOver,
  openDay,
  otis,
  page,
  press,
  staff,
  unusable,
  workday,
  zone,
} from "./day/desk.ts";
import { later, timesIn } from "./day/moves.ts";
import { booked, coloredByAppointment, foundCompany, type Person, signedUp, signInAs } from "./small-shop.ts";
import { colorOn, takeBack } from "./steps.ts";
import { usd, wireDay } from "./wire.ts";

// A visit that is booked already is changed, at the desk of a small shop, while a second browser shows the same day.

let owner: Person;
let id = "0";

beforeAll(async () => {
  await openDay();
  owner = await signedUp(app.url, "visit-changes.test", "Olive", "Owner");
  await foundCompany(owner, "Second Thoughts Grooming", zone);
  await coloredByAppointment(owner);
  const [firstName = "", lastName = ""] = otis.name.split(" ");
  id = await booked(owner, { firstName, lastName, petName: otis.pet, date: workday(), startTime: 600 });
  for (const { page: of, context } of [staff, beside]) {
    await signInAs(context, app.url, owner);
    await of.goto(`${app.url}/calendar/grooming?date=${workday()}`);
    await cardOf(otis, of).waitFor();
  }
});
afterAll(async () => await browser?.close());

/** The visit and its invoice, once that has followed. */
async function billOf() {
  const { appointment } = await owner.api.client(AppointmentService).getAppointment({ id });
  return await vi.waitFor(async () => {
    const { order } = await owner.api.client(OrderService).getOrderByAppointment({ appointmentId: id });
    expect(cents(order?.subTotal)).toBe(cents(appointment?.estimatedTotalPrice));
    return { appointment, order };
  }, 10_000);
}

async function openEdit(): Promise<Locator> {
  await cardOf(otis).click();
  await page.getByRole("complementary", { name: "Appointment" }).getByRole("button", { name: "Edit", exact: true }).click();
  const drawer = page.getByRole("dialog", { name: "Change the appointment" });
  await drawer
    .getByLabel(/^Minutes for/)
    .first()
    .waitFor();
  return drawer;
}

test("a booked appointment is changed: one service more, another price, length, note and color; a second browser follows, the invoice and what the client owes too", async () => {
  const before = timesIn(await labelOf(cardOf(otis, beside.page)));
  const drawer = await openEdit();
  await lookOver("edit drawer");
  await drawer.getByLabel(/^Price for/).fill("61.25");
  await drawer.getByLabel(/^Minutes for/).fill("50");
  await press("Add a service for Moss", drawer);
  await drawer.getByRole("button", { name: /^Nail trim/ }).click();
  await field("Comments", drawer).fill("Moss hates the dryer");
  await drawer.getByRole("radio", { name: "Color 2" }).click();
  await lookOver("edit drawer, changed");
  // The first try is lost on the way; the second carries the same key.
  const keys: (string | undefined)[] = [];
  await page.route("**/UpdateAppointment", async (route) => {
    keys.push(route.request().headers()["idempotency-key"]);
    await (keys.length === 1 ? route.abort("connectionreset") : route.continue());
  });
  await press(/^Save ·/, drawer);
  await page
    .getByText(/offline|connection|network/i)
    .first()
    .waitFor();
  expect(await field("Comments", drawer).inputValue()).toBe("Moss hates the dryer");
  await press(/^Save ·/, drawer);
  await drawer.waitFor({ state: "detached" });
  await besideReads(otis, new RegExp(`${before[0]}.+${later(before[0], 65)}`));
  await page.unroute("**/UpdateAppointment");
  for (const of of [page, beside.page]) await expect.poll(() => colorOn(cardOf(otis, of))).toBe("#8253A1");
  expect([keys.length, new Set(keys).size, Boolean(keys[0])]).toEqual([2, 1, true]);
  // The browser notes what was broken off on purpose.
  expect(staff.faults.splice(0)).toEqual(["Failed to load resource: net::ERR_CONNECTION_RESET"]);
  const visit = page.getByRole("complementary", { name: "Appointment" });
  await visit.getByText("Moss hates the dryer").waitFor();
  const { appointment, order } = await billOf();
  const services = [...(appointment?.petServiceList ?? []).map((line) => line.price), appointment?.estimatedTotalPrice].map(cents);
  const [groom = 0, nails = 0, sum = 0] = services;
  expect([groom, sum]).toEqual([6_125, groom + nails]);
  expect([cents(order?.subTotal), cents(order?.paid), cents(order?.remain)]).toEqual([sum, 0, sum + cents(order?.tax)]);
  await page.goto(`${app.url}/client/${appointment?.customerId}`);
  await page
    .getByText(`$${(cents(order?.remain) / 100).toFixed(2)}`)
    .first()
    .waitFor();
});

test("a change that nobody has time for is refused and loses nothing; one that somebody else made meanwhile is said, and both are kept", async () => {
  await page.goto(`${app.url}/calendar/grooming?date=${workday()}`);
  const drawer = await openEdit();
  await field("Alert note", drawer).fill("Bites when tired");
  await drawer.getByRole("radio", { name: "As its service" }).click();
  await drawer
    .getByLabel(/^Minutes for/)
    .first()
    .fill("700");
  await press(/^Save ·/, drawer);
  const dialog = page.getByRole("dialog", { name: /is off at this time/ });
  await dialog.getByLabel(/because/).waitFor();
  await press("Go back", dialog);
  expect(await field("Alert note", drawer).inputValue()).toBe("Bites when tired");
  await drawer
    .getByLabel(/^Minutes for/)
    .first()
    .fill("50");
  const theirs = { id, ticketComments: "Called: comes with his sister" };
  await owner.api.client(AppointmentService).updateTicketComments(theirs);
  const overtaken = drawer.getByRole("alert").filter({ hasText: "Somebody else changed this appointment" });
  await overtaken.getByText("Olive Owner: Comments").waitFor();
  expect(await drawer.getByRole("button", { name: /^Save ·/ }).isEnabled()).toBe(false);
  await lookOver("edit drawer, overtaken");
  await press("Keep what I changed", overtaken);
  expect(await field("Comments", drawer).inputValue()).toBe(theirs.ticketComments);
  await press(/^Save ·/, drawer);
  await drawer.waitFor({ state: "detached" });
  const visit = page.getByRole("complementary", { name: "Appointment" });
  await visit.getByText("Bites when tired").waitFor();
  await visit.getByText(theirs.ticketComments).waitFor();
  await expect.poll(() => colorOn(cardOf(otis))).not.toBe("#8253A1");
  const { entries } = await owner.api.client(AppointmentService).listActionLog({ id, pageSize: 1 });
  expect(entries[0]?.detail).toMatch(/^Alert note; Color/);
  await takeBack(page, "Appointment changed");
  await visit.getByText("Bites when tired").waitFor({ state: "detached" });
  await expect.poll(() => colorOn(cardOf(otis, beside.page))).toBe("#8253A1");
});

test("what was done stays offered for ten minutes, in every tab and after a reload; the keyboard takes back the newest, and what somebody changed since leaves the list", async () => {
  const visits = owner.api.client(AppointmentService);
  const mine = async () => (await visits.getAppointment({ id })).appointment;
  await page.goto(`${app.url}/calendar/grooming?date=${workday()}`);
  const noted = async (note: string) => {
    const drawer = await openEdit();
    await field("Alert note", drawer).fill(note);
    await press(/^Save ·/, drawer);
    await drawer.waitFor({ state: "detached" });
  };
  const before = (await mine())?.alertNotes;
  await noted("Wears a cone");
  const second = await staff.context.newPage();
  await second.goto(`${app.url}/calendar/grooming?date=${workday()}`);
  await press("Recent changes", second);
  const list = second.getByRole("dialog", { name: "Recent changes" });
  await list.getByText("Appointment changed").waitFor();
  await lookOver("recent changes", second);
  await page.reload();
  const offered = page.getByRole("button", { name: "Recent changes" });
  await offered.waitFor();
  await page.keyboard.press("Control+z");
  await page.getByText("Undone").waitFor();
  expect((await mine())?.alertNotes).toBe(before);
  await offered.waitFor({ state: "detached" });
  await list.waitFor({ state: "detached" });
  await noted("Wears a scarf");
  await visits.updateAppointment({ id, alertNotes: "Wears nothing" });
  await press("Recent changes", second);
  await press("Undo: Appointment changed", list);
  await list.waitFor({ state: "detached" });
  await offered.waitFor({ state: "detached" });
  expect((await mine())?.alertNotes).toBe("Wears nothing");
  await visits.undoChange({ id });
  await second.close();
});

test("what is half changed is asked about before it is lost, and changed from the day's overview", async () => {
  await page.goto(`${app.url}/home/overview?date=${workday()}`);
  await press("Edit Grant’s appointment");
  const drawer = page.getByRole("dialog", { name: "Change the appointment" });
  await drawer
    .getByLabel(/^Minutes for/)
    .first()
    .fill("45");
  await page.keyboard.press("Escape");
  const asked = page.getByRole("dialog", { name: "Leave with unsaved changes?" });
  await press("Keep editing", asked);
  await asked.waitFor({ state: "detached" });
  await press(/^Save ·/, drawer);
  await page.getByText("Appointment changed").waitFor();
  await drawer.waitFor({ state: "detached" });
  const { appointment } = await billOf();
  expect(appointment?.petServiceList[0]?.duration).toBe(45);
  // A link to the appointment leads to it.
  await page.goto(`${app.url}/editTicket/${id}`);
  await page.getByRole("complementary", { name: "Appointment" }).getByRole("button", { name: "Edit", exact: true }).waitFor();
});

test("price-unit: an appointment made longer says what its hours come to; the price stays, or changes because somebody says so", async () => {
  const appointments = owner.api.client(AppointmentService);
  const lineOf = async () => (await appointments.getAppointment({ id })).appointment?.petServiceList[0];
  const line = await lineOf();
  const { petId = "0", petDetailId = "0", serviceId = "0", staffId = "0" } = line ?? {};
  const price = usd(60);
  const hourly = { price, priceUnit: PriceUnit.PER_HOUR };
  await owner.api.client(CatalogService).updateService({ id: serviceId, service: hourly, updateMask: { paths: ["price", "price_unit"] } });
  await appointments.updateAppointment({
    id,
    petServices: [{ petId, services: [{ serviceId, petDetailId, staffId, duration: 60, price }] }],
  });
  const longerBy = async (minutes: number, answer: RegExp) => {
    const { appointment } = await appointments.getAppointment({ id });
    await page.goto(`${app.url}/editTicket/${id}`);
    await press("More for this appointment");
    await page.getByRole("menuitem", { name: "Move…" }).click();
    const drawer = page.getByRole("dialog", { name: "Move the appointment" });
    const end = ((appointment?.endTime ?? 0) + minutes) % 720;
    await field("End", drawer).fill(
      `${Math.floor(end / 60) || 12}:${String(end % 60).padStart(2, "0")} ${(appointment?.endTime ?? 0) + minutes >= 720 ? "PM" : "AM"}`,
    );
    await page.keyboard.press("Tab");
    await press("Move", drawer);
    const asked = page.getByRole("dialog", { name: "The price depends on the length" });
    await asked.waitFor();
    await lookOver("price");
    await press(answer, asked);
    await page.getByText(/^Now /).waitFor();
    return await lineOf();
  };
  expect(await longerBy(30, /^Keep \$60/)).toMatchObject({ duration: 90, price });
  // What was kept is a price agreed by hand from here on: nobody is asked about it again.
  await appointments.updateAppointment({
    id,
    petServices: [{ petId, services: [{ serviceId, petDetailId, staffId, duration: 90, price: { ...price, units: 90n } }] }],
  });
  expect(await longerBy(30, /charge \$120/)).toMatchObject({ duration: 120, price: { units: 120n } });
});

test("vaccine-expiry-warning: who books a pet whose vaccine expires that day is asked first; closing the question keeps everything typed, and two presses book once", async () => {
  const { api } = owner;
  const { appointment } = await api.client(AppointmentService).getAppointment({ id });
  const { vaccine } = await api.client(VaccineService).saveVaccine({ name: "Rabies" });
  const petId = appointment?.petServiceList[0]?.petId ?? "0";
  await api.client(VaccineService).savePetVaccine({ petId, vaccineId: vaccine?.id ?? "0", expirationDate: wireDay(workday()) });
  await page.goto(`${app.url}/calendar/grooming?date=${workday()}&book=1&customerId=${appointment?.customerId}`);
  const drawer = page.getByRole("dialog", { name: "Book an appointment" });
  await drawer.getByRole("button", { name: /^Nail trim/ }).click();
  await field("Comments", drawer).fill("Moss comes twice");
  const visits = async () =>
    (await api.client(AppointmentService).listCustomerAppointments({ customerId: appointment?.customerId ?? "0" })).total;
  const before = await visits();
  await press(/^Book ·/, drawer);
  const question = page.getByRole("dialog", { name: "A vaccine expires by this appointment" });
  await question.getByText(/^Moss: Rabies, valid until .+\. Still continue\?$/).waitFor();
  await page.keyboard.press("Escape");
  await question.waitFor({ state: "detached" });
  expect([await field("Comments", drawer).inputValue(), await visits()]).toEqual(["Moss comes twice", before]);
  await drawer.getByRole("button", { name: /^Book ·/ }).dblclick();
  await press("Book anyway", question);
  await page
    .getByText(/Booked for/)
    .first()
    .waitFor();
  expect(await visits()).toBe(before + 1);
});

test("an appointment repeats: its dates are seen before they are booked, all of them are changed at once, with their services and with how often they come, each is undone, and the rest is cancelled", async () => {
  const starts = async () => {
    const { appointments } = await owner.api.client(SeriesService).getSeries({ appointmentId: id });
    return appointments.map(({ startTime, status }) => (status === AppointmentStatus.CANCELLED ? "cancelled" : startTime));
  };
  await page.goto(`${app.url}/editTicket/${id}`);
  await press("More for this appointment");
  await page.getByRole("menuitem", { name: "Repeat…" }).click();
  const repeat = page.getByRole("dialog", { name: "Repeat the appointment" });
  await field("Visits in all, with this one", repeat).fill("4");
  await expect.poll(() => repeat.getByRole("list", { name: "Dates" }).getByRole("listitem").count()).toBe(3);
  await lookOver("repeat");
  await press("Book 3 appointments", repeat);
  await page.getByText("3 more appointments booked").waitFor();
  const before = await starts();
  expect(new Set(before).size).toBe(1);
  await press("Repeats");
  const series = page.getByRole("dialog", { name: "Repeating appointment" });
  await field("Start", series).fill("3:00 PM");
  await page.keyboard.press("Tab");
  await lookOver("series");
  await press("Change 4 visits", series);
  await page.getByText("4 visits changed").waitFor();
  expect(await starts()).toEqual([900, 900, 900, 900]);
  await takeBack(page, "4 visits changed");
  await expect.poll(starts).toEqual(before);
  await series.waitFor({ state: "detached" });
  await press("Repeats");
  await series.getByRole("list").first().getByRole("listitem").first().waitFor();
  await series.getByText(/3:00/).first().waitFor({ state: "detached" });
  await press("Change how often", series);
  const rule = page.getByRole("dialog", { name: "Change how often" });
  await field("Visits in all, with this one", rule).fill("5");
  await rule.getByRole("list", { name: "Dates" }).getByText("New").waitFor();
  expect(await rule.getByRole("list", { name: "Dates" }).getByRole("listitem").count()).toBe(4);
  await lookOver("another rule");
  await press("Book 1 visit", rule);
  await rule.waitFor({ state: "detached" });
  expect(await starts()).toHaveLength(5);
  await press("Edit");
  const drawer = page.getByRole("dialog", { name: "Change the appointment" });
  await drawer
    .getByLabel(/^Minutes for/)
    .first()
    .fill("55");
  await press(/^Save ·/, drawer);
  const scope = page.getByRole("dialog", { name: "Change a repeating appointment" });
  await scope.getByLabel("This and following").check();
  await press("Save", scope);
  await page.getByText("5 appointments changed").waitFor();
  const lengths = async () =>
    (await owner.api.client(SeriesService).getSeries({ appointmentId: id })).appointments.map((one) => one.petServiceList[0]?.duration);
  expect(await lengths()).toEqual(Array(5).fill(55));
  await press("Recent changes");
  const recent = page.getByRole("dialog", { name: "Recent changes" });
  await press("Undo: 5 appointments changed", recent);
  await expect.poll(async () => (await lengths()).includes(55)).toBe(false);
  await recent.getByRole("button", { name: "Undo: 5 appointments changed" }).waitFor({ state: "detached" });
  await page.goto(`${app.url}/editTicket/${id}`);
  await press("Repeats");
  await press("Cancel 5 visits", series);
  await press("Cancel 5 visits", page.getByRole("dialog", { name: "Cancel 5 visits?" }));
  await page.getByText("5 visits canceled").waitFor();
  await series.waitFor({ state: "detached" });
  expect(await starts()).toEqual(Array(5).fill("cancelled"));
});

test("every page on the way was usable for everybody, in both colour schemes", () => {
  expect(unusable).toEqual([]);
});

test("nothing went wrong in the console", () => expect([...staff.faults, ...beside.faults]).toEqual([]));
