import { implement } from "@leashline/kit";
import { RecordService } from "@leashline/proto/leashline/account/v1/record_service_pb.js";
import { listBusinesses } from "../businesses/business.store.ts";
import { businessChanged } from "../businesses/business.ts";
import { query } from "../db.ts";
import { batchStaff } from "../staff/staff.store.ts";
import { staffChanged } from "../staff/staff.ts";
import { taxChanged } from "../taxes/tax.ts";
import { closedDatesById, idsAfter, taxRulesById } from "./record.store.ts";

const atOnce = 200;

export const recordRpc = implement(RecordService, {
  async listBusinessRecords({ afterBusinessId, pageSize }, ctx) {
    const rows = await query(ctx, async (db) =>
      listBusinesses(db, ctx.companyId, await idsAfter(db, ctx.companyId, "business", afterBusinessId, pageSize || atOnce)),
    );
    return { businesses: rows.toSorted(byId).map(businessChanged) };
  },

  async listStaffRecords({ afterStaffId, pageSize }, ctx) {
    const rows = await query(ctx, async (db) =>
      batchStaff(db, ctx.companyId, await idsAfter(db, ctx.companyId, "staff", afterStaffId, pageSize || atOnce)),
    );
    return { staff: rows.map(staffChanged) };
  },

  async listTaxRuleRecords({ afterTaxId, pageSize }, ctx) {
    const rows = await query(ctx, async (db) =>
      taxRulesById(db, ctx.companyId, await idsAfter(db, ctx.companyId, "taxRule", afterTaxId, pageSize || atOnce)),
    );
    return { taxRules: rows.map(taxChanged) };
  },

  async listClosedDateRecords({ afterClosedDateId, pageSize }, ctx) {
    const rows = await query(ctx, async (db) =>
      closedDatesById(db, ctx.companyId, await idsAfter(db, ctx.companyId, "closedDate", afterClosedDateId, pageSize || atOnce)),
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
