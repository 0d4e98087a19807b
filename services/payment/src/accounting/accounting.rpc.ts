import { type Ctx, fail, implement, listed, mustBeCurrent, mustExist, reachesBusiness } from "@leashline/kit";
import { AccountingService } from "@leashline/proto/leashline/payment/v1/accounting_service_pb.js";
import { command, query } from "../db.ts";
import { sendNow } from "./accounting.jobs.ts";
import { toConnection, toJournal, toSyncStatus } from "./accounting.mapper.ts";
import { invoiceSync } from "./accounting.ts";
import { accountingSettings } from "./accounting-settings.ts";
import { beginConnecting, connect, disconnect, stated } from "./connect.ts";
import { businessOfOrder, listJournals, movementsOf } from "./journal.store.ts";
import { findLink, type LinkRow } from "./link.store.ts";
import { mapAccounts } from "./map-accounts.ts";
import { answered, openBooks } from "./open-books.ts";

function businessOf({ businessId }: { businessId: string }, ctx: Ctx): string {
  const asked = businessId !== "0" ? businessId : ctx.businessId;
  if (!reachesBusiness(ctx, asked)) throw fail("NO_PERMISSION");
  return asked;
}

async function linkOf(request: { businessId: string }, ctx: Ctx): Promise<LinkRow> {
  const businessId = businessOf(request, ctx);
  return mustExist(await query(ctx, (db) => findLink(db, businessId)), "businessId");
}

const shown = async (ctx: Ctx, link: LinkRow) => ({ connection: await query(ctx, (db) => toConnection(db, link)) });

export const accountingRpc = implement(AccountingService, {
  async getAccounting(request, ctx) {
    const businessId = businessOf(request, ctx);
    const link = await query(ctx, (db) => findLink(db, businessId));
    return { available: accountingSettings(ctx.runtime.config.env) !== null, ...(link && (await shown(ctx, link))) };
  },

  async listBooksAccounts(request, ctx) {
    const accounts = await answered(openBooks(ctx, await linkOf(request, ctx)).accounts());
    accounts.sort((a, b) => a.name.localeCompare(b.name));
    return { accounts: accounts.map(({ id, name, type }) => ({ externalAccountId: id, name, type })) };
  },

  beginAccounting: async (request, ctx) => ({ address: beginConnecting(ctx, businessOf(request, ctx)) }),

  async finishAccounting(request, ctx) {
    const { businessId, nonce } = stated(ctx, request.state);
    return await shown(ctx, await connect(ctx, request, nonce, businessOf({ businessId }, ctx)));
  },

  async mapAccounts(request, ctx) {
    const link = await linkOf(request, ctx);
    mustBeCurrent(request.version, link.version);
    return await shown(ctx, await mapAccounts(ctx, link, request));
  },

  async sendJournals(request, ctx) {
    const link = await linkOf(request, ctx);
    if (!link.connected) throw fail("STATE_CONFLICT", { message: "QuickBooks no longer lets Leashline in. Please connect it again." });
    return await command(ctx, async (tx) => {
      sendNow(tx, link.businessId);
      return {};
    });
  },

  async disconnectAccounting(request, ctx) {
    await disconnect(ctx, businessOf(request, ctx));
    return {};
  },

  async listAccountingJournals(request, ctx) {
    const businessId = businessOf(request, ctx);
    return await query(ctx, async (db) => {
      const link = await findLink(db, businessId);
      if (!link) return { journals: [] };
      const { rows, nextPageToken } = await listed(request, {
        read: (page) => listJournals(db, link, page),
        key: ({ businessDate, number, currency }) => [businessDate, number, currency],
      });
      return { journals: rows.map(toJournal), nextPageToken };
    });
  },

  async getInvoiceSyncStatus({ orderId }, ctx) {
    return await query(ctx, async (db) => {
      const businessId = await businessOfOrder(db, orderId);
      const link = businessId ? await findLink(db, businessId) : undefined;
      if (!link) return toSyncStatus({ state: "not_sent", sentAt: null, documentNumbers: [], reason: "" });
      return toSyncStatus(invoiceSync(await movementsOf(db, link, orderId), link.startDate, link.plannedNumber));
    });
  },
});
