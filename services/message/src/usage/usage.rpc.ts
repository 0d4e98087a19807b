import { implement, toTimestamp } from "@leashline/kit";
import { UsageService } from "@leashline/proto/leashline/message/v1/usage_service_pb.js";
import { sql } from "kysely";
import { type Db, query } from "../db.ts";
import { shopOf } from "../people/people.store.ts";
import { type Counts, includedTexts, monthOf, usageOf } from "./usage.ts";

async function countsIn(db: Db, companyId: string, businessId: string, from: Date, to: Date): Promise<Counts> {
  const row = await db
    .selectFrom("message")
    .where("company_id", "=", companyId)
    .where("business_id", "=", businessId)
    .where("create_time", ">=", from)
    .where("create_time", "<", to)
    .select([
      sql<string>`coalesce(sum(num_segments) filter (where method = 1 and status in (2, 3, 4, 6) and use_case = ''), 0)`.as("two_way"),
      sql<string>`coalesce(sum(num_segments) filter (where method = 1 and status in (2, 3, 4) and use_case <> ''), 0)`.as("auto"),
      sql<string>`count(*) filter (where method = 2 and status in (3, 4))`.as("emails"),
    ])
    .executeTakeFirstOrThrow();
  return { twoWay: Number(row.two_way), auto: Number(row.auto), emails: Number(row.emails) };
}

export const usageRpc = implement(UsageService, {
  async getMessageUsage(req, ctx) {
    const shop = await shopOf(ctx, req.businessId);
    const { from, to } = monthOf(new Date(), shop.zone);
    const counts = await query(ctx, (db) => countsIn(db, ctx.companyId, req.businessId, from, to));
    // Packages of texts are bought from the payment service, which sells none yet: nothing is purchased and nothing left over.
    const plan = { subscription: includedTexts(shop.country), purchase: 0, leftover: 0, calls: 0, freeAuto: 0 };
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
