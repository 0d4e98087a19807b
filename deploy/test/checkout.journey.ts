import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { OrderStatus } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type App, sharedApp } from "./app.ts";
import { axeFaults, desktop, openBrowser, openPage, type Watched } from "./browser.ts";
import { type Counter, cents, openCounter } from "./checkout/counter.ts";
import { foundCompany, type Person, signedUp, signInAs } from "./small-shop.ts";

// Money at the counter when things do not go in one line: an invoice that was closed too early, a line that breaks, cash that is short, four hands.

let app: Omit<App, "stop">;
let browser: Browser;
let owner: Person;
let counter: Counter;
let staff: Watched;
let page: Page;

beforeAll(async () => {
  app = await sharedApp();
  browser = await openBrowser();
  owner = await signedUp(app.url, "counter.test", "Olive", "Owner");
  await foundCompany(owner, "Two Taxes Grooming");
  counter = await openCounter(owner.api);
  staff = await openPage(browser, desktop);
  await signInAs(staff.context, app.url, owner);
  page = staff.page;
});
afterAll(async () => browser?.close());

const payPath = "**/leashline.payment.v1.PaymentService/CreatePayment";
const broken = "Failed to load resource: net::ERR_CONNECTION_RESET";

/** The checkout of a visit, on its day's calendar. */
async function checkout(appointmentId: string, of: Page = page): Promise<Locator> {
  await of.goto(`${app.url}/calendar/grooming?date=${counter.date}&checkout=${appointmentId}`);
  const drawer = of.getByRole("dialog", { name: /^Check out/ });
  await drawer.getByText("To pay").waitFor();
  return drawer;
}
const bill = (drawer: Locator): Locator => drawer.getByRole("region", { name: "Bill" });
const toPay = async (drawer: Locator): Promise<string> => (await bill(drawer).getByText("To pay").locator("xpath=..").textContent()) ?? "";
const asksFor = (drawer: Locator, amount: string) =>
  vi.waitFor(async () => expect(await toPay(drawer)).toBe(`To pay${amount}`), { timeout: 10_000, interval: 50 });

async function payCash(drawer: Locator, amount?: string): Promise<void> {
  await drawer.getByRole("radio", { name: "Cash" }).check();
  if (amount) await drawer.getByLabel("Amount now").fill(amount);
  await drawer.getByRole("button", { name: /^Take \$/ }).click();
}

/** Presses until the form has done its work: an edit that somebody else's overtook is refused, and what was typed stays. */
async function untilGone(drawer: Locator, action: string): Promise<void> {
  const button = drawer.getByRole("button", { name: action });
  await vi.waitFor(
    async () => {
      if ((await button.count()) > 0 && (await button.isEnabled())) await button.click();
      await button.waitFor({ state: "detached", timeout: 1_000 });
    },
    { timeout: 10_000, interval: 50 },
  );
}

test("a closed invoice whose visit is changed says so, follows when it is opened again, and what differs is owed or goes back", async () => {
  const { appointmentId, orderId } = await counter.visit("Reopened", 9);
  await counter.finish(appointmentId);
  await payCash(await checkout(appointmentId));
  await vi.waitFor(async () => expect((await counter.order(orderId)).status).toBe(OrderStatus.COMPLETED), 10_000);
  await counter.agree();
  await page.goto(`${app.url}/calendar/grooming?date=${counter.date}&appointment=${appointmentId}`);
  const visit = page.getByRole("complementary", { name: "Visit" });
  const change = async (price: string) => {
    await visit.getByRole("button", { name: "Edit", exact: true }).click();
    const edit = page.getByRole("dialog", { name: "Change the visit" });
    await edit
      .getByLabel(/^Price for/)
      .first()
      .fill(price);
    await edit.getByRole("button", { name: /^Save ·/ }).click();
    await edit.waitFor({ state: "detached" });
  };
  await visit.getByRole("button", { name: "More for this visit" }).click();
  await page.getByRole("menuitem", { name: "Back to ready" }).click();
  await change("70");
  const drawer = await checkout(appointmentId);
  const warning = drawer.getByRole("alert").filter({ hasText: "The visit changed after this invoice was closed" });
  await warning.waitFor();
  expect(cents((await counter.order(orderId)).total)).toBe(8_617);
  expect(await axeFaults(page)).toEqual([]);
  await warning.getByRole("button", { name: "Reopen" }).click();
  await warning.waitFor({ state: "detached" });
  // 20.00 more and the tax on it: 7.17 instead of 5.12.
  await asksFor(drawer, "$22.05");
  await counter.agree();
  await payCash(drawer);
  await asksFor(drawer, "$0.00");
  await page.goto(`${app.url}/calendar/grooming?date=${counter.date}&appointment=${appointmentId}`);
  await change("40");
  const again = await checkout(appointmentId);
  await again.getByText("More came in than is owed").waitFor();
  await counter.agree();
  expect(cents((await counter.order(orderId)).overpaid)).toBe(10_822 - 4_410 - 3_105);
  const [first] = (await counter.payments(orderId)).toSorted((a, b) => b.amount - a.amount);
  const payments = again.getByRole("region", { name: "Payments" });
  await payments.getByRole("button", { name: "Refund" }).last().click();
  const refund = page.getByRole("dialog", { name: /^Refund/ });
  await refund.getByLabel("Amount").fill("33.07");
  await refund.getByRole("button", { name: "Refund $33.07" }).click();
  const givenBack = async () => (await counter.payments(orderId)).find(({ id }) => id === first?.id)?.refunded;
  await vi.waitFor(async () => expect(await givenBack()).toBe(3_307), { timeout: 10_000, interval: 50 });
  await refund.waitFor({ state: "detached" });
  await again.getByText("More came in than is owed").waitFor({ state: "detached" });
  await counter.agree();
});

