import { consumer, type Tx } from "@leashline/kit";
import { BusinessChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import type { DB } from "../db.ts";
import { upsertBusiness } from "../projections/business.store.ts";
import { insertPrefab, lockBusinessMethods } from "./method.store.ts";

/** A new business starts with card, cash and check. */
const businessChanged = consumer(BusinessChangedSchema, async (tx: Tx<DB>, event) => {
  await upsertBusiness(tx.db, event.businessId, { zone: event.timezoneName, currency: event.currencyCode });
  lockBusinessMethods(tx, event.businessId);
  await insertPrefab(tx.db, event.businessId);
});

export const methodConsumers = [businessChanged];
