import { asTenant, type Ctx, permissionTable } from "@leashline/kit";
import { ScopeLevel } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import type { Membership } from "../accounts/membership.ts";
import { findBusiness } from "../businesses/business.store.ts";
import { query } from "../db.ts";

const ofAllLocations = new Set(permissionTable.filter((row) => row.scopeLevel === ScopeLevel.ALL_LOCATIONS).map((row) => row.id));

/** Whose role reaches all locations for some kind of data; owners work at each, and need not be told. */
export const reachesAll = ({ isOwner, permissions }: Pick<Membership, "isOwner" | "permissions">): boolean =>
  !isOwner && permissions.some((id) => ofAllLocations.has(id));

/** A business where the account does not work but which its role reaches (core §6), as a business to stand in; none otherwise. */
export async function reachedBusinessOf(ctx: Ctx, memberships: readonly Membership[], businessId: string): Promise<Membership[]> {
  if (businessId === "0" || memberships.some((membership) => membership.businessId === businessId)) return [];
  const companies = new Map(memberships.filter(reachesAll).map((membership) => [membership.companyId, membership]));
  for (const [companyId, membership] of companies) {
    const found = await query(asTenant(ctx, { companyId }), (db) => findBusiness(db, businessId));
    if (!found) continue;
    const { businessName, avatarPath, appType, timezoneName: zone } = found;
    return [{ ...membership, businessId, businessName, avatarPath, appType, zone, elsewhere: true }];
  }
  return [];
}
