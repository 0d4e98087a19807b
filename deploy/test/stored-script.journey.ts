import {
  type DescField,
  type DescMessage,
  type DescService,
  getOption,
  type MessageInitShape,
  type MessageShape,
  ScalarType,
} from "@bufbuild/protobuf";
import { field as rulesOf } from "@leashline/proto/buf/validate/validate_pb.js";
import { AccountService } from "@leashline/proto/leashline/account/v1/account_service_pb.js";
import { BusinessService } from "@leashline/proto/leashline/account/v1/business_service_pb.js";
import { ClosedDateService } from "@leashline/proto/leashline/account/v1/closed_date_service_pb.js";
import { CompanyService } from "@leashline/proto/leashline/account/v1/company_service_pb.js";
import { ReferralSourceService } from "@leashline/proto/leashline/account/v1/referral_source_service_pb.js";
import { RoleService } from "@leashline/proto/leashline/account/v1/role_service_pb.js";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import { TaxService } from "@leashline/proto/leashline/account/v1/tax_service_pb.js";
import { VanService } from "@leashline/proto/leashline/account/v1/van_service_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { BlockService } from "@leashline/proto/leashline/calendar/v1/block_service_pb.js";
import { StaffScheduleService } from "@leashline/proto/leashline/calendar/v1/staff_schedule_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { NoteService } from "@leashline/proto/leashline/customer/v1/note_pb.js";
import { PetSettingsService } from "@leashline/proto/leashline/customer/v1/pet_settings_pb.js";
import { TagService } from "@leashline/proto/leashline/customer/v1/tag_pb.js";
import { VaccineService } from "@leashline/proto/leashline/customer/v1/vaccine_pb.js";
import { MessageService } from "@leashline/proto/leashline/message/v1/message_service_pb.js";
import { TemplateService } from "@leashline/proto/leashline/message/v1/template_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { CategoryService } from "@leashline/proto/leashline/offering/v1/category_pb.js";
import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, openApi, until } from "../seed/api.ts";
import { type App, askSandbox, sharedApp } from "./app.ts";
import { desktop, openBrowser, openPage } from "./browser.ts";
import { wireDay } from "./wire.ts";
import { workday } from "./workday.ts";

// Script in every text that people may store, looked at on the screens that show it. In a company of its own, so that it may run beside others.

const attack = '"><img src=x onerror=stolen=1><svg onload=stolen=1>{{7*7}}';
const short = "<svg onload=stolen=1>";
const mark = Date.now().toString(36);
const phoneNumber = `+1206${String(Date.now()).slice(-7)}`;
const pageName = `script-${mark}`;

/** Strings that are no free text: their form is checked when they are stored, or they choose among what there is. */
const notFree =
  /e_?mail|phone|token|_code|color|zone|country|currency|date|care_type|lat$|lng$|password|pet_type|book_online_name|_path|url|website|facebook|instagram|google|yelp|tiktok|use_case/;

function textFor(field: DescField): string | undefined {
  if (field.fieldKind !== "scalar" || field.scalar !== ScalarType.STRING || notFree.test(field.name)) return undefined;
  const { type } = getOption(field, rulesOf);
  const rules = type.case === "string" ? type.value : undefined;
  if (rules?.pattern || rules?.in.length) return undefined;
  const room = Number(rules?.maxLen || 1_000);
  return room >= attack.length ? attack : room >= short.length ? short : undefined;
}

/** What is given, with script in every text that is not. */
function filled(schema: DescMessage, given: Record<string, unknown>): Record<string, unknown> {
  const message = { ...given };
  for (const field of schema.fields) {
    const value = message[field.localName];
    if (field.message && value !== undefined && field.fieldKind === "message" && !field.message.typeName.startsWith("google."))
      message[field.localName] = filled(field.message, value as Record<string, unknown>);
    else if (field.message && Array.isArray(value))
      message[field.localName] = value.map((one) => filled(field.message as DescMessage, one));
    else if (value === undefined) {
      const text = textFor(field);
      if (text !== undefined) message[field.localName] = text;
    }
  }
  return message;
}

let app: Omit<App, "stop">;
let api: Api;
let browser: Browser;
let page: Page;
let customerId = "0";
let visitDay = "";
let faults: string[] = [];

