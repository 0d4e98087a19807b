import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { PetService } from "@leashline/proto/leashline/customer/v1/pet_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { PricingRuleType } from "@leashline/proto/leashline/offering/v1/pricing_rule_pb.js";
import { PricingRuleService } from "@leashline/proto/leashline/offering/v1/pricing_rule_service_pb.js";
import { PriceUnit } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type App, sharedApp } from "./app.ts";
import { axeFaults, openBrowser, openPage, phone } from "./browser.ts";
import { asksFor, bill, openCheckout } from "./checkout/drawer.ts";
import { confirmByText, textLike } from "./day/outside.ts";
import { saysWho, takesATime } from "./online/visitor.ts";
import { type Desk, deskOf, foundCompany, hired, type Person, signedUp } from "./small-shop.ts";
import { usd } from "./wire.ts";

// A spa day that comes with a nail trim and is Gil's work alone, and a half day that becomes a full one: set up, booked at the counter and seen online.

const zone = "America/New_York";
const today = Temporal.Now.plainDateISO(zone);
/** A Tuesday in the week after next. */
const day = today.add({ days: 16 - today.dayOfWeek }).toString();

let app: Omit<App, "stop">;
let browser: Browser;
let owner: Person;
let desk: Desk;
let gil: string;
let halfDay: string;
let bookOnlineName: string;
let customerId: string;

beforeAll(async () => {
  app = await sharedApp();
  owner = await signedUp(app.url, "rules.test", "Rae", "Ruler");
  await foundCompany(owner, "Rules and Spas", zone);
  gil = await hired(owner, { firstName: "Gil" });
  const catalog = owner.api.client(CatalogService);
  await catalog.createService({ service: { name: "Nail trim", careType: "GROOMING", price: usd(15n), duration: 20 } });
  await catalog.createService({ service: { name: "Full day", careType: "DAYCARE", price: usd(45n), duration: 480 } });
  const half = await catalog.createService({ service: { name: "Half day", careType: "DAYCARE", price: usd(25n), duration: 240 } });
  halfDay = half.service?.id ?? "0";
  const who = { client: { firstName: "Moss", lastName: "Owner" }, pets: [{ petName: "Moss", petType: "Dog" }] };
  const { client } = await owner.api.client(ClientService).createClientWithPets(who);
  customerId = client?.customerId ?? "0";
  const { setting } = await owner.api.client(OnlineBookingSettingService).updateOnlineBookingSetting({ isEnable: true });
  bookOnlineName = setting?.bookOnlineName ?? "";
  browser = await openBrowser();
  desk = await deskOf(browser, app.url, owner);
});
afterAll(async () => await browser?.close());

test("a service comes with another and has staff of its own, and a half day becomes a full day when a dog stays", async () => {
  const { page, steps } = desk;
  await steps.goTo("/createOrEditService/1");
  await steps.fill({ Name: "Spa day", "Duration in minutes": "60" });
  await steps.fill({ Price: "80" });
  await page.getByRole("group", { name: "Added whenever this service is chosen" }).getByText("Nail trim").click();
  await page.getByRole("switch", { name: /^Only the staff who do this service/ }).click();
  await page.getByRole("group", { name: "Staff who do it" }).getByText("Gil").click();
  await steps.press("Add service");
  await steps.seen("Service added");
  await page.getByRole("link", { name: "Spa day" }).click();
  await page
    .getByRole("group", { name: "Added whenever this service is chosen" })
    .getByRole("button", { name: "Nail trim", pressed: true })
    .waitFor();
  expect(await page.getByRole("switch", { name: /^Only the staff who do this service/ }).isChecked()).toBe(true);
  await steps.usable();
  await steps.goTo(`/createOrEditService/3?id=${halfDay}`);
  await steps.choose("Change it to", "Full day");
  await steps.fill({ "After this many extra minutes": "45" });
  await steps.press("Save service");
  await steps.seen("Service saved");
  await steps.usable();
  const { service } = await owner.api.client(CatalogService).getService({ id: halfDay });
  expect(service?.options?.autoRolloverRule).toMatchObject({ enabled: true, afterMinute: 45 });
});

