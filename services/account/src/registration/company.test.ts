import { nobody } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { CompanyService } from "@leashline/proto/leashline/account/v1/company_service_pb.js";
import {
  BusinessAppType,
  CompanyVersion,
  DateFormatType,
  EmployeeCategory,
  NumberFormatType,
} from "@leashline/proto/leashline/account/v1/enums_pb.js";
import { CallerState } from "@leashline/proto/leashline/account/v1/resolve_session_pb.js";
import { RoleService } from "@leashline/proto/leashline/account/v1/role_service_pb.js";
import { Landing } from "@leashline/proto/leashline/account/v1/session_pb.js";
import { GetAccountInfoResponseSchema, SessionService } from "@leashline/proto/leashline/account/v1/session_service_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Harness, startHarness } from "../../test/harness.ts";
import { allPermissions } from "../roles/role.ts";
import { sha256 } from "../shared/secrets.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(async () => {
  await harness.servers.stop();
});
const codeOf = async (call: Promise<unknown>): Promise<number> => (await refusalOf(call)).code;
const request = {
  companyName: "Sudsy Paws",
  appType: BusinessAppType.HYBRID,
  countryAlpha2Code: "US",
  timezoneName: "America/Chicago",
  careTypes: ["GROOMING", "BOARDING"],
};

describe("creating a company", () => {
  test("owner-role-all-permissions, employee-categories: the owner gets a record, the Owner role and everything it opens", async () => {
    const { owner } = await harness.openCompany("First Paws");
    expect(owner).toMatchObject({
      kind: "staff",
      employeeCategory: EmployeeCategory.OWNER,
      permissions: "all",
      zone: "America/Los_Angeles",
      currency: "USD",
    });
    const { roles } = await harness.as(RoleService, owner).listRoles({});
    expect(roles.map((r) => r.name)).toEqual(["Owner", "Front desk", "Groomer", "Manager"]);
    expect(roles[0]?.permissions).toEqual([...allPermissions]);
    const info = await harness.as(SessionService, owner).getSessionInfo({});
    expect(info).toMatchObject({ isOwner: true, landing: Landing.HOME, version: CompanyVersion.AS });
    expect(info.permissions).toEqual([...allPermissions]);
    expect(info.staff).toMatchObject({ employeeCategory: EmployeeCategory.OWNER, roleName: "Owner", businessIds: [owner.businessId] });
  });

  test("business-format-defaults, business-app-types: formats follow the country, the date pattern does not", async () => {
    const person = await harness.signUp("formats@harness.test");
    const { company } = await harness
      .as(CompanyService, person)
      .createCompany({ ...request, companyName: "Formats", countryAlpha2Code: "GB", timezoneName: "Europe/London" });
    expect(company?.businesses[0]).toMatchObject({
      dateFormat: "DD/MM/YYYY",
      dateFormatType: DateFormatType.DAY_MONTH_YEAR,
      numberFormat: "1,234.56",
      numberFormatType: NumberFormatType.COMMA_POINT,
      currencyCode: "GBP",
      currencySymbol: "£",
      country: "United Kingdom",
      countryCode: "44",
      appType: BusinessAppType.HYBRID,
      timezoneName: "Europe/London",
    });
  });

  test("the company's facts go out as events, once, however often the call is repeated", async () => {
    const person = await harness.signUp("repeat@harness.test");
    const create = () => harness.as(CompanyService, person, "create-1").createCompany(request);
    const answers = await Promise.all([create(), create(), create()]);
    expect(new Set(answers.map((a) => a.company?.id)).size).toBe(1);
    const companyId = answers[0]?.company?.id;
    const { rows } = await harness.servers.admin.query(
      "select type, count(*)::int as n from account.outbox where company_id = $1 group by 1 order by 1",
      [companyId],
    );
    expect(rows).toEqual([
      { type: "leashline.account.v1.BusinessChanged", n: 1 },
      { type: "leashline.account.v1.StaffChanged", n: 1 },
    ]);
    const companies = await harness.servers.admin.query("select 1 from account.company where owner_account_id = $1", [person.accountId]);
    expect(companies.rowCount).toBe(1);
  });

  test.each([
    ["an unknown zone", { timezoneName: "Mars/Olympus" }, "timezoneName"],
    ["an unknown country", { countryAlpha2Code: "XX" }, "countryAlpha2Code"],
    ["an unknown currency", { currencyCode: "QQQ" }, "currencyCode"],
    ["a web address without a scheme", { website: "www.a.com" }, "website"],
  ])("%s is refused by field", async (_, wrong, field) => {
    const person = await harness.signUp(`${field}@harness.test`);
    const refusal = await refusalOf(harness.as(CompanyService, person).createCompany({ ...request, ...wrong }));
    expect(refusal.code).toBe(400);
    expect(refusal.options.fields?.[0]?.field).toBe(field);
  });
});

