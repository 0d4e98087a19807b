import { implement } from "@leashline/kit";
import { RecordService } from "@leashline/proto/leashline/account/v1/record_service_pb.js";
import { businessChanged } from "../businesses/business.mapper.ts";
import { listBusinesses } from "../businesses/business.store.ts";
import { query } from "../db.ts";
import { staffChanged } from "../staff/staff.mapper.ts";
import { batchStaff } from "../staff/staff.store.ts";
import { taxChanged } from "../taxes/tax.mapper.ts";
import { closedDatesById, idsAfter, taxRulesById } from "./record.store.ts";

const atOnce = 200;

export const recordRpc = implement(RecordService, {
  async listBusinessRecords({ afterBusinessId, pageSize }, ctx) {
    const rows = await query(ctx, async (db) => listBusinesses(db, await idsAfter(db, "business", afterBusinessId, pageSize || atOnce)));
    return { businesses: rows.toSorted(byId).map(businessChanged) };
  },

  async listStaffRecords({ afterStaffId, pageSize }, ctx) {
    const rows = await query(ctx, async (db) => batchStaff(db, await idsAfter(db, "staff", afterStaffId, pageSize || atOnce)));
    return { staff: rows.map(staffChanged) };
  },

  async listTaxRuleRecords({ afterTaxId, pageSize }, ctx) {
    const rows = await query(ctx, async (db) => taxRulesById(db, await idsAfter(db, "taxRule", afterTaxId, pageSize || atOnce)));
    return { taxRules: rows.map(taxChanged) };
  },

  async listClosedDateRecords({ afterClosedDateId, pageSize }, ctx) {
    const rows = await query(ctx, async (db) =>
      closedDatesById(db, await idsAfter(db, "closedDate", afterClosedDateId, pageSize || atOnce)),
    );
    return {
      closedDates: rows.map((row) => ({
        closedDateId: row.id,
        businessId: row.businessId,
        startDate: row.startDate,
        endDate: row.endDate,
        description: row.description,
      })),
    };
  },
});

const byId = (a: { id: string }, b: { id: string }): number => Number(BigInt(a.id) - BigInt(b.id));