test("a discount on one service goes with the service and is back when the change is undone; the bill that stands open follows", async () => {
  const { appointmentId, orderId } = await counter.visit("Discounted", 10);
  const [, second] = (await counter.order(orderId)).items;
  const discounts = [{ type: "percentage", percentage: "50", orderLineItemId: second?.orderLineItemId ?? "0", reason: "matted" }];
  await owner.api.client(OrderService).setDiscount({ orderId, discounts });
  const drawer = await checkout(appointmentId);
  // 55.12, and of the second half of 30.00 with the tax on it.
  await asksFor(drawer, "$70.64");
  const visits = owner.api.client(AppointmentService);
  const { appointment } = await visits.getAppointment({ id: appointmentId });
  const [kept] = appointment?.petServiceList ?? [];
  await visits.updateAppointment({
    id: appointmentId,
    petServices: [{ petId: kept?.petId ?? "0", services: [{ petDetailId: kept?.petDetailId ?? "0", serviceId: kept?.serviceId ?? "0" }] }],
  });
  await asksFor(drawer, "$55.12");
  expect(
    await bill(drawer)
      .getByText(/matted/)
      .count(),
  ).toBe(0);
  await visits.undoChange({ id: appointmentId });
  await asksFor(drawer, "$70.64");
  await bill(drawer).getByText("Discount 50 % · matted").waitFor();
  await counter.agree();
});

test("half in cash whose answer is lost on the way back, then the other half of the same size: two payments, each taken once", async () => {
  const { appointmentId, orderId } = await counter.visit("Halves", 11);
  // Even, so that both halves are the same request.
  await owner.api
    .client(OrderService)
    .setTips({ orderId, tipsType: "amount", tips: { currencyCode: "USD", units: 0n, nanos: 830_000_000 } });
  const drawer = await checkout(appointmentId);
  await asksFor(drawer, "$87.00");
  await drawer.getByRole("radio", { name: "Cash" }).check();
  await drawer.getByLabel("Cash given").fill("40");
  await drawer.getByText("$47.00 is missing").waitFor();
  expect(await drawer.getByRole("button", { name: "Take $87.00" }).isDisabled()).toBe(true);
  await drawer.getByLabel("Amount now").fill("43.50");
  await drawer.getByText("$3.50 is missing").waitFor();
  await drawer.getByLabel("Cash given").fill("50");
  await drawer.getByText("Change $6.50").waitFor();
  const keys: string[] = [];
  await page.route(payPath, async (route) => {
    keys.push(route.request().headers()["idempotency-key"] ?? "");
    if (keys.length > 1) return await route.continue();
    await route.fetch();
    await route.abort("connectionreset");
  });
  await drawer.getByRole("button", { name: "Take $43.50" }).click();
  await asksFor(drawer, "$43.50");
  await payCash(drawer);
  await asksFor(drawer, "$0.00");
  await page.unroute(payPath);
  expect(new Set(keys).size).toBe(2);
  expect((await counter.payments(orderId)).map(({ amount }) => amount)).toEqual([4_350, 4_350]);
  expect(staff.faults.splice(0)).toEqual([broken]);
  await counter.agree();
});

