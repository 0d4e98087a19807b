import type { DescMessage } from "@bufbuild/protobuf";
import { loadContract } from "@leashline/proto/descriptors/contract.ts";
import { Tier } from "@leashline/proto/leashline/options/v1/access_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bearer, openReal, password, type RealGateway } from "../../test/real.ts";

/** Names of what says who somebody is, whose a thing is, or what only we decide. */
const privileged =
  /^((owner_)?account_id|company_id|tenant_id|enterprise_id|session_id|role_id|is_owner|is_admin|all_permissions|permissions|employee_category|password_hash|second_factor_enabled|link_status|status|last_business_id|(create|update|delete|last_seen|last_used)_(time|at)|(created|updated|deleted)_(by|at)|deleted)$/;

/** Writing calls that do take such a field, each because it is what the call is about; the service checks it. */
const meant = [
  "AccountService/UnlinkAccount account_id",
  "ApiKeyService/CreateApiKey permissions",
  "AppointmentService/BookAppointment status",
  "AppointmentService/UpdateStatus status",
  "AutoReplyService/UpdateAutoReply status",
  // Of a class, not of somebody who signed in.
  "ClassService/AddMakeUp session_id",
  "ClassService/SetAttendance session_id",
  "ClassUndoService/UndoClassChange session_id",
  "CompanyServiceService/CreateCompanyService status",
  "CompanyServiceService/UpdateCompanyService status",
  "EnterpriseService/ChangeEnterpriseMember account_id",
  "EnterpriseService/ChangeEnterpriseMember employee_category",
  "EnterpriseService/ChangeEnterpriseMember enterprise_id",
  "EnterpriseService/JoinEnterprise enterprise_id",
  "EnterpriseService/RemoveEnterpriseMember account_id",
  "EnterpriseService/RemoveEnterpriseMember enterprise_id",
  "ProviderAccountService/ChangeAccount status",
  "RoleService/CreateRole permissions",
  "RoleService/DeleteRole role_id",
  "RoleService/DuplicateRole role_id",
  "RoleService/UpdateRole role_id",
  "RoleService/UpdateRolePermissions permissions",
  "RoleService/UpdateRolePermissions role_id",
  "SessionService/RevokeSession session_id",
  "SessionService/SwitchAccount account_id",
  "SessionService/SwitchCompany company_id",
  "StaffService/CreateStaff employee_category",
  "StaffService/CreateStaff role_id",
  "StaffService/UpdateStaff role_id",
  "TaxService/UpdateTaxRule status",
  "TemplateService/UpdateTemplate status",
];

function privilegedFields(desc: DescMessage, seen = new Set<string>()): string[] {
  if (seen.has(desc.typeName) || desc.typeName.startsWith("google.")) return [];
  seen.add(desc.typeName);
  return desc.fields.flatMap((field) => [
    ...(privileged.test(field.name) ? [field.name] : []),
    ...(field.message ? privilegedFields(field.message, seen) : []),
  ]);
}

test("mass-assignment: no writing call takes what only we decide, but where that is what it is about", () => {
  const taken = loadContract()
    .methods.filter((method) => !method.read && method.access !== undefined && method.tier !== Tier.INTERNAL)
    .flatMap((method) => privilegedFields(method.desc.input).map((field) => `${method.service.name}/${method.desc.name} ${field}`));
  expect(taken.filter((field) => !meant.includes(field)).sort(), "not in the list of what is meant: look at it before you add it").toEqual(
    [],
  );
});

