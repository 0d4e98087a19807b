import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { CardService } from "@leashline/proto/leashline/payment/v1/card_pb.js";
import { DisputeFileKind, DisputeService } from "@leashline/proto/leashline/payment/v1/dispute_service_pb.js";
import { FinancingService } from "@leashline/proto/leashline/payment/v1/financing_service_pb.js";
import { PaymentService } from "@leashline/proto/leashline/payment/v1/payment_service_pb.js";
import { PaymentSettingService } from "@leashline/proto/leashline/payment/v1/payment_setting_pb.js";
import { PayoutService } from "@leashline/proto/leashline/payment/v1/payout_service_pb.js";
import { ProviderAccountService } from "@leashline/proto/leashline/payment/v1/provider_account_service_pb.js";
import { SquareAccountService } from "@leashline/proto/leashline/payment/v1/square_account_service_pb.js";
import { TipPayoutService } from "@leashline/proto/leashline/payment/v1/tip_payout_service_pb.js";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type App, askSandbox } from "./app.ts";
import { axeFaults, desktop, phone } from "./browser.ts";
import { type Counter, standAtCounter } from "./checkout/counter.ts";
import { enterCard, openCheckout } from "./checkout/drawer.ts";
import { type Desk, hired } from "./small-shop.ts";

// The account with the card provider, as the owner of a shop sets it up.

let app: Omit<App, "stop">;
let browser: Browser;
let counter: Counter;
let staff: Desk;
let page: Page;

beforeAll(async () => {
  ({ app, browser, counter, staff, page } = await standAtCounter());
});
afterAll(async () => browser?.close());

/** What the provider's own page is told, and back. */
async function onboard(button: string, outcome: string) {
  await page.getByRole("button", { name: button }).click();
  await page.getByRole("heading", { name: "Onboarding sandbox" }).waitFor();
  await page.getByRole("button", { name: outcome }).click();
  await page.getByRole("heading", { name: "Card account" }).first().waitFor();
}

const says = async (text: string) => await page.getByText(text).first().waitFor();

test("provider-restriction-text, provider-restriction-fallback, provider-missing-item-names: from no account to one that works, each step saying what is missing", async () => {
  await page.goto(`${app.url}/setting/payment`);
  await page.getByRole("link", { name: "Card account" }).click();
  await says("Not set up");
  expect(await axeFaults(page)).toEqual([]);
  await onboard("Set up Leashline Pay", "An ID number that does not match");
  await says("Restricted");
  await says("The following information is missing or invalid");
  await says("ID number: The ID number does not match the name.");
  await onboard("Finish setting up", "A tax ID is needed within two weeks");
  await page.getByText(/^The following information is missing or invalid, please provide by \S+/).waitFor();
  await says("Tax ID");
  expect(await axeFaults(page)).toEqual([]);
  await onboard("Finish setting up", "An ID number is needed some day");
  await says("Enabled ✓");
  await says("Please submit the additional information needed by clicking on the button below.");
  await onboard("Finish setting up", "Everything is right");
  await says("Completed");
  await says("STRIPE TEST BANK ending in 6789");
  await page.setViewportSize(phone);
  await says("Payouts go here");
  expect(await axeFaults(page)).toEqual([]);
  expect(staff.faults).toEqual([]);
});

test("a card that is typed now is entered for that account, which keeps it", async () => {
  await page.setViewportSize(desktop);
  const { customerId } = await counter.order((await counter.visit("Typed", 14)).orderId);
  await page.goto(`${app.url}/client/${customerId}/creditCards`);
  await page.getByRole("button", { name: "Add a card" }).click();
  await enterCard(page, "5555555555554444");
  await page.getByRole("button", { name: "Save card" }).click();
  await says("Mastercard ·· 4444");
  const { cards } = await counter.owner.api.client(CardService).listCards({ customerId });
  expect(cards.map(({ last4, elsewhere }) => [last4, elsewhere])).toEqual([["4444", false]]);
  expect(staff.faults).toEqual([]);
});

const open = async (path: string, title: string) => {
  await page.goto(`${app.url}${path}`);
  await page.getByRole("heading", { name: title, exact: true }).first().waitFor();
};
const press = async (name: string | RegExp, role: "button" | "tab" | "link" = "button") =>
  await page.getByRole(role, { name }).first().click();

