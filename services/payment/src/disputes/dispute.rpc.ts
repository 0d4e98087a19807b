import { businessesOf, type Ctx, fail, fromWireDate, implement, listed, mustExistFor, reachesBusiness } from "@leashline/kit";
import { DisputeFileService } from "@leashline/proto/leashline/payment/v1/dispute_file_service_pb.js";
import { DisputeService, type ListDisputesRequest } from "@leashline/proto/leashline/payment/v1/dispute_service_pb.js";
import { command, query } from "../db.ts";
import { acceptDispute, answerDispute } from "./answer-dispute.ts";
import { attachFile, detachFile } from "./attach-file.ts";
import { evidenceKindOf, statesOf, toDispute } from "./dispute.mapper.ts";
import { countDisputes, countUnread, type DisputeQuery, findDispute, listDisputes, markRead, type ShownDispute } from "./dispute.store.ts";
import { filesOf } from "./dispute-file.store.ts";

function queryOf({ businessId, filter }: ListDisputesRequest, ctx: Ctx): DisputeQuery {
  const startDate = filter?.startDate ? fromWireDate(filter.startDate, "filter.startDate") : "";
  const endDate = filter?.endDate ? fromWireDate(filter.endDate, "filter.endDate") : "";
  if (startDate && endDate && endDate < startDate)
    throw fail("PARAMS_INVALID", { field: "filter.endDate", reason: "must not be before the start date" });
  return { businessIds: businessesOf(ctx, businessId), states: statesOf(filter?.statuses ?? []), startDate, endDate };
}

async function shown(ctx: Ctx, dispute: ShownDispute) {
  const files = await query(ctx, (db) => filesOf(db, [dispute.disputeId]));
  return { dispute: toDispute(dispute, files.get(dispute.disputeId) ?? []) };
}

export const disputeFileRpc = implement(DisputeFileService, {
  async takeDisputeFile({ disputeId, kind, path, contentType, content }, ctx) {
    return await shown(ctx, await attachFile(ctx, disputeId, path, { kind: evidenceKindOf(kind), contentType, content }));
  },
});

export const disputeRpc = implement(DisputeService, {
  async listDisputes(req, ctx) {
    const asked = queryOf(req, ctx);
    return await query(ctx, async (db) => {
      const { rows, nextPageToken } = await listed(req, {
        read: (page) => listDisputes(db, asked, page),
        key: ({ disputeId }) => [disputeId],
      });
      const ids = rows.map(({ disputeId }) => disputeId);
      const files = await filesOf(db, ids);
      const disputes = rows.map((row) => toDispute(row, files.get(row.disputeId) ?? []));
      return { disputes, nextPageToken, total: await countDisputes(db, asked) };
    });
  },

  async getDispute({ disputeId }, ctx) {
    const found = await query(ctx, (db) => findDispute(db, disputeId));
    return await shown(ctx, mustExistFor(ctx, found, "disputeId"));
  },

  async removeDisputeFile({ disputeId, kind }, ctx) {
    return await shown(ctx, await detachFile(ctx, disputeId, evidenceKindOf(kind)));
  },

  submitDisputeEvidence: async ({ disputeId, response }, ctx) => shown(ctx, await answerDispute(ctx, disputeId, response.trim())),

  acceptDispute: async ({ disputeId }, ctx) => shown(ctx, await acceptDispute(ctx, disputeId)),

  async getDisputeReadStatus({ businessId }, ctx) {
    const businessIds = businessesOf(ctx, businessId);
    return { unread: await query(ctx, (db) => countUnread(db, businessIds)) };
  },

  async markDisputesRead(req, ctx) {
    const businessId = req.businessId !== "0" ? req.businessId : ctx.businessId;
    if (!reachesBusiness(ctx, businessId)) throw fail("NO_PERMISSION");
    return await command(ctx, async (tx) => {
      await markRead(tx.db, businessId);
      tx.notify("payment.changed", { businessId });
      return {};
    });
  },
});
