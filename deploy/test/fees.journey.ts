import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { DepositService } from "@leashline/proto/leashline/order/v1/deposit_service_pb.js";
import { NoShowPaymentStatus, NoShowService } from "@leashline/proto/leashline/order/v1/no_show_service_pb.js";
import { CardService } from "@leashline/proto/leashline/payment/v1/card_pb.js";
import { PaymentService } from "@leashline/proto/leashline/payment/v1/payment_service_pb.js";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { App } from "./app.ts";
import { axeFaults, phone } from "./browser.ts";
import { type Counter, cents, standAtCounter } from "./checkout/counter.ts";
import type { Desk } from "./small-shop.ts";
import { usd } from "./wire.ts";

// Money ahead of a visit, and for one that does not take place.

let app: Omit<App, "stop">;
let browser: Browser;
let counter: Counter;
let staff: Desk;
let page: Page;

beforeAll(async () => {
  ({ app, browser, counter, staff, page } = await standAtCounter());
});
afterAll(async () => browser?.close());

const panel = () => page.getByRole("complementary", { name: "Appointment" });
const openVisit = async (id: string) => await page.goto(`${app.url}/calendar/grooming?date=${counter.date}&appointment=${id}`);
const feeOf = async (ticketId: string) => await counter.owner.api.client(NoShowService).getNoShowInvoice({ ticketId });

async function askToCancel(id: string) {
  await openVisit(id);
  await panel().getByRole("button", { name: "More for this appointment" }).click();
  await page.getByRole("menuitem", { name: "Cancel appointment…" }).click();
  return page.getByRole("dialog");
}