/** A charge that its holder contests, a visit paid in cash whose client has a card, and what the provider pays out of it. */
async function moneyMoves() {
  const amount = { currencyCode: "USD", units: 86n, nanos: 170_000_000 };
  const [contested, shown] = [await counter.visit("Contested", 9), await counter.visit("Shown", 11)];
  const payments = counter.owner.api.client(PaymentService);
  await payments.createPayment({ orderId: contested.orderId, amount, method: "card", paymentMethodToken: "pm_card_createDispute" });
  const { customerId } = await counter.order(shown.orderId);
  await counter.owner.api.client(CardService).attachCard({ customerId, chargeToken: "pm_card_visa" });
  await payments.createPayment({ orderId: shown.orderId, amount: { ...amount, units: 20n }, method: "cash" });
  await payments.createPayment({
    orderId: shown.orderId,
    amount: { ...amount, units: 60n },
    method: "card",
    paymentMethodToken: "pm_card_visa",
  });
  await askSandbox(app, "/stripe/payouts?to=in_transit", {});
  return shown.appointmentId;
}

/** A payout, on the screens, from its way to the bank through its return. */
async function payoutsMove() {
  const list = page.getByRole("table", { name: "Payouts" });
  await open("/creditCard/LeashlinePay", "Leashline Pay");
  await list.getByText(/^On its way, expected \S/).waitFor();
  await list.getByRole("row").nth(1).click();
  await page.getByRole("table", { name: "Payments in this payout" }).getByText("$60.17").first().waitFor();
  await says("Processing fees");
  expect(await axeFaults(page)).toEqual([]);
  await open("/payment/ledger", "Ledger");
  await says("Payouts on the way to the bank");
  const { payouts } = await counter.owner.api.client(PayoutService).listPayouts({});
  const step = async (to: string) => await askSandbox(app, `/stripe/payouts/${payouts[0]?.providerId}/${to}`, {});
  await open("/creditCard/LeashlinePay", "Leashline Pay");
  await step("paid");
  await list.getByText(/^In your bank, \S/).waitFor();
  await step("failed");
  await list.getByText("Failed", { exact: true }).waitFor();
  await list.getByText(/^The bank account has been closed\. \$\S+ was put back into your balance/).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.setViewportSize(phone);
  await page.getByText(/was put back into your balance/).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.setViewportSize(desktop);
}

test("screen-payments: ways to pay, who bears the card fee, tips, the account, deposit rules, refunds, holds with their hints, transactions and their file, payouts, disputes and readers each have their screen", async () => {
  await page.setViewportSize(desktop);
  const visit = await moneyMoves();
  await open("/setting/payment/methods", "Ways to pay");
  await open("/setting/payment/fees", "Card fees");
  await page.getByRole("combobox", { name: "Who pays the card fee" }).waitFor();
  await open("/setting/payment/tips", "Tips at checkout");
  await says("Tips that are offered");
  await open("/setting/payment/deposit/rules", "Deposit rules");
  await open("/creditCard/integration", "Card account");
  await says("Completed");
  await open("/creditCard/stripe/readers", "Card readers");
  await page.getByRole("button", { name: "Add a counter" }).waitFor();

  const drawer = await openCheckout(page, app.url, counter.date, visit);
  const hold = drawer.getByRole("region", { name: "Pre-authorization" });
  await hold.getByText("You can hold the amount on the client’s card ahead of the appointment").waitFor();
  await hold.getByRole("button", { name: /^Hold/ }).waitFor();
  await drawer.getByRole("button", { name: "Refund" }).first().click();
  await page
    .getByRole("dialog", { name: /^Refund/ })
    .getByRole("button", { name: /^Refund \$/ })
    .click();
  await page
    .getByText(/\$[26]0\.17 refunded/)
    .first()
    .waitFor();

  await open("/creditCard", "Transactions");
  await page.getByRole("table", { name: "Transactions" }).getByText("Robin Contested").waitFor();
  expect(await axeFaults(page)).toEqual([]);
  const find = page.getByRole("searchbox", { name: "Client, card, check, invoice or amount" });
  await find.fill("no such payment");
  const wider = page.getByRole("button", { name: "Search the last two years" });
  await wider.click();
  await wider.waitFor({ state: "detached" });
  await page.getByRole("heading", { name: "No transactions" }).waitFor();
  await find.fill("contested");
  await page.getByRole("table", { name: "Transactions" }).getByText("Robin Contested").first().waitFor();
  const [file] = await Promise.all([page.waitForEvent("download"), press("Export CSV")]);
  expect(file.suggestedFilename()).toMatch(/\.csv$/);

  await payoutsMove();
  await press("Disputes", "tab");
  await page.getByRole("table", { name: "Disputes" }).getByText("$86.17").first().click();
  const dispute = page.getByRole("dialog", { name: "Dispute" });
  await dispute.getByLabel("What happened").fill("The dog was bathed and fetched by its owner.");
  const messages = { name: "messages.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4 see you at nine") };
  await dispute.getByLabel("What it shows").click();
  await page.getByRole("option", { name: "Messages with the client" }).click();
  await dispute.getByLabel("File: Messages with the client").setInputFiles(messages);
  const attached = dispute.getByRole("list", { name: "Attached files" });
  await attached.getByText("Messages with the client").waitFor();
  await dispute.getByRole("button", { name: "Attach the receipt of this bill" }).click();
  await attached
    .getByRole("link", { name: /\.pdf$/ })
    .nth(1)
    .waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.reload();
  await attached.getByText("Messages with the client").waitFor();
  expect(await dispute.getByLabel("What happened").inputValue()).toBe("The dog was bathed and fetched by its owner.");
  await dispute.getByRole("button", { name: "Send to the bank" }).click();
  await page.getByRole("table", { name: "Disputes" }).getByText("With the bank").waitFor();
  const { disputes: answered } = await counter.owner.api.client(DisputeService).listDisputes({});
  expect(answered[0]?.files.map(({ kind, fileName }) => [kind, fileName.slice(-4)])).toEqual([
    [DisputeFileKind.RECEIPT, ".pdf"],
    [DisputeFileKind.CUSTOMER_COMMUNICATION, ".pdf"],
  ]);
  expect(staff.faults).toEqual([]);
}, 300_000);

