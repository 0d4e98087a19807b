import { PrepayStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { BookingRequestService, BookingRequestStatus } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { PaymentGroupKind, PaymentGroupService } from "@leashline/proto/leashline/online_booking/v1/payment_group_service_pb.js";
import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import { LedgerService } from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import { PreAuthorisationService, PreAuthState } from "@leashline/proto/leashline/payment/v1/pre_authorisation_service_pb.js";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type App, sharedApp } from "./app.ts";
import { axeFaults, openBrowser, openPage, phone } from "./browser.ts";
import { enterCard } from "./checkout/drawer.ts";
import { confirmByText, textLike } from "./day/outside.ts";
import { saysWhere, saysWho } from "./online/visitor.ts";
import { type Desk, deskOf, foundCompany, type Person, signedUp } from "./small-shop.ts";

// A shop asks new clients for half of the price ahead. A pet parent asks on a phone, a card is declined, another one holds the money; the shop accepts and has it.

const number = "+12065550183";

let app: Omit<App, "stop">;
let browser: Browser;
let owner: Person;
let desk: Desk;
let parent: Page;

beforeAll(async () => {
  app = await sharedApp();
  owner = await signedUp(app.url, "online-prepay.test", "Wes", "Walker");
  await foundCompany(owner, "Elm Street Walks", "America/New_York");
  await owner.api.client(CatalogService).createStarterCatalog({ careTypes: ["DOG_WALKING"] });
  browser = await openBrowser();
  desk = await deskOf(browser, app.url, owner);
});
afterAll(async () => await browser?.close());

test("the shop asks new clients for a deposit of half the price", async () => {
  const { steps } = desk;
  await steps.goTo("/online_booking/new_settings/payment");
  await steps.press("Add: New clients");
  await steps.press("Add group");
  await steps.seen("A prepayment: a deposit of 50%");
  const policy = { kind: PaymentGroupKind.NEW, policy: "Yours again up to a day before." };
  await owner.api.client(PaymentGroupService).updatePaymentGroupSetting(policy);
});

test("a declined card keeps what was typed, another one holds the money with the request", async () => {
  const { setting } = await owner.api.client(OnlineBookingSettingService).updateOnlineBookingSetting({ isEnable: true });
  const opened = await openPage(browser, phone, { bypassCSP: false });
  parent = opened.page;
  await parent.goto(`${app.url}/ol/${setting?.bookOnlineName}/book`);
  await parent.getByLabel("Pet's name").fill("Bear");
  await parent.getByRole("button", { name: /30-minute walk/ }).tap();
  await parent.getByRole("button", { name: /^Continue/ }).tap();
  await saysWhere(parent, "12 Oak Street", "11201");
  await parent.getByRole("button", { name: /^Choose a time/ }).tap();
  await parent
    .getByRole("button", { name: /^\d+:\d\d [AP]M/ })
    .first()
    .tap();
  await parent.getByRole("button", { name: /held for/ }).tap();
  await parent.getByText(/is held on your card with your request/).waitFor();
  await parent.getByText("Yours again up to a day before.").waitFor();
  await saysWho(parent, "Harper", number);
  expect(await parent.locator("script[src*=stripe], script[src*='js.stripe']").count()).toBe(0);
  await confirmByText(app, parent, number, () => parent.getByRole("button", { name: "Continue to your card" }).tap());
  await parent.getByRole("heading", { name: "Your payment" }).waitFor();
  await enterCard(parent, "4000000000000002");
  await parent.getByRole("button", { name: "Send request" }).tap();
  await parent.getByText(/declined/i).waitFor();
  await enterCard(parent, "4242424242424242");
  await parent.getByRole("button", { name: "Send request" }).tap();
  await parent.getByText("Request sent").waitFor();
  await parent.getByText(/is held on Visa ·· 4242\. Nothing is charged until/).waitFor();
  expect(opened.faults).toEqual([]);
});

test("paid-display: the shop sees what is prepaid and only held, and accepts: the money is taken, both sides are told, and the books agree", async () => {
  const { steps } = desk;
  await steps.goTo("/online_booking/requests");
  await steps.seen(/^Prepaid \$\d.*, held$/);
  await steps.press("Accept");
  await steps.seen("Accepted. It is on the calendar");
  const requests = owner.api.client(BookingRequestService);
  const prepay = async () =>
    (await requests.listBookingRequests({ status: BookingRequestStatus.ACCEPTED })).bookingRequests[0]?.prepay?.prepayStatus;
  await expect.poll(prepay, { timeout: 45_000 }).toBe(PrepayStatus.PAID);
  await parent.getByText(/was charged to Visa ·· 4242 and counts toward your bill/).waitFor({ timeout: 45_000 });
  await expect.poll(async () => (await owner.api.client(LedgerService).runSweep({})).differences, { timeout: 20_000 }).toEqual([]);
  expect(desk.faults).toEqual([]);
});

