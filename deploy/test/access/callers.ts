import { permissionTable } from "@leashline/kit/permissions/permissions.ts";
import { ScopeLevel } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import type { Client } from "pg";
import type { Credential } from "./call.ts";
import { at, type Company, make, signIn, signUp, type World } from "./company.ts";

/** Somebody who calls, and what the contract is to know of them. */
export interface Walker extends Credential {
  readonly name: string;
  /** What they have shown; an expired or revoked session is nobody's. */
  readonly kind: "nobody" | "account" | "staff" | "apiKey";
  readonly permissions: readonly number[] | "all";
  /** They stand in a business of the company they call for. */
  readonly placed: boolean;
  readonly email?: string;
  readonly staffId?: string;
}

const everything = permissionTable.map((row) => row.id);
/** Every permission without a scope, and of each scope those up to a level. */
export const upTo = (level: ScopeLevel): number[] =>
  permissionTable.filter((row) => row.scopeKind === 0 || row.scopeLevel <= level).map((row) => row.id);

/** One person's share of each kind of caller at a company. */
export async function hire(
  world: World,
  company: Company,
  who: string,
  permissions: readonly number[],
  places: readonly string[],
): Promise<Walker> {
  const { owner, mark } = company;
  const name = `${mark} ${who}`;
  const role = at(await make(world, owner, "account.v1.RoleService/CreateRole", { name, permissions }), "role.id");
  const person = { firstName: name, roleId: role, businessIds: places, showOnCalendar: true, bookOnlineAvailable: true };
  const staffId = at(await make(world, owner, "account.v1.StaffService/CreateStaff", person), "staff.id");
  const inviteCode = at(await make(world, owner, "account.v1.InviteService/SendStaffInvite", { staffId }), "inviteCode");
  const { token = "", email } = await signUp(world, `${mark}${who.replaceAll(" ", "")}`);
  await make(world, { token }, "account.v1.InviteService/AcceptInviteCode", { inviteCode });
  const [businessId = ""] = places;
  return { name: who, kind: "staff", permissions, placed: true, token, companyId: company.companyId, businessId, email, staffId };
}

async function keyOf(
  world: World,
  { owner, companyId }: Company,
  name: string,
  permissions: readonly number[],
  businessId = owner.businessId ?? "",
): Promise<Walker> {
  const request = { name, permissions, businessIds: [businessId] };
  const token = at(await make(world, owner, "account.v1.ApiKeyService/CreateApiKey", request), "secret");
  return { name, kind: "apiKey", permissions, placed: true, token, companyId, businessId };
}

/** A key that may do everything, at the company's second business only. */
export const keyElsewhere = (world: World, company: Company): Promise<Walker> =>
  keyOf(world, company, "key of another location", everything, company.businessIds[1]);

/** All who try every RPC: those of the company, those of no company, and those of another. */
export async function gather(world: World, admin: Client, mine: Company, other: Company): Promise<Walker[]> {
  const [first, second] = mine.businessIds;
  const place = { companyId: mine.companyId, businessId: first };
  const signedUp = await signUp(world, `${mine.mark}alone`);
  const expired = await signIn(world, mine.owner.email);
  const revoked = await signIn(world, mine.owner.email);
  await admin.query("update account.session set expire_time = now() - interval '1 minute' where token_hash = sha256($1)", [expired]);
  await make(world, { token: revoked }, "account.v1.SessionService/Logout", {});
  const gone = { kind: "nobody", permissions: [], placed: false, ...place } as const;
  const elsewhere = await hire(world, mine, "other business", upTo(ScopeLevel.WORKING_LOCATIONS), [second]);
  return [
    { ...gone, name: "no session" },
    { ...gone, name: "expired session", token: expired },
    { ...gone, name: "revoked session", token: revoked },
    { name: "account only", kind: "account", permissions: [], placed: false, token: signedUp.token ?? "", email: signedUp.email },
    {
      name: "other company",
      kind: "account",
      permissions: [],
      placed: false,
      token: other.owner.token ?? "",
      email: other.owner.email,
      ...place,
    },
    { ...elsewhere, kind: "account", placed: false, permissions: [], businessId: first },
    await hire(world, mine, "no permission", [], [first]),
    await hire(world, mine, "own scope", upTo(ScopeLevel.OWN), [first]),
    await hire(world, mine, "working locations", upTo(ScopeLevel.WORKING_LOCATIONS), [first]),
    await hire(world, mine, "all scope", upTo(ScopeLevel.ALL_LOCATIONS), [first]),
    { name: "owner", kind: "staff", permissions: "all", placed: true, ...mine.owner },
    await keyOf(world, mine, "key with the scope", everything),
    await keyOf(world, mine, "key without the scope", []),
  ];
}
