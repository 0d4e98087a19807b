import { type ClientReach, type Ctx, can, clientReach } from "@leashline/kit";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { type RawBuilder, sql } from "kysely";

/** Whether the caller sees phone numbers and e-mails. */
export const mayContact = (ctx: Ctx): boolean => can(ctx, Permission.VIEW_CLIENT_CONTACT);

/** How far a call reaches: one of our own services that acts for somebody has let them in already. */
const reachOf = ({ caller }: Ctx): ClientReach => (caller.via !== "" ? { kind: "all" } : clientReach(caller));
export const reachesAll = (ctx: Ctx): boolean => reachOf(ctx).kind === "all";
export const reach = (ctx: Ctx): RawBuilder<boolean> => within(reachOf(ctx));

/**
 * Clients in reach (core §6), as a condition on `c`: all; those of some locations (they prefer one, or were there); or own ones (preferred groomer, looked
 * after, or entered by that person). A deleted appointment makes nobody one's own.
 */
export function within(reach: ClientReach): RawBuilder<boolean> {
  if (reach.kind === "all") return sql<boolean>`true`;
  if (reach.kind === "locations") {
    const places = sql`any(${reach.businessIds}::bigint[])`;
    return sql<boolean>`(c.preferred_business_id = 0 or c.preferred_business_id = ${places}
      or exists (select 1 from visit v where v.company_id = c.company_id and v.client_id = c.id and v.business_id = ${places}))`;
  }
  const me = reach.staffId;
  return sql<boolean>`(c.preferred_groomer_id = ${me}::bigint or c.created_by = ${me}::bigint
    or exists (select 1 from visit v where v.company_id = c.company_id and v.client_id = c.id and ${me}::bigint = any(v.staff_ids)))`;
}
