import { type Ctx, fail } from "@leashline/kit";
import { query } from "../db.ts";
import { currencyOf } from "./business.store.ts";

/** What money at a location is in. Of one that is not known here yet only the caller's own says it itself. */
export async function currencyAt(ctx: Ctx, businessId: string): Promise<string> {
  const known = await query(ctx, (db) => currencyOf(db, businessId));
  if (known) return known;
  if (businessId === ctx.businessId) return ctx.caller.currency;
  throw fail("STATE_CONFLICT", { field: "businessId", message: "The currency of this location is not known yet. Please try again." });
}
