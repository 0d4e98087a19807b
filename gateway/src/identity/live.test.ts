import { eventually, refusalOf } from "@leashline/kit/test";
import { AccountService } from "@leashline/proto/leashline/account/v1/account_service_pb.js";
import { ApiKeyService } from "@leashline/proto/leashline/account/v1/api_key_service_pb.js";
import { CompanyService } from "@leashline/proto/leashline/account/v1/company_service_pb.js";
import { InviteService } from "@leashline/proto/leashline/account/v1/invite_service_pb.js";
import { RoleService } from "@leashline/proto/leashline/account/v1/role_service_pb.js";
import { SessionService } from "@leashline/proto/leashline/account/v1/session_service_pb.js";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import { PushService } from "@leashline/proto/leashline/gateway/v1/push_pb.js";
import { Permission as P } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { type RealHarness, startReal } from "../../test/real-harness.ts";

// The gateway remembers callers for a minute in this house: what changes within seconds changed because it was told.
const soon = { withinMs: 5_000 };
const password = "correct horse battery";

let real: RealHarness;
let owner: string;
const sockets: WebSocket[] = [];
beforeAll(async () => {
  real = await startReal();
  owner = await signUp("owner@live.test");
  await real.as(CompanyService, owner).createCompany({
    companyName: "Live",
    appType: 1,
    countryAlpha2Code: "US",
    timezoneName: "America/Los_Angeles",
    careTypes: ["GROOMING"],
  });
});
afterAll(async () => {
  for (const socket of sockets) socket.terminate();
  await real?.stop();
});

const signUp = async (email: string): Promise<string> =>
  (await real.as(AccountService).signUp({ email, password, firstName: "Pat" })).sessionToken;
const signIn = async (email: string): Promise<string> => (await real.as(SessionService).signIn({ email, password })).sessionToken;
const codeOf = async (call: Promise<unknown>): Promise<number> => (await refusalOf(call)).code;

async function hire(email: string, permissions: P[]): Promise<{ token: string; staffId: string; roleId: string }> {
  const { role } = await real.as(RoleService, owner).createRole({ name: email, permissions });
  const roleId = role?.id as string;
  const { staff } = await real.as(StaffService, owner).createStaff({ firstName: "Tom", roleId });
  const staffId = staff?.id as string;
  const { inviteCode } = await real.as(InviteService, owner).sendStaffInvite({ staffId });
  const token = await signUp(email);
  await real.as(InviteService, token).acceptInviteCode({ inviteCode });
  return { token, staffId, roleId };
}

/** A tab that listens; answers the code its socket closes with. */
async function tab(token: string): Promise<{ closed: Promise<number>; isOpen: () => boolean }> {
  const made = await real.as(PushService, token).createSocketToken({});
  const socket = new WebSocket(`${real.url.replace("http", "ws")}/ws?token=${encodeURIComponent(made.token)}`);
  sockets.push(socket);
  const closed = new Promise<number>((resolve) => socket.on("close", (code) => resolve(code)));
  await new Promise((resolve) => socket.once("message", resolve));
  return { closed, isOpen: () => socket.readyState === WebSocket.OPEN };
}

describe("a role that changes", () => {
  test("opens and closes what it should for a session that is signed in, within seconds", async () => {
    const { token, roleId } = await hire("trainee@live.test", [P.VIEW_CALENDAR]);
    const invite = () => real.as(StaffService, token).createStaff({ firstName: "New", roleId });
    expect(await codeOf(invite())).toBe(20019);
    await real.as(RoleService, owner).updateRolePermissions({ roleId, permissions: [P.VIEW_CALENDAR, P.ACCESS_STAFF_MEMBERS] });
    await eventually(async () => expect((await invite()).staff?.firstName).toBe("New"), soon);
    const { permissions } = await real.as(SessionService, token).getSessionInfo({});
    expect(permissions).toContain(P.ACCESS_STAFF_MEMBERS);
    await real.as(RoleService, owner).updateRolePermissions({ roleId, permissions: [P.VIEW_CALENDAR] });
    await eventually(async () => expect(await codeOf(invite())).toBe(20019), soon);
  });

  test("a person who is deleted loses the company and their sockets close, within seconds", async () => {
    const { token, staffId } = await hire("leaver@live.test", [P.VIEW_CALENDAR]);
    const open = await tab(token);
    expect((await real.as(StaffService, token).listStaffByLocation({})).staff.length).toBeGreaterThan(0);
    await real.as(StaffService, owner).deleteStaff({ id: staffId });
    await eventually(async () => expect(await codeOf(real.as(StaffService, token).listStaffByLocation({}))).toBe(20019), soon);
    expect(await open.closed).toBe(4401);
  });
});

describe("signing out", () => {
  test("ends the session in its other tabs too, and leaves other sessions alone", async () => {
    const one = await signUp("tabs@live.test");
    const other = await signIn("tabs@live.test");
    const [first, second, elsewhere] = [await tab(one), await tab(one), await tab(other)];
    let cookie = "";
    await real
      .as(SessionService, one, (headers) => {
        cookie = headers.get("set-cookie") ?? "";
      })
      .logout({});
    expect(cookie).toMatch(/leashline_session=;.*Max-Age=0/i);
    expect(await Promise.all([first.closed, second.closed])).toEqual([4401, 4401]);
    expect(await codeOf(real.as(AccountService, one).getAccount({}))).toBe(401);
    expect((await real.as(AccountService, other).getAccount({})).account?.email).toBe("tabs@live.test");
    expect(elsewhere.isOpen()).toBe(true);
  });

  test("everywhere, and a new password, end the other sessions and tell their tabs", async () => {
    const [mine, phone] = [await signUp("pw@live.test"), await signIn("pw@live.test")];
    const there = await tab(phone);
    const { sessionToken } = await real
      .as(AccountService, mine)
      .changePassword({ currentPassword: password, newPassword: "another long one" });
    expect(await there.closed).toBe(4401);
    await eventually(async () => expect(await codeOf(real.as(AccountService, phone).getAccount({}))).toBe(401), soon);
    const here = await tab(sessionToken);
    await real.as(SessionService, sessionToken).signOutEverywhere({});
    expect(await here.closed).toBe(4401);
    await eventually(async () => expect(await codeOf(real.as(AccountService, sessionToken).getAccount({}))).toBe(401), soon);
  });
});

test("an API key that is revoked opens nothing any more, within seconds", async () => {
  const keys = real.as(ApiKeyService, owner);
  const { apiKey, secret } = await keys.createApiKey({ name: "Site", permissions: [P.VIEW_CALENDAR] });
  const call = () => real.as(StaffService, secret).listStaffByLocation({});
  expect((await call()).staff.length).toBeGreaterThan(0);
  await keys.revokeApiKey({ id: apiKey?.id as string });
  await eventually(async () => expect(await codeOf(call())).toBe(401), soon);
});

test("an API key that is rotated without an overlap opens nothing any more either, and its successor does", async () => {
  const keys = real.as(ApiKeyService, owner);
  const { apiKey, secret } = await keys.createApiKey({ name: "Leaked", permissions: [P.VIEW_CALENDAR] });
  const call = (key: string) => real.as(StaffService, key).listStaffByLocation({});
  expect((await call(secret)).staff.length).toBeGreaterThan(0);
  const renewed = await keys.rotateApiKey({ id: apiKey?.id as string, overlapHours: 0 });
  await eventually(async () => expect(await codeOf(call(secret))).toBe(401), soon);
  expect((await call(renewed.secret)).staff.length).toBeGreaterThan(0);
});
