import { asTenant, type Ctx, fail } from "@leashline/kit";
import { seal, unseal } from "@leashline/kit/permissions/sealing.ts";
import { command, query } from "../db.ts";
import { type AccountingSettings, accountingSettings } from "./accounting-settings.ts";
import { type Books, BooksAway, BooksRefused, LinkEnded } from "./books.ts";
import { refresh } from "./consent.ts";
import { changeLink, findLink, type LinkRow } from "./link.store.ts";
import { quickBooks } from "./quickbooks.ts";

const EARLY_MS = 60_000;
const MOST_KEPT = 5_000;
const opened = new Map<string, { token: string; until: number }>();

/** Work that may run at any time and several times: what it stores is right by what is there, not by anybody's key. */
export const asItself = ({ runtime, companyId }: Ctx, businessId: string): Ctx =>
  asTenant({ runtime }, { companyId, businessId, name: "QuickBooks" });

export function settingsOf({ runtime: { config } }: Ctx): AccountingSettings {
  const settings = accountingSettings(config.env);
  if (!settings) throw fail("STATE_CONFLICT", { message: "QuickBooks is not set up on this installation." });
  return settings;
}

export const sealed = ({ runtime: { config } }: Ctx, token: string): Buffer => seal(Buffer.from(token), config.signingKey, "accounting");

export function unsealed({ runtime: { config } }: Ctx, { refreshToken }: LinkRow): string {
  try {
    return unseal(refreshToken, config.signingKey, "accounting").toString();
  } catch {
    throw new LinkEnded("sealed with another key");
  }
}

/** What lets us in for an hour. QuickBooks may give another token to come back with each time: it is kept before it is used. */
async function accessOf(ctx: Ctx, settings: AccountingSettings, link: LinkRow, fresh: boolean): Promise<string> {
  const key = `${ctx.companyId}:${link.businessId}:${link.nonce}`;
  const kept = opened.get(key);
  if (kept && kept.until > Date.now() && !fresh) return kept.token;
  const now = (await query(ctx, (db) => findLink(db, link.businessId))) ?? link;
  const given = await refresh(settings, unsealed(ctx, now));
  const refreshToken = sealed(ctx, given.refreshToken);
  await command(asItself(ctx, link.businessId), async (tx) => (await changeLink(tx, link, { refreshToken })) ?? {});
  if (opened.size >= MOST_KEPT) opened.clear();
  opened.set(key, { token: given.accessToken, until: Date.now() + given.expiresIn * 1_000 - EARLY_MS });
  return given.accessToken;
}

export function openBooks(ctx: Ctx, link: LinkRow): Books {
  const settings = settingsOf(ctx);
  return quickBooks(settings, link.realmId, (fresh) => accessOf(ctx, settings, link, fresh));
}

/** What QuickBooks would not do, for somebody who waits for it. */
export async function answered<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof BooksAway) throw fail("STATE_CONFLICT", { message: "QuickBooks did not answer. Please try again in a minute." });
    if (error instanceof BooksRefused) throw fail("STATE_CONFLICT", { message: `QuickBooks said no: ${error.message}` });
    if (error instanceof LinkEnded)
      throw fail("STATE_CONFLICT", { message: "QuickBooks no longer lets Leashline in. Please connect it again." });
    throw error;
  }
}
