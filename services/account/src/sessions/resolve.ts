import type { MessageInitShape } from "@bufbuild/protobuf";
import { asTenant, type Ctx, tellSecurity, toTimestamp, unlessFull } from "@leashline/kit";
import {
  CallerState,
  type ResolveSessionRequest,
  type ResolveSessionResponseSchema,
} from "@leashline/proto/leashline/account/v1/resolve_session_pb.js";
import { type ResolvedKey, resolveApiKey, touchApiKey } from "../api-keys/api-key.store.ts";
import { businessIdsOf } from "../businesses/business.store.ts";
import { command, query } from "../db.ts";
import { isOpenNow } from "../staff/login-time.ts";
import { lifetimeFrom } from "./lifetime.ts";
import { type ResolvedSession, resolveSession, touchSession } from "./session.store.ts";
import { type Place, standingOf, type Wanted } from "./standing.ts";
import { reachesAll, visitOf } from "./visiting.ts";

type Facts = MessageInitShape<typeof ResolveSessionResponseSchema>;
const unknown: Facts = { state: CallerState.UNKNOWN };
const isStale = (seen: Date | null, minutes: number): boolean => seen === null || Date.now() - seen.getTime() > minutes * 60_000;

export async function factsOfSession(ctx: Ctx, request: ResolveSessionRequest): Promise<Facts> {
  const rows = await query(ctx, (db) => resolveSession(db, Buffer.from(request.sessionTokenHash)));
  const [session] = rows;
  if (!session) return unknown;
  if (isStale(session.last_seen_time, 5)) {
    const lifetime = lifetimeFrom(ctx.runtime.config.env);
    await unlessFull(command(ctx, (tx) => touchSession(tx.db, session.session_id, lifetime), { step: "touch" }));
  }
  const own = rows.filter((row): row is ResolvedSession & Place => row.company_id != null && isOpenNow(row));
  const named: Wanted = { companyId: request.namedCompanyId, businessId: request.namedBusinessId };
  const chosen: Wanted = { companyId: session.session_company_id, businessId: session.session_business_id };
  const places = [...own, ...(await visitOf(ctx, own, named.businessId === "0" ? chosen.businessId : named.businessId))];
  const account: Facts = {
    state: CallerState.ACTIVE,
    accountId: session.account_id,
    sessionId: session.session_id,
    name: session.account_name,
    expireTime: toTimestamp(session.expire_time),
  };
  const { place, refused } = standingOf(places, named, chosen, session.last_business_id);
  if (refused) {
    tellSecurity(ctx, { kind: "not allowed", reason: "another company", accountId: session.account_id });
    return { ...account, state: CallerState.REFUSED };
  }
  if (!place) return account;
  const facts = placeFacts(place, places);
  return { ...account, ...facts, ...(await everywhere(ctx, place)) } as Facts;
}

/** The company's businesses, for whose role reaches all of them somewhere. */
async function everywhere(ctx: Ctx, place: Pick<Place, "company_id" | "is_owner" | "permissions">): Promise<Facts> {
  if (!reachesAll(place)) return {};
  const { company_id: companyId } = place;
  return { companyBusinessIds: await query(asTenant(ctx, { companyId }), (db) => businessIdsOf(db, companyId)) };
}

const placeFacts = (place: Place, places: readonly Place[]): Facts => ({
  companyId: place.company_id,
  businessId: place.business_id ?? "0",
  timezoneName: place.zone ?? "UTC",
  currencyCode: place.currency,
  countryAlpha2Code: place.country,
  businessIds: places.flatMap((p) => (p.company_id === place.company_id && p.business_id && !p.visiting ? [p.business_id] : [])),
  staffId: place.staff_id,
  employeeCategory: place.employee_category,
  permissions: place.is_owner ? [] : place.permissions,
  allPermissions: place.is_owner,
  name: place.staff_name,
});

export async function factsOfApiKey(ctx: Ctx, request: ResolveSessionRequest): Promise<Facts> {
  const rows = await query(ctx, (db) => resolveApiKey(db, Buffer.from(request.apiKeyHash)));
  const [key] = rows;
  if (!key) {
    tellSecurity(ctx, { kind: "key refused", reason: "unknown, revoked or over" });
    return unknown;
  }
  const about = { apiKeyId: key.api_key_id, companyId: key.company_id };
  if (isStale(key.last_used_time, 1)) {
    await unlessFull(command(ctx, (tx) => touchApiKey(tx.db, key.company_id, key.api_key_id), { step: "touch" }));
    tellSecurity(ctx, { kind: "key used", ...about });
  }
  const { namedCompanyId, namedBusinessId } = request;
  const business = namedBusinessId === "0" ? key : rows.find((row) => row.business_id === namedBusinessId);
  const facts: Facts = { state: CallerState.ACTIVE, apiKeyId: key.api_key_id, name: key.name, expireTime: toTimestamp(key.expire_time) };
  if (!business || (namedCompanyId !== "0" && namedCompanyId !== key.company_id)) {
    tellSecurity(ctx, { kind: "key refused", reason: "another company or business", ...about });
    return { ...facts, state: CallerState.REFUSED };
  }
  return {
    ...facts,
    companyId: key.company_id,
    businessId: business.business_id,
    timezoneName: business.zone,
    currencyCode: key.currency,
    countryAlpha2Code: key.country,
    businessIds: rows.map((row) => row.business_id),
    permissions: key.permissions,
    companyBusinessIds: await everywhereOfKey(ctx, key, rows),
  };
}

/** The company's businesses for a key whose permissions reach all of them somewhere and from which none is kept; none for another. */
async function everywhereOfKey(ctx: Ctx, { company_id, permissions }: ResolvedKey, rows: readonly ResolvedKey[]): Promise<string[]> {
  const { companyBusinessIds = [] } = await everywhere(ctx, { company_id, permissions, is_owner: false });
  const its = new Set(rows.map((row) => row.business_id));
  return companyBusinessIds.every((id) => its.has(id)) ? companyBusinessIds : [];
}
