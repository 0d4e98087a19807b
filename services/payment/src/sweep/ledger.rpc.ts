import { businessesOf, type Ctx, fail, fromWireDate, implement, listed, type Page, scopeLevel, toMoney } from "@leashline/kit";
import { ScopeKind, ScopeLevel } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { LedgerService, type ListAccountBalancesRequest } from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import { closeHandlers } from "../closes/close-handlers.ts";
import { query } from "../db.ts";
import { toEntry } from "../ledger/ledger.mapper.ts";
import { accountBalances, listEntries } from "../ledger/ledger.store.ts";
import { sweep } from "./sweep.ts";

/** A key has no locations beyond its own unless it has them all. */
function mustSeeAll(ctx: Ctx): void {
  const { via, permissions, companyBusinessIds } = ctx.caller;
  if (via !== "" || permissions === "all") return;
  const all = companyBusinessIds.length > 0 && scopeLevel(ctx, ScopeKind.REPORTS) === ScopeLevel.ALL_LOCATIONS;
  if (!all) throw fail("NO_PERMISSION", { message: "The sweep is of all locations." });
}

/** The days asked for, both ends included; "" for no bound. */
const daysOf = ({ startDate, endDate }: Pick<ListAccountBalancesRequest, "startDate" | "endDate">) => ({
  start: startDate ? fromWireDate(startDate, "startDate") : "",
  end: endDate ? fromWireDate(endDate, "endDate") : "",
});

export const ledgerRpc = implement(LedgerService, {
  async listLedgerEntries(req, ctx) {
    const filter = { businessIds: businessesOf(ctx, req.businessId), orderId: req.orderId, account: req.account, days: daysOf(req) };
    const read = (page: Page) => query(ctx, (db) => listEntries(db, filter, page));
    const { rows, nextPageToken } = await listed(req, { standard: 50, read, key: (row) => [row.entryId] });
    return { entries: rows.map(toEntry), nextPageToken };
  },

  async listAccountBalances(req, ctx) {
    const rows = await query(ctx, (db) => accountBalances(db, businessesOf(ctx, req.businessId), daysOf(req)));
    return { balances: rows.map((row) => ({ account: row.account, amount: toMoney(row.amount, row.currency) })) };
  },

  ...closeHandlers,

  async runSweep(req, ctx) {
    mustSeeAll(ctx);
    return await sweep(ctx, { provider: !req.skipProvider });
  },
});
