import { type Ctx, cut, fail, fromWireDate, implement, pageOf, scopeLevel, toMoney, toTimestamp, toWireDate } from "@leashline/kit";
import { ScopeKind, ScopeLevel } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { LedgerService } from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import { query } from "../db.ts";
import { sweep } from "../sweep/sweep.ts";
import { accountBalances, listEntries } from "./ledger.store.ts";

const reach = (req: { businessId: string }, ctx: Ctx): string[] =>
  req.businessId !== "0" ? [req.businessId] : ctx.caller.via === "" ? ctx.caller.businessIds : [];

/** A key has no locations beyond its own unless it has them all. */
function mustSeeAll(ctx: Ctx): void {
  const { via, permissions, companyBusinessIds } = ctx.caller;
  if (via !== "" || permissions === "all") return;
  const all = companyBusinessIds.length > 0 && scopeLevel(ctx, ScopeKind.REPORTS) === ScopeLevel.ALL_LOCATIONS;
  if (!all) throw fail("NO_PERMISSION", { message: "The sweep is of all locations." });
}

export const ledgerRpc = implement(LedgerService, {
  listLedgerEntries: async (req, ctx) => {
    const page = pageOf({ ...req, pageNum: 0 }, { standard: 50 });
    const filter = { businessIds: reach(req, ctx), orderId: req.orderId };
    const found = await query(ctx, (db) => listEntries(db, filter, page));
    const { rows, nextPageToken } = cut(found, page.size, (row) => [row.entryId]);
    const entries = rows.map((row) => ({
      entryId: row.entryId,
      businessId: row.businessId,
      kind: row.kind,
      orderId: row.orderId,
      paymentId: row.paymentId,
      refundId: row.refundId,
      businessDate: toWireDate(row.businessDate as unknown as string),
      time: toTimestamp(row.at),
      postings: row.postings.map((p) => ({ account: p.account, amount: toMoney(p.amount, row.currency) })),
    }));
    return { entries, nextPageToken };
  },

  listAccountBalances: async (req, ctx) => {
    const days = {
      start: req.startDate ? fromWireDate(req.startDate, "startDate") : "",
      end: req.endDate ? fromWireDate(req.endDate, "endDate") : "",
    };
    const rows = await query(ctx, (db) => accountBalances(db, reach(req, ctx), days));
    return { balances: rows.map((row) => ({ account: row.account, amount: toMoney(row.amount, row.currency) })) };
  },

  runSweep: async (req, ctx) => {
    mustSeeAll(ctx);
    return await sweep(ctx, { provider: !req.skipProvider });
  },
});