test("at the counter the nail trim comes along, and the spa day goes to nobody but Gil", async () => {
  const { page, steps } = desk;
  await page.goto(`${app.url}/calendar/grooming?book=1&date=${day}`);
  const drawer = page.getByRole("dialog", { name: "Book an appointment" });
  const give = async (name: RegExp) => {
    await drawer.getByRole("combobox", { name: "Staff" }).first().click();
    await page.getByRole("option", { name }).click();
  };
  await drawer.getByLabel("Start").fill("10:00 AM");
  await drawer.getByLabel("Start").press("Tab");
  await give(/No staff assigned/);
  await drawer.getByRole("combobox", { name: "Client" }).fill("Moss");
  await page.getByRole("option", { name: /Moss/ }).click();
  await drawer.getByRole("button", { name: /^Spa day/ }).click();
  await drawer.getByRole("button", { name: /^Nail trim/, pressed: true }).waitFor();
  await drawer.getByRole("button", { name: /^Book ·.*\$95/ }).click();
  await steps.seen("Spa day has staff of its own, and nobody is chosen. Choose somebody who does it.");
  await give(/Gil/);
  await drawer.getByRole("button", { name: /^Book ·.*\$95/ }).click();
  await steps.seen(/^Booked for/);
  const { appointments } = await owner.api.client(AppointmentService).listCustomerAppointments({ customerId });
  expect(appointments.map((visit) => visit.petServiceList.map((line) => [line.serviceName, line.staffId]))).toEqual([
    [
      ["Spa day", gil],
      ["Nail trim", gil],
    ],
  ]);
});

test("an add-on is made on its screen, booked under the service on the calendar, and stands on the bill", async () => {
  const { page, steps } = desk;
  await steps.goTo("/createOrEditAddon?careType=GROOMING");
  await steps.fill({ Name: "Teeth brushing", Price: "12", "Adds minutes": "15" });
  await page.getByRole("group", { name: "Goes with" }).getByText("Nail trim").click();
  await steps.press("Add add-on");
  await steps.seen("Add-on added");
  await page.goto(`${app.url}/calendar/grooming?book=1&date=${day}`);
  const drawer = page.getByRole("dialog", { name: "Book an appointment" });
  await drawer.getByLabel("Start").fill("2:00 PM");
  await drawer.getByLabel("Start").press("Tab");
  await drawer.getByRole("combobox", { name: "Staff" }).first().click();
  await page.getByRole("option", { name: /Gil/ }).click();
  await drawer.getByRole("combobox", { name: "Client" }).fill("Moss");
  await page.getByRole("option", { name: /Moss/ }).click();
  await drawer.getByRole("button", { name: /^Nail trim/ }).click();
  const addOns = drawer.getByRole("group", { name: "Add-ons for Moss" });
  await addOns.getByRole("button", { name: "Teeth brushing · $12 · +15 min", pressed: false }).click();
  await addOns.getByRole("button", { name: /^Teeth brushing/, pressed: true }).waitFor();
  await steps.usable();
  await drawer.getByRole("button", { name: /^Book ·.*35 min.*\$27/ }).click();
  await steps.seen(/^Booked for/);
  const { appointments } = await owner.api.client(AppointmentService).listCustomerAppointments({ customerId });
  const visit = appointments.find(({ petServiceList: lines }) => lines.some(({ addOn }) => addOn));
  expect(visit?.petServiceList.map((line) => [line.serviceName, line.addOn])).toEqual([
    ["Nail trim", false],
    ["Teeth brushing", true],
  ]);
  const checkout = await openCheckout(page, app.url, day, visit?.id ?? "0");
  await bill(checkout).getByText("Teeth brushing").waitFor();
  await asksFor(checkout, "$27.00");
  expect(desk.faults).toEqual([]);
});

test("online the nail trim is said and chosen with it, and neither stays without the other", async () => {
  const { page } = await openPage(browser, phone);
  await page.goto(`${app.url}/ol/${bookOnlineName}/book`);
  const spa = page.getByRole("button", { name: /^Spa day/ });
  await spa.getByText("Comes with Nail trim").waitFor();
  await spa.tap();
  await page.getByRole("button", { name: /^Nail trim/, pressed: true }).waitFor();
  await page.getByRole("button", { name: /^Nail trim/ }).tap();
  await page.getByRole("button", { name: /^Spa day/, pressed: false }).waitFor();
  await page.context().close();
  expect(desk.faults).toEqual([]);
});

