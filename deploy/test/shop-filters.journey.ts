import { BusinessAppType } from "@leashline/proto/leashline/account/v1/enums_pb.js";
import { LocationService } from "@leashline/proto/leashline/account/v1/location_service_pb.js";
import { AgreementRecordService } from "@leashline/proto/leashline/customer/v1/agreement_record_service_pb.js";
import { AgreementService } from "@leashline/proto/leashline/customer/v1/agreement_service_pb.js";
import { FilterOperator } from "@leashline/proto/leashline/customer/v1/client_list_pb.js";
import { ClientListService } from "@leashline/proto/leashline/customer/v1/client_list_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { FilterViewService } from "@leashline/proto/leashline/customer/v1/filter_view_pb.js";
import { PetService } from "@leashline/proto/leashline/customer/v1/pet_service_pb.js";
import { PetSettingsService } from "@leashline/proto/leashline/customer/v1/pet_settings_pb.js";
import { TagService } from "@leashline/proto/leashline/customer/v1/tag_pb.js";
import { VaccineService } from "@leashline/proto/leashline/customer/v1/vaccine_pb.js";
import { AbandonedBookingService, AbandonStatus } from "@leashline/proto/leashline/online_booking/v1/abandoned_booking_pb.js";
import { BookingFlowService, BookingStep } from "@leashline/proto/leashline/online_booking/v1/booking_flow_pb.js";
import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sharedApp } from "./app.ts";
import { openBrowser, phone } from "./browser.ts";
import { type Desk, deskOf, foundCompany, type Person, signedUp } from "./small-shop.ts";
import type { Steps } from "./steps.ts";

// A client list as somebody wants it: put together, counted, kept, and what is done to all of it taken back exactly.

let browser: Browser;
let owner: Person;
let desk: Desk;
let own: Steps;
let hand: Desk;
let vipId = "0";
const phones: Record<string, string> = { Bea: "+12125550187", Dora: "+12125550188" };

const pets: Record<string, [string, string]> = {
  Ada: ["Dog", "Beagle"],
  Bea: ["Dog", "Poodle"],
  Cleo: ["Cat", "Persian"],
  Dora: ["Dog", "Poodle"],
  Ella: ["Dog", "Boxer"],
};

beforeAll(async () => {
  const app = await sharedApp();
  owner = await signedUp(app.url, "shop-filters.test", "Fay", "Holt");
  await foundCompany(owner, `Sieve ${Date.now().toString(36)}`);
  const { tag } = await owner.api.client(TagService).createTag({ name: "VIP" });
  vipId = tag?.id ?? "0";
  for (const [firstName, [petType, breed]] of Object.entries(pets))
    await owner.api.client(ClientService).createClientWithPets({
      client: {
        firstName,
        ...(firstName === "Ada" && { customerTagIdList: [vipId] }),
        ...(phones[firstName] && { phoneNumber: phones[firstName] }),
      },
      pets: [{ petName: `${firstName}'s pet`, petType, breed }],
    });
  browser = await openBrowser();
  desk = await deskOf(browser, app.url, owner);
  own = desk.steps;
  hand = await deskOf(browser, app.url, owner, phone);
});
afterAll(async () => browser?.close());

const drawerOf = (page: Page) => page.getByRole("dialog", { name: "Filters", exact: true });

