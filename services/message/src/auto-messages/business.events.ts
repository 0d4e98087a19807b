import { businessesWith } from "../projections/businesses.ts";
import { replanBusiness } from "./replan.ts";

/** Reminders are due at a local time of day: another zone, or the first we hear of one, moves them. */
export const businesses = businessesWith((tx, facts) => {
  for (const { businessId, movedZone } of facts) if (movedZone) replanBusiness(tx, businessId);
});
