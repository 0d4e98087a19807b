import { businessesWith } from "../projections/businesses.ts";
import { insertPrefab, lockBusinessMethods } from "./method.store.ts";

/** A new business starts with card, cash and check. */
export const businesses = businessesWith(async (tx, changed) => {
  for (const { businessId } of changed) {
    lockBusinessMethods(tx, businessId);
    await insertPrefab(tx.db, businessId);
  }
});
