import { type Ctx, fail, implement, reachesBusiness } from "@leashline/kit";
import { ProviderAccountService } from "@leashline/proto/leashline/payment/v1/provider_account_service_pb.js";
import { command, query } from "../db.ts";
import { cardProvider } from "../provider/of-runtime.ts";
import { Refused } from "../provider/provider.ts";
import { unavailable } from "../provider/unavailable.ts";
import { isAvailable, statusOf } from "./account-status.ts";
import { openSession, refreshedIdentity, returnPath } from "./identity.ts";
import { hasOneAccount } from "./may-take-cards.ts";
import { asksIdentity, mustHaveAccount, openAccount, orAsTold, refusedAs } from "./open-account.ts";
import { isReady, toProviderAccount } from "./provider-account.mapper.ts";
import { type AccountRow, findAccountRow, lockAccountRow, saveAccountRow } from "./provider-account.store.ts";
import { refreshed } from "./record-account.ts";

function businessOf({ businessId }: { businessId: string }, ctx: Ctx): string {
  const asked = businessId !== "0" ? businessId : ctx.businessId;
  if (!reachesBusiness(ctx, asked)) throw fail("NO_PERMISSION");
  return asked;
}

const shown = (ctx: Ctx, businessId: string, row: AccountRow | null) => ({
  account: { ...toProviderAccount(businessId, row, asksIdentity(ctx)), isShared: hasOneAccount(ctx) },
});

const known = async (ctx: Ctx, businessId: string) => await query(ctx, (db) => findAccountRow(db, businessId));
const inUse = (error: unknown): never => {
  if (error instanceof Refused && error.code !== "resource_missing")
    throw fail("STATE_CONFLICT", { field: "externalAccountId", message: error.message });
  return refusedAs("externalAccountId")(error);
};

export const providerAccountRpc = implement(ProviderAccountService, {
  async createStripeAccount(req, ctx) {
    const businessId = businessOf(req, ctx);
    return shown(ctx, businessId, await openAccount(ctx, businessId, req));
  },

  async createAccountLinks(req, ctx) {
    const { accountId } = await mustHaveAccount(ctx, businessOf(req, ctx));
    const returnUrl = `${ctx.runtime.config.publicUrl}${returnPath}`;
    return { url: await cardProvider(ctx).accountLink(accountId, { returnUrl, refreshUrl: returnUrl }).catch(unavailable) };
  },

  async getAccount(req, ctx) {
    const businessId = businessOf(req, ctx);
    await orAsTold(refreshedIdentity(ctx, businessId), () => known(ctx, businessId));
    return shown(ctx, businessId, await orAsTold(refreshed(ctx, businessId), () => known(ctx, businessId)));
  },

  async getConnectedInfo(req, ctx) {
    const row = await known(ctx, businessOf(req, ctx));
    const status = statusOf(row?.told ?? null);
    const { accountId = "", setupStatus = "notSetup" } = row ?? {};
    return { connected: accountId !== "", accountId, status, setupStatus, ready: isReady(row), available: isAvailable(status) };
  },

  async changeAccount(req, ctx) {
    const businessId = businessOf(req, ctx);
    const { accountId = "" } = (await known(ctx, businessId)) ?? {};
    if ((accountId === "") !== (req.status === "notSetup")) throw fail("STATE_CONFLICT", { field: "status" });
    const metadata = { status: req.status === "finished" ? "finished" : "init" };
    if (accountId) await cardProvider(ctx).updateAccount(accountId, { metadata }).catch(unavailable);
    const row = await command(ctx, async (tx) => {
      const before = await lockAccountRow(tx.db, businessId);
      const after = await saveAccountRow(tx.db, businessId, { setupStatus: req.status as AccountRow["setupStatus"] });
      const said = ({ setupStatus }: AccountRow) => ({ setupStatus });
      tx.log({ entity: "provider_account", id: businessId, action: "update", businessId, before: said(before), after: said(after) });
      return after;
    });
    return shown(ctx, businessId, row);
  },

  async addBankAccount(req, ctx) {
    const businessId = businessOf(req, ctx);
    const { accountId } = await mustHaveAccount(ctx, businessId);
    const key = ctx.idempotencyKey ? `ll-bank-${ctx.companyId}-${ctx.idempotencyKey}` : ctx.requestId;
    await cardProvider(ctx).addBankAccount(accountId, { key, token: req.token, isDefault: req.isDefault }).catch(refusedAs("token"));
    return shown(ctx, businessId, await refreshed(ctx, businessId).catch(unavailable));
  },

  async deleteExternalAccount(req, ctx) {
    const businessId = businessOf(req, ctx);
    const { accountId } = await mustHaveAccount(ctx, businessId);
    await cardProvider(ctx).removeBankAccount(accountId, req.externalAccountId).catch(inUse);
    return shown(ctx, businessId, await refreshed(ctx, businessId).catch(unavailable));
  },

  async getIdentitySession(req, ctx) {
    const { id, status, url } = await openSession(ctx, businessOf(req, ctx));
    return { sessionId: id, status, identificationUrl: url };
  },

  async getIdentityStatus(req, ctx) {
    const businessId = businessOf(req, ctx);
    const row = await orAsTold(refreshedIdentity(ctx, businessId), () => known(ctx, businessId));
    const { needIdentity = false, identitySessionStatus = "" } = toProviderAccount(businessId, row, asksIdentity(ctx));
    return { needIdentity, status: identitySessionStatus };
  },
});
