import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { App } from "./app.ts";
import { axeFaults, phone } from "./browser.ts";
import { type Counter, standAtCounter } from "./checkout/counter.ts";
import { openCheckout } from "./checkout/drawer.ts";
import type { Desk } from "./small-shop.ts";
import { usd } from "./wire.ts";

// A card reader from its box to the money: set up in the settings, and used at checkout. And a bank debit, from its switch to the money; and where the
// money goes in QuickBooks.

let app: Omit<App, "stop">;
let browser: Browser;
let counter: Counter;
let staff: Desk;
let page: Page;

beforeAll(async () => {
  ({ app, browser, counter, staff, page } = await standAtCounter());
});
afterAll(async () => browser?.close());

/** What a client does at the reader of this name. */
async function atReader(label: string, outcome: string) {
  const all = `${app.sandboxUrl}/sandbox/stripe/readers`;
  const list = await (await fetch(all, { headers: { authorization: `Bearer ${app.sandboxToken}` } })).text();
  const id = new RegExp(`readers/(tmr_\\w+)">${label}<`).exec(list)?.[1];
  await fetch(`${all}/${id}`, { method: "POST", body: `outcome=${outcome}`, redirect: "manual" });
}

test("a reader is set up, a declined card says why, canceled takes nothing, and the next card pays the bill once", async () => {
  const label = `Desk ${Date.now().toString(36)}`;
  await page.goto(`${app.url}/creditCard/stripe/readers`);
  await page.getByRole("button", { name: "Add a counter" }).click();
  await page.getByLabel("Name").fill("Front desk");
  await page.getByLabel("Street").fill("12 Bark St");
  await page.getByLabel("City").fill("Seattle");
  await page.getByRole("button", { name: "Add counter" }).click();
  await page.getByRole("button", { name: "Add a reader" }).click();
  await page.getByLabel("Code").fill("simulated-s700");
  await page.getByLabel("Name").fill(label);
  await page.getByRole("button", { name: "Add card reader" }).click();
  await page.getByText("Online").waitFor();
  expect(await axeFaults(page)).toEqual([]);
  const { appointmentId, orderId } = await counter.visit("Reader", 10);
  const drawer = await openCheckout(page, app.url, counter.date, appointmentId);
  await drawer.getByRole("radio", { name: `Card reader · ${label}` }).check();
  const charge = drawer.getByRole("button", { name: /^Charge/ });
  const waits = drawer.getByText("Waiting for the card");
  await charge.click();
  await waits.waitFor();
  expect(await drawer.getByRole("button", { name: "Discount" }).count()).toBe(0);
  expect(await drawer.getByRole("region", { name: "Tip" }).count()).toBe(0);
  expect(await axeFaults(page)).toEqual([]);
  await atReader(label, "4000000000009995");
  await drawer.getByText("Your card has insufficient funds.").first().waitFor();
  await charge.click();
  await drawer.getByRole("button", { name: "Cancel the card payment" }).click();
  await drawer.getByText("Canceled at the counter.").waitFor();
  await charge.click();
  await waits.waitFor();
  await atReader(label, "4242424242424242");
  await page.getByText(/paid by card/).waitFor();
  await page.locator(".notistack-MuiContent-error").waitFor({ state: "detached" });
  await drawer.getByText("Successful").waitFor();
  expect((await counter.payments(orderId)).map(({ failed }) => failed).sort()).toEqual([false, true, true]);
  expect((await counter.order(orderId)).paymentStatus).toBe("paid");
  expect(staff.faults).toEqual([]);
});

/** Three things sold today to one client, still to be paid. */
async function threeBills(lastName: string): Promise<{ customerId: string; orderIds: string[] }> {
  const { api } = counter.owner;
  const { client } = await api
    .client(ClientService)
    .createClientWithPets({ client: { firstName: "Robin", lastName }, pets: [{ petName: "Moss", petType: "Dog" }] });
  const customerId = client?.customerId ?? "0";
  const orderIds: string[] = [];
  for (const price of [20, 35, 15]) {
    const lines = [{ name: "Leash", unitPrice: usd(price) }];
    const { order } = await vi.waitFor(() => api.client(OrderService).createOrder({ customerId, lines }), {
      timeout: 30_000,
      interval: 100,
    });
    orderIds.push(order?.id ?? "0");
  }
  return { customerId, orderIds };
}