async function pick(page: Page, row: Locator, label: RegExp, option: string): Promise<void> {
  await row.getByRole("combobox", { name: label }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

/** Says what the last condition of a group is; a new one asks for the first name. */
async function say(page: Page, group: Locator, [of, how, value]: readonly [string, string, string]): Promise<void> {
  await pick(page, group.getByRole("group", { name: "First name", exact: true }).last(), /^Field/, of);
  const row = group.getByRole("group", { name: of, exact: true }).last();
  await pick(page, row, /^Comparison/, how);
  await row.getByLabel("Value", { exact: true }).fill(value);
}

async function add(page: Page, group: Locator, condition: readonly [string, string, string]): Promise<void> {
  await group.getByRole("button", { name: "Add condition" }).last().click();
  await say(page, group, condition);
}

const rowsOf = async (page: Page): Promise<string[]> => {
  const texts = await page.getByRole("table", { name: "Clients" }).getByRole("row").allInnerTexts();
  return Object.keys(pets).filter((name) => texts.some((text) => text.includes(`${name}'s pet`)));
};
const lists = (page: Page, ...names: string[]) => expect.poll(() => rowsOf(page)).toEqual(names);
const withEqual = async (property: string, value: string): Promise<(string | undefined)[]> => {
  const filters = { filters: [{ property, operator: FilterOperator.EQUAL, value }] };
  return (await owner.api.client(ClientListService).listClients({ filters })).rows.map(({ client }) => client?.firstName);
};
const tagged = () => withEqual("client_tag", vipId);

test("two conditions and a group of which one must hold are counted beforehand, shown, and taken away one by one", async () => {
  await own.goTo("/client");
  await lists(own.page, ...Object.keys(pets));
  await own.press("Filters");
  const drawer = drawerOf(own.page);
  const root = drawer.getByRole("group", { name: "Conditions", exact: true });
  await add(own.page, root, ["Pet type", "is", "dog"]);
  await add(own.page, root, ["Number of pets", "is at least", "1"]);
  await own.seen("4 clients match.");
  await root.getByRole("button", { name: "Add group" }).last().click();
  const group = root.getByRole("group", { name: "Group of conditions" });
  await say(own.page, group, ["Breed", "contains", "poo"]);
  await own.seen("2 clients match.");
  await add(own.page, group, ["Pet’s name", "starts with", "ada"]);
  await own.seen("3 clients match.");
  await own.usable();
  await own.confirm("Show 3 clients");
  await lists(own.page, "Ada", "Bea", "Dora");
  await own.usable();
  await own.press("Remove filter: Pet’s name starts with ada");
  await lists(own.page, "Bea", "Dora");
  await own.page.goBack();
  await lists(own.page, "Ada", "Bea", "Dora");
});

test("kept as the view that opens first it is there after a reload, and in a second tab", async () => {
  await own.press("Columns");
  await own.page.getByRole("menuitemcheckbox", { name: "Tags" }).click();
  await own.page.keyboard.press("Escape");
  await own.press("Views");
  await own.page.getByRole("menuitem", { name: "Save this view…" }).click();
  await own.answer({ Name: "Poodles and Ada" });
  await own.turn("Open the client list with this view", true);
  await own.seen("3 clients now.");
  await own.confirm("Save view");
  await own.seen("View saved");
  await own.page.reload();
  await lists(own.page, "Ada", "Bea", "Dora");
  const tab = await desk.context.newPage();
  await tab.goto(new URL("/client", own.page.url()).href);
  await lists(tab, "Ada", "Bea", "Dora");
  await tab.getByRole("button", { name: "Poodles and Ada" }).waitFor();
  await tab.getByRole("columnheader", { name: "Tags" }).waitFor();
  await tab.getByRole("button", { name: "Clear filters" }).click();
  await lists(tab, ...Object.keys(pets));
  await tab.reload();
  await lists(tab, ...Object.keys(pets));
  await tab.close();
});

const tickAll = async () => {
  await own.page.getByRole("checkbox", { name: "Select all" }).click();
  await own.seen("3 clients selected");
};

test("two quick changes of the view that opened first both hold", async () => {
  await own.goTo("/client");
  await lists(own.page, "Ada", "Bea", "Dora");
  await own.page.evaluate(`for (const name of ["All", "Clear filters"])
    [...document.querySelectorAll("button")].find((one) => one.textContent === name).click()`);
  await lists(own.page, ...Object.keys(pets));
  await own.page.getByRole("button", { name: "All", exact: true, pressed: true }).waitFor();
});

test("after Back the next change starts from the view that opened first again", async () => {
  await own.goTo("/client");
  await lists(own.page, "Ada", "Bea", "Dora");
  await own.press("Remove filter: Pet type is dog");
  await own.page.getByRole("button", { name: "Remove filter: Pet type is dog" }).waitFor({ state: "detached" });
  await own.page.goBack();
  await own.page.getByRole("button", { name: "Remove filter: Pet type is dog" }).waitFor();
  await own.page.getByRole("columnheader", { name: "Name" }).getByRole("button").click();
  await expect.poll(() => new URL(own.page.url()).searchParams.get("order")).toBe("desc");
  await lists(own.page, "Ada", "Bea", "Dora");
  await own.page.getByRole("button", { name: "Remove filter: Pet type is dog" }).waitFor();
  await own.page.getByRole("columnheader", { name: "Tags" }).waitFor();
});

test("what is ticked of one list is not ticked of another that the back button brings", async () => {
  await own.goTo("/client");
  await lists(own.page, "Ada", "Bea", "Dora");
  await own.press("Remove filter: Number of pets is at least 1");
  await own.press("Remove filter: Pet type is dog");
  await lists(own.page, "Ada", "Bea", "Dora");
  await tickAll();
  await own.page.goBack();
  await own.page.getByRole("button", { name: "Remove filter: Pet type is dog" }).waitFor();
  expect(await own.page.getByText("3 clients selected").count()).toBe(0);
});

test("a tag that is put on many and taken back stays with whoever had it before; it is taken off many, too", async () => {
  await own.goTo("/client");
  await lists(own.page, "Ada", "Bea", "Dora");
  await tickAll();
  await own.press("Add tag");
  await own.page.getByRole("menuitem", { name: "VIP" }).click();
  await own.seen("“VIP” added to 2 clients");
  await expect.poll(tagged).toEqual(["Ada", "Bea", "Dora"]);
  await own.undo("“VIP” added to 2 clients");
  await expect.poll(tagged).toEqual(["Ada"]);
  await tickAll();
  await own.press("Remove tag");
  await own.page.getByRole("menuitem", { name: "VIP" }).click();
  await own.seen("“VIP” removed from 1 client");
  await expect.poll(tagged).toEqual([]);
  await own.undo("“VIP” removed from 1 client");
  await expect.poll(tagged).toEqual(["Ada"]);
});

test("who was set inactive or deleted leaves the list, and comes back to it", async () => {
  await own.page.reload();
  await lists(own.page, "Ada", "Bea", "Dora");
  await tickAll();
  await own.press("Set inactive");
  await own.seen("3 clients set inactive");
  await own.seen("No clients match this filter");
  await own.undo("3 clients set inactive");
  await lists(own.page, "Ada", "Bea", "Dora");
  await own.page.reload();
  await tickAll();
  await own.press("Delete");
  await own.confirm("Delete 3 clients");
  await own.seen("3 clients deleted");
  await own.seen("No clients match this filter");
  await own.undo("3 clients deleted");
  await lists(own.page, "Ada", "Bea", "Dora");
});

/** Somebody goes as far as the time and leaves; who had been written to before and came back is left at once. */
async function leave(bookOnlineName: string, firstName: string, became: AbandonStatus): Promise<void> {
  const bookingFlowId = `left-by-${firstName}-and-found`;
  const customer = { firstName, phoneNumber: phones[firstName] ?? "" };
  const come = () =>
    owner.api.client(BookingFlowService).saveBookingProgress({ bookOnlineName, bookingFlowId, step: BookingStep.SELECT_TIME, customer });
  const set = (abandonStatus: AbandonStatus) =>
    owner.api.client(AbandonedBookingService).updateAbandonedBooking({ bookingFlowId, abandonStatus });
  await come();
  await set(AbandonStatus.CONTACTED);
  await come();
  await set(became);
}

test("clients who left a booking unfinished online are found by where they left it and by what became of it", async () => {
  const { setting } = await owner.api.client(OnlineBookingSettingService).updateOnlineBookingSetting({ isEnable: true });
  await leave(setting?.bookOnlineName ?? "", "Bea", AbandonStatus.CONTACTED);
  await leave(setting?.bookOnlineName ?? "", "Dora", AbandonStatus.ABANDONED);
  // Online booking tells of it a moment after it was said.
  const told = async () => [await withEqual("abandon_status", "contacted"), await withEqual("abandon_status", "abandoned")];
  await expect.poll(told, { timeout: 30_000 }).toEqual([["Bea"], ["Dora"]]);
  await own.goTo("/client?status=all");
  await lists(own.page, ...Object.keys(pets));
  await own.press("Filters");
  const drawer = drawerOf(own.page);
  const root = drawer.getByRole("group", { name: "Conditions", exact: true });
  const choose = async (field: string, value: string) => {
    await root.getByRole("button", { name: "Add condition" }).last().click();
    await pick(own.page, root.getByRole("group", { name: "First name", exact: true }), /^Field/, field);
    await pick(own.page, root.getByRole("group", { name: field, exact: true }), /^Value/, value);
  };
  await choose("Stopped at", "Time");
  await drawer.getByRole("button", { name: "Show 2 clients" }).waitFor();
  await choose("Follow-up", "Contacted");
  await drawer.getByRole("button", { name: "Show 1 client" }).click();
  await lists(own.page, "Bea");
});

test("clients are found by a vaccine that ends soon or is not there, and by an agreement that waits for them", async () => {
  const vaccines = owner.api.client(VaccineService);
  const vaccineId = (await vaccines.saveVaccine({ name: "Rabies of the sieve" })).vaccine?.id ?? "0";
  const customerIds = new Map<string, string>();
  for (const { client } of (await owner.api.client(ClientListService).listClients({})).rows)
    customerIds.set(client?.firstName ?? "", client?.customerId ?? "0");
  const { year, month, day } = Temporal.Now.plainDateISO().add({ days: 20 });
  for (const name of ["Ada", "Bea", "Cleo"]) {
    const { pets: own } = await owner.api.client(PetService).listPets({ customerId: customerIds.get(name) ?? "0" });
    const expirationDate = { year: name === "Cleo" ? year + 2 : year, month, day };
    await vaccines.savePetVaccine({ petId: own[0]?.petId ?? "0", vaccineId, expirationDate });
  }
  const text = { agreementHeader: "Sieve rules", agreementContent: "<p>Nothing falls through.</p>", agreementRequiredType: 3 };
  const { agreement } = await owner.api.client(AgreementService).createAgreement(text);
  const asked = { customerId: customerIds.get("Bea") ?? "0", agreementId: agreement?.id ?? "0" };
  await owner.api.client(AgreementRecordService).createUnsignedAgreement(asked);
  await own.goTo("/client?status=all");
  await lists(own.page, ...Object.keys(pets));
  await own.press("Filters");
  const drawer = drawerOf(own.page);
  const root = drawer.getByRole("group", { name: "Conditions", exact: true });
  const begin = async (field: string) => {
    await root.getByRole("button", { name: "Add condition" }).last().click();
    await pick(own.page, root.getByRole("group", { name: "First name", exact: true }), /^Field/, field);
    return root.getByRole("group", { name: field, exact: true });
  };
  const due = await begin("Vaccine about to expire");
  await due.getByLabel("Within days").fill("30");
  await pick(own.page, due, /^Which/, "Rabies of the sieve");
  await drawer.getByRole("button", { name: "Show 2 clients" }).waitFor();
  await own.usable();
  await pick(own.page, await begin("Waits to sign"), /^Values/, "Sieve rules");
  await own.page.keyboard.press("Escape");
  await drawer.getByRole("button", { name: "Show 1 client" }).click();
  await lists(own.page, "Bea");
  await own.press("Remove filter: Waits to sign is any of Sieve rules");
  await lists(own.page, "Ada", "Bea");
  await own.press("Remove filter: Vaccine about to expire is Rabies of the sieve within 30 days");
  await lists(own.page, ...Object.keys(pets));
  await own.press("Filters");
  await pick(own.page, await begin("Missing vaccine"), /^Values/, "Rabies of the sieve");
  await own.page.keyboard.press("Escape");
  await drawer.getByRole("button", { name: "Show 2 clients" }).click();
  await lists(own.page, "Dora", "Ella");
});

test("a coat is chosen from the shop's own, on a pet and in a filter; a view saved with a part of its name still opens", async () => {
  await owner.api.client(PetSettingsService).saveCoatType({ name: "Corded" });
  const filter = { filters: [{ property: "pet_coat", operator: FilterOperator.LIKE, value: "cord" }] };
  await owner.api.client(FilterViewService).createFilterView({ title: "Cords", filter });
  await own.goTo("/client?status=all");
  await own.page.getByRole("link", { name: /^Ella/ }).click();
  await own.page
    .getByRole("link", { name: /Ella's pet/ })
    .first()
    .click();
  await own.page.waitForURL(({ pathname }) => /\/pets\/\d+$/.test(pathname));
  const petId = new URL(own.page.url()).pathname.split("/").at(-1) ?? "0";
  await own.page.getByRole("dialog").getByRole("combobox", { name: "Coat type" }).click();
  await own.page.getByRole("option", { name: "Corded", exact: true }).click();
  await own.answer({ "Second breed": "Pug", "License issued on": "2026-01-05" });
  await own.usable();
  await own.confirm("Save pet");
  await own.seen("Pet saved");
  const { pet } = await owner.api.client(PetService).getPet({ petId });
  expect([pet?.coatType, pet?.secondaryBreed, pet?.licenseIssueDate]).toMatchObject(["Corded", "Pug", { year: 2026, month: 1, day: 5 }]);
  await own.goTo("/client?status=all");
  await own.press("Filters");
  const drawer = drawerOf(own.page);
  const root = drawer.getByRole("group", { name: "Conditions", exact: true });
  await root.getByRole("button", { name: "Add condition" }).last().click();
  await pick(own.page, root.getByRole("group", { name: "First name", exact: true }), /^Field/, "Coat");
  await pick(own.page, root.getByRole("group", { name: "Coat", exact: true }), /^Value/, "Corded");
  await drawer.getByRole("button", { name: "Show 1 client" }).click();
  await lists(own.page, "Ella");
  await own.press("Remove filter: Coat is Corded");
  await own.press("Views");
  await own.page.getByRole("menuitem", { name: /Cords/ }).click();
  await lists(own.page, "Ella");
  await own.press("Filters");
  expect(await root.getByRole("group", { name: "Coat", exact: true }).getByLabel("Value", { exact: true }).inputValue()).toBe("cord");
  await drawer.getByRole("button", { name: "Close" }).click();
});

test("where a client prefers to come is chosen once there are several locations, and the list finds them by it", async () => {
  await owner.api.client(LocationService).createLocation({ name: "Sieve North", businessType: BusinessAppType.FACILITY });
  await own.goTo("/client?status=all");
  await own.page.getByRole("link", { name: /^Dora/ }).click();
  await own.page.getByRole("tab", { name: "Details" }).click();
  await own.choose("Preferred location", "Sieve North");
  await own.usable();
  await own.press("Save client");
  await own.seen("Client saved");
  await own.goTo("/client?status=all");
  await own.press("Filters");
  const root = drawerOf(own.page).getByRole("group", { name: "Conditions", exact: true });
  await root.getByRole("button", { name: "Add condition" }).last().click();
  await pick(own.page, root.getByRole("group", { name: "First name", exact: true }), /^Field/, "Preferred location");
  await pick(own.page, root.getByRole("group", { name: "Preferred location", exact: true }), /^Values/, "Sieve North");
  await own.page.keyboard.press("Escape");
  await drawerOf(own.page).getByRole("button", { name: "Show 1 client" }).click();
  await lists(own.page, "Dora");
});

test("on a phone a filter is put together, used and taken away", async () => {
  const { steps, page } = hand;
  await steps.goTo("/client?status=all");
  await steps.press("Filters");
  const root = drawerOf(page).getByRole("group", { name: "Conditions", exact: true });
  await add(page, root, ["Breed", "is", "boxer"]);
  await steps.seen("1 client matches.");
  await steps.usable();
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
  await steps.confirm("Show 1 client");
  await steps.seen("Ella's pet");
  await steps.usable();
  await steps.press("Remove filter: Breed is boxer");
  await steps.seen("Cleo's pet");
});

test("nothing went wrong in the consoles", () => expect([...desk.faults, ...hand.faults]).toEqual([]));
