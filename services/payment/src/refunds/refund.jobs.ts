import { job } from "@leashline/kit";
import { query } from "../db.ts";
import { patience, withoutKey } from "../payments/settling.ts";
import { finishRefund } from "./finish-refund.ts";
import { findRefund } from "./refund.store.ts";

/** Finds out from the provider what became of a refund, and records it. */
export const settleRefund = job<{ refundId: string }>("settle-refund", {
  ...patience,
  run: async (ctx, { refundId }) => {
    const refund = await query(ctx, (db) => findRefund(db, refundId));
    if (refund?.state !== "processing") return;
    const outcome = await finishRefund(withoutKey(ctx), refundId);
    if (!outcome) throw new Error(`What became of refund ${refundId} is not known yet.`);
  },
});
