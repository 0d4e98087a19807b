import { randomBytes } from "node:crypto";
import { type Ctx, fail, sealNumbers, todayIn, unsealNumbers } from "@leashline/kit";
import type { FinishAccountingRequest } from "@leashline/proto/leashline/payment/v1/accounting_service_pb.js";
import { command, query } from "../db.ts";
import { zoneOf } from "../projections/business.store.ts";
import { sendNow } from "./accounting.jobs.ts";
import { accountingSettings } from "./accounting-settings.ts";
import { BooksAway, LinkEnded } from "./books.ts";
import { consentAddress, exchange, revoke } from "./consent.ts";
import { deleteLink, findLink, type LinkRow, saveLink } from "./link.store.ts";
import { answered, sealed, settingsOf, unsealed } from "./open-books.ts";
import { quickBooks } from "./quickbooks.ts";

const PURPOSE = "accounting";
const STATE_SECONDS = 3_600;

const redirectUri = ({ runtime: { config } }: Ctx): string => `${config.publicUrl}/quickbook/activate`;

export function beginConnecting(ctx: Ctx, businessId: string): string {
  const until = Math.floor(Date.now() / 1_000) + STATE_SECONDS;
  const nonce = randomBytes(6).readUIntBE(0, 6);
  const facts = [ctx.companyId, businessId, ctx.caller.accountId, until, nonce].map(BigInt);
  return consentAddress(settingsOf(ctx), redirectUri(ctx), sealNumbers(ctx.runtime.config.signingKey, PURPOSE, facts));
}

/** What the state was given for: to this account of this company, within the hour. */
export function stated(ctx: Ctx, state: string): { businessId: string; nonce: string } {
  const [companyId, businessId, accountId, until, nonce] = unsealNumbers(ctx.runtime.config.signingKey, PURPOSE, state) ?? [];
  const own = String(companyId) === ctx.companyId && String(accountId) === ctx.caller.accountId;
  if (!own || nonce === undefined || Number(until) * 1_000 < Date.now()) throw fail("PARAMS_INVALID", { field: "state" });
  return { businessId: String(businessId), nonce: String(nonce) };
}

const notGiven = (message: string) => fail("PARAMS_INVALID", { field: "code", message });

/** The company whose books they are, as it lets us in for the first time. */
async function firstLook(ctx: Ctx, { code, realmId }: FinishAccountingRequest) {
  const settings = settingsOf(ctx);
  const tokens = await exchange(settings, code, redirectUri(ctx));
  if (!tokens) throw notGiven("QuickBooks did not give access to the books. Please connect again.");
  const company = await quickBooks(settings, realmId, async () => tokens.accessToken).company();
  if (company.currency !== ctx.caller.currency)
    throw notGiven(`QuickBooks keeps these books in ${company.currency}; this location works in ${ctx.caller.currency}.`);
  return { ...company, refreshToken: sealed(ctx, tokens.refreshToken) };
}

export async function connect(ctx: Ctx, request: FinishAccountingRequest, nonce: string, businessId: string): Promise<LinkRow> {
  const before = await query(ctx, (db) => findLink(db, businessId));
  if (before?.nonce === nonce) return before;
  const { name: companyName, currency, refreshToken } = await answered(firstLook(ctx, request));
  let link: LinkRow | undefined;
  await command(ctx, async (tx) => {
    const startDate = todayIn((await zoneOf(tx.db, businessId)) ?? ctx.caller.zone);
    link = await saveLink(tx, { businessId, realmId: request.realmId, companyName, nonce, refreshToken, startDate, currency });
    sendNow(tx, businessId);
    tx.log({ entity: "accounting", id: businessId, action: "connected", note: companyName, businessId });
    tx.notify("payment.accounting", { businessId, ids: [businessId] });
    return {};
  });
  return link ?? (await query(ctx, (db) => findLink(db, businessId)))!;
}

/** Whether QuickBooks hears of it or not: nothing more is sent, and the token is gone. */
async function giveBack(ctx: Ctx, link: LinkRow): Promise<void> {
  const settings = accountingSettings(ctx.runtime.config.env);
  try {
    if (settings) await revoke(settings, unsealed(ctx, link));
  } catch (error) {
    if (!(error instanceof BooksAway || error instanceof LinkEnded)) throw error;
  }
}

export async function disconnect(ctx: Ctx, businessId: string): Promise<void> {
  const link = await query(ctx, (db) => findLink(db, businessId));
  if (!link) return;
  if (link.connected) await giveBack(ctx, link);
  await command(ctx, async (tx) => {
    await deleteLink(tx, businessId);
    tx.log({ entity: "accounting", id: businessId, action: "removed", note: link.companyName, businessId });
    tx.notify("payment.accounting", { businessId, ids: [businessId] });
    return {};
  });
}