test("what the card provider offers to lend is taken on its page, paid out, and withheld from a card payment; each step stands on its screen", async () => {
  const finance = `${app.url}/finance/capital`;
  const headers = { authorization: `Bearer ${app.sandboxToken}` };
  const desk = async (form: Record<string, string>) =>
    await fetch(`${app.sandboxUrl}/sandbox/api/stripe/capital`, {
      method: "POST",
      headers,
      body: new URLSearchParams(form),
      redirect: "manual",
    });
  await page.setViewportSize(desktop);
  await page.goto(finance);
  await page.getByRole("heading", { name: "No offer now" }).waitFor();
  const { account } = await counter.owner.api.client(ProviderAccountService).getAccount({});
  await desk({ account: account?.id ?? "", amount: "2000" });
  await page.reload();
  await page.getByRole("heading", { name: "You have an offer" }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await press("Look at the offer");
  await page.getByRole("heading", { name: "Capital sandbox" }).waitFor();
  await press("Submit the application");
  await page.getByText("You have taken financing").waitFor();
  const { offers } = await counter.owner.api.client(FinancingService).listFinancingOffers({});
  await desk({ offer: offers[0]?.offerId ?? "", act: "pay_out" });
  const { orderId } = await counter.visit("Withheld", 15);
  const amount = { currencyCode: "USD", units: 50n };
  await counter.owner.api.client(PaymentService).createPayment({ orderId, amount, method: "card", paymentMethodToken: "pm_card_visa" });
  await press("All offers", "link");
  await page.getByRole("table", { name: "Your financing" }).getByText("$2,195.00").waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole("table", { name: "Your financing" }).getByRole("row").nth(1).click();
  await page.getByRole("table", { name: "Activity" }).getByText("withheld from a card payment").waitFor();
  await says("The money is on its way to your bank.");
  expect(await axeFaults(page)).toEqual([]);
  await page.setViewportSize(phone);
  expect(await axeFaults(page)).toEqual([]);
  await page.goto(`${app.url}/finance`);
  await page.getByRole("link", { name: "Open financing" }).waitFor();
  expect(staff.faults).toEqual([]);
});

/** The shop's own account at Square, let in on Square's page before payouts were asked for, and chosen as what takes its cards. */
async function takeThroughSquare() {
  const { api } = counter.owner;
  const square = api.client(SquareAccountService);
  const { address } = await square.beginSquareAccount({});
  const body = new URLSearchParams({ account: "Counter Paws", currency: "USD", places: "1", answer: "allow" });
  const consent = new URL(address);
  consent.searchParams.set("scope", (consent.searchParams.get("scope") ?? "").replace("PAYOUTS_READ", "").trim());
  const { headers } = await fetch(consent, { method: "POST", redirect: "manual", body });
  const back = new URL(headers.get("location") ?? "").searchParams;
  await square.finishSquareAccount({ code: back.get("code") ?? "", state: back.get("state") ?? "" });
  await api
    .client(PaymentSettingService)
    .updatePaymentSetting({ setting: { primaryPayType: 2 }, updateMask: { paths: ["primary_pay_type"] } });
}

test("who left is called by their name where tips are owed and where they were paid out", async () => {
  const { api } = counter.owner;
  const gil = await hired(counter.owner, { firstName: "Gil", lastName: "Gone" });
  const orders = api.client(OrderService);
  const line = { name: "Bath", unitPrice: { currencyCode: "USD", units: 40n }, staffId: gil };
  // Bills hear of who was hired a moment later.
  const { order } = await vi.waitFor(() => orders.createOrder({ lines: [line] }), { timeout: 30_000, interval: 100 });
  const orderId = order?.id ?? "0";
  const { order: tipped } = await orders.setTips({ orderId, tipsType: "amount", tips: { currencyCode: "USD", units: 8n } });
  await api.client(PaymentService).createPayment({ orderId, method: "cash", ...(tipped?.remain && { amount: tipped.remain }) });
  await orders.completeOrder({ orderId });
  const tips = api.client(TipPayoutService);
  const row = await vi.waitFor(
    async () => {
      const { rows } = await tips.listTipsOwed({});
      return rows.find(({ staffId }) => staffId === gil) ?? Promise.reject(new Error("nothing is owed yet"));
    },
    { timeout: 30_000, interval: 100 },
  );
  const owed = row.owed ?? {};
  await tips.payOutTips({ staffId: gil, amount: { currencyCode: "USD", units: 3n }, owedAmount: owed });
  await api.client(StaffService).deleteStaff({ id: gil });
  await page.setViewportSize(desktop);
  await open("/payment/tips", "Tips owed");
  await page.getByRole("table", { name: "Tips owed" }).getByText("Gil Gone").waitFor();
  await page.getByRole("table", { name: "Tips paid out" }).getByText("Gil Gone").waitFor();
  await page.getByRole("button", { name: "Pay out Gil Gone" }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  expect(staff.faults).toEqual([]);
});

test("where Square takes the cards, a card typed into Square's field is kept there and charged at checkout; the bill is kept as a PDF", async () => {
  await page.setViewportSize(desktop);
  await takeThroughSquare();
  const visit = await counter.visit("Squared", 16);
  const { customerId } = await counter.order(visit.orderId);
  await page.goto(`${app.url}/client/${customerId}/creditCards`);
  await page.getByRole("button", { name: "Add a card" }).click();
  await enterCard(page, "4111111111111111");
  await page.getByRole("button", { name: "Save card" }).click();
  await says("Visa ·· 1111");
  const drawer = await openCheckout(page, app.url, counter.date, visit.appointmentId);
  await drawer.getByLabel("Visa ·· 1111 on file").check();
  await drawer.getByRole("button", { name: /^Charge/ }).click();
  await page.getByText(/paid by visa ·· 1111/i).waitFor();
  const { payments } = await counter.owner.api.client(PaymentService).listPayments({ orderId: visit.orderId });
  expect(payments.map(({ vendor, cardLast4 }) => [vendor, cardLast4])).toEqual([["square", "1111"]]);
  const [file] = await Promise.all([page.waitForEvent("download"), drawer.getByRole("button", { name: "Download PDF" }).click()]);
  expect(file.suggestedFilename()).toMatch(/^Receipt-INV-\d+\.pdf$/);
  expect(staff.faults).toEqual([]);
});

test("a Square account that was connected before payouts were asked for says so, and is reconnected on Square's page", async () => {
  await page.setViewportSize(desktop);
  await page.goto(`${app.url}/creditCard/square/account`);
  await says("Reconnect needed");
  await says("This account was connected before Leashline asked Square for payouts");
  expect(await axeFaults(page)).toEqual([]);
  await page.setViewportSize(phone);
  expect(await axeFaults(page)).toEqual([]);
  await page.setViewportSize(desktop);
  await page.getByRole("button", { name: "Reconnect Square" }).click();
  await page.getByLabel("Account").fill("Counter Paws");
  await page.getByRole("button", { name: "Allow" }).click();
  await page.waitForURL(/\/creditCard\/square\/account/);
  await page.getByText("Connected", { exact: true }).waitFor();
  expect(await page.getByRole("button", { name: "Reconnect Square" }).count()).toBe(0);
  expect(staff.faults).toEqual([]);
});
