import { implement } from "@leashline/kit";
import { RecordService } from "@leashline/proto/leashline/offering/v1/record_service_pb.js";
import { addOnChanged } from "../add-ons/add-on.events.ts";
import { addOnsById } from "../add-ons/add-on.store.ts";
import { query } from "../db.ts";
import { typeChanged, unitChanged } from "../lodging/lodging.events.ts";
import { typesAfter } from "../lodging/lodging-type.store.ts";
import { unitsAfter } from "../lodging/lodging-unit.store.ts";
import { chargeChanged } from "../service-charges/service-charge.mapper.ts";
import { chargesAfter } from "../service-charges/service-charge.store.ts";
import { serviceChanged } from "../services/service.events.ts";
import { servicesById } from "../services/service.store.ts";
import { serviceIdsAfter } from "./record.store.ts";

const atOnce = 200;

export const recordRpc = implement(RecordService, {
  async listServiceRecords({ afterServiceId, pageSize }, ctx) {
    return await query(ctx, async (db) => {
      const ids = await serviceIdsAfter(db, afterServiceId, pageSize || atOnce);
      const services = await servicesById(db, ids);
      const addOns = await addOnsById(db, ids);
      const told = new Map([
        ...[...services].map(([id, one]) => [id, serviceChanged(one)] as const),
        ...[...addOns].map(([id, one]) => [id, addOnChanged(one)] as const),
      ]);
      return { services: ids.flatMap((id) => told.get(id) ?? []) };
    });
  },

  async listLodgingTypeRecords({ afterLodgingTypeId, pageSize }, ctx) {
    return { lodgingTypes: (await query(ctx, (db) => typesAfter(db, afterLodgingTypeId, pageSize || atOnce))).map(typeChanged) };
  },

  async listLodgingUnitRecords({ afterLodgingUnitId, pageSize }, ctx) {
    return { lodgingUnits: (await query(ctx, (db) => unitsAfter(db, afterLodgingUnitId, pageSize || atOnce))).map(unitChanged) };
  },

  async listServiceChargeRecords({ afterServiceChargeId, pageSize }, ctx) {
    const rows = await query(ctx, (db) => chargesAfter(db, afterServiceChargeId, pageSize || atOnce));
    return { serviceCharges: rows.map((row) => chargeChanged(row)) };
  },
});
