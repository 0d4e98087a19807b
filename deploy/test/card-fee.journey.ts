import { OrderStatus } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { CardService } from "@leashline/proto/leashline/payment/v1/card_pb.js";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { App } from "./app.ts";
import { axeFaults, openPage, phone } from "./browser.ts";
import { type Counter, cents, standAtCounter } from "./checkout/counter.ts";
import { asksFor, enterCard, openCheckout } from "./checkout/drawer.ts";
import { usd } from "./wire.ts";

// Clients who bear what paying by card costs; and an invoice that is closed while the card provider is silent. Alone on the sandbox, which is switched here.

let app: Omit<App, "stop">;
let browser: Browser;
let counter: Counter;
let page: Page;

beforeAll(async () => {
  ({ app, browser, counter, page } = await standAtCounter());
});
afterAll(async () => {
  await provider("ok");
  await browser?.close();
});

const provider = async (mode: "ok" | "down") => {
  const headers = { authorization: `Bearer ${app.sandboxToken}`, "content-type": "application/json" };
  const { status } = await fetch(`${app.sandboxUrl}/sandbox/api/switches/stripe`, {
    method: "PUT",
    headers,
    body: JSON.stringify({ mode }),
  });
  expect(status).toBe(200);
};
const checkout = (appointmentId: string) => openCheckout(page, app.url, counter.date, appointmentId);
const onFile = async (orderId: string) => {
  const { customerId } = await counter.order(orderId);
  await counter.owner.api.client(CardService).attachCard({ customerId, chargeToken: "pm_card_visa" });
};

test("the owner has clients bear the card fee under a name of their own; the counter says what a card on file is charged before it is, cash bears none, and a refund takes its part of the fee with it", async () => {
  await page.goto(`${app.url}/setting/payment/fees`);
  await page.getByLabel("Who pays the card fee").click();
  await page.getByRole("option", { name: "The client, on top of the bill" }).click();
  await page.getByLabel("Name clients see").fill("Card surcharge");
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Save card fees" }).click();
  await page.getByText("Card fees saved").waitFor();
  const { appointmentId, orderId } = await counter.visit("Surcharged", 9);
  await onFile(orderId);
  const drawer = await checkout(appointmentId);
  await drawer.getByRole("radio", { name: "Cash" }).check();
  await drawer.getByRole("button", { name: "Take $86.17" }).waitFor();
  await drawer.getByRole("radio", { name: /4242/ }).check();
  // 2.9 percent of 86.17 and 0.30.
  await drawer.getByText("Card surcharge: $2.79 for paying by card. The card is charged $88.96.").waitFor();
  expect(await axeFaults(page)).toEqual([]);
  const detail = await page.request.get(`${app.url}/api/grooming/invoice/v2/order/detail?orderId=${orderId}`);
  expect((await detail.json()).data, "the legacy path says it too").toMatchObject({
    ...{ order: { remain: 86.17 }, requiredProcessingFee: 2.79 },
  });
  await drawer.getByRole("button", { name: "Charge $88.96" }).click();
  await page.getByText("$88.96 paid by").waitFor();
  await asksFor(drawer, "$0.00");
  await drawer.getByText(/Card surcharge \$2\.79 on top/).waitFor();
  const order = await counter.order(orderId);
  expect([cents(order.total), cents(order.paid), cents(order.convenienceFee)]).toEqual([8_617, 8_617, 279]);
  await counter.agree();
  await drawer.getByRole("button", { name: "Refund", exact: true }).click();
  const refund = page.getByRole("dialog", { name: /^Refund/ });
  await refund.getByLabel("Amount").fill("40");
  await refund.getByText("$1.29 of Card surcharge goes back with it.").waitFor();
  await refund.getByRole("button", { name: "Refund $40.00" }).click();
  await vi.waitFor(async () => expect(cents((await counter.order(orderId)).convenienceFee)).toBe(150), { timeout: 30_000, interval: 100 });
  await counter.agree();
});

test("a client with a link reads the fee on their phone, with their tip in it, before they pay exactly that; the receipt says what was paid on top", async () => {
  const { appointmentId, orderId } = await counter.visit("Linked", 11);
  const drawer = await checkout(appointmentId);
  await drawer.getByRole("button", { name: "Send a pay link" }).click();
  const url = await page.getByRole("dialog", { name: "Send a pay link" }).getByLabel("Link", { exact: true }).inputValue();
  const own = await openPage(browser, phone);
  await own.page.goto(url);
  await own.page.getByRole("button", { name: /^20\s?%/ }).click();
  await own.page.getByText("Card surcharge: $3.26 on top for paying by card.").waitFor();
  expect(await axeFaults(own.page)).toEqual([]);
  await enterCard(own.page, "4242 4242 4242 4242");
  await own.page.getByRole("button", { name: "Pay $105.43" }).click();
  await own.page.getByText("All paid. Thank you!").waitFor();
  const read = await own.page.getByRole("region", { name: "Bill" }).textContent();
  expect(read).toContain("Paid · Visa ·· 4242−$102.17Card surcharge, paid on top$3.26");
  expect(own.faults).toEqual([]);
  await own.context.close();
  expect(cents((await counter.order(orderId)).convenienceFee)).toBe(326);
  await counter.agree();
});

test("an invoice with too much paid is completed while the card provider is silent, and pressed twice: the surplus goes back once, and then it closes", async () => {
  const { appointmentId, orderId } = await counter.visit("Silent", 13);
  await onFile(orderId);
  const drawer = await checkout(appointmentId);
  await drawer.getByRole("radio", { name: /4242/ }).check();
  await drawer.getByRole("button", { name: /^Charge \$/ }).click();
  await asksFor(drawer, "$0.00");
  const discounts = [{ type: "amount", amount: usd(10) }];
  await counter.owner.api.client(OrderService).setDiscount({ orderId, discounts });
  await drawer.getByText("The client has paid more than they owe").waitFor();
  const complete = drawer.getByRole("button", { name: "Complete invoice" });
  await complete.click();
  const refund = page.getByRole("dialog", { name: /^Refund/ });
  const ask = refund.getByRole("button", { name: /^Refund \$/ });
  await ask.waitFor();
  await provider("down");
  await ask.click();
  const waits = page.getByText("The card provider is still working on the refund. Complete the invoice once it is there.");
  await waits.first().waitFor({ timeout: 60_000 });
  await complete.click();
  await waits.first().waitFor();
  expect((await counter.order(orderId)).status).toBe(OrderStatus.OPEN);
  await provider("ok");
  const surplus = cents((await counter.order(orderId)).overpaid);
  await vi.waitFor(async () => expect((await counter.payments(orderId)).map(({ refunded }) => refunded)).toEqual([surplus]), {
    timeout: 90_000,
    interval: 500,
  });
  await drawer.getByText("The client has paid more than they owe").waitFor({ state: "detached", timeout: 30_000 });
  await complete.click();
  await vi.waitFor(async () => expect((await counter.order(orderId)).status).toBe(OrderStatus.COMPLETED), {
    timeout: 30_000,
    interval: 100,
  });
  expect((await counter.payments(orderId)).map(({ refunded }) => refunded)).toEqual([surplus]);
  await counter.agree();
});
