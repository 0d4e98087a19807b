import { businessesOf, type Ctx, fail, fromWireDate, implement, listed, reachesBusiness } from "@leashline/kit";
import { DisputeService, type ListDisputesRequest } from "@leashline/proto/leashline/payment/v1/dispute_service_pb.js";
import { command, query } from "../db.ts";
import { acceptDispute, answerDispute } from "./answer-dispute.ts";
import { statesOf, toDispute } from "./dispute.mapper.ts";
import { countDisputes, countUnread, type DisputeQuery, listDisputes, markRead } from "./dispute.store.ts";

function queryOf({ businessId, filter }: ListDisputesRequest, ctx: Ctx): DisputeQuery {
  const startDate = filter?.startDate ? fromWireDate(filter.startDate, "filter.startDate") : "";
  const endDate = filter?.endDate ? fromWireDate(filter.endDate, "filter.endDate") : "";
  if (startDate && endDate && endDate < startDate)
    throw fail("PARAMS_INVALID", { field: "filter.endDate", reason: "must not be before the start date" });
  return { businessIds: businessesOf(ctx, businessId), states: statesOf(filter?.statuses ?? []), startDate, endDate };
}

export const disputeRpc = implement(DisputeService, {
  async listDisputes(req, ctx) {
    const asked = queryOf(req, ctx);
    return await query(ctx, async (db) => {
      const { rows, nextPageToken } = await listed(req, {
        read: (page) => listDisputes(db, asked, page),
        key: ({ disputeId }) => [disputeId],
      });
      return { disputes: rows.map(toDispute), nextPageToken, total: await countDisputes(db, asked) };
    });
  },

  submitDisputeEvidence: async ({ disputeId, response }, ctx) => ({
    dispute: toDispute(await answerDispute(ctx, disputeId, response.trim())),
  }),

  acceptDispute: async ({ disputeId }, ctx) => ({ dispute: toDispute(await acceptDispute(ctx, disputeId)) }),

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
