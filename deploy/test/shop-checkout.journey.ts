import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { ServiceChargeService, SurchargeType } from "@leashline/proto/leashline/offering/v1/service_charge_service_pb.js";
import { OrderStatus } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { TipSplitService } from "@leashline/proto/leashline/order/v1/tip_split_pb.js";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { App } from "./app.ts";
import { axeFaults } from "./browser.ts";
import { type Counter, cents, standAtCounter } from "./checkout/counter.ts";
import { asksFor, openCheckout } from "./checkout/drawer.ts";
import { type Desk, hired } from "./small-shop.ts";
import { wireDay } from "./wire.ts";

// The last minutes of a visit at the counter: who shares the tip, what goes back into whose hand, and what the bill is made of.

let app: Omit<App, "stop">;
let browser: Browser;
let counter: Counter;
let staff: Desk;
let page: Page;

beforeAll(async () => {
  ({ app, browser, counter, staff, page } = await standAtCounter());
});
afterAll(async () => browser?.close());

const checkout = (appointmentId: string) => openCheckout(page, app.url, counter.date, appointmentId);

test("two who share a visit are shown each one's part of the tip before it is paid, change it there, and again after it was paid; cash says what goes back", async () => {
  const robin = await hired(counter.owner, { firstName: "Robin" });
  const marcus = await hired(counter.owner, { firstName: "Marcus" });
  const { appointmentId, orderId } = await counter.visit("Shared", 9);
  await shareVisit(appointmentId, [robin, marcus]);
  await vi.waitFor(async () => expect((await counter.order(orderId)).items[0]?.staffShares).toHaveLength(2), {
    timeout: 30_000,
    interval: 200,
  });
  const drawer = await checkout(appointmentId);
  // A fifth of 80.00.
  await drawer.getByRole("button", { name: /^20\s?%/ }).click();
  const split = drawer.getByRole("region", { name: "Tip split" });
  await split.getByText("Robin $6.40 · Marcus $9.60").waitFor();
  await split.getByRole("button", { name: "Change the split" }).click();
  await split.getByRole("button", { name: "Evenly" }).click();
  await split.getByRole("button", { name: "Save split" }).click();
  await split.getByText("Robin $8.00 · Marcus $8.00").waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await drawer.getByRole("radio", { name: "Cash" }).check();
  await drawer.getByLabel("Cash given").fill("110");
  await drawer.getByRole("button", { name: "Take $102.17" }).click();
  await asksFor(drawer, "$0.00");
  await drawer.getByText("Change for the client: $7.83").waitFor();
  await split.getByRole("button", { name: "Change the split" }).click();
  await split.getByRole("button", { name: "Amounts" }).click();
  await split.getByLabel("Robin").fill("10");
  await split.getByLabel("Marcus").fill("6");
  await split.getByRole("button", { name: "Save split" }).click();
  await split.getByText("Robin $10.00 · Marcus $6.00").waitFor();
  const { tipSplit } = await counter.owner.api.client(TipSplitService).getTipSplit({ orderId });
  expect(tipSplit?.staffTipAmountList.map(({ amount }) => cents(amount))).toEqual([1_000, 600]);
});

async function shareVisit(id: string, [robin = "0", marcus = "0"]: string[]) {
  const visits = counter.owner.api.client(AppointmentService);
  const { appointment } = await visits.getAppointment({ id });
  if (!appointment) throw new Error("no such visit");
  const operationList = [
    { staffId: robin, duration: 15, priceRatio: "40" },
    { staffId: marcus, duration: 15, priceRatio: "60" },
  ];
  const services = appointment.petServiceList.map(({ serviceId }) => ({ serviceId, operationList }));
  await visits.updateAppointment({
    id,
    version: appointment.version,
    petServices: [{ petId: appointment.petServiceList[0]?.petId ?? "0", services }],
  });
}

test("a bill that was completed says so and is opened again; a refund of nothing or of too much says nothing of the bill", async () => {
  const { appointmentId, orderId } = await counter.visit("Completed", 13);
  const drawer = await checkout(appointmentId);
  expect(await drawer.getByText("A declined card is not charged").count()).toBe(0);
  await drawer.getByRole("radio", { name: "Cash" }).check();
  await drawer.getByRole("button", { name: "Take $86.17" }).click();
  await asksFor(drawer, "$0.00");
  await drawer.getByRole("button", { name: "Refund", exact: true }).click();
  const refund = page.getByRole("dialog", { name: /^Refund/ });
  const ofTheBill = refund.getByRole("radiogroup", { name: "The bill" });
  await ofTheBill.waitFor();
  for (const amount of ["", "0", "100"]) {
    await refund.getByLabel("Amount").fill(amount);
    await ofTheBill.waitFor({ state: "detached" });
    expect(await refund.getByText(/more than they owed|Lower it/).count()).toBe(0);
  }
  await refund.getByRole("button", { name: "Cancel" }).click();
  await drawer.getByRole("button", { name: "Complete invoice" }).click();
  await drawer.getByText("Invoice completed. Reopen it to change it.").waitFor();
  expect((await counter.order(orderId)).status).toBe(OrderStatus.COMPLETED);
  await drawer.getByRole("button", { name: "Reopen" }).click();
  await drawer.getByRole("button", { name: "Complete invoice" }).waitFor();
  expect((await counter.order(orderId)).status).toBe(OrderStatus.OPEN);
});

