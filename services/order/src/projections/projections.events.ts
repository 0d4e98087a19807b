import { consumer, type Tx } from "@leashline/kit";
import { BusinessChangedSchema, StaffChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import type { DB } from "../db.ts";
import { upsertBusiness, upsertStaff } from "./projections.store.ts";

const businessChanged = consumer(BusinessChangedSchema, async (tx: Tx<DB>, event) =>
  upsertBusiness(tx.db, {
    businessId: event.businessId,
    name: event.businessName,
    zone: event.timezoneName,
    currency: event.currencyCode,
    phone: event.phoneNumber,
    email: event.contactEmail,
    address: event.address,
  }),
);

const staffChanged = consumer(StaffChangedSchema, async (tx: Tx<DB>, event) =>
  upsertStaff(tx.db, event.staffId, `${event.firstName} ${event.lastName}`.trim()),
);

export const projectionConsumers = [businessChanged, staffChanged];
