import { implement } from "@leashline/kit";
import { RecordService } from "@leashline/proto/leashline/customer/v1/record_service_pb.js";
import { clientEvent, petEvent } from "../clients/client.events.ts";
import { query } from "../db.ts";
import { clientsAfter, petsAfter } from "./record.store.ts";

const atOnce = 200;

export const recordRpc = implement(RecordService, {
  async listClientRecords({ afterCustomerId, pageSize }, ctx) {
    const rows = await query(ctx, (db) => clientsAfter(db, afterCustomerId, pageSize || atOnce));
    return { clients: rows.map((row) => clientEvent(row)) };
  },

  async listPetRecords({ afterPetId, pageSize }, ctx) {
    const rows = await query(ctx, (db) => petsAfter(db, afterPetId, pageSize || atOnce));
    return { pets: rows.map((row) => petEvent(row)) };
  },
});