test("pets that are still here after the time of a late pick-up: the bill suggests it, and one press puts it there; who comes another day is asked for nothing", async () => {
  const { api } = counter.owner;
  // A minute past midnight: by now that is over.
  const late = { name: "Late pick-up", price: { currencyCode: "USD", units: 25n }, isActive: true, time: 1 };
  await api.client(ServiceChargeService).createServiceCharge({ ...late, surchargeType: SurchargeType.LATE_PICK_UP });
  const { appointmentId, orderId } = await counter.visit("Late", 16);
  const visits = api.client(AppointmentService);
  await visits.updateStatus({ id: appointmentId, status: AppointmentStatus.CHECKED_IN });
  const visitRead = page.waitForResponse((one) => one.url().includes("AppointmentService/GetAppointment"));
  const drawer = await checkout(appointmentId);
  const suggested = drawer.getByRole("alert").filter({ hasText: "Late pick-up: pick-up is after 12:01 AM." });
  await visitRead;
  await page.waitForLoadState("networkidle");
  expect(await suggested.count()).toBe(0);
  const appointmentDate = wireDay(Temporal.Now.plainDateISO("America/New_York"));
  const override = { overbook: true, outsideWorkingHours: true, reason: "came today" };
  await visits.revertStatus({ id: appointmentId });
  await visits.updateAppointment({ id: appointmentId, appointmentDate, startTime: 600, override });
  await visits.updateStatus({ id: appointmentId, status: AppointmentStatus.CHECKED_IN });
  await page.reload();
  await suggested.getByRole("button", { name: "Add $25.00" }).click();
  await suggested.waitFor({ state: "detached" });
  await vi.waitFor(async () => expect((await counter.order(orderId)).items.map(({ name }) => name)).toContain("Late pick-up"));
});

test("pets that came before the time of an early drop-off: the bill suggests it once they are checked in, and one press puts it there", async () => {
  const { api } = counter.owner;
  // A minute to midnight: whoever comes is before that.
  const early = { name: "Early drop-off", price: { currencyCode: "USD", units: 12n }, isActive: true, time: 1439 };
  await api.client(ServiceChargeService).createServiceCharge({ ...early, surchargeType: SurchargeType.EARLY_DROP_OFF });
  const { appointmentId, orderId } = await counter.visit("Early", 17);
  const visits = api.client(AppointmentService);
  const appointmentDate = wireDay(Temporal.Now.plainDateISO("America/New_York"));
  const override = { overbook: true, outsideWorkingHours: true, reason: "came today" };
  await visits.updateAppointment({ id: appointmentId, appointmentDate, startTime: 660, override });
  await visits.updateStatus({ id: appointmentId, status: AppointmentStatus.CHECKED_IN });
  const drawer = await checkout(appointmentId);
  const suggested = drawer.getByRole("alert").filter({ hasText: "Early drop-off: drop-off was before 11:59 PM." });
  await suggested.getByRole("button", { name: "Add $12.00" }).click();
  await suggested.waitFor({ state: "detached" });
  await vi.waitFor(async () => expect((await counter.order(orderId)).items.map(({ name }) => name)).toContain("Early drop-off"));
});

test("a charge that adds itself is a line of its own on the visit's panel and says why it is there; services and charges come to the bill", async () => {
  await counter.owner.api
    .client(ServiceChargeService)
    .createServiceCharge({ name: "Hygiene fee", price: { currencyCode: "USD", units: 5n }, isActive: true, autoApply: true });
  await page.goto(`${app.url}/calendar/grooming?book=1&date=${counter.date}`);
  const drawer = page.getByRole("dialog", { name: "Book an appointment" });
  await drawer.getByLabel("Start").fill("3:00 PM");
  await drawer.getByLabel("Start").press("Tab");
  await drawer.getByRole("combobox", { name: "Client" }).fill("Shared");
  await page.getByRole("option", { name: /Shared/ }).click();
  await drawer.getByRole("button", { name: /\$50/ }).first().click();
  await drawer.getByRole("button", { name: /^Book ·.*\$55/ }).click();
  await page.getByText(/^Booked for/).waitFor();
  await page
    .getByRole("button", { name: /Shared.*3:00/ })
    .first()
    .click();
  const panel = page.getByRole("complementary", { name: "Appointment" });
  const fee = panel.getByRole("group", { name: "Hygiene fee" });
  await fee.getByText("$5.00").waitFor();
  await fee.getByText("Added automatically to every visit").waitFor();
  expect(await panel.getByText("Services", { exact: true }).locator("xpath=..").textContent()).toBe("Services$50.00");
});

test("nothing went wrong in the console", () => expect(staff.faults).toEqual([]));
