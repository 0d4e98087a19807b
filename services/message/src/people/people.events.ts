import { consumer, mannerOf } from "@leashline/kit";
import { BusinessChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import { ClientChangedSchema, ClientsImportedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { replanBusiness } from "../auto-messages/replan.ts";
import type { DB } from "../db.gen.ts";
import { keepClients, shopIn } from "./people.store.ts";

export const businessChanged = consumer<typeof BusinessChangedSchema, DB>(BusinessChangedSchema, async (tx, event) => {
  const { companyId } = tx.ctx;
  const before = await shopIn(tx.db, companyId, event.businessId);
  const values = {
    name: event.businessName,
    zone: event.timezoneName || "UTC",
    currency: event.currencyCode || "USD",
    country: event.countryAlpha2Code || "US",
    phone: event.phoneNumber,
    email: event.contactEmail,
    address: event.address,
    ...mannerOf(event),
  };
  await tx.db
    .insertInto("business")
    .values({ company_id: companyId, business_id: event.businessId, ...values })
    .onConflict((conflict) => conflict.columns(["company_id", "business_id"]).doUpdateSet(values))
    .execute();
  // Reminders are due at a local time of day: another zone, or the first we hear of one, moves them.
  if (before?.zone !== values.zone) replanBusiness(tx, event.businessId);
});

export const clientChanged = consumer<typeof ClientChangedSchema, DB>(ClientChangedSchema, async (tx, event) => {
  await keepClients(tx.db, tx.ctx.companyId, [event]);
});

export const clientsImported = consumer<typeof ClientsImportedSchema, DB>(ClientsImportedSchema, async (tx, event) => {
  for (let from = 0; from < event.clients.length; from += 1000)
    await keepClients(tx.db, tx.ctx.companyId, event.clients.slice(from, from + 1000));
});
