import type { Caller } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { BrandedAppService } from "@leashline/proto/leashline/account/v1/branded_app_service_pb.js";
import { EnterpriseService } from "@leashline/proto/leashline/account/v1/enterprise_service_pb.js";
import { EmployeeCategory } from "@leashline/proto/leashline/account/v1/enums_pb.js";
import { InviteService } from "@leashline/proto/leashline/account/v1/invite_service_pb.js";
import { RoleService } from "@leashline/proto/leashline/account/v1/role_service_pb.js";
import { Landing } from "@leashline/proto/leashline/account/v1/session_pb.js";
import { SessionService } from "@leashline/proto/leashline/account/v1/session_service_pb.js";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, startHarness } from "../../test/harness.ts";
import { hire } from "../../test/signed-up.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(async () => {
  await harness.servers.stop();
});
const codeOf = async (call: Promise<unknown>): Promise<number> => (await refusalOf(call)).code;

test("enterprise-staff-by-location: an owner makes an enterprise; its staff are invited, join it, and are listed where they work", async () => {
  const { owner, token } = await harness.openCompany("Roof");
  const { enterprise } = await harness.as(EnterpriseService, owner).createEnterprise({ name: "Big Roof" });
  expect(enterprise).toMatchObject({
    name: "Big Roof",
    myCategory: EmployeeCategory.ENTERPRISE_OWNER,
    companies: [{ companyName: "Roof", isOwner: true }],
  });
  const now = await harness.callerOf(token);
  expect(now).toMatchObject({ employeeCategory: EmployeeCategory.ENTERPRISE_OWNER, permissions: "all" });
  expect(await codeOf(harness.as(EnterpriseService, now).createEnterprise({ name: "Twice" }))).toBe(900008);

  const { staff } = await harness
    .as(StaffService, now)
    .createStaff({ firstName: "Enid", employeeCategory: EmployeeCategory.ENTERPRISE_STAFF });
  const { inviteCode } = await harness.as(InviteService, now).sendStaffInvite({ staffId: staff?.id as string });
  expect(await harness.as(InviteService).getInviteCode({ inviteCode })).toMatchObject({ isEnterprise: true });
  const account = await harness.signUp("enid@x.test");
  expect(await harness.as(InviteService, account).acceptEnterpriseInviteCode({ inviteCode })).toMatchObject({
    enterpriseId: enterprise?.id,
  });
  const { staff: here } = await harness.as(EnterpriseService, now).listEnterpriseStaffByLocation({});
  expect(here.map((s) => [s.firstName, s.employeeCategory])).toEqual([
    ["Pat", 2],
    ["Enid", 3],
  ]);

  const enid = await harness.callerOf(harness.tokens.get("enid@x.test") as string);
  expect(enid.employeeCategory).toBe(EmployeeCategory.ENTERPRISE_STAFF);
  expect(
    await codeOf(
      harness.as(EnterpriseService, enid).removeEnterpriseMember({ enterpriseId: enterprise?.id as string, accountId: now.accountId }),
    ),
  ).toBe(20019);
  await harness.as(StaffService, now).deleteStaff({ id: staff?.id as string });
  const left = await harness.callerOf(harness.tokens.get("enid@x.test") as string);
  expect((await harness.as(SessionService, left).getSessionInfo({})).landing, "a member without a staff record").toBe(
    Landing.ENTERPRISE_APP,
  );
  expect(
    await codeOf(
      harness.as(EnterpriseService, now).removeEnterpriseMember({ enterpriseId: enterprise?.id as string, accountId: now.accountId }),
    ),
    "the last owner",
  ).toBe(900008);
  await harness.as(EnterpriseService, now).removeEnterpriseMember({ enterpriseId: enterprise?.id as string, accountId: enid.accountId });
  expect((await harness.as(EnterpriseService, now).listEnterprises({})).enterprises[0]?.members).toHaveLength(1);
});