describe("mass-assignment", () => {
  let real: RealGateway;
  let token: string;
  let accountId: string;
  let other: string;
  beforeAll(async () => {
    real = await openReal();
    ({ token, accountId } = await real.signUp("mass@example.test"));
    await real.openCompany(token, "Mass Paws");
    other = (await real.signUp("other@example.test")).token;
    await real.openCompany(other, "Other Paws");
  });
  afterAll(() => real?.stop());

  const extra = {
    id: "1",
    accountId: "1",
    account_id: "1",
    companyId: "1",
    company_id: "1",
    ownerAccountId: "1",
    sessionId: "1",
    status: "ACCOUNT_STATUS_DISABLED",
    isOwner: true,
    isAdmin: true,
    role: "owner",
    allPermissions: true,
    passwordHash: "x",
    secondFactorEnabled: true,
    createTime: "2001-01-01T00:00:00Z",
    version: 0,
    constructor: { prototype: { isOwner: true } },
    ["__proto__"]: { isOwner: true },
  };
  const rows = async (sql: string, values: unknown[] = []) => (await real.servers.admin.query(sql, values)).rows;

  test("signing up with more than is asked for makes an ordinary account with an id of its own", async () => {
    const facts = { email: "more@example.test", password, firstName: "M" };
    const made = await real.call("AccountService/SignUp", { ...extra, ...facts, account: { ...extra } });
    if (made.status !== 200) return expect([made.status, made.body.code]).toEqual([400, "invalid_argument"]);
    expect(Number(made.body.account.id)).toBeGreaterThan(Number(accountId));
    const [stored] = await rows(
      "select status, second_factor_enabled, create_time > now() - interval '1 hour' as fresh from account.account where id = $1",
      [made.body.account.id],
    );
    expect(stored).toEqual({ status: "normal", second_factor_enabled: false, fresh: true });
  });

  test("a profile changes its own fields only, of its own account only", async () => {
    const before = await rows("select * from account.account where id <> $1 order by id", [accountId]);
    await real.call("AccountService/UpdateProfile", { ...extra, firstName: "Renamed" }, bearer(token));
    expect(await rows("select * from account.account where id <> $1 order by id", [accountId])).toEqual(before);
    const [mine] = await rows("select status, second_factor_enabled from account.account where id = $1", [accountId]);
    expect(mine).toEqual({ status: "normal", second_factor_enabled: false });
  });

  test("a person hired under another company's number, or as an owner, is neither", async () => {
    const { body } = await real.call("SessionService/GetSessionInfo", {}, bearer(other));
    const companyId = body.company.id as string;
    const count = async () => (await rows("select count(*)::int as n from account.staff where company_id = $1", [companyId]))[0].n;
    const before = await count();
    const made = await real.call(
      "StaffService/CreateStaff",
      { ...extra, firstName: "Eve", companyId, company_id: companyId },
      bearer(token),
    );
    expect(await count()).toBe(before);
    if (made.status === 200) {
      const [stored] = await rows(
        "select company_id::text, account_id, employee_category from account.staff where id = $1 and first_name = 'Eve'",
        [made.body.staff.id],
      );
      expect(stored).toMatchObject({ account_id: null, employee_category: 0 });
      expect(stored.company_id).not.toBe(companyId);
    }
    const asOwner = await real.call("StaffService/CreateStaff", { firstName: "Eve", employeeCategory: 1 }, bearer(token));
    const owners = await rows("select first_name from account.staff where employee_category = 1 and first_name = 'Eve'");
    expect([asOwner.status === 200 ? (asOwner.body.staff.employeeCategory ?? 0) : 0, owners]).toEqual([0, []]);
  });

  test("a company is renamed by its own people only, whatever number stands in the body, on the REST face as well", async () => {
    const before = await rows("select * from account.company where company_name <> 'Mass Paws' order by company_id");
    await real.call("CompanyService/UpdateCompany", { ...extra, companyName: "Mass Paws" }, bearer(token));
    for (const path of ["/api/business/account/v2/update", "/api/business/company/update"])
      await fetch(real.url + path, {
        method: "POST",
        headers: { ...bearer(token), "content-type": "application/json" },
        body: JSON.stringify({ ...extra, companyName: "Mass Paws" }),
      });
    expect(await rows("select * from account.company where company_name <> 'Mass Paws' order by company_id")).toEqual(before);
  });

  test("a body cannot reach into objects of the program", async () => {
    const bodies = ['{"__proto__":{"polluted":true}}', '{"constructor":{"prototype":{"polluted":true}}}', '{"updateMask":"__proto__"}'];
    for (const body of bodies)
      for (const path of [
        "/leashline.account.v1.AccountService/UpdateProfile",
        "/api/business/account/v2/update?__proto__.polluted=1&constructor.prototype.polluted=1",
      ]) {
        const response = await fetch(real.url + path, {
          method: "POST",
          headers: { ...bearer(token), "content-type": "application/json" },
          body,
        });
        expect(response.status).toBeLessThan(500);
      }
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});