test("a line that breaks on the way there: nobody says that nothing was taken, and the same press again takes it once", async () => {
  const { appointmentId, orderId } = await counter.visit("Broken", 12);
  const drawer = await checkout(appointmentId);
  const keys: string[] = [];
  await page.route(payPath, async (route) => {
    keys.push(route.request().headers()["idempotency-key"] ?? "");
    await (keys.length === 1 ? route.abort("connectionreset") : route.continue());
  });
  await payCash(drawer);
  const unknown = drawer.getByRole("alert").filter({ hasText: "the money may have been taken" });
  await unknown.waitFor();
  expect(await unknown.textContent()).not.toMatch(/nothing was taken/i);
  await drawer.getByRole("button", { name: /^Take \$/ }).click();
  await asksFor(drawer, "$0.00");
  await page.unroute(payPath);
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  expect((await counter.payments(orderId)).map(({ amount }) => amount)).toEqual([8_617]);
  expect(staff.faults.splice(0)).toEqual([broken]);
});

test("a card that is declined after the bill was closed is told all the same, and nothing was taken", async () => {
  const { appointmentId, orderId } = await counter.visit("Declined", 13);
  const drawer = await checkout(appointmentId);
  await drawer.getByRole("radio", { name: "New card (test mode)" }).check();
  await drawer.getByRole("combobox", { name: "Test card" }).click();
  await page.getByRole("option", { name: /declined/ }).click();
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(payPath, async (route) => {
    const response = await route.fetch();
    asked.resolve();
    await answered.promise;
    await route.fulfill({ response });
  });
  await drawer.getByRole("button", { name: /^Charge \$/ }).click();
  await asked.promise;
  await page.keyboard.press("Escape");
  await drawer.waitFor({ state: "detached" });
  answered.resolve();
  await page.getByText(/declined.*Nothing was taken\./).waitFor();
  await page.unroute(payPath);
  expect(await counter.payments(orderId)).toMatchObject([{ amount: 8_617, failed: true }]);
  expect(cents((await counter.order(orderId)).paid)).toBe(0);
});

test("four hands on one bill in two browsers: every act counts once or is refused and tried again, and every cent is where it belongs", async () => {
  const { appointmentId, orderId } = await counter.visit("Four Hands", 14);
  const other = await openPage(browser, desktop);
  await signInAs(other.context, app.url, owner);
  const [mine, theirs] = [await checkout(appointmentId), await checkout(appointmentId, other.page)];

  // A discount here and a charge there, typed before either is given.
  await mine.getByRole("button", { name: "Discount" }).click();
  await mine.getByLabel("Percent").fill("10");
  await theirs.getByRole("button", { name: "Extra charge" }).click();
  await theirs.getByLabel("What for").fill("Matting");
  await theirs.getByLabel("Price").fill("7");
  await Promise.all([untilGone(mine, "Give discount"), untilGone(theirs, "Add charge")]);
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
        await mine.getByRole("button", { name: /^20 %/, pressed: false }).click();
        await bill(mine).getByText("Tip 20 %").waitFor({ timeout: 2_000 });
      },
      { timeout: 10_000, interval: 50 },
    );
  await Promise.all([tipped(), untilGone(theirs, "Add charge")]);
  // 90.00 less 9.00, the same tax, and a fifth of 81.00.
  for (const drawer of [mine, theirs]) await asksFor(drawer, "$102.75");

  expect(await mine.getByRole("radio", { name: "Check" }).isChecked()).toBe(true);

  // Both take all of it.
  for (const drawer of [mine, theirs]) await drawer.getByRole("radio", { name: "Cash" }).check();
  const take = (drawer: Locator) => drawer.getByRole("button", { name: "Take $102.75" }).click();
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
  expect((await counter.payments(orderId)).filter(({ failed }) => !failed).map(({ amount }) => amount)).toEqual([10_275]);
  await counter.agree();

  // Both give some of it back, together more than came in.
  for (const [drawer, amount] of [
    [mine, "100"],
    [theirs, "50"],
  ] as const) {
    await drawer.getByRole("button", { name: "Refund" }).click();
    await drawer
      .page()
      .getByRole("dialog", { name: /^Refund/ })
      .getByLabel("Amount")
      .fill(amount);
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
  await mine.getByRole("radio", { name: "New card (test mode)" }).check();
  await mine.getByRole("button", { name: /^Charge \$/ }).click();
  for (const drawer of [mine, theirs]) await asksFor(drawer, "$0.00");
  await theirs.getByRole("button", { name: "Remove Muzzle" }).click();
  for (const drawer of [mine, theirs]) await drawer.getByText("More came in than is owed").waitFor();
  await counter.agree();
  await mine.getByRole("region", { name: "Payments" }).getByText(/^Visa/).waitFor();
  const { total, paid, refunded, overpaid } = await counter.order(orderId);
  expect(cents(total)).toBe(cents(paid) - cents(refunded) - cents(overpaid));
  expect(other.faults).toEqual([]);
  await other.context.close();
});

test("nothing went wrong in the console", () => expect(staff.faults).toEqual([]));
