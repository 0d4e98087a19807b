import type { MessageInitShape } from "@bufbuild/protobuf";
import { asTenant, type Ctx, logSecurity, toTimestamp, unlessFull } from "@leashline/kit";
import {
  CallerState,
  type ResolveSessionRequest,
  type ResolveSessionResponseSchema,
} from "@leashline/proto/leashline/account/v1/resolve_session_pb.js";
import type { Membership } from "../accounts/membership.ts";
import { type ResolvedKey, resolveApiKey, touchApiKey } from "../api-keys/api-key.store.ts";
import { businessIdsOf } from "../businesses/business.store.ts";
import { command, query } from "../db.ts";
import { isOpenNow } from "../staff/login-time.ts";
import { lifetimeFrom } from "./lifetime.ts";
import { reachedBusinessOf, reachesAll } from "./reached-business.ts";
import { type ResolvedSession, resolveSession, touchSession } from "./session.store.ts";
import { standingOf, type Wanted } from "./standing.ts";

type Facts = MessageInitShape<typeof ResolveSessionResponseSchema>;
const unknown: Facts = { state: CallerState.UNKNOWN };
const isStale = (seen: Date | null, minutes: number): boolean => seen === null || Date.now() - seen.getTime() > minutes * 60_000;

export async function factsOfSession(ctx: Ctx, request: ResolveSessionRequest): Promise<Facts> {
  const rows = await query(ctx, (db) => resolveSession(db, Buffer.from(request.sessionTokenHash)));
  const [session] = rows;
  if (!session) return unknown;
  if (isStale(session.lastSeenTime, 5)) {
    const lifetime = lifetimeFrom(ctx.runtime.config.env);
    await unlessFull(command(ctx, (tx) => touchSession(tx.db, session.sessionId, lifetime), { step: "touch" }));
  }
  const own = rows.filter((row): row is ResolvedSession & Membership => row.companyId != null && isOpenNow(row));
  const named: Wanted = { companyId: request.namedCompanyId, businessId: request.namedBusinessId };
  const chosen: Wanted = { companyId: session.sessionCompanyId, businessId: session.sessionBusinessId };
  const memberships = [...own, ...(await reachedBusinessOf(ctx, own, named.businessId === "0" ? chosen.businessId : named.businessId))];
  const account: Facts = {
    state: CallerState.ACTIVE,
    accountId: session.accountId,
    sessionId: session.sessionId,
    name: session.accountName,
    expireTime: toTimestamp(session.expireTime),
  };
  const { membership, refused } = standingOf(memberships, named, chosen, session.lastBusinessId);
  if (refused) {
    logSecurity(ctx, { kind: "not allowed", reason: "another company", accountId: session.accountId });
    return { ...account, state: CallerState.REFUSED };
  }
  if (!membership) return account;
  const facts = membershipFacts(membership, memberships);
  return { ...account, ...facts, ...(await everywhere(ctx, membership)) } as Facts;
}

/** The company's businesses, for whose role reaches all of them somewhere. */
async function everywhere(ctx: Ctx, membership: Pick<Membership, "companyId" | "isOwner" | "permissions">): Promise<Facts> {
  if (!reachesAll(membership)) return {};
  const { companyId } = membership;
  return { companyBusinessIds: await query(asTenant(ctx, { companyId }), (db) => businessIdsOf(db)) };
}

const membershipFacts = (membership: Membership, memberships: readonly Membership[]): Facts => ({
  companyId: membership.companyId,
  businessId: membership.businessId ?? "0",
  timezoneName: membership.zone ?? "UTC",
  currencyCode: membership.currency,
  countryAlpha2Code: membership.country,
  businessIds: memberships.flatMap((p) => (p.companyId === membership.companyId && p.businessId && !p.elsewhere ? [p.businessId] : [])),
  staffId: membership.staffId,
  employeeCategory: membership.employeeCategory,
  permissions: membership.isOwner ? [] : membership.permissions,
  allPermissions: membership.isOwner,
  name: membership.staffName,
});

export async function factsOfApiKey(ctx: Ctx, request: ResolveSessionRequest): Promise<Facts> {
  const rows = await query(ctx, (db) => resolveApiKey(db, Buffer.from(request.apiKeyHash)));
  const [key] = rows;
  if (!key) {
    logSecurity(ctx, { kind: "key refused", reason: "unknown, revoked or over" });
    return unknown;
  }
  const about = { apiKeyId: key.apiKeyId, companyId: key.companyId };
  if (isStale(key.lastUsedTime, 1)) {
    await unlessFull(command(ctx, (tx) => touchApiKey(tx.db, key.companyId, key.apiKeyId), { step: "touch" }));
    logSecurity(ctx, { kind: "key used", ...about });
  }
  const { namedCompanyId, namedBusinessId } = request;
  const business = namedBusinessId === "0" ? key : rows.find((row) => row.businessId === namedBusinessId);
  const facts: Facts = { state: CallerState.ACTIVE, apiKeyId: key.apiKeyId, name: key.name, expireTime: toTimestamp(key.expireTime) };
  if (!business || (namedCompanyId !== "0" && namedCompanyId !== key.companyId)) {
    logSecurity(ctx, { kind: "key refused", reason: "another company or business", ...about });
    return { ...facts, state: CallerState.REFUSED };
  }
  return {
    ...facts,
    companyId: key.companyId,
    businessId: business.businessId,
    timezoneName: business.zone,
    currencyCode: key.currency,
    countryAlpha2Code: key.country,
    businessIds: rows.map((row) => row.businessId),
    permissions: key.permissions,
    companyBusinessIds: await everywhereOfKey(ctx, key, rows),
  };
}

/** The company's businesses for a key whose permissions reach all of them somewhere and from which none is kept; none for another. */
async function everywhereOfKey(ctx: Ctx, { companyId, permissions }: ResolvedKey, rows: readonly ResolvedKey[]): Promise<string[]> {
  const { companyBusinessIds = [] } = await everywhere(ctx, { companyId, permissions, isOwner: false });
  const its = new Set(rows.map((row) => row.businessId));
  return companyBusinessIds.every((id) => its.has(id)) ? companyBusinessIds : [];
}