const number = "+12065550191";
let handStrip: string;
let parent: Page;

test("a service gets a booking policy of its own, beside which stands what holds for the location", async () => {
  const { page, steps } = desk;
  const wanted = { name: "Hand strip", careType: "GROOMING", price: usd(80n), duration: 60 };
  const { service } = await owner.api.client(CatalogService).createService({ service: wanted });
  handStrip = `/createOrEditService/1?id=${service?.id}`;
  await steps.goTo(handStrip);
  await page
    .getByRole("combobox", { name: "Book online at least" })
    .getByText(/^Your location’s rule: /)
    .waitFor();
  await steps.choose("Clients change or cancel", "Until 7 days before");
  await steps.choose("Late cancellation fee", "A percentage of the price");
  await steps.fill({ "Late cancellation fee in percent": "50" });
  await steps.seen("$40.00 at the price above");
  await steps.press("Save service");
  await steps.seen("Service saved");
  await steps.usable();
});

test("a pet parent reads the policy before the request and after it, and the shop with the request", async () => {
  const opened = await openPage(browser, phone);
  parent = opened.page;
  await parent.goto(`${app.url}/ol/${bookOnlineName}/book`);
  await parent.getByLabel("Pet's name").fill("Juno");
  await parent.getByRole("button", { name: /^Hand strip/ }).tap();
  await parent.getByRole("button", { name: /^Choose a time/ }).tap();
  await takesATime(parent);
  const told = parent.getByText("You can change or cancel until 7 days before it begins. Canceling later costs $40.00.");
  await told.waitFor();
  await saysWho(parent, "Juniper", number);
  expect(await axeFaults(parent)).toEqual([]);
  await confirmByText(app, parent, number, () => parent.getByRole("button", { name: "Send request" }).tap());
  await parent.getByText("Request sent").waitFor();
  await told.waitFor();
  const { steps } = desk;
  await steps.goTo("/online_booking/requests");
  await steps.seen(/The client was told: “You can change or cancel until 7 days before it begins\. Canceling later costs \$40\.00\.”/);
  expect(opened.faults).toEqual([]);
});