type Method<S extends DescService> = keyof S["method"] & string;
type Asked<S extends DescService, M extends Method<S>> = MessageInitShape<S["method"][M]["input"]>;
type Answer<S extends DescService, M extends Method<S>> = MessageShape<S["method"][M]["output"]>;

/** Calls through the public door with script in every text of the request that is not given. */
async function store<S extends DescService, M extends Method<S>>(service: S, method: M, given: Asked<S, M>): Promise<Answer<S, M>> {
  const request = filled(service.method[method]?.input as DescMessage, given as Record<string, unknown>);
  const client = api.client(service) as unknown as Record<M, (asked: unknown) => Promise<Answer<S, M>>>;
  return await client[method](request).catch((error: Error) => Promise.reject(new Error(`${service.name}.${method}: ${error.message}`)));
}

const owner = { email: `script-${mark}@script.test`, password: "a-long-enough-password" };

async function openCompany(): Promise<void> {
  const { sessionToken } = await store(AccountService, "signUp", owner);
  api.as({ token: sessionToken });
  const made = await store(CompanyService, "createCompany", {
    countryAlpha2Code: "US",
    currencyCode: "USD",
    timezoneName: "America/New_York",
    careTypes: ["GROOMING"],
    address: {},
  });
  api.as({ companyId: made.company?.id ?? "", businessId: made.businessId });
  await until(async () => (await api.client(OnlineBookingSettingService).getOnlineBookingSetting({})).setting, "the page's setting");
}

async function storeSettings(): Promise<void> {
  const today = wireDay(Temporal.Now.plainDateISO("America/New_York").add({ days: 200 }));
  await store(RoleService, "createRole", {});
  await store(StaffService, "createStaff", {});
  await store(TaxService, "addTaxRule", { taxRate: "8.5" });
  await store(ClosedDateService, "addClosedDate", { startDate: today });
  await store(ReferralSourceService, "createReferralSource", {});
  await store(VanService, "createVan", {});
  await store(TagService, "createTag", {});
  await store(PetSettingsService, "savePetType", {});
  await store(PetSettingsService, "savePetCode", { abbreviation: "<b>" });
  await store(VaccineService, "saveVaccine", {});
  await store(TemplateService, "createTemplate", {});
  await store(BusinessService, "updateBusiness", { businessId: api.identity().businessId });
  await store(OnlineBookingSettingService, "updateOnlineBookingSetting", { bookOnlineName: pageName, isEnable: true });
}

/** A client with a pet, a visit with its comments and log, a blocked time, and a conversation both ways. */
async function storeVisit(): Promise<string> {
  const { category } = await store(CategoryService, "createCategory", { careType: "GROOMING" });
  const offer = { careType: "GROOMING", duration: 60, price: { currencyCode: "USD", units: 40n }, categoryId: category?.id ?? "0" };
  const { service } = await store(CatalogService, "createService", { service: offer });
  const family = { client: { phoneNumber }, pets: [{ petType: "Dog" }], address: {} };
  const made = await store(ClientService, "createClientWithPets", family);
  customerId = made.client?.customerId ?? "0";
  await store(NoteService, "createNote", { customerId, isAlert: true });
  const { staff } = await api.client(StaffScheduleService).listCalendarStaff({});
  const day = workday("America/New_York", 2);
  visitDay = day.toString();
  const staffId = staff[0]?.staffId ?? "0";
  const services = [{ serviceId: service?.id ?? "0", duration: 60 }];
  const petServices = [{ petId: made.pets?.[0]?.petId ?? "0", services }];
  const { appointment } = await store(AppointmentService, "bookAppointment", {
    customerId,
    staffId,
    appointmentDate: wireDay(day),
    startTime: 660,
    petServices,
  });
  await store(AppointmentService, "updateTicketComments", { id: appointment?.id ?? "0" });
  await store(BlockService, "createBlock", { staffId, date: wireDay(day), startTime: 780, endTime: 840 });
  await store(MessageService, "sendMessage", { customerId });
  expect((await askSandbox(app, "/texts/reply", { from: phoneNumber, body: attack })).status).toBe(200);
  return service?.id ?? "0";
}

