import { asTenant, type Ctx } from "@leashline/kit";
import { seal, unseal } from "@leashline/kit/permissions/sealing.ts";
import { command, query } from "../db.ts";
import { AccountClosed, OutcomeUnknown } from "../provider/provider.ts";
import { refresh, type Tokens } from "../square/consent.ts";
import { type Access, type Asking, askingAs } from "../square/square-sdk.ts";
import { mustBeSetUp } from "../square/square-settings.ts";
import { changeLink, findLinkOf, type LinkRow } from "./link.store.ts";

const PURPOSE = "square";
// A token is good for thirty days; Square advises to exchange it at least once a week.
const EXCHANGED_BEFORE_MS = 23 * 24 * 3_600_000;

/** Work that may run at any time and several times: what it stores is right by what is there, not by anybody's key. */
export const asItself = ({ runtime, companyId }: Ctx, businessId: string): Ctx =>
  asTenant({ runtime }, { companyId, businessId, name: "Square" });

const sealed = ({ runtime: { config } }: Ctx, token: string): Buffer => seal(Buffer.from(token), config.signingKey, PURPOSE);

export const sealedTokens = (ctx: Ctx, { accessToken, refreshToken, expiresAt }: Tokens) => ({
  accessToken: sealed(ctx, accessToken),
  refreshToken: sealed(ctx, refreshToken),
  expiresAt,
});

export const noTokens = () => ({ accessToken: Buffer.alloc(0), refreshToken: Buffer.alloc(0) });

export function unsealed({ runtime: { config } }: Ctx, token: Buffer): string {
  try {
    return unseal(token, config.signingKey, PURPOSE).toString();
  } catch {
    throw new AccountClosed("sealed with another key");
  }
}

/** Nobody is let in any more: the tokens are gone, and the page says so. */
export async function markEnded(ctx: Ctx, link: LinkRow): Promise<void> {
  const { businessId } = link;
  await command(asItself(ctx, businessId), async (tx) => {
    const changed = await changeLink(tx, link, { ...noTokens(), connected: false, version: link.version + 1 });
    if (!changed) return {};
    tx.log({ entity: "square_account", id: businessId, action: "ended", note: link.merchantName, businessId });
    tx.notify("payment.providerAccount", { businessId, ids: [businessId] });
    return {};
  });
}

async function exchanged(ctx: Ctx, link: LinkRow): Promise<string> {
  const given = await refresh(mustBeSetUp(ctx), unsealed(ctx, link.refreshToken));
  if (!given) {
    await markEnded(ctx, link);
    throw new AccountClosed("Square no longer takes the token");
  }
  await command(asItself(ctx, link.businessId), async (tx) => (await changeLink(tx, link, sealedTokens(ctx, given))) ?? {});
  return given.accessToken;
}

/** What lets us into an account of the caller's company. While Square does not exchange a token that is still good, it goes on being used. */
const accessTo =
  (ctx: Ctx, merchantId: string): Access =>
  async (fresh) => {
    const link = await query(ctx, (db) => findLinkOf(db, merchantId));
    if (!link?.connected) throw new AccountClosed("this Square account is not connected");
    const token = unsealed(ctx, link.accessToken);
    const left = link.expiresAt.getTime() - Date.now();
    if (!fresh && left > EXCHANGED_BEFORE_MS) return token;
    return await exchanged(ctx, link).catch((error: unknown) => {
      if (error instanceof OutcomeUnknown && !(error instanceof AccountClosed) && !fresh && left > 0) return token;
      throw error;
    });
  };

/** Asks Square in the name of an account. */
export const askingSquare = (ctx: Ctx, merchantId: string): Asking => askingAs(mustBeSetUp(ctx), accessTo(ctx, merchantId));
