import type { Locator, Page } from "playwright-core";
import { expect, vi } from "vitest";

// The checkout drawer as hands and eyes know it.

export const payPath = "**/leashline.payment.v1.PaymentService/CreatePayment";

/** The checkout of a visit, on its day's calendar. */
export async function openCheckout(page: Page, url: string, date: string, appointmentId: string): Promise<Locator> {
  await page.goto(`${url}/calendar/grooming?date=${date}&checkout=${appointmentId}`);
  const drawer = page.getByRole("dialog", { name: /^Check out/ });
  await drawer.getByText("To pay").waitFor();
  return drawer;
}

export const bill = (drawer: Locator): Locator => drawer.getByRole("region", { name: "Bill" });
const toPay = async (drawer: Locator): Promise<string> => (await bill(drawer).getByText("To pay").locator("xpath=..").textContent()) ?? "";
export const asksFor = (drawer: Locator, amount: string) =>
  vi.waitFor(async () => expect(await toPay(drawer)).toBe(`To pay${amount}`), { timeout: 30_000, interval: 50 });

/** A card typed into the vendor's own field. */
export async function enterCard(page: Pick<Page, "frameLocator">, number: string): Promise<void> {
  const field = page.frameLocator('iframe[title="Secure card payment input frame"], iframe[title="Secure Credit Card Form"]');
  for (const [label, value] of [
    ["number", number],
    ["expiration date", "12 / 34"],
    ["CVC", "123"],
  ])
    await field.getByLabel(`Credit or debit card ${label}`).fill(value ?? "");
}