test("where new clients give a card for a pre-authorization instead, nothing is charged with the request: the price waits for its day, or is held where that has come", async () => {
  const { steps } = desk;
  await steps.goTo("/online_booking/new_settings/payment");
  await steps.press("Change New clients");
  await steps.choose("Ask for", "A card for a pre-authorization");
  await steps.press("Save group");
  await steps.seen("Payment saved");
  await parent.getByRole("button", { name: "Book another appointment" }).tap();
  await parent.getByRole("button", { name: /30-minute walk/ }).tap();
  await parent.getByRole("button", { name: /^Continue/ }).tap();
  await parent.getByRole("radio", { name: /^12 Oak Street/, checked: true }).waitFor();
  await parent.getByRole("button", { name: /^Choose a time/ }).tap();
  await parent
    .getByRole("button", { name: /^\d+:\d\d [AP]M/ })
    .last()
    .tap();
  await parent.getByRole("button", { name: /held for/ }).tap();
  await parent.getByText(/is held on it a day before; nothing is charged now\./).waitFor();
  await parent.getByRole("button", { name: "Continue to your card" }).tap();
  await parent.getByRole("heading", { name: "Your card" }).waitFor();
  expect(await axeFaults(parent)).toEqual([]);
  await enterCard(parent, "4242424242424242");
  await parent.getByRole("button", { name: "Send request" }).tap();
  await parent.getByText("Visa ·· 4242 was given with your request. Nothing was charged.").waitFor();
  await steps.goTo("/online_booking/requests");
  await steps.press("Accept");
  await steps.seen("Accepted. It is on the calendar");
  await textLike(app, number, /is confirmed/);
  await expect.poll(preAuthorized, { timeout: 45_000 }).toEqual([true]);
  expect(desk.faults).toEqual([]);
});

/** Whether each pre-authorization of what was accepted waits for its day or is held. */
async function preAuthorized(): Promise<boolean[]> {
  const { bookingRequests } = await owner.api.client(BookingRequestService).listBookingRequests({ status: BookingRequestStatus.ACCEPTED });
  const of = bookingRequests.map(({ appointmentId }) => owner.api.client(PreAuthorisationService).getPreAuth({ ticketId: appointmentId }));
  const states = (await Promise.all(of)).flatMap(({ preAuthInfo }) => (preAuthInfo ? [preAuthInfo.state] : []));
  return states.map((state) => [PreAuthState.READY, PreAuthState.TO_CAPTURE].includes(state));
}

test("whom no other time suits joins the waitlist from the page, and stands on the shop's", async () => {
  await parent.getByRole("button", { name: "Book another appointment" }).tap();
  await parent.getByRole("button", { name: /30-minute walk/ }).tap();
  await parent.getByRole("button", { name: /^Continue/ }).tap();
  await parent.getByRole("radio", { name: /^12 Oak Street/, checked: true }).waitFor();
  await parent.getByRole("button", { name: /^Choose a time/ }).tap();
  await parent.getByRole("button", { name: "No time works for you? Join the waitlist" }).tap();
  await parent.getByRole("combobox", { name: "What time of day works for you?" }).waitFor();
  await parent.getByRole("combobox", { name: "Which days work for you?" }).tap();
  await parent.getByRole("option", { name: "Only the days I choose" }).tap();
  const day = parent.getByRole("group", { name: "Days" }).getByRole("button", { disabled: false }).last();
  const [weekday = "", month = "", date = ""] = ((await day.getAttribute("aria-label")) ?? "").split(/,? /);
  await day.tap();
  await parent.getByRole("button", { name: "Join the waitlist" }).tap();
  await parent.getByRole("heading", { name: "You are on the waitlist" }).waitFor();
  expect(await axeFaults(parent)).toEqual([]);
  await desk.steps.goTo("/waitingList");
  await desk.steps.seen("Nell Harper");
  await desk.steps.seen(new RegExp(`${weekday.slice(0, 3)}, ${month.slice(0, 3)} ${date}`));
  expect(desk.faults).toEqual([]);
});
