import { type Ctx, fail, implement, reachesBusiness } from "@leashline/kit";
import { FinanceUpdateService } from "@leashline/proto/leashline/payment/v1/finance_update_service_pb.js";
import { command, type Db, query } from "../db.ts";
import { statusOf } from "../provider-accounts/account-status.ts";
import { findAccountRow } from "../provider-accounts/provider-account.store.ts";
import { dismissedMark, openOffers, returnedPayouts, saveDismissal, unreadDisputes } from "./finance-update.store.ts";
import { hasRedDot, markOf, type Notable, notableOf } from "./finance-update.ts";

function businessOf({ businessId }: { businessId: string }, ctx: Ctx): string {
  const asked = businessId !== "0" ? businessId : ctx.businessId;
  if (!reachesBusiness(ctx, asked)) throw fail("NO_PERMISSION");
  return asked;
}

async function notable(db: Db, businessId: string): Promise<Notable[]> {
  const account = await findAccountRow(db, businessId);
  return notableOf(statusOf(account?.told ?? null), {
    disputes: await unreadDisputes(db, businessId),
    payouts: await returnedPayouts(db, businessId),
    offers: await openOffers(db, businessId),
  });
}

export const financeUpdateRpc = implement(FinanceUpdateService, {
  async getFinanceNotableUpdates(req, ctx) {
    const businessId = businessOf(req, ctx);
    return await query(ctx, async (db) => {
      const updates = await notable(db, businessId);
      const redDot = hasRedDot(ctx.caller, updates, await dismissedMark(db, businessId, ctx.caller.staffId));
      return { updates: updates.map(({ kind, count }) => ({ kind, count })), redDot };
    });
  },

  async dismissFinanceNotableUpdates(req, ctx) {
    const businessId = businessOf(req, ctx);
    return await command(ctx, async (tx) => {
      await saveDismissal(tx.db, businessId, ctx.caller.staffId, markOf(await notable(tx.db, businessId)));
      tx.notify("payment.changed", { businessId });
      return {};
    });
  },
});
