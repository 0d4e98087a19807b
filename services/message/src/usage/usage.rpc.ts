import { implement, toTimestamp } from "@leashline/kit";
import { UsageService } from "@leashline/proto/leashline/message/v1/usage_service_pb.js";
import { query } from "../db.ts";
import { businessOf } from "../projections/business.ts";
import { countsIn } from "./usage.store.ts";
import { includedTexts, monthOf, usageOf } from "./usage.ts";

export const usageRpc = implement(UsageService, {
  async getMessageUsage(req, ctx) {
    const business = await businessOf(ctx, req.businessId);
    const { from, to } = monthOf(new Date(), business.zone);
    const counts = await query(ctx, (db) => countsIn(db, req.businessId, from, to));
    // Packages of texts are bought from the payment service, which sells none yet: nothing is purchased and nothing left over.
    const plan = { subscription: includedTexts(business.country), purchase: 0, leftover: 0, calls: 0, freeAuto: 0 };
    return {
      report: {
        subscriptionAmount: plan.subscription,
        purchaseAmount: plan.purchase,
        purchaseLeftover: plan.leftover,
        used2wayMessage: counts.twoWay,
        usedAutoMessage: counts.auto,
        freeAutoMessage: plan.freeAuto,
        usedCall: plan.calls,
        usedEmails: counts.emails,
        ...usageOf(counts, plan),
        cycleBeginTime: toTimestamp(from),
        cycleEndTime: toTimestamp(to),
      },
    };
  },
});
