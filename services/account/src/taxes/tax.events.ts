import { consumer } from "@leashline/kit";
import { ServiceChangedSchema, ServiceChargeChangedSchema } from "@leashline/proto/leashline/offering/v1/events_pb.js";
import type { DB } from "../db.ts";
import { upsertService, useTaxForCharge } from "./tax.store.ts";

export const serviceChanged = consumer<typeof ServiceChangedSchema, DB>(ServiceChangedSchema, (tx, event) => upsertService(tx.db, event));

/** A service charge names a tax, too. */
export const serviceChargeChanged = consumer<typeof ServiceChargeChangedSchema, DB>(
  ServiceChargeChangedSchema,
  async (tx, { serviceCharge, deleted }) => {
    if (serviceCharge) await useTaxForCharge(tx.db, serviceCharge.serviceChargeId, deleted ? "0" : serviceCharge.taxId);
  },
);
