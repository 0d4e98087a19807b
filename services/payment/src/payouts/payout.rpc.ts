import { businessesOf, implement, listed, mustExistFor, type Page } from "@leashline/kit";
import { PayoutService } from "@leashline/proto/leashline/payment/v1/payout_service_pb.js";
import { spanOf } from "../closes/journal.ts";
import { query } from "../db.ts";
import { toItem, toPayout, toSum } from "./payout.mapper.ts";
import { payoutCsv } from "./payout-file.ts";
import { countPayouts, findPayout, listItems, listPayouts, payoutsBetween, sumsByKind } from "./payout-list.store.ts";

export const payoutRpc = implement(PayoutService, {
  async listPayouts(req, ctx) {
    const businessIds = businessesOf(ctx, req.businessId);
    return await query(ctx, async (db) => {
      const { rows, nextPageToken } = await listed(req, {
        read: (page) => listPayouts(db, businessIds, page),
        key: ({ payoutId }) => [payoutId],
      });
      return { payouts: rows.map(toPayout), nextPageToken, total: await countPayouts(db, businessIds) };
    });
  },

  async exportPayouts(req, ctx) {
    const span = spanOf(req);
    const { zone } = ctx.caller;
    const rows = await query(ctx, (db) => payoutsBetween(db, businessesOf(ctx, req.businessId), span, zone));
    return { fileName: `payouts-${span.from}-to-${span.to}.csv`, csv: payoutCsv(rows, zone) };
  },

  async getPayoutDetail({ payoutId, pageSize, pageToken }, ctx) {
    return await query(ctx, async (db) => {
      const payout = mustExistFor(ctx, await findPayout(db, payoutId), "payoutId");
      const sums = await sumsByKind(db, payoutId);
      const read = (page: Page) => listItems(db, payoutId, page);
      const { rows, nextPageToken } = await listed({ pageSize, pageToken }, { standard: 50, read, key: ({ movementId }) => [movementId] });
      return {
        payout: toPayout(payout),
        payoutSummary: sums.map((sum) => toSum(sum, payout.currency)),
        items: rows.map((row) => toItem(row, payout.currency)),
        size: sums.reduce((all, { count }) => all + count, 0),
        hasMore: nextPageToken !== "",
        nextPageToken,
      };
    });
  },
});
