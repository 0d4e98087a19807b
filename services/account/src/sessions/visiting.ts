import { asTenant, type Ctx, permissionTable } from "@leashline/kit";
import { ScopeLevel } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import type { Place } from "../accounts/place.ts";
import { findBusiness } from "../businesses/business.store.ts";
import { query } from "../db.ts";

const ofAllLocations = new Set(permissionTable.filter((row) => row.scopeLevel === ScopeLevel.ALL_LOCATIONS).map((row) => row.id));

/** Whose role reaches all locations for some kind of data; owners work at each, and need not be told. */
export const reachesAll = ({ isOwner, permissions }: Pick<Place, "isOwner" | "permissions">): boolean =>
  !isOwner && permissions.some((id) => ofAllLocations.has(id));

/** A business where the account does not work but which its role reaches (core §6), as a place to stand in; none otherwise. */
export async function visitOf(ctx: Ctx, places: readonly Place[], businessId: string): Promise<Place[]> {
  if (businessId === "0" || places.some((place) => place.businessId === businessId)) return [];
  const companies = new Map(places.filter(reachesAll).map((place) => [place.companyId, place]));
  for (const [companyId, place] of companies) {
    const found = await query(asTenant(ctx, { companyId }), (db) => findBusiness(db, businessId));
    if (!found) continue;
    const { businessName, avatarPath, appType, timezoneName: zone } = found;
    return [{ ...place, businessId, businessName, avatarPath, appType, zone, visiting: true }];
  }
  return [];
}