describe("where a session stands", () => {
  test("account-info-shape: exactly the seven keys", () => {
    expect(GetAccountInfoResponseSchema.fields.map((f) => f.localName).toSorted()).toEqual([
      "account",
      "business",
      "company",
      "planFeature",
      "preference",
      "staff",
      "version",
    ]);
  });

  test("account-info-shape: signed in, each is filled", async () => {
    const { owner } = await harness.openCompany("Info Paws");
    const info = await harness.as(SessionService, owner).getAccountInfo({});
    expect(info).toMatchObject({
      account: { email: "infopaws@harness.test" },
      business: { businessName: "Info Paws" },
      company: { isOwner: true },
      planFeature: { staffLimit: 0 },
    });
    expect(info.staff?.id).toBe(owner.staffId);
    expect(info.preference?.currencyCode).toBe("USD");
  });

  test("company-switch, account-several-businesses: switching changes company and business, for the session and for the next one", async () => {
    const { owner, token } = await harness.openCompany("Alpha");
    const second = await harness.as(CompanyService, owner).createCompany({ ...request, companyName: "Beta" });
    const inBeta = await harness.callerOf(token);
    expect(inBeta).toMatchObject({ companyId: second.company?.id, businessId: second.businessId });
    const { companies } = await harness.as(SessionService, inBeta).getSessionInfo({});
    expect(companies.map((c) => c.companyName)).toEqual(["Alpha", "Beta"]);
    const switched = await harness.as(SessionService, inBeta).switchCompany({ companyId: owner.companyId });
    expect(switched).toMatchObject({ companyId: owner.companyId, businessId: owner.businessId });
    expect(await harness.callerOf(token)).toMatchObject({ companyId: owner.companyId, businessId: owner.businessId });
    await harness.as(SessionService, owner).switchBusiness({ targetBusinessId: second.businessId });
    expect(await harness.callerOf(token)).toMatchObject({ companyId: second.company?.id, businessId: second.businessId });
    await harness.as(CompanyService, owner).sortCompanies({ companyIds: [second.company?.id as string, owner.companyId] });
    expect((await harness.as(SessionService, owner).getSessionInfo({})).companies.map((c) => c.companyName)).toEqual(["Beta", "Alpha"]);
  });

  test("a company or business of others is refused like one that does not exist", async () => {
    const [{ owner, token }, { owner: other }] = [await harness.openCompany("Mine"), await harness.openCompany("Theirs")];
    const mine = harness.as(SessionService, owner);
    const refusals = await Promise.all([
      refusalOf(mine.switchBusiness({ targetBusinessId: other.businessId })),
      refusalOf(mine.switchBusiness({ targetBusinessId: "987654321" })),
      refusalOf(mine.switchCompany({ companyId: other.companyId })),
      refusalOf(mine.switchCompany({ companyId: "987654321" })),
    ]);
    expect(new Set(refusals.map((r) => `${r.code} ${r.message}`)).size).toBe(1);
    const resolve = (named: object) =>
      harness.as(SessionService, { ...nobody, via: "gateway" }).resolveSession({ sessionTokenHash: sha256(token), ...named });
    const answers = await Promise.all([
      resolve({ namedCompanyId: other.companyId }),
      resolve({ namedCompanyId: "987654321" }),
      resolve({ namedBusinessId: other.businessId }),
      resolve({ namedBusinessId: "987654321" }),
    ]);
    for (const answer of answers)
      expect(answer).toMatchObject({ state: CallerState.REFUSED, companyId: "0", businessIds: [], permissions: [] });
  });

  test("resolving is for our own services only", async () => {
    const { owner, token } = await harness.openCompany("Inside");
    expect(await codeOf(harness.as(SessionService, owner).resolveSession({ sessionTokenHash: sha256(token) }))).toBe(20019);
  });
});
