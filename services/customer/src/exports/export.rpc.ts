import { implement, todayIn } from "@leashline/kit";
import { csvOf } from "@leashline/kit/csv.ts";
import { ClientExportService } from "@leashline/proto/leashline/customer/v1/client_export_service_pb.js";
import { overviewsOf } from "../clients/overview.store.ts";
import { query } from "../db.ts";
import { chosen } from "../smart-list/bulk.ts";
import { header, toLine } from "./export.mapper.ts";
import { exportRows } from "./export.store.ts";

const most = 10_000;

export const clientExportRpc = implement(ClientExportService, {
  async exportClients({ selection }, ctx) {
    const lines = await query(ctx, async (db) => {
      const ids = await chosen(ctx, db, selection!, most);
      const [rows, overviews] = [await exportRows(db, ids), await overviewsOf(ctx, db, ids)];
      return rows.map((row) => toLine(row, overviews.get(row.id), ctx));
    });
    return { fileName: `clients-${todayIn(ctx.caller.zone)}.csv`, csv: `\uFEFF${csvOf([header, ...lines])}` };
  },
});
