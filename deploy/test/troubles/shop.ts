import { services } from "../../constellation.ts";
import { type Api, openApi } from "../../seed/api.ts";
import { openShop, signIn } from "../../seed/shop.ts";
import type { App } from "../app.ts";

export type Answer = { status: number; code: string; retryAfter: string | null; ms: number };
export type Name = (typeof services)[number];

/** A call that each service answers an owner, and answers alone. */
export const oneOfEach: Record<Name, string> = {
  account: "account.v1.TaxService/ListTaxRules",
  calendar: "calendar.v1.CalendarSettingService/GetCalendarSetting",
  customer: "customer.v1.PetSettingsService/GetPetSettings",
  order: "order.v1.OrderSettingService/GetOrderSetting",
  payment: "payment.v1.PaymentSettingService/GetPaymentSetting",
  message: "message.v1.TemplateService/ListTemplates",
  "online-booking": "online_booking.v1.OnlineBookingSettingService/GetOnlineBookingSetting",
  offering: "offering.v1.CareTypeService/ListCareTypes",
  reporting: "reporting.v1.ReportService/ListDayTotals",
};
const spans: Partial<Record<Name, object>> = {
  reporting: { startDate: { year: 2026, month: 1, day: 1 }, endDate: { year: 2026, month: 1, day: 2 } },
};

export interface Shop {
  /** One call of each service. */
  round: () => Promise<Record<Name, Answer>>;
  call: (rpc: string, body?: object, headers?: Record<string, string>) => Promise<Answer>;
  signIn: () => Promise<Answer>;
  addTax: (name: string) => Promise<Answer>;
}

/** A shop with its owner signed in, who calls by hand: no library between that tries again. */
export async function openSmallShop(app: App): Promise<{ shop: Shop; api: Api }> {
  const api = openApi(app.url);
  await signIn(api, app.owner.email, app.owner.password);
  await openShop(api);
  const { token, companyId, businessId } = api.identity();
  const identity = { authorization: `Bearer ${token}`, "x-leashline-company-id": companyId, "x-leashline-business-id": businessId };
  const call: Shop["call"] = async (rpc, body = {}, headers = identity) => {
    const since = performance.now();
    const response = await fetch(`${app.url}/leashline.${rpc}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    const { code = "" } = (await response.json()) as { code?: string };
    return { status: response.status, code, retryAfter: response.headers.get("retry-after"), ms: performance.now() - since };
  };
  const shop: Shop = {
    call,
    round: async () =>
      Object.fromEntries(
        await Promise.all(services.map(async (name) => [name, await call(oneOfEach[name], spans[name])] as const)),
      ) as Record<Name, Answer>,
    signIn: () => call("account.v1.SessionService/SignIn", { email: app.owner.email, password: app.owner.password }, {}),
    addTax: (taxName) => call("account.v1.TaxService/AddTaxRule", { taxName, taxRate: "5" }),
  };
  return { shop, api };
}