test("who cancels is charged a fee on the card on file from the same dialog, and the visit says so", async () => {
  const { appointmentId, orderId } = await counter.visit("Charged", 9);
  const { customerId } = await counter.order(orderId);
  await counter.owner.api.client(CardService).attachCard({ customerId, chargeToken: "pm_card_visa" });
  const dialog = await askToCancel(appointmentId);
  await dialog.getByLabel("Charge a cancellation fee").check();
  await expect.poll(() => dialog.getByRole("button", { name: "Cancel appointment" }).isDisabled()).toBe(true);
  await dialog.getByLabel("Fee", { exact: true }).fill("25");
  expect(await axeFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Cancel appointment" }).click();
  await page.getByText("Fee of $25.00 taken").waitFor();
  await openVisit(appointmentId);
  await panel().getByText("Cancellation fee").waitFor();
  await panel().getByText("Paid", { exact: true }).waitFor();
  const { invoice, noShowFee, noShowStatus } = await feeOf(appointmentId);
  expect([cents(noShowFee), noShowStatus]).toEqual([2_500, NoShowPaymentStatus.COMPLETED]);
  expect((await counter.payments(invoice?.id ?? "0")).map(({ amount, method }) => [method, amount])).toEqual([["card", 2_500]]);
  await counter.agree();
});

test("a deposit is asked for at the visit, taken with the card on file, and comes off what is left to pay", async () => {
  const { appointmentId, orderId } = await counter.visit("Ahead", 14);
  const { customerId } = await counter.order(orderId);
  await counter.owner.api.client(CardService).attachCard({ customerId, chargeToken: "pm_card_visa" });
  await openVisit(appointmentId);
  await panel().getByRole("button", { name: "Ask for a deposit" }).click();
  const asking = page.getByRole("dialog", { name: "Ask for a deposit" });
  const ask = asking.getByRole("button", { name: "Ask for deposit" });
  expect(await ask.isDisabled()).toBe(true);
  await asking.getByLabel("Deposit", { exact: true }).fill("30");
  await ask.click();
  await page.getByText(/^Deposit of \$30\.00 noted\./).waitFor();
  await panel().getByText("Not paid").waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await panel().getByRole("button", { name: "Take the deposit" }).click();
  const taking = page.getByRole("dialog", { name: "Take the deposit" });
  await taking.getByLabel("Pay with").click();
  await page.getByRole("option", { name: /4242 on file/ }).click();
  await taking.getByRole("button", { name: "Take $30.00" }).click();
  await panel().getByText("Paid", { exact: true }).first().waitFor();
  await vi.waitFor(async () => expect(cents((await counter.order(orderId)).depositInfo?.due)).toBe(0), 10_000);
  expect(cents((await counter.order(orderId)).remain)).toBe(5_617);
  await counter.agree();
});

test("who cancels hears what of the deposit goes back by the policy of the settings", async () => {
  await page.goto(`${app.url}/setting/payment/deposit/rules`);
  await page.getByLabel("Return deposits automatically").check();
  await page.getByLabel("Percent of the deposit").fill("50");
  await page.getByLabel("Hours before the appointment").fill("1");
  await page.getByRole("button", { name: "Save deposit policy" }).click();
  await page.getByText("Deposit policy saved").waitFor();
  const { appointmentId, orderId } = await counter.visit("Returned", 13);
  const amount = usd(30);
  await counter.owner.api.client(DepositService).createDeposit({ invoiceId: orderId, amount });
  await counter.owner.api.client(PaymentService).createPayment({ orderId, amount, method: "cash", isDeposit: true });
  await openVisit(appointmentId);
  await panel().getByText("Paid", { exact: true }).first().waitFor();
  const dialog = await askToCancel(appointmentId);
  await dialog.getByText("$15.00 of the $30.00 deposit goes back to the client").waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Cancel appointment" }).click();
  await page.getByText("Appointment canceled. The time is free again.").waitFor();
  await keepTwenty(appointmentId);
  await vi.waitFor(async () => expect(cents((await counter.order(orderId)).kept)).toBe(2_000), 10_000);
  await counter.agree();
  await page.goto(`${app.url}/report/reports`);
  await page.getByText("Deposits kept").waitFor();
});

/** Before the policy acts staff decide otherwise, on the invoice. */
async function keepTwenty(appointmentId: string): Promise<void> {
  await page.goto(`${app.url}/calendar/grooming?date=${counter.date}&checkout=${appointmentId}`);
  const held = page.getByRole("region", { name: "Deposit", exact: true });
  await held.getByText("Your deposit policy decides ten minutes after the cancellation").waitFor();
  await held.getByRole("button", { name: "Keep deposit" }).click();
  const keeping = page.getByRole("dialog", { name: "Keep the deposit" });
  await keeping.getByLabel("Amount to keep").fill("20");
  await keeping.getByLabel("Reason").fill("Third time");
  expect(await axeFaults(page)).toEqual([]);
  await keeping.getByRole("button", { name: "Keep $20.00" }).click();
  await held.getByText("$20.00 of the deposit kept").waitFor();
  await held.getByText("Third time · $10.00 due to the client").waitFor();
  await held.getByRole("button", { name: "Change" }).click();
  await keeping.getByLabel("Amount to keep").fill("0");
  await keeping.getByRole("button", { name: "Keep nothing" }).click();
  // The drawer hides what is outside it from roles.
  await page.getByText("Undo", { exact: true }).last().click();

  await held.getByText("$20.00 of the deposit kept").waitFor();
}

test("a rule of the settings has every new appointment ask for its deposit", async () => {
  await page.goto(`${app.url}/setting/payment/deposit/rules`);
  await page.getByRole("button", { name: "Add deposit rule" }).first().click();
  const drawer = page.getByRole("dialog", { name: "New deposit rule" });
  await drawer.getByLabel("Name").fill("Everybody");
  await drawer.getByLabel("Percent", { exact: true }).fill("50");
  expect(await axeFaults(page)).toEqual([]);
  await drawer.getByRole("button", { name: "Add deposit rule" }).click();
  await page.getByText("50% of the bill").first().waitFor();
  const { orderId, appointmentId } = await counter.visit("Ruled", 16);
  await vi.waitFor(async () => expect(cents((await counter.order(orderId)).depositInfo?.due)).toBe(4_308), 30_000);
  await openVisit(appointmentId);
  await panel().getByRole("button", { name: "No deposit" }).click();
  await panel().getByRole("button", { name: "Ask for a deposit" }).waitFor();
  await page.goto(`${app.url}/setting/payment/deposit/rules`);
  await page.getByText("Everybody").first().click();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete deposit rule" }).click();
  await page.getByText("No deposit rules yet").waitFor();
});

test("a fee that is asked for later stands on the client's page, is paid there on a phone, and another one is waived", async () => {
  const { appointmentId, orderId } = await counter.visit("Later", 11);
  const { customerId } = await counter.order(orderId);
  await (await askToCancel(appointmentId)).getByRole("button", { name: "Cancel appointment" }).click();
  await page.getByText("Appointment canceled. The time is free again.").waitFor();
  await openVisit(appointmentId);
  await panel().getByRole("button", { name: "Charge a cancellation fee" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Fee", { exact: true }).fill("15");
  await dialog.getByRole("button", { name: "Charge fee" }).click();
  await panel().getByText("Not paid").waitFor();
  await panel().getByRole("button", { name: "Waive" }).click();
  await page.getByRole("button", { name: "Waive fee" }).click();
  await panel().getByRole("button", { name: "Charge a cancellation fee" }).click();
  await dialog.getByLabel("Fee", { exact: true }).fill("18");
  await dialog.getByRole("button", { name: "Charge fee" }).click();
  await panel().getByText("$18.00").first().waitFor();
  await page.setViewportSize(phone);
  await page.goto(`${app.url}/client/${customerId}/outstandingBalance`);
  await page.getByText("Cancellation fee").first().waitFor();
  await page.getByRole("button", { name: "Check out" }).first().click();
  const drawer = page.getByRole("dialog", { name: /^Check out/ });
  await drawer.getByRole("radio", { name: "Cash" }).check();
  expect(await drawer.getByRole("region", { name: "Tip" }).count()).toBe(0);
  await drawer.getByRole("button", { name: "Take $18.00" }).click();
  await drawer.getByText("Successful").waitFor();
  await page.getByText("Nothing is owed").waitFor();
  await vi.waitFor(async () => expect((await feeOf(appointmentId)).noShowStatus).toBe(NoShowPaymentStatus.COMPLETED), 10_000);
  const { appointment } = await counter.owner.api.client(AppointmentService).getAppointment({ id: appointmentId });
  expect(appointment?.status).toBe(AppointmentStatus.CANCELLED);
  await counter.agree();
  expect(staff.faults).toEqual([]);
});
