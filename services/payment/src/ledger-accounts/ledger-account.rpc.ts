import { type Ctx, implement, listed, mustBeCurrent, mustExist, named, type Page, todayIn } from "@leashline/kit";
import { LedgerAccountService, UpdateLedgerAccountRequestSchema } from "@leashline/proto/leashline/payment/v1/ledger_account_service_pb.js";
import { command, type Db, query } from "../db.ts";
import { accountBalances } from "../ledger/ledger.store.ts";
import { zoneOf } from "../projections/business.store.ts";
import { currencyAt } from "../projections/currency-at.ts";
import { type Balances, toLedgerAccount } from "./ledger-account.mapper.ts";
import { ownNames, saveName } from "./ledger-account.store.ts";
import { chartOf, mustBeFree, type NamedAccount, renamed, standardOf, unnamed } from "./ledger-account.ts";

const businessOf = ({ businessId }: { businessId: string }, ctx: Ctx): string => (businessId !== "0" ? businessId : ctx.businessId);

/** What each account comes to today, without what is entered for days to come. */
async function balancesOf(db: Db, ctx: Ctx, businessId: string, currency: string): Promise<Balances> {
  const today = todayIn((await zoneOf(db, businessId)) ?? ctx.caller.zone);
  const rows = await accountBalances(db, [businessId], { start: "", end: today });
  const own = rows.filter((row) => row.currency === currency);
  return {
    currency,
    used: new Set(rows.map(({ account }) => account)),
    sums: new Map(own.map(({ account, amount }) => [account, BigInt(amount)])),
  };
}

/** The part of a chart that comes after an account. */
const pageOf = (chart: readonly NamedAccount[], { after, limit }: Page): NamedAccount[] => {
  const from = after ? chart.findIndex(({ account }) => account === after[0]) + 1 : 0;
  return chart.slice(from, from + limit);
};

export const ledgerAccountRpc = implement(LedgerAccountService, {
  async listLedgerAccounts(req, ctx) {
    const businessId = businessOf(req, ctx);
    const currency = req.namesOnly ? "" : await currencyAt(ctx, businessId);
    return await query(ctx, async (db) => {
      const chart = chartOf(await ownNames(db, businessId));
      const plan = { standard: 50, read: async (page: Page) => pageOf(chart, page), key: ({ account }: NamedAccount) => [account] };
      const { rows, nextPageToken } = await listed(req, plan);
      const balances = req.namesOnly ? null : await balancesOf(db, ctx, businessId, currency);
      return { accounts: rows.map((one) => toLedgerAccount(businessId, one, balances)), nextPageToken };
    });
  },

  async updateLedgerAccount(req, ctx) {
    const businessId = businessOf(req, ctx);
    const { account } = mustExist(standardOf(req.account), "account");
    const fields = named(UpdateLedgerAccountRequestSchema, req, req.updateMask);
    return await command(ctx, async (tx) => {
      tx.lock([`ledger-accounts:${businessId}`]);
      const own = await ownNames(tx.db, businessId);
      const before = own.find((one) => one.account === account) ?? unnamed(account);
      mustBeCurrent(req.version, before.version);
      const next = renamed(before, req, fields);
      mustBeFree(own, next);
      const after = await saveName(tx.db, businessId, next);
      tx.log({ entity: "ledger_account", id: businessId, action: "updated", businessId, before, after });
      tx.notify("payment.ledgerAccounts", { businessId, ids: [businessId] });
      const shown = mustExist(
        chartOf([after]).find((one) => one.account === account),
        "account",
      );
      return { account: toLedgerAccount(businessId, shown, null) };
    });
  },
});