test("one tap at the reader pays the bills of a client that are ticked: canceled and declined take nothing of any, then one card pays them all", async () => {
  const label = `Till ${Date.now().toString(36)}`;
  await page.goto(`${app.url}/creditCard/stripe/readers`);
  await page.getByRole("button", { name: "Add a reader" }).click();
  await page.getByLabel("Code").fill("simulated-s700");
  await page.getByLabel("Name").fill(label);
  await page.getByRole("button", { name: "Add card reader" }).click();
  await page.getByText(label).waitFor();
  const { customerId, orderIds: all } = await threeBills("Tap");
  const [left = "", orderIds] = [all[2], all.slice(0, 2)];
  const number = (await counter.order(left)).number;
  await page.goto(`${app.url}/client/${customerId}/outstandingBalance`);
  await page.getByRole("button", { name: "Pay 3 orders at once · $70.00" }).waitFor();
  await page.getByRole("checkbox", { name: `Pay INV-${number}` }).focus();
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Pay 2 orders at once · $55.00" }).waitFor();
  await page.setViewportSize(phone);
  for (const box of await page.getByRole("checkbox", { name: /^Pay INV-/ }).all()) await box.setChecked(false);
  const none = page.getByRole("button", { name: "Tick an order to pay" });
  await none.waitFor();
  expect([await none.isDisabled(), await axeFaults(page)]).toEqual([true, []]);
  for (const box of await page.getByRole("checkbox", { name: /^Pay INV-/ }).all()) await box.setChecked(true);
  await page.getByRole("checkbox", { name: `Pay INV-${number}` }).uncheck();
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Pay 2 orders at once · $55.00" }).click();
  const drawer = page.getByRole("dialog", { name: "Pay 2 orders" });
  const waits = drawer.getByText("Waiting for the card");
  const ask = async () => {
    await drawer.getByLabel("Pay with").click();
    await page.getByRole("option", { name: `Card reader · ${label}` }).click();
    await drawer.getByText("One tap pays all of them").waitFor();
    await drawer.getByRole("button", { name: "Take payment" }).click();
    await waits.waitFor();
    await drawer.getByText(`$55.00 at ${label}`).waitFor();
  };
  await ask();
  expect(await axeFaults(page)).toEqual([]);
  await page.setViewportSize(phone);
  expect(await axeFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await drawer.getByRole("button", { name: "Cancel the card payment" }).click();
  await page.getByText("Canceled at the counter. Nothing was taken.").waitFor();
  await ask();
  await atReader(label, "4000000000009995");
  await page.getByText("Your card has insufficient funds. Nothing was taken.").waitFor();
  await ask();
  await atReader(label, "4242424242424242");
  await page.getByText("$55.00 taken for 2 orders").waitFor();
  for (const id of orderIds) {
    expect((await counter.payments(id)).map(({ failed }) => failed).sort()).toEqual([false, true, true]);
    expect((await counter.order(id)).paymentStatus).toBe("paid");
  }
  expect([(await counter.order(left)).paymentStatus, await counter.payments(left)]).toEqual(["unpaid", []]);
  expect(staff.faults).toEqual([]);
});

test("bank debits are switched on; one that comes back leaves the bill owed, the next pays it when the client has proved the account", async () => {
  await page.goto(`${app.url}/setting/payment/methods`);
  await page.getByLabel("Offer bank debits at checkout").click();
  await page.getByText("Saved").first().waitFor();
  const { appointmentId, orderId } = await counter.visit("Bank", 12);
  const drawer = await openCheckout(page, app.url, counter.date, appointmentId);
  const begin = async (account: string) => {
    await drawer.getByRole("radio", { name: "Bank account" }).check();
    await drawer.getByLabel("Routing number").fill("110000000");
    await drawer.getByLabel("Account number").fill(account);
    await drawer.getByRole("checkbox", { name: /^The client agrees/ }).check();
    await drawer.getByRole("button", { name: "Debit $86.17" }).click();
    await drawer.getByText("Bank debit of $86.17 under way").waitFor();
    const proof = await drawer.getByRole("textbox", { name: "Page for the client" }).inputValue();
    return async () => await fetch(proof, { method: "POST", body: "outcome=pass", redirect: "manual" });
  };
  await drawer.getByRole("radio", { name: "Bank account" }).check();
  await drawer.getByLabel("Routing number").fill("110000001");
  await drawer.getByText("This is not a routing number").waitFor();
  await page.setViewportSize(phone);
  expect(await axeFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await (await begin("000222222227"))();
  await drawer.getByText("insufficient funds").first().waitFor();
  const proves = await begin("000123456789");
  expect(await axeFaults(page)).toEqual([]);
  await proves();
  await drawer.getByText("Successful").waitFor();
  await drawer.getByText("Bank account ·· 6789").first().waitFor();
  expect((await counter.payments(orderId)).map(({ failed }) => failed).sort()).toEqual([false, true]);
  expect((await counter.order(orderId)).paymentStatus).toBe("paid");
  expect(staff.faults).toEqual([]);
});

test("QuickBooks is connected, and the accounts that clearly fit are filled in, looked at and saved", async () => {
  const goesTo = (label: string, target: string) => page.getByRole("combobox", { name: label }).filter({ hasText: target }).waitFor();
  await page.goto(`${app.url}/quickbook/activate`);
  await page.getByRole("button", { name: "Continue to QuickBooks" }).click();
  await page.getByLabel("Company").fill("Two Taxes Books");
  await page.getByRole("button", { name: "Connect" }).click();
  await page.waitForURL(/\/finance\/accounting\/accounts/);
  await goesTo("1100 Bank", "Not sent");
  await page.getByRole("button", { name: /^Fill in \d+ suggestions$/ }).click();
  await page.getByText("Suggested. Please check it.").first().waitFor();
  await goesTo("1100 Bank", "Checking (Bank)");
  await goesTo("6000 Card fees", "Merchant fees (Expense)");
  await goesTo("1220 Other payments", "Not sent");
  expect(await page.getByRole("button", { name: /^Fill in/ }).count()).toBe(0);
  expect(await axeFaults(page)).toEqual([]);
  await page.setViewportSize(phone);
  expect(await axeFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: "Save accounts" }).click();
  await page.getByText("Saved").first().waitFor();
  await page.reload();
  await goesTo("1100 Bank", "Checking (Bank)");
  expect(staff.faults).toEqual([]);
});
