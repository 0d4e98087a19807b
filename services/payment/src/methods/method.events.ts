import { planClosing } from "../closes/close-books.ts";
import { businessesWith } from "../projections/businesses.ts";
import { insertPrefab, lockBusinessMethods } from "./method.store.ts";

/** A new business starts with card, cash and check. */
export const businesses = businessesWith(async (tx, changed) => {
  for (const { businessId, timezoneName } of changed) {
    planClosing(tx, businessId, timezoneName);
    lockBusinessMethods(tx, businessId);
    await insertPrefab(tx.db, businessId);
  }
});
