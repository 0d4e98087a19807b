import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { type Caller, levelOf, nobody, permissionTable } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { ApiKeyService } from "@leashline/proto/leashline/account/v1/api_key_service_pb.js";
import { ClockService } from "@leashline/proto/leashline/account/v1/clock_service_pb.js";
import { LocationService } from "@leashline/proto/leashline/account/v1/location_service_pb.js";
import { CallerState } from "@leashline/proto/leashline/account/v1/resolve_session_pb.js";
import { RoleService } from "@leashline/proto/leashline/account/v1/role_service_pb.js";
import { SessionService } from "@leashline/proto/leashline/account/v1/session_service_pb.js";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import { Permission as P, ScopeKind, ScopeKindSchema, ScopeLevel } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Harness, startHarness } from "../../test/harness.ts";
import { hire } from "../../test/signed-up.ts";
import { sha256 } from "../shared/secrets.ts";
import { mayGive, permissionSet, starterRoles } from "./role.ts";

const codeOf = async (call: Promise<unknown>): Promise<number> => (await refusalOf(call)).code;
const named = (name: string) => permissionTable.find((row) => row.name === name)?.id;

describe("the catalogue", () => {
  test("permission-ids-known: the numbers the specification names mean what it says", () => {
    expect(permissionTable.filter((r) => [1, 2, 28, 47].includes(r.id)).map((r) => r.name)).toEqual([
      "createAndEditTicket",
      "cancelOrDeleteTicket",
      "editTicketComment",
      "editTicket",
    ]);
    expect(permissionTable.filter((r) => r.id >= 600 && r.id <= 607).every((r) => r.category === "Invoices")).toBe(true);
    expect(permissionTable.filter((r) => r.id >= 1000 && r.id <= 1003)).toHaveLength(4);
  });

  test("permission-names-known: every name the specification mentions is in it", () => {
    const names = [
      "accessStaffMembers",
      "canAccessGroomingReportSetting",
      "accessServiceSettings",
      "accessLodgingSettings",
      "viewClientList",
      "canAccessQuickBooks",
      "accessMembership",
      "manageMembership",
      "viewMessageCenter",
      "viewFullMessage",
      "createOrEditIncidentReport",
    ];
    expect(names.filter((name) => named(name) === undefined)).toEqual([]);
  });

  test("invoice-permission-group: complete, extra charge, manage staff, tip split, refund", () => {
    const group = permissionTable.filter((r) => r.category === "Invoices").map((r) => r.name);
    expect(group).toEqual(expect.arrayContaining(["completeInvoice", "extraCharge", "manageInvoiceStaff", "tipSplit", "refund"]));
  });

  test("permission-scope-levels: every scope kind has levels, and messages have all three", () => {
    for (const kind of ScopeKindSchema.values.filter((v) => v.number !== 0))
      expect(
        permissionTable.some((r) => r.scopeKind === kind.number),
        kind.name,
      ).toBe(true);
    expect(permissionTable.filter((r) => r.scopeKind === ScopeKind.MESSAGES).map((r) => r.scopeLevel)).toEqual([1, 2, 3]);
  });

  test("permission-base-only: without the all-location permission the base one reaches as far as the base", () => {
    expect(levelOf([P.VIEW_CLIENT_LIST], ScopeKind.CLIENTS)).toBe(ScopeLevel.OWN);
    expect(levelOf([P.VIEW_CLIENT_LIST, P.VIEW_CLIENTS_ALL_LOCATIONS], ScopeKind.CLIENTS)).toBe(ScopeLevel.ALL_LOCATIONS);
    expect(levelOf([], ScopeKind.CLIENTS)).toBe(ScopeLevel.UNSPECIFIED);
  });

  test("nobody gives what they do not hold", () => {
    expect(mayGive({ permissions: "all", via: "" }, [1, 605])).toBe(true);
    expect(mayGive({ permissions: [1, 2], via: "" }, [1])).toBe(true);
    expect(mayGive({ permissions: [1, 2], via: "" }, [1, 605])).toBe(false);
    expect(permissionSet([605, 1, 1])).toEqual([1, 605]);
    expect(() => permissionSet([424242])).toThrow();
    expect(starterRoles.map((role) => role.name)).toEqual(["Owner", "Manager", "Groomer", "Front desk"]);
  });
});

