import { matchRoutes } from "react-router";
import { expect, test } from "vitest";
import { defaultPreferences } from "../../ui/format/preferences.ts";
import { pageTitle } from "../../ui/page/title.ts";
import { decide, startAt } from "./guards.ts";
import { pathOf, routes } from "./routes.ts";

const table = routes.map((route) => ({ path: pathOf(route), handle: route }));
const rowAt = (address: string) => matchRoutes(table, address)?.at(-1);

/** Written as the specification writes paths: parameters in braces, a question mark for those that may be left out. */
const asOurs = (path: string): string => path.replace(/\{(\w+)(\??)\}/g, ":$1$2");
/** Addresses that a path stands for: without its optional parts, with them one after the other, every parameter given. */
const addressesOf = (path: string): string[] => {
  const [start = "", ...optional] = path.split(/\/(?=\{\w+\?\})/);
  return [start, ...optional.map((_, upTo) => [start, ...optional.slice(0, upTo + 1)].join("/"))].map((address) =>
    address.replace(/\{(\w+)\??\}/g, "x-$1"),
  );
};

/** The row an address belongs to; "/reminders" of "/reminders/{tab?}" may have a row of its own. */
const expectPage = (path: string, address: string) => {
  const found = rowAt(address);
  const [row, plain] = [found?.route.path ?? "", asOurs(path).replace(/\/:\w+\?/g, "")];
  expect([address, row === asOurs(path) || row === plain]).toEqual([address, true]);
  for (const [name, value] of Object.entries(found?.params ?? {})) if (value) expect([address, value]).toEqual([address, `x-${name}`]);
  expect(found?.route.handle.title).toMatch(/^\S/);
};

const client = (rest: string) => `/client/{customerId}${rest}`;
const business = {
  "routes-business-home-calendar":
    "/home /home/overview /home/overview/tasks/{date} /calendar/grooming /calendar/map_view /calendar/lodging /calendar/playgroup /calendar/groupClass",
  "routes-business-products":
    "/package /package/{tab} /package/packages/{type} /membership/{type} /membership/list/{type} /membership/log /invoice/history /product /product/products /product/sales /product/new /product/edit/{productId} /reminders /reminders/{tab?}",
  "routes-business-clients": [
    "/client /client/merge /client/clientAdd",
    ...["", "/overview", "/detail", "/pets/{petId?}", "/petAdd", "/bookings/{panel?}", "/agreements/{panel?}", "/reviews"].map(client),
    ...["/creditCards", "/paymentHistory", "/outstandingBalance", "/availableCredit", "/customerPackage"].map(client),
    ...["/membershipsSubscription", "/membershipsSubscription/{subscriptionId}"].map(client),
  ].join(" "),
  "routes-business-leads-messages":
    "/leads /leads/management /leads/report /leads/add /leads/convertHistory /leads/import /leads/detail/{id} /message /message/new /message/read /message/massText /message/massText/create/{panel} /message/massText/record/{id} /callingActivity",
  "routes-business-settings":
    "/setting/general/{panel?} /setting/{panel?}/{id?} /setting/editGroomingReport /setting/createOrEditStaff/{staffId?} /setting/services/{panel?}/{childPanel?} /createOrEditService/{careTypeId} /createOrEditAddon /createOrEditEvaluation/{id?} /createOrEditPricingRuleV2/{ruleType?} /createOrEditSurcharges/{surchargeType?} /createOrEditServiceCharge /setting/payment/{panel?} /setting/payment/deposit/{action} /setting/AutoMessage/{panel?} /setting/van/{id?} /setting/staff/{panel?} /setting/business/{panel?} /setting/createBusiness/{type?} /setting/business/info/{id} /setting/clientsAndPets /setting/integration/{panel?}/{subPanel?} /setting/lodging/{panel?} /lodgingUnit/add/{businessId} /setting/reportCard/{reportCardType?}",
  "routes-business-finance":
    "/creditCard /creditCard/LeashlinePay /creditCard/integration /creditCard/{vendor}/{panel} /creditCard/LeashlinePay/payout/detail /payment/cashDrawer /payment/cashDrawer/history /payment/cashDrawer/history/{panel} /finance /finance/capital /finance/capital/list /finance/capital/detail /finance/capital/landing /finance/subscription /finance/accounting/{panel?} /sale-v1/{sType} /sale/{type} /emailInvoice",
  "routes-business-other": [
    "/agreement/setting /reviewBooster /waitingList/add /waitingList/edit/{ticketId} /createTicket /editTicket/{ticketId}",
    "/intake_form /intake_form/submissions /intake_form/forms /intake_form/forms/list /intake_form/forms/add /intake_form/forms/edit/{formId}",
    "/online_booking /online_booking/requests /online_booking/abandon_list /online_booking/settings/{panel?}",
    "/online_booking/new_settings/{panel?} /online_booking/new_settings/questions /online_booking/availability /online_booking/landing_page/{panel?}",
    "/report /report/dashboard /report/reports/{panel?} /report/reports/{panel}/{id} /report/insights/dashboard /report/insights/reports",
    "/report/payroll /report/payroll/{staffId} /report/leaderboard",
    "/marketing/MarketingCampaigns /marketing/discounts /marketing/discount/{id} /marketing/discount/create /marketing/discount/edit/{id} /marketing/discount/emailReport/{id}",
    "/activities /account_access /automatedWorkflow /automatedWorkflow/list /automatedWorkflow/create /automatedWorkflow/edit/{id} /automatedWorkflow/view/{id}",
    "/automatedWorkflow/record/{id} /automatedWorkflow/templates /automatedWorkflow/settings/{panel?} /automatedWorkflow/admin",
    "/GoogleCalendarSync/auth /GoogleCalendarSync/callback /GoogleCalendarSync/setting /quickbook/activate",
    "/care/contract /sales/contract /contract/sales /contract/annual /contract/mgp",
  ].join(" "),
};