test("a member becomes an owner with every permission in its companies, staff again, and no member; the last owner stays one", async () => {
  const { owner, token } = await harness.openCompany("Ladder");
  const { enterprise } = await harness.as(EnterpriseService, owner).createEnterprise({ name: "Rungs" });
  const enterpriseId = enterprise?.id as string;
  const top = await harness.callerOf(token);
  const { staff } = await harness
    .as(StaffService, top)
    .createStaff({ firstName: "Ed", employeeCategory: EmployeeCategory.ENTERPRISE_STAFF });
  const { inviteCode } = await harness.as(InviteService, top).sendStaffInvite({ staffId: staff?.id as string });
  const { accountId } = await harness.signUp("ed@x.test");
  const ed = () => harness.callerOf(harness.tokens.get("ed@x.test") as string);
  await harness.as(InviteService, await ed()).acceptEnterpriseInviteCode({ inviteCode });
  const change = (caller: Caller, who: string, employeeCategory: EmployeeCategory) =>
    harness.as(EnterpriseService, caller).changeEnterpriseMember({ enterpriseId, accountId: who, employeeCategory });
  const { ENTERPRISE_OWNER, ENTERPRISE_STAFF, OWNER } = EmployeeCategory;
  expect(await codeOf(change(await ed(), accountId, ENTERPRISE_OWNER)), "staff do not promote themselves").toBe(20019);
  expect(await codeOf(change(top, top.accountId, ENTERPRISE_STAFF)), "the last owner").toBe(900008);
  expect(await codeOf(change(top, "987654", ENTERPRISE_OWNER))).toBe(30000);
  expect(await codeOf(change(top, accountId, OWNER)), "only the two kinds").toBe(400);

  await change(top, accountId, ENTERPRISE_OWNER);
  expect(await ed()).toMatchObject({ employeeCategory: ENTERPRISE_OWNER, permissions: "all" });
  await change(await ed(), top.accountId, ENTERPRISE_STAFF);
  expect(await harness.callerOf(token), "a company stays its owner's").toMatchObject({ employeeCategory: OWNER, permissions: "all" });
  await change(await ed(), top.accountId, ENTERPRISE_OWNER);
  await change(top, accountId, ENTERPRISE_STAFF);
  expect((await ed()).permissions).not.toBe("all");
  await change(top, accountId, ENTERPRISE_OWNER);
  await harness.as(EnterpriseService, top).removeEnterpriseMember({ enterpriseId, accountId });
  expect(await ed()).toMatchObject({ employeeCategory: EmployeeCategory.STAFF });
  expect((await ed()).permissions).not.toBe("all");
});

test("enterprise staff are named only by an enterprise owner, in a company that stands in the enterprise", async () => {
  const { owner, token } = await harness.openCompany("Alone");
  const add = (caller: Caller, firstName: string) =>
    harness.as(StaffService, caller).createStaff({ firstName, employeeCategory: EmployeeCategory.ENTERPRISE_STAFF });
  const refused = await refusalOf(add(owner, "Early"));
  expect([refused.code, refused.options.fields?.[0]?.field]).toEqual([20019, "employeeCategory"]);
  await harness.as(EnterpriseService, owner).createEnterprise({ name: "Not alone" });
  const { roles } = await harness.as(RoleService, owner).listRoles({});
  const manager = await hire(harness, await harness.callerOf(token), {
    firstName: "Max",
    roleId: roles.find((role) => role.name === "Manager")?.id as string,
  });
  expect(await codeOf(add(manager.caller, "By a manager"))).toBe(20019);
  expect((await add(await harness.callerOf(token), "Eve")).staff?.employeeCategory).toBe(EmployeeCategory.ENTERPRISE_STAFF);
});

test("an enterprise of others cannot be joined, and looks like one that does not exist", async () => {
  const [{ owner }, { owner: other }] = [await harness.openCompany("In"), await harness.openCompany("Out")];
  const { enterprise } = await harness.as(EnterpriseService, owner).createEnterprise({ name: "Closed" });
  const answers = await Promise.all(
    [enterprise?.id as string, "987654"].map((id) => refusalOf(harness.as(EnterpriseService, other).joinEnterprise({ enterpriseId: id }))),
  );
  expect(new Set(answers.map((a) => `${a.code} ${a.message}`))).toEqual(new Set(["404 We could not find that. It may have been removed."]));
});

test("the branded app's config is empty until set, and goes away with its name", async () => {
  const { owner } = await harness.openCompany("App");
  const app = harness.as(BrandedAppService, owner);
  expect((await app.getBrandedAppConfig({})).config).toBeUndefined();
  await app.updateBrandedAppConfig({ brandedAppId: "com.app.x", appName: "App X", appIconUrl: "https://a.com/i.png" });
  expect((await app.getBrandedAppConfig({})).config).toMatchObject({
    companyId: owner.companyId,
    brandedAppId: "com.app.x",
    appName: "App X",
  });
  expect(await codeOf(app.updateBrandedAppConfig({ appName: "X", appIconUrl: "javascript:alert(1)" }))).toBe(400);
  await app.updateBrandedAppConfig({ appName: "" });
  expect((await app.getBrandedAppConfig({})).config).toBeUndefined();
});
