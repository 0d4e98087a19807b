import { type Ctx, can, ownStaffId, scopeLevel } from "@leashline/kit";
import { Permission, ScopeKind, ScopeLevel } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { type RawBuilder, sql } from "kysely";

/** Whether the caller sees phone numbers and e-mails. */
export const mayContact = (ctx: Ctx): boolean => can(ctx, Permission.VIEW_CLIENT_CONTACT);

export const reachesAll = (ctx: Ctx): boolean => scopeLevel(ctx, ScopeKind.CLIENTS) >= ScopeLevel.ALL_LOCATIONS;

/**
 * Which clients the caller's role reaches (core §6), as a condition on `c`: all; those of the working locations (they prefer it, or were there);
 * or own ones (preferred groomer, looked after, or entered by the caller).
 */
export function reach(ctx: Ctx): RawBuilder<boolean> {
  const level = scopeLevel(ctx, ScopeKind.CLIENTS);
  if (reachesAll(ctx)) return sql<boolean>`true`;
  if (level === ScopeLevel.WORKING_LOCATIONS) {
    const places = sql`any(${ctx.caller.businessIds}::bigint[])`;
    return sql<boolean>`(c.preferred_business_id = 0 or c.preferred_business_id = ${places}
      or exists (select 1 from visit v where v.company_id = c.company_id and v.client_id = c.id and v.business_id = ${places}))`;
  }
  const me = ownStaffId(ctx);
  return sql<boolean>`(c.preferred_groomer_id = ${me}::bigint or c.created_by = ${me}::bigint
    or exists (select 1 from visit v where v.company_id = c.company_id and v.client_id = c.id and ${me}::bigint = any(v.staff_ids)))`;
}