test.each(Object.entries(business))("%s: every address has its page, for whom a business is chosen", (_, paths) => {
  for (const path of paths.split(" "))
    for (const address of addressesOf(path)) {
      expectPage(path, address);
      expect([address, rowAt(address)?.route.handle.tier]).toEqual([address, "business"]);
    }
});

test("routes-business-other: custom reports are an address with a space", () => {
  expect(rowAt("/report/insights/custom%20reports")?.route.handle.title).toBe("Custom reports");
});

test("route-params-notation: a parameter must be there, one with a question mark may be", () => {
  expect(rowAt("/reminders/x")).toMatchObject({ params: { tab: "x" }, route: { path: "/reminders/:tab?" } });
  expect(rowAt("/reminders")?.route.handle.title).toBe("Reminders");
  expect(rowAt("/client/42/bookings")).toMatchObject({
    params: { customerId: "42" },
    route: { path: "/client/:customerId/bookings/:panel?" },
  });
  expect(rowAt("/client/42/bookings")?.params.panel).toBeUndefined();
  expect(rowAt("/waitingList/edit/7")?.params).toEqual({ ticketId: "7" });
  expect(rowAt("/waitingList/edit")).toBeUndefined();
});

test("ob-public-links: the legacy page by its name, its gallery before any name, the new storefront with its sub-pages", () => {
  for (const path of [
    "/go/{name}",
    "/go/gallery",
    "/ol/{bookOnlineName}",
    ...["landing", "book", "membership", "package"].map((page) => `/ol/{bookOnlineName}/${page}`),
  ])
    for (const address of addressesOf(path)) {
      expectPage(path, address);
      expect(rowAt(address)?.route.handle).toMatchObject({ tier: "anonymous", bare: true });
    }
  expect(rowAt("/ol/happypaws/book")).toMatchObject({
    params: { bookOnlineName: "happypaws" },
    route: { handle: { title: "Book online" } },
  });
  expect(rowAt("/go/happypaws")?.params).toEqual({ name: "happypaws" });
  expect(rowAt("/go/gallery")).toMatchObject({ params: {}, route: { handle: { title: "Gallery" } } });
});

test("route-default-home: the bare address leads home, and whoever is new to this browser to signing in", () => {
  const business = { id: "3", name: "Maple", companyId: "2", companyName: "Maple" };
  const session = {
    status: "in" as const,
    account: { id: "1", email: "a@b.co", firstName: "", lastName: "", phoneNumber: "", avatarPath: "" },
    businesses: [business],
    business,
    permissions: new Set<number>(),
    preferences: defaultPreferences,
  };
  const { pathname, search } = new URL(startAt(true, "?companyId=2&businessId=3"), "https://app.shop.test");
  const home = rowAt(pathname)?.route.handle;
  expect(home?.to).toBe("/home/overview");
  const overview = rowAt("/home/overview")?.route.handle;
  expect(overview?.load).toBeDefined();
  expect(overview && decide(overview, session, { pathname: "/home/overview", search })).toEqual({ show: "screen" });
  expect(startAt(false, "?companyId=2")).toBe("/sign_in?companyId=2");
});

test("page-title: the page's name followed by the product's", () => {
  expect(pageTitle("Calendar")).toBe("Calendar · Leashline");
  expect(pageTitle(undefined)).toBe("Leashline");
});
