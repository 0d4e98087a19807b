import { loadContract } from "@leashline/proto/descriptors/contract.ts";
import { AccountService } from "@leashline/proto/leashline/account/v1/account_service_pb.js";
import { CompanyService } from "@leashline/proto/leashline/account/v1/company_service_pb.js";
import { InviteService } from "@leashline/proto/leashline/account/v1/invite_service_pb.js";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import { TaxService } from "@leashline/proto/leashline/account/v1/tax_service_pb.js";
import { Tier } from "@leashline/proto/leashline/options/v1/access_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RealHarness, startReal } from "../../test/real-harness.ts";
import { legacyRoutes } from "./routes.ts";

// The whole REST face of the account service, with the real service behind it.
let real: RealHarness;
let token: string;
beforeAll(async () => {
  real = await startReal();
  const signed = await real.as(AccountService).signUp({ email: "owner@rest.test", password: "correct horse battery", firstName: "Olive" });
  token = signed.sessionToken;
  await real.as(CompanyService, token).createCompany({
    companyName: "Rest",
    appType: 1,
    countryAlpha2Code: "US",
    timezoneName: "America/Los_Angeles",
    careTypes: ["GROOMING"],
  });
});
afterAll(async () => {
  await real?.stop();
});

interface Answer {
  status: number;
  code: number;
  message: string;
  data: Record<string, unknown> | null;
}
async function call(method: string, path: string, body?: object, as = token): Promise<Answer> {
  const headers = { ...(as ? { authorization: `Bearer ${as}` } : {}), ...(body ? { "content-type": "application/json" } : {}) };
  const answer = await fetch(`${real.url}${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  return { status: answer.status, ...((await answer.json()) as Omit<Answer, "status">) };
}

const routes = legacyRoutes(loadContract().methods).filter((route) => route.method.domain === "account");

describe("every path", () => {
  const known = new Set([200, 400, 404, 401, 20003, 20005, 20019]);
  test.each(routes.map((route) => [`${route.verb} ${route.url}`, route] as const))(
    "%s answers the owner in the envelope",
    async (_, route) => {
      const path = route.url.replace(/:\w+/g, "1");
      const reads = route.verb === "GET" || route.verb === "DELETE";
      const answer = await call(route.verb, path, reads ? undefined : {});
      expect(answer.status, JSON.stringify(answer)).toBeLessThan(500);
      const numbered = known.has(answer.code) || answer.code >= 20000;
      expect(numbered, JSON.stringify(answer)).toBe(true);
      if (route.method.tier === Tier.ANONYMOUS) return;
      expect(await call(route.verb, path, reads ? undefined : {}, ""), "without a session").toMatchObject({ status: 401, code: 401 });
    },
  );
});

describe("what a legacy client does", () => {
  test("account-info-shape: the start facts, and a token for the websocket", async () => {
    const { code, data } = await call("GET", "/api/business/account/v2/info");
    expect(code).toBe(200);
    expect(Object.keys(data ?? {}).toSorted()).toEqual(["account", "business", "company", "planFeature", "preference", "staff", "version"]);
    expect((await call("POST", "/api/business/account/v2/ws", {})).data).toHaveProperty("token");
  });

  test.each<[string, string[]]>([
    ["business/setting", ["tax", "info", "preference"]],
    ["business/options", ["countries", "currencies"]],
    ["business/account/v2/queryWithBusiness", ["relatedAccounts"]],
    ["business/company/byCompanyId", ["company"]],
    ["business/company/extraInfo", ["locationCount", "staffCount", "isFillQuestion"]],
    ["business/staff/clockInOut", ["statuses"]],
    ["business/clockInOut/log", ["logs", "total"]],
    ["business/payroll/setting/business", ["setting"]],
    ["business/payroll/setting/exception", ["exceptions"]],
    ["business/default/setting", ["settings"]],
    ["business/email", ["businessEmail"]],
    ["business/van/list", ["vans"]],
    ["grooming/2023/questionnaire", ["record"]],
  ])("GET %s answers its owner %j", async (path, keys) => {
    const { code, data } = await call("GET", `/api/${path}`);
    expect([code, Object.keys(data ?? {})]).toEqual([200, expect.arrayContaining(keys)]);
  });

  test.each([
    ["POST", "business/account/resetPassword/sendEmail", { email: "abc" }],
    ["PUT", "business/email", { notificationEmailList: ["abc"] }],
    ["PUT", "business/info", { contactEmail: "abc" }],
  ])("email-field: %s %s says what is wrong in the specification's words", async (verb, path, body) => {
    const { code, message } = await call(verb, `/api/${path}`, body);
    expect([code, message]).toEqual([400, expect.stringMatching(/(^|: )Invalid email$/)]);
  });

  test("staff-invite-binding-error: whoever is staff already is told binding error 4", async () => {
    const made = await real.as(StaffService, token).createStaff({ firstName: "Sam" });
    const { inviteCode } = await real.as(InviteService, token).sendStaffInvite({ staffId: made.staff?.id ?? "" });
    expect(await call("PUT", "/api/business/inviteCode/accept", { inviteCode })).toMatchObject({
      message: "The invite code is bind already.",
      data: { bindingError: 4, bound: "account" },
    });
  });

  test("default settings are given by name or in order; a tax's rate is a number", async () => {
    const path = "/api/business/default/setting";
    const saved = await call("PUT", path, { type: 7, values: ["a", "b"], value2: "c" });
    expect(saved.data).toMatchObject({ setting: { type: 7, value1: "a", value2: "c", value3: "" } });
    expect((await call("GET", `${path}?type=7`)).data).toMatchObject({ settings: [{ value1: "a", value2: "c" }] });
    await real.as(TaxService, token).addTaxRule({ taxName: "State", taxRate: "8.25" });
    expect((await call("GET", "/api/business/setting")).data).toMatchObject({ tax: [{ taxName: "State", taxRate: 8.25 }] });
  });

  test("roles, staff, invites, vans and the clock go through their old paths", async () => {
    const owner = (await call("GET", "/api/business/account/v2/info")).data as { staff: { id: number }; business: { id: number } };
    const clock = await call("PUT", "/api/business/clockInOut/setting", { enableClockInOut: true });
    expect(clock.data).toMatchObject({ setting: { enableClockInOut: true } });
    const clocked = await call("PUT", "/api/business/clockInOut", { operateType: 1 });
    expect(clocked.data).toMatchObject({ status: { staffId: owner.staff.id, isClockIn: true } });
    const van = await call("POST", "/api/business/van", { nickName: "Red", dateInService: "2025-05-01", staffIdList: [owner.staff.id] });
    expect(van.data).toMatchObject({ van: { nickName: "Red", dateInService: "2025-05-01", staffIdList: [owner.staff.id] } });
    const { vanId } = (van.data as { van: { vanId: number } }).van;
    expect((await call("GET", `/api/business/van/staff/history?vanId=${vanId}`)).data).toMatchObject({
      history: [{ staff: { staffId: owner.staff.id } }],
    });
    expect((await call("DELETE", `/api/business/van?vanId=${vanId}`)).code).toBe(200);
    expect((await call("GET", "/api/business/van/list")).data).toMatchObject({ vans: [] });
    const second = await call("POST", "/api/business/van", { nickName: "Blue" });
    const { vanId: other } = (second.data as { van: { vanId: number } }).van;
    expect((await call("DELETE", "/api/business/van", { vanId: other })).code).toBe(200);
    expect((await call("GET", "/api/business/van/list")).data).toMatchObject({ vans: [] });
    expect(await call("PUT", "/api/business/inviteCode/accept", { inviteCode: "no-such" })).toMatchObject({
      status: 200,
      message: "The invite code does not exist.",
    });
  });
});
