import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { App } from "./app.ts";
import { type Counter, cents, standAtCounter } from "./checkout/counter.ts";
import { asksFor, bill, openCheckout, payPath } from "./checkout/drawer.ts";
import { type Desk, deskOf } from "./small-shop.ts";

// Two people at one counter with the same bill in front of them.

let app: Omit<App, "stop">;
let browser: Browser;
let counter: Counter;
let staff: Desk;

beforeAll(async () => {
  ({ app, browser, counter, staff } = await standAtCounter());
});
afterAll(async () => browser?.close());

const checkout = (appointmentId: string, of: Page = staff.page) => openCheckout(of, app.url, counter.date, appointmentId);

/** Presses until the form has done its work: an edit that somebody else's overtook is refused, and what was typed stays. */
async function untilGone(drawer: Locator, action: string): Promise<void> {
  const button = drawer.getByRole("button", { name: action });
  await vi.waitFor(
    async () => {
      if ((await button.count()) > 0 && (await button.isEnabled())) await button.click();
      await button.waitFor({ state: "detached", timeout: 1_000 });
    },
    { timeout: 30_000, interval: 50 },
  );
}

test("four hands on one bill in two browsers: every act counts once or is refused and tried again, and every cent is where it belongs", async () => {
  const { appointmentId, orderId } = await counter.visit("Four Hands", 14);
  const other = await deskOf(browser, app.url, counter.owner);
  const [mine, theirs] = [await checkout(appointmentId), await checkout(appointmentId, other.page)];

  // A discount here and a charge there, typed before either is given.
  await mine.getByRole("button", { name: "Discount" }).click();
  await mine.getByLabel("Percent").fill("10");
  await theirs.getByRole("button", { name: "Extra charge" }).click();
  await theirs.getByLabel("What for").fill("Matting");
  await theirs.getByLabel("Price").fill("7");
  await Promise.all([untilGone(mine, "Add discount"), untilGone(theirs, "Add charge")]);
  // 50.00, 30.00 and 7.00 less a tenth, 4.61 and 0.94 tax.
  for (const drawer of [mine, theirs]) await asksFor(drawer, "$83.85");
  await counter.agree();

  // A tip here and another charge there; the check that somebody has in hand by then stays chosen.
  await mine.getByRole("radio", { name: "Check" }).check();
  await theirs.getByRole("button", { name: "Extra charge" }).click();
  await theirs.getByLabel("What for").fill("Muzzle");
  await theirs.getByLabel("Price").fill("3");
  const tipped = () =>
    vi.waitFor(
      async () => {
        await mine.getByRole("button", { name: /^20%/, pressed: false }).click();
        await bill(mine).getByText("Tip 20%").waitFor({ timeout: 2_000 });
      },
      { timeout: 30_000, interval: 50 },
    );
  await Promise.all([tipped(), untilGone(theirs, "Add charge")]);
  // 90.00 less 9.00, the same tax, and a fifth of 72.00: nobody tips on what was charged besides.
  for (const drawer of [mine, theirs]) await asksFor(drawer, "$100.95");

  expect(await mine.getByRole("radio", { name: "Check" }).isChecked()).toBe(true);

  // Both take all of it.
  for (const drawer of [mine, theirs]) await drawer.getByRole("radio", { name: "Cash" }).check();
  const take = (drawer: Locator) => drawer.getByRole("button", { name: "Take $100.95" }).click();
  const [mineDone, theirsDone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // Theirs arrives second, and hears that it was refused before it hears that the bill is paid.
  await other.page.route("**/leashline.order.v1.OrderService/**", (route) => theirsDone.promise.then(() => route.continue()));
  await other.page.route(payPath, async (route) => {
    await mineDone.promise;
    const response = await route.fetch();
    await route.fulfill({ response });
    theirsDone.resolve();
  });
  await take(theirs);
  await take(mine);
  await asksFor(mine, "$0.00");
  mineDone.resolve();
  await asksFor(theirs, "$0.00");
  await other.page.getByText(/Nothing was taken\./).waitFor();
  await other.page.unroute(payPath);
  await other.page.unroute("**/leashline.order.v1.OrderService/**");
  expect((await counter.payments(orderId)).filter(({ failed }) => !failed).map(({ amount }) => amount)).toEqual([10_095]);
  await counter.agree();

  // Both give some of it back, together more than came in.
  for (const [drawer, amount] of [
    [mine, "100"],
    [theirs, "50"],
  ] as const) {
    await drawer.getByRole("button", { name: "Refund" }).click();
    const refund = drawer.page().getByRole("dialog", { name: /^Refund/ });
    await refund.getByLabel("Amount").fill(amount);
    await refund.getByRole("radio", { name: /still owed/ }).check();
  }
  const refunds = [mine, theirs].map((drawer) =>
    drawer
      .page()
      .getByRole("dialog", { name: /^Refund/ })
      .getByRole("button", { name: /^Refund \$/ })
      .click(),
  );
  await Promise.allSettled(refunds);
  await vi.waitFor(async () => expect([10_000, 5_000]).toContain((await counter.payments(orderId))[0]?.refunded), 10_000);
  await counter.agree();
  for (const { page: of } of [staff, other]) await of.keyboard.press("Escape");

  // The rest is charged to a card here, and a charge goes there: too much came in, and both are told.
  await Promise.all([checkout(appointmentId), checkout(appointmentId, other.page)]);
  await mine.getByRole("button", { name: "Take a payment" }).click();
  await mine.getByRole("radio", { name: "Test card" }).check();
  await mine.getByRole("button", { name: /^Charge \$/ }).click();
  for (const drawer of [mine, theirs]) await asksFor(drawer, "$0.00");
  await theirs.getByRole("button", { name: "Remove Muzzle" }).click();
  const asked = other.page.getByRole("dialog", { name: "This is paid already" });
  await asked.getByText(/by card$/).waitFor();
  await asked.getByRole("button", { name: "Remove it anyway" }).click();
  for (const drawer of [mine, theirs]) await drawer.getByText("The client has paid more than they owe").waitFor();
  await counter.agree();
  await mine.getByRole("region", { name: "Payments" }).getByText(/^Visa/).waitFor();
  const { total, paid, refunded, overpaid } = await counter.order(orderId);
  expect(cents(total)).toBe(cents(paid) - cents(refunded) - cents(overpaid));
  expect(other.faults).toEqual([]);
  await other.context.close();
});

test("nothing went wrong in the console", () => expect(staff.faults).toEqual([]));
