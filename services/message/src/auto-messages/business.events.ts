import { consumer } from "@leashline/kit";
import { BusinessChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import type { DB } from "../db.gen.ts";
import { upsertBusiness } from "../projections/business.store.ts";
import { replanBusiness } from "./replan.ts";

export const businessChanged = consumer<typeof BusinessChangedSchema, DB>(BusinessChangedSchema, async (tx, event) => {
  const { before, zone } = await upsertBusiness(tx.db, event);
  // Reminders are due at a local time of day: another zone, or the first we hear of one, moves them.
  if (before?.zone !== zone) replanBusiness(tx, event.businessId);
});
