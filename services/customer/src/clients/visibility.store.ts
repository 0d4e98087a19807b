import type { ClientReach, Ctx } from "@leashline/kit";
import { type RawBuilder, sql } from "kysely";
import { reachOf } from "./visibility.ts";

export type Condition = RawBuilder<boolean>;

export const reach = (ctx: Ctx): Condition => within(reachOf(ctx));

/**
 * Clients in reach (core §6), as a condition on `c`: all; those of some locations (they prefer one, or were there); or own ones (preferred groomer, looked
 * after, or entered by that staff member). A deleted appointment makes nobody one's own.
 */
export function within(reach: ClientReach): Condition {
  if (reach.kind === "all") return sql<boolean>`true`;
  if (reach.kind === "locations") {
    const businesses = sql`any(${reach.businessIds}::bigint[])`;
    return sql<boolean>`(c.preferred_business_id = 0 or c.preferred_business_id = ${businesses}
      or exists (select 1 from visit v where v.company_id = c.company_id and v.client_id = c.id and v.business_id = ${businesses}))`;
  }
  const me = reach.staffId;
  return sql<boolean>`(c.preferred_groomer_id = ${me}::bigint or c.created_by = ${me}::bigint
    or exists (select 1 from visit v where v.company_id = c.company_id and v.client_id = c.id and ${me}::bigint = any(v.staff_ids)))`;
}