/** Somebody who found the page asks for a time. */
async function askOnline(serviceId: string): Promise<void> {
  const day = wireDay(Temporal.PlainDate.from(visitDay));
  const asked = { bookOnlineName: pageName, pets: [{ serviceIds: [serviceId] }], startDate: day, endDate: day };
  const { days } = await api.client(StorefrontService).listAvailableTimes(asked);
  const customer = { phoneNumber: `${phoneNumber.slice(0, -1)}${9 - Number(phoneNumber.at(-1))}` };
  const pets = [{ petType: "Dog", serviceIds: [serviceId] }];
  await store(StorefrontService, "submitBooking", {
    bookOnlineName: pageName,
    customer,
    pets,
    date: day,
    startTime: days[0]?.times[0]?.startTime ?? 0,
  });
}

beforeAll(async () => {
  app = await sharedApp();
  api = openApi(app.url);
  await openCompany();
  await storeSettings();
  await askOnline(await storeVisit());
  browser = await openBrowser();
  // With the policy in force, as people have it: a script that it had to stop is a fault as well.
  const watched = await openPage(browser, desktop, { bypassCSP: false });
  ({ page, faults } = watched);
  page.on("dialog", (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
});
afterAll(async () => browser?.close());

/** Shown as the text it is, in so many words and nothing of it taken for a part of the page. */
async function showsAsText(where: string): Promise<void> {
  await page.getByText("onerror=stolen=1", { exact: false }).first().waitFor();
  const made = await page.locator("img[src='x'],[onload],[onerror],[href^='javascript:' i],[src^='javascript:' i]").count();
  const found = { ran: await page.evaluate("'stolen' in window"), made, computed: (await page.content()).includes("</svg>49") };
  expect({ where, ...found }).toEqual({ where, ran: false, made: 0, computed: false });
}

const open = async (path: string) => {
  await page.goto(`${app.url}${path}`);
  await showsAsText(path);
};

test("stored-script: the calendar, an appointment's panel and its log show it as text", async () => {
  await page.goto(`${app.url}/sign_in`);
  await page.getByLabel("Email or phone").fill(owner.email);
  await page.getByLabel("Password", { exact: true }).fill(owner.password);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/(calendar|home)/);
  await open(`/calendar/grooming?date=${visitDay}`);
  await page.locator("[data-column]").getByRole("button", { name: /11:00/ }).first().click();
  await page.getByRole("tab", { name: "Notes" }).click();
  await showsAsText("notes of the appointment");
  await page.getByRole("tab", { name: "Log" }).click();
  await showsAsText("log of the appointment");
});

test("stored-script: clients, their pages and the search palette show it as text", async () => {
  await open("/client");
  for (const part of ["overview", "detail", "pets", "bookings"]) await open(`/client/${customerId}/${part}`);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Find anything" }).fill("onerror");
  await page
    .getByRole("option", { name: /onerror=stolen=1/ })
    .first()
    .waitFor();
  await showsAsText("search palette");
});

test("stored-script: the inbox and the requests show it as text", async () => {
  await open("/message?filter=open");
  await page
    .getByRole("link", { name: /onerror=stolen=1/ })
    .or(page.getByRole("button", { name: /onerror=stolen=1/ }))
    .first()
    .click();
  await expect.poll(() => page.getByText("onerror=stolen=1").count()).toBeGreaterThan(2);
  await showsAsText("conversation");
  await open("/online_booking/requests");
});

const settings = [
  "general",
  "general/referralSource",
  "business",
  "business/closedDate",
  "staff",
  "staff/hours",
  "staff/roles",
  "van",
  "services",
  "tax",
  "clientsAndPets",
].map((area) => `/setting/${area}`);
test.each([...settings, "/home/overview", "/account", "/profile", "/report/reports"])("stored-script: %s shows it as text", open);

test("stored-script: the storefront shows it as text to a stranger", async () => {
  await page.context().clearCookies();
  await open(`/ol/${pageName}`);
  await open(`/ol/${pageName}/book`);
});

test("stored-script: an address that is a script is refused", async () => {
  const website = api.client(BusinessService).updateBusiness({ businessId: api.identity().businessId, website: "javascript:stolen=1" });
  await expect(website).rejects.toThrow("should start with http");
});

test("no script was stopped by the policy, no dialog opened, and nothing went wrong in the console", () => expect(faults).toEqual([]));