describe("roles of a company", () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness();
  });
  afterAll(async () => {
    await harness.servers.stop();
  });

  test("roles-belong-to-company: created, duplicated, renamed, deleted; seen by its own company only", async () => {
    const [{ owner }, { owner: other }] = [await harness.openCompany("Roles"), await harness.openCompany("Strangers")];
    const roles = harness.as(RoleService, owner);
    const { role } = await roles.createRole({ name: "Bather", permissions: [P.VIEW_CALENDAR, P.EDIT_CLIENT] });
    const copy = await roles.duplicateRole({ roleId: role?.id as string });
    expect(copy.role).toMatchObject({ name: "Copy of Bather", permissions: role?.permissions });
    expect((await roles.updateRole({ roleId: role?.id as string, roleName: "Senior bather" })).role?.name).toBe("Senior bather");
    expect(await codeOf(roles.updateRole({ roleId: role?.id as string, roleName: "groomer" }))).toBe(900009);
    expect(await codeOf(harness.as(RoleService, other).getRolePermissions({ roleId: role?.id as string }))).toBe(404);
    expect(await codeOf(harness.as(RoleService, other).deleteRole({ roleId: role?.id as string }))).toBe(404);
    await roles.deleteRole({ roleId: copy.role?.id as string });
    expect((await roles.listRoles({})).roles.map((r) => r.name)).toEqual(["Owner", "Front desk", "Groomer", "Manager", "Senior bather"]);
  });

  test("a change made on an old state of a role is refused, so that nobody takes back what another has just given", async () => {
    const { owner } = await harness.openCompany("Two at once");
    const roles = harness.as(RoleService, owner);
    const { role } = await roles.createRole({ name: "Shared", permissions: [P.VIEW_CALENDAR] });
    const [roleId, version] = [role?.id as string, role?.version as number];
    const { role: given } = await roles.updateRolePermissions({ roleId, version, permissions: [P.VIEW_CALENDAR, P.REFUND] });
    expect(given?.version).toBeGreaterThan(version);
    expect(await codeOf(roles.updateRolePermissions({ roleId, version, permissions: [P.VIEW_CALENDAR] }))).toBe(900001);
    expect(await codeOf(roles.updateRole({ roleId, version, roleName: "Renamed" }))).toBe(900001);
    expect((await roles.getRolePermissions({ roleId })).role).toMatchObject({
      name: "Shared",
      permissions: [P.VIEW_CALENDAR, P.REFUND].sort((a, b) => a - b),
    });
  });

  test("role-in-use-no-delete: 20010 while somebody holds it, and no longer after they leave", async () => {
    const { owner } = await harness.openCompany("In use");
    const roles = harness.as(RoleService, owner);
    const groomer = (await roles.listRoles({})).roles.find((r) => r.name === "Groomer");
    const staff = harness.as(StaffService, owner);
    const { staff: person } = await staff.createStaff({ firstName: "Gina", roleId: groomer?.id as string });
    const refusal = await refusalOf(roles.deleteRole({ roleId: groomer?.id as string }));
    expect([refusal.code, refusal.message]).toEqual([20010, "Some staff have this role ,can not delete"]);
    await staff.deleteStaff({ id: person?.id as string });
    await roles.deleteRole({ roleId: groomer?.id as string });
  });

  test("the Owner role cannot be changed, deleted or given", async () => {
    const { owner } = await harness.openCompany("Throne");
    const roles = harness.as(RoleService, owner);
    const [first] = (await roles.listRoles({})).roles;
    expect(await codeOf(roles.updateRolePermissions({ roleId: first?.id as string, permissions: [1] }))).toBe(900008);
    expect(await codeOf(roles.deleteRole({ roleId: first?.id as string }))).toBe(900008);
    expect(await codeOf(harness.as(StaffService, owner).createStaff({ firstName: "Usurper", roleId: first?.id as string }))).toBe(20019);
  });

  test("no-permission-code: staff without a permission get 20019; what a role opens changes for a live session", async () => {
    const { owner } = await harness.openCompany("Live");
    const roles = harness.as(RoleService, owner);
    const { role } = await roles.createRole({ name: "Trainee", permissions: [P.VIEW_CALENDAR] });
    const trainee = await hire(harness, owner, { firstName: "Tom", roleId: role?.id as string });
    expect(trainee.caller.permissions).toEqual([P.VIEW_CALENDAR]);
    const refusal = await refusalOf(harness.as(RoleService, trainee.caller).createRole({ name: "Mine", permissions: [] }));
    expect([refusal.code, refusal.message]).toEqual([20019, "No permission to complete the operation"]);
    await roles.updateRolePermissions({ roleId: role?.id as string, permissions: [P.MANAGE_ROLES, P.VIEW_CALENDAR] });
    const now = await harness.callerOf(trainee.token);
    expect(now.permissions).toEqual([P.VIEW_CALENDAR, P.MANAGE_ROLES]);
    expect((await harness.as(RoleService, now).createRole({ name: "Mine", permissions: [P.VIEW_CALENDAR] })).role?.name).toBe("Mine");
    expect(await codeOf(harness.as(RoleService, now).createRole({ name: "More", permissions: [P.REFUND] }))).toBe(20019);
    const own = await harness.as(RoleService, now).getRolePermissions({ roleId: role?.id as string });
    expect(own.role?.permissions).toEqual([P.VIEW_CALENDAR, P.MANAGE_ROLES]);
    const manager = (await roles.listRoles({})).roles.find((r) => r.name === "Manager");
    expect(
      await codeOf(harness.as(RoleService, now).updateRolePermissions({ roleId: manager?.id as string, permissions: [] })),
      "a role that can do more than mine",
    ).toBe(20019);
  });

  test("permission-scope-levels: a role that reaches all locations may name one its person does not work at, for what it reaches and nothing else", async () => {
    const { owner, token } = await harness.openCompany("Two places");
    const north = (await harness.as(LocationService, owner).createLocation({ name: "North", businessType: 1 })).location?.id as string;
    const boss = await harness.callerOf(token);
    const clock = harness.as(ClockService, { ...boss, businessId: north });
    const at = (hour: number) => timestampFromDate(new Date(Date.UTC(2026, 0, 5, hour)));
    await clock.createClockLog({ staffId: boss.staffId, businessId: north, clockInTime: at(17), clockOutTime: at(23) });
    const hired = async (firstName: string, permissions: P[]) => {
      const { role } = await harness.as(RoleService, boss).createRole({ name: firstName, permissions });
      return (await hire(harness, boss, { firstName, roleId: role?.id as string, businessIds: [owner.businessId] })).caller;
    };
    const range = { startDate: { year: 2026, month: 1, day: 1 }, endDate: { year: 2026, month: 1, day: 31 } };
    const logs = (caller: Caller, businessId: string) => harness.as(ClockService, caller).listClockLogs({ ...range, businessId });
    const wide = await hired("Wide", [P.CLOCK_RECORDS_ALL_LOCATIONS, P.CLOCK_IN_OUT_WORKING_LOCATIONS]);
    expect(wide).toMatchObject({ businessIds: [owner.businessId], companyBusinessIds: [owner.businessId, north] });
    expect((await logs(wide, north)).total).toBe(1);
    expect((await logs(wide, owner.businessId)).total).toBe(0);
    const statuses = (businessId: string) => harness.as(ClockService, wide).listClockStatuses({ businessId });
    expect((await statuses(owner.businessId)).statuses.length).toBeGreaterThan(0);
    expect(await codeOf(statuses(north)), "the clock itself is another kind").toBe(20019);
    const near = await hired("Near", [P.CLOCK_RECORDS_WORKING_LOCATIONS]);
    expect(near.companyBusinessIds).toEqual([]);
    expect(await codeOf(logs(near, north))).toBe(20019);
    const { owner: stranger } = await harness.openCompany("Not theirs");
    for (const unknown of [stranger.businessId, "99999999"]) expect(await codeOf(logs(wide, unknown))).toBe(20019);
  });

  test("permission-scope-levels: whose role reaches all locations may stand in one they do not work at; what it does not reach is refused there", async () => {
    const { owner, token } = await harness.openCompany("Visited");
    const north = (await harness.as(LocationService, owner).createLocation({ name: "North", businessType: 1 })).location?.id as string;
    const boss = await harness.callerOf(token);
    const hired = async (firstName: string, permissions: P[]) => {
      const { role } = await harness.as(RoleService, boss).createRole({ name: firstName, permissions });
      return await hire(harness, boss, { firstName, roleId: role?.id as string, businessIds: [owner.businessId] });
    };
    const wide = await hired("Wide", [P.CLOCK_RECORDS_ALL_LOCATIONS, P.CLOCK_IN_OUT_WORKING_LOCATIONS, P.MANAGE_ROLES]);
    const info = async (caller: Caller) => (await harness.as(SessionService, caller).getSessionInfo({})).companies[0];
    expect((await info(wide.caller))?.elsewhere).toMatchObject([{ businessId: north, businessName: "North" }]);
    expect((await info(wide.caller))?.businesses.map((one) => one.businessId)).toEqual([owner.businessId]);
    await harness.as(SessionService, wide.caller).switchBusiness({ targetBusinessId: north });
    const there = await harness.callerOf(wide.token);
    expect(there).toMatchObject({ businessId: north, businessIds: [owner.businessId] });
    expect((await info(there))?.elsewhere.map((one) => one.businessId)).toEqual([north]);
    expect((await harness.as(SessionService, there).getSessionInfo({})).business?.businessName).toBe("North");
    const range = { startDate: { year: 2026, month: 1, day: 1 }, endDate: { year: 2026, month: 1, day: 31 } };
    expect((await harness.as(ClockService, there).listClockLogs(range)).total).toBe(0);
    expect(await codeOf(harness.as(ClockService, there).listClockStatuses({})), "another kind, none named").toBe(20019);
    const write = (caller: Caller) => harness.as(RoleService, caller).createRole({ name: "Made", permissions: [] });
    expect(await codeOf(write(there)), "a write that names no business").toBe(20019);
    expect((await write(wide.caller)).role?.name, "the same at home").toBe("Made");
    expect((await harness.as(RoleService, there).listRoles({})).roles.length, "what is the company's is read").toBeGreaterThan(0);
    await harness.as(SessionService, there).switchBusiness({ targetBusinessId: owner.businessId });
    expect((await harness.callerOf(wide.token)).businessId).toBe(owner.businessId);
    const near = await hired("Near", [P.CLOCK_RECORDS_WORKING_LOCATIONS]);
    expect((await info(near.caller))?.elsewhere).toEqual([]);
    expect(await codeOf(harness.as(SessionService, near.caller).switchBusiness({ targetBusinessId: north }))).toBe(404);
    const { owner: stranger } = await harness.openCompany("Not visited");
    expect(await codeOf(harness.as(SessionService, wide.caller).switchBusiness({ targetBusinessId: stranger.businessId }))).toBe(404);
  });

  test("API keys: shown once, hashed, scoped, last used, rotated with overlap, revoked", async () => {
    const { owner } = await harness.openCompany("Keys");
    const keys = harness.as(ApiKeyService, owner);
    const made = await keys.createApiKey({ name: "Website", permissions: [P.VIEW_CALENDAR] });
    expect(made.secret).toMatch(/^llk_[A-Za-z0-9_-]{43}$/);
    const listed = await keys.listApiKeys({});
    expect(JSON.stringify(listed, (_, v) => (typeof v === "bigint" ? String(v) : v))).not.toContain(made.secret);
    const { rows } = await harness.servers.admin.query("select * from account.api_key where id = $1", [made.apiKey?.id]);
    expect(JSON.stringify(rows)).not.toContain(made.secret.slice(12));
    const first = await hire.resolveKey(harness, made.secret);
    expect(first).toMatchObject({
      state: 1,
      apiKeyId: made.apiKey?.id,
      accountId: "0",
      companyId: owner.companyId,
      permissions: [P.VIEW_CALENDAR],
      allPermissions: false,
    });
    expect((await keys.listApiKeys({})).apiKeys[0]?.lastUsedTime).toBeDefined();
    const renewed = await keys.rotateApiKey({ id: made.apiKey?.id as string, overlapHours: 1 });
    expect((await hire.resolveKey(harness, made.secret)).state).toBe(1);
    expect((await hire.resolveKey(harness, renewed.secret)).state).toBe(1);
    await harness.servers.admin.query("update account.api_key set expire_time = expire_time - interval '61 minutes' where id = $1", [
      made.apiKey?.id,
    ]);
    expect((await hire.resolveKey(harness, made.secret)).state, "the overlap is over").toBe(2);
    expect(await codeOf(keys.rotateApiKey({ id: made.apiKey?.id as string })), "one that is over").toBe(900008);
    expect((await hire.resolveKey(harness, renewed.secret)).state).toBe(1);
    const usual = await keys.rotateApiKey({ id: renewed.apiKey?.id as string });
    const left =
      Number((await keys.listApiKeys({})).apiKeys.find(({ id }) => id === renewed.apiKey?.id)?.expireTime?.seconds) - Date.now() / 1000;
    expect(Math.round(left / 3600), "unsaid, it works on for a day").toBe(24);
    await keys.revokeApiKey({ id: usual.apiKey?.id as string });
    await keys.revokeApiKey({ id: renewed.apiKey?.id as string });
    expect((await hire.resolveKey(harness, renewed.secret)).state).toBe(2);
  });

  test("a key that names a business or a company it does not reach is refused, and does not act for its own instead", async () => {
    const { owner, token } = await harness.openCompany("Named by a key");
    const north = (await harness.as(LocationService, owner).createLocation({ name: "North", businessType: 1 })).location?.id as string;
    const { owner: stranger } = await harness.openCompany("Not named");
    const boss = harness.as(ApiKeyService, await harness.callerOf(token));
    const { secret } = await boss.createApiKey({ name: "One place", permissions: [P.VIEW_CALENDAR], businessIds: [owner.businessId] });
    const named = async (names: object) => {
      const asked = { apiKeyHash: sha256(secret), ...names };
      const { state, businessId } = await harness.as(SessionService, { ...nobody, via: "gateway" }).resolveSession(asked);
      return [state, businessId];
    };
    expect(await named({ namedBusinessId: owner.businessId, namedCompanyId: owner.companyId })).toEqual([1, owner.businessId]);
    for (const namedBusinessId of [north, stranger.businessId, "987654321"])
      expect(await named({ namedBusinessId })).toEqual([CallerState.REFUSED, "0"]);
    for (const namedCompanyId of [stranger.companyId, "987654321"])
      expect(await named({ namedCompanyId })).toEqual([CallerState.REFUSED, "0"]);
  });

  test("nobody gets a key that reaches further than they do: not by making one, nor by rotating another's", async () => {
    const { owner, token } = await harness.openCompany("Reach");
    const north = (await harness.as(LocationService, owner).createLocation({ name: "North", businessType: 1 })).location?.id as string;
    const boss = harness.as(ApiKeyService, await harness.callerOf(token));
    const { role } = await harness
      .as(RoleService, owner)
      .createRole({ name: "Integrator", permissions: [P.INTEGRATION_KEYS, P.VIEW_CALENDAR] });
    const person = await hire(harness, owner, { firstName: "Ina", roleId: role?.id as string, businessIds: [owner.businessId] });
    const keys = harness.as(ApiKeyService, person.caller);
    const of = async (permissions: P[], businessIds: string[]) =>
      (await boss.createApiKey({ name: "Boss", permissions, businessIds })).apiKey?.id as string;
    expect(await codeOf(keys.createApiKey({ name: "Mine", permissions: [P.VIEW_CALENDAR], businessIds: [north] }))).toBe(20019);
    expect(await codeOf(keys.createApiKey({ name: "Mine", permissions: [P.REFUND] }))).toBe(20019);
    const mine = await keys.createApiKey({ name: "Mine", permissions: [P.VIEW_CALENDAR] });
    expect(mine.apiKey?.businessIds).toEqual([owner.businessId]);
    for (const id of [await of([P.VIEW_CALENDAR], []), await of([P.VIEW_CALENDAR], [owner.businessId, north]), await of([P.REFUND], [])])
      expect(await codeOf(keys.rotateApiKey({ id }))).toBe(20019);
    const within = await keys.rotateApiKey({ id: await of([P.VIEW_CALENDAR], [owner.businessId]) });
    expect((await hire.resolveKey(harness, within.secret)).businessIds).toEqual([owner.businessId]);
    const everywhere = async (permission: P, businessIds: string[]) => {
      const { secret } = await boss.createApiKey({ name: "Boss", permissions: [permission], businessIds });
      return (await hire.resolveKey(harness, secret)).companyBusinessIds;
    };
    const all = [owner.businessId, north];
    expect(await everywhere(P.VIEW_CLIENTS_ALL_LOCATIONS, [])).toEqual(all);
    expect(await everywhere(P.VIEW_CLIENTS_ALL_LOCATIONS, all)).toEqual(all);
    expect(await everywhere(P.VIEW_CLIENTS_ALL_LOCATIONS, [north])).toEqual([]);
    expect(await everywhere(P.VIEW_CLIENTS_WORKING_LOCATIONS, [])).toEqual([]);
  });

  test("an API key rests while its maker may not make keys or is inactive, and ends when they leave; whoever rotates it takes it over", async () => {
    const { owner, token } = await harness.openCompany("Left");
    const roles = harness.as(RoleService, owner);
    const { role } = await roles.createRole({ name: "Integrator", permissions: [P.INTEGRATION_KEYS, P.VIEW_CALENDAR] });
    const { role: plain } = await roles.createRole({ name: "Plain", permissions: [P.VIEW_CALENDAR] });
    const person = await hire(harness, owner, { firstName: "Ina", roleId: role?.id as string, businessIds: [owner.businessId] });
    const keys = harness.as(ApiKeyService, person.caller);
    const made = await keys.createApiKey({ name: "Hers", permissions: [P.VIEW_CALENDAR] });
    const second = await keys.createApiKey({ name: "Taken over", permissions: [P.VIEW_CALENDAR] });
    const stateOf = async (secret: string) => (await hire.resolveKey(harness, secret)).state;
    const change = (patch: { roleId?: string; inactive?: boolean }) =>
      harness.as(StaffService, owner).updateStaff({ id: person.caller.staffId, ...patch });
    expect(await stateOf(made.secret)).toBe(1);
    await change({ roleId: plain?.id as string });
    expect(await stateOf(made.secret), "may not make keys").toBe(2);
    await change({ roleId: role?.id as string });
    expect(await stateOf(made.secret)).toBe(1);
    await change({ inactive: true });
    expect(await stateOf(made.secret), "inactive").toBe(2);
    await change({ inactive: false });
    const boss = harness.as(ApiKeyService, await harness.callerOf(token));
    const taken = await boss.rotateApiKey({ id: second.apiKey?.id as string, overlapHours: 1 });
    await harness.as(StaffService, owner).deleteStaff({ id: person.caller.staffId });
    expect([await stateOf(made.secret), await stateOf(second.secret), await stateOf(taken.secret)]).toEqual([2, 2, 1]);
    expect((await boss.listApiKeys({})).apiKeys.filter((key) => key.revokeTime === undefined).map(({ id }) => id)).toEqual([
      taken.apiKey?.id,
    ]);
  });

  test("an API key opens no more than its maker still may, where they still work", async () => {
    const { owner, token } = await harness.openCompany("Shrunk");
    const north = (await harness.as(LocationService, owner).createLocation({ name: "North", businessType: 1 })).location?.id as string;
    const boss = await harness.callerOf(token);
    const { role } = await harness
      .as(RoleService, boss)
      .createRole({ name: "Wide", permissions: [P.INTEGRATION_KEYS, P.VIEW_CALENDAR, P.REFUND] });
    const businessIds = [owner.businessId, north];
    const person = await hire(harness, boss, { firstName: "Ivo", roleId: role?.id as string, businessIds });
    const { secret } = await harness
      .as(ApiKeyService, person.caller)
      .createApiKey({ name: "His", permissions: [P.VIEW_CALENDAR, P.REFUND] });
    const opens = async () => {
      const { permissions, businessIds } = await hire.resolveKey(harness, secret);
      return { permissions, businessIds };
    };
    expect(await opens()).toEqual({ permissions: [P.VIEW_CALENDAR, P.REFUND], businessIds });
    await harness
      .as(RoleService, boss)
      .updateRolePermissions({ roleId: role?.id as string, permissions: [P.INTEGRATION_KEYS, P.VIEW_CALENDAR] });
    expect(await opens()).toEqual({ permissions: [P.VIEW_CALENDAR], businessIds });
    await harness.as(StaffService, boss).updateStaff({ id: person.caller.staffId, businessIds: [north] });
    expect(await opens()).toEqual({ permissions: [P.VIEW_CALENDAR], businessIds: [north] });
  });

  test("an API key made under an idempotency key answers the same secret again, and is one key", async () => {
    const { owner } = await harness.openCompany("Key repeat");
    const make = () => harness.as(ApiKeyService, owner, "key-7").createApiKey({ name: "Bot", permissions: [] });
    const [one, two] = await Promise.all([make(), make()]);
    expect(two.secret).toBe(one.secret);
    expect((await harness.as(ApiKeyService, owner).listApiKeys({})).apiKeys).toHaveLength(1);
  });
});