test("the service changes its policy, and what was told still holds for the visit: inside the old window the client asks, and staff are proposed the old fee", async () => {
  const { page, steps } = desk;
  await steps.goTo(handStrip);
  await steps.choose("Clients change or cancel", "Until it begins");
  await steps.choose("Late cancellation fee", "No fee");
  await steps.press("Save service");
  await steps.seen("Service saved");
  await steps.goTo("/online_booking/requests");
  await steps.press("Accept");
  await steps.seen("Accepted. It is on the calendar");
  const { body } = await textLike(app, number, /\/a\/\S+/);
  await parent.goto(`${app.url}${/\/a\/[\w.-]+/.exec(body)?.[0] ?? ""}`);
  await parent.getByText(/^It is too late to change this by yourself\..* Canceling now costs \$40\.00\./).waitFor();
  expect(await axeFaults(parent)).toEqual([]);
  await parent.getByRole("button", { name: /^Ask Rules and Spas to/ }).tap();
  await parent.getByRole("button", { name: "Cancel it" }).tap();
  await parent.getByLabel("Reason (optional)").fill("Juno is ill");
  await parent.getByRole("button", { name: "Send", exact: true }).tap();
  await parent.getByText(/^Sent\. The appointment stands until/).waitFor();
  await steps.goTo("/online_booking/requests");
  const wish = page.getByRole("listitem", { name: /wants to cancel$/ });
  await wish.getByRole("button", { name: "Accept" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/^Ask for the late cancellation fee of \$40\.00/).check();
  await dialog.getByRole("button", { name: "Cancel the appointment" }).click();
  await steps.seen("A fee of $40.00 is on the client’s account");
  await parent.reload();
  await parent.getByText("This appointment is canceled").waitFor();
  await parent.context().close();
  expect(desk.faults).toEqual([]);
});

test("a pricing rule that cannot be active is saved once, and the page is then its own; too large a discount is refused beside its field", async () => {
  const { page, steps } = desk;
  await owner.api.client(CatalogService).createService({
    service: { name: "Sleepover", careType: "BOARDING", price: { currencyCode: "USD", units: 50n }, priceUnit: PriceUnit.PER_NIGHT },
  });
  await page.goto(`${app.url}/createOrEditPricingRuleV2/more-than-24-hours`);
  await steps.fill({ Name: "Late leavers", Percent: "150" });
  await steps.choose("Costs", "Less");
  await steps.press("Add rule");
  await steps.seen("A discount is at most 100%");
  await steps.fill({ Percent: "20" });
  const together = page.getByRole("status").filter({ hasText: /^Together/ });
  // Three nights for two dogs; the last night of each is a fifth cheaper while they stay longer than whole days of 24 hours.
  await expect.poll(() => together.textContent()).toBe("Together $280.00");
  await steps.fill({ "Leaves at": "11:00 AM" });
  await steps.field("Leaves at").press("Tab");
  await expect.poll(() => together.textContent()).toBe("Together $300.00");
  await steps.press("Add a condition");
  await page.getByRole("group", { name: "Condition 2" }).getByLabel("Percent", { exact: true }).and(page.locator("input")).fill("10");
  await steps.press("Add rule");
  await page.getByRole("dialog", { name: "Rule cannot be activated" }).getByText("1 is listed twice.").waitFor();
  await steps.confirm("Got it");
  await page.waitForURL(/more-than-24-hours\?.*id=\d+/);
  expect(await page.getByRole("switch", { name: /^Active/ }).isChecked()).toBe(false);
  await page.getByRole("group", { name: "Condition 2" }).getByRole("button", { name: "Remove" }).click();
  await steps.turn(/^Active/, true);
  await steps.press("Save rule");
  await steps.seen("Pricing rule saved");
  const rules = owner.api.client(PricingRuleService);
  const { pricingRules } = await rules.listPricingRules({ pageSize: 100 });
  expect(pricingRules.map(({ name, active }) => [name, active])).toEqual([["Late leavers", true]]);
  await rules.createPricingRule({
    name: "Second dog",
    ruleType: PricingRuleType.MULTI_PET,
    ruleItems: [{ from: 2, percent: "10", decrease: true }],
  });
  await steps.goTo("/setting/services/pricing-rules");
  await page.getByRole("button", { name: "Move Second dog up" }).click();
  await expect
    .poll(async () => (await rules.listPricingRules({ pageSize: 100 })).pricingRules.map(({ name }) => name))
    .toEqual(["Second dog", "Late leavers"]);
});

const explained = { name: "How the price is calculated" };
const priceRow = /^Busy days \+\$10\.00/;

test("the owner makes grooming dearer on busy days and daycare cheaper for a second dog, and sees on the spot what that comes to", async () => {
  const { page, steps } = desk;
  const together = page.getByRole("status").filter({ hasText: /^Together/ });
  await steps.goTo("/setting/services/pricing-rules");
  await page.getByRole("link", { name: "Days of the week" }).click();
  await steps.fill({ Name: "Busy days" });
  await steps.choose("Care", "Grooming");
  for (const name of ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"])
    await page
      .getByRole("group", { name: "On" })
      .getByRole("button", { name: new RegExp(`^${name}`) })
      .click();
  await steps.choose("By", "Amount");
  await steps.fill({ Amount: "10" });
  await page.getByRole("list", explained).first().getByText(priceRow).waitFor();
  await steps.usable();
  await steps.press("Add rule");
  await steps.seen("Pricing rule added");
  // What is on the calendar already, the spa day with its trim, would cost 10.00 more for each; it stays.
  const offer = page.getByRole("dialog", { name: /^Use the new price for 2 / });
  await offer.getByText(/\$95\.00 → \$115\.00/).waitFor();
  await offer.getByText(/\$27\.00 → \$37\.00/).waitFor();
  await offer.getByRole("button", { name: "Keep the booked prices" }).click();
  await page.getByRole("link", { name: "More pets" }).click();
  await steps.fill({ Name: "Second dog off", Percent: "20" });
  await steps.choose("Care", "Daycare");
  // Full day, 45.00 and 36.00; the first in the list of the catalogue is tried.
  await expect.poll(() => together.textContent()).toBe("Together $81.00");
  await steps.press("Add rule");
  await offer.getByRole("button", { name: "Keep the booked prices" }).click();
  await page.getByText("Grooming · Days of the week · Active").waitFor();
  await page.getByText("Daycare · More pets · Active").waitFor();
});

/** The drawer of a booking for the Mosses, at an hour of the day. */
async function fillFor(at: string) {
  const { page } = desk;
  await page.goto(`${app.url}/calendar/grooming?book=1&date=${day}`);
  const drawer = page.getByRole("dialog", { name: "Book an appointment" });
  await drawer.getByLabel("Start").fill(at);
  await drawer.getByLabel("Start").press("Tab");
  await drawer.getByRole("combobox", { name: "Client" }).fill("Moss");
  await page.getByRole("option", { name: /Moss/ }).click();
  return drawer;
}

test("at the counter the drawer says why a trim costs more and a second dog less, and so does the bill", async () => {
  const { page, steps } = desk;
  await owner.api.client(PetService).createPet({ customerId, pet: { petName: "Pip", petType: "Dog" } });
  const trim = await fillFor("4:00 PM");
  await trim
    .getByRole("button", { name: /^Nail trim/ })
    .first()
    .click();
  await trim.getByRole("list", explained).getByText(priceRow).waitFor();
  await trim.getByRole("button", { name: /^Book ·.*\$25/ }).click();
  await steps.seen(/^Booked for/);
  const both = await fillFor("8:00 AM");
  for (const nth of [0, 1])
    await both
      .getByRole("button", { name: /^Full day/ })
      .nth(nth)
      .click();
  await both.getByRole("list", explained).getByText("Second dog off −20%, 1 day").waitFor();
  await both.getByRole("button", { name: /^Book ·.*\$81/ }).click();
  await steps.seen(/^Booked for/);
  const { appointments } = await owner.api.client(AppointmentService).listCustomerAppointments({ customerId });
  const visitOf = (name: string) =>
    appointments.find(({ petServiceList: [line] }) => line?.serviceName === name && line.priceParts.length > 0);
  const daycare = appointments.find(
    ({ petServiceList: lines }) => lines.length === 2 && lines.every(({ serviceName }) => serviceName === "Full day"),
  );
  for (const [visit, said, total] of [
    [visitOf("Nail trim"), priceRow, "$25.00"],
    [daycare, "Second dog off −20%, 1 day", "$81.00"],
  ] as const) {
    const checkout = await openCheckout(page, app.url, day, visit?.id ?? "0");
    await bill(checkout).getByRole("list", explained).getByText(said).waitFor();
    await asksFor(checkout, total);
  }
  expect(desk.faults).toEqual([]);
});

test("on a phone the booking page says the same price and why before the request is sent, and it is accepted at that", async () => {
  const opened = await openPage(browser, phone);
  parent = opened.page;
  await parent.goto(`${app.url}/ol/${bookOnlineName}/book`);
  await parent.getByLabel("Pet's name").fill("Bix");
  await parent.getByRole("button", { name: /^Nail trim/ }).tap();
  await parent.getByRole("button", { name: /^Choose a time/ }).tap();
  await takesATime(parent);
  const price = parent.getByRole("group", { name: "Price" });
  await price.getByText(priceRow).waitFor();
  await price.getByText("$25.00").first().waitFor();
  await saysWho(parent, "Bixby", "+12065550192");
  expect(await axeFaults(parent)).toEqual([]);
  await confirmByText(app, parent, "+12065550192", () => parent.getByRole("button", { name: "Send request" }).tap());
  await parent.getByText("Request sent").waitFor();
  const { page, steps } = desk;
  await steps.goTo("/online_booking/requests");
  await page.getByText("$25.00").first().waitFor();
  await steps.press("Accept");
  await steps.seen("Accepted. It is on the calendar");
  expect(opened.faults).toEqual([]);
  expect(desk.faults).toEqual([]);
});
