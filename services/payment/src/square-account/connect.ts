import { randomBytes } from "node:crypto";
import { type Ctx, fail, sealNumbers, unsealNumbers } from "@leashline/kit";
import { command, query } from "../db.ts";
import { unavailable } from "../provider/unavailable.ts";
import { consentAddress, exchange, revoke, type Tokens } from "../square/consent.ts";
import { squareClient, translated } from "../square/square-sdk.ts";
import { mustBeSetUp, squareSettingsOf } from "../square/square-settings.ts";
import { changeLink, findLink, type LinkRow, ownersOf, saveLink } from "./link.store.ts";
import { type Place, placesOf } from "./places.ts";
import { noTokens, sealedTokens, unsealed } from "./tokens.ts";

const PURPOSE = "square";
const STATE_SECONDS = 3_600;

const redirectUri = ({ runtime: { config } }: Ctx): string => `${config.publicUrl}/square/connect/callback`;

export function beginConnecting(ctx: Ctx, businessId: string): string {
  const until = Math.floor(Date.now() / 1_000) + STATE_SECONDS;
  const nonce = randomBytes(6).readUIntBE(0, 6);
  const facts = [ctx.companyId, businessId, ctx.caller.accountId, until, nonce].map(BigInt);
  return consentAddress(mustBeSetUp(ctx), redirectUri(ctx), sealNumbers(ctx.runtime.config.signingKey, PURPOSE, facts));
}

/** What the state was given for: to this account of this company, within the hour. */
export function stated(ctx: Ctx, state: string): { businessId: string; nonce: string } {
  const [companyId, businessId, accountId, until, nonce] = unsealNumbers(ctx.runtime.config.signingKey, PURPOSE, state) ?? [];
  const own = String(companyId) === ctx.companyId && String(accountId) === ctx.caller.accountId;
  if (!own || nonce === undefined || Number(until) * 1_000 < Date.now()) throw fail("PARAMS_INVALID", { field: "state" });
  return { businessId: String(businessId), nonce: String(nonce) };
}

type Merchant = { merchantId: string; merchantName: string; currency: string; places: readonly Place[] };

/** The account as it lets us in for the first time. */
async function firstLook(ctx: Ctx, { accessToken, merchantId }: Tokens): Promise<Merchant> {
  const square = squareClient(mustBeSetUp(ctx), accessToken);
  try {
    const { merchant } = await square.merchants.get({ merchantId: "me" });
    const places = await placesOf(square, ctx.caller.currency);
    return { merchantId, merchantName: merchant?.businessName ?? "", currency: merchant?.currency ?? "", places };
  } catch (error) {
    throw translated(error);
  }
}

async function agreed(ctx: Ctx, code: string): Promise<Merchant & { tokens: Tokens }> {
  const tokens = await exchange(mustBeSetUp(ctx), code, redirectUri(ctx));
  if (!tokens) throw fail("PARAMS_INVALID", { field: "code", message: "Square did not give access to the account. Please connect again." });
  return { ...(await firstLook(ctx, tokens)), tokens };
}

/** The place that was chosen before, if it is there still; else the only one that there is to choose. */
function placeOf(places: readonly Place[], before: LinkRow | undefined): Pick<LinkRow, "placeId" | "placeName"> {
  const usable = places.filter((one) => one.usable);
  const place = usable.find(({ id }) => id === before?.placeId) ?? (usable.length === 1 ? usable[0] : undefined);
  return { placeId: place?.id ?? "", placeName: place?.name ?? "" };
}

export async function connect(ctx: Ctx, code: string, nonce: string, businessId: string): Promise<LinkRow> {
  const before = await query(ctx, (db) => findLink(db, businessId));
  if (before?.nonce === nonce) return before;
  const { tokens, places, merchantId, merchantName, currency } = await agreed(ctx, code).catch(unavailable);
  const account = { businessId, merchantId, merchantName, currency, nonce, scopes: null };
  const row = { ...account, ...placeOf(places, before), ...sealedTokens(ctx, tokens) };
  await command(ctx, async (tx) => {
    await saveLink(tx, row);
    tx.log({ entity: "square_account", id: businessId, action: "connected", note: merchantName, businessId });
    tx.notify("payment.providerAccount", { businessId, ids: [businessId] });
    return {};
  });
  return (await query(ctx, (db) => findLink(db, businessId)))!;
}

/** Whether Square hears of it or not. The whole permission only where no other location uses the account. */
async function giveBack(ctx: Ctx, link: LinkRow): Promise<void> {
  const settings = squareSettingsOf(ctx);
  if (!settings) return;
  const others = (await query(ctx, (db) => ownersOf(db, link.merchantId))).length > 1;
  await revoke(settings, unsealed(ctx, link.accessToken), !others).catch(() => undefined);
}

export async function disconnect(ctx: Ctx, businessId: string): Promise<void> {
  const link = await query(ctx, (db) => findLink(db, businessId));
  if (!link?.connected) return;
  await giveBack(ctx, link);
  await command(ctx, async (tx) => {
    await changeLink(tx, link, { ...noTokens(), connected: false, version: link.version + 1 });
    tx.log({ entity: "square_account", id: businessId, action: "removed", note: link.merchantName, businessId });
    tx.notify("payment.providerAccount", { businessId, ids: [businessId] });
    return {};
  });
}
