import type { Ctx } from "@leashline/kit";
import { command, query } from "../db.ts";
import { OutcomeUnknown, Refused } from "../provider/provider.ts";
import { lackingOf, scopesOf } from "../square/consent.ts";
import { changeLink, findLinkOf, type LinkRow } from "./link.store.ts";
import { asItself, askingSquare } from "./tokens.ts";

/** Asked once; null while Square does not say, so that it is asked again. */
async function foundOut(ctx: Ctx, link: LinkRow): Promise<string[] | null> {
  try {
    const scopes = await askingSquare(ctx, link.merchantId)(scopesOf);
    if (scopes) await command(asItself(ctx, link.businessId), async (tx) => (await changeLink(tx, link, { scopes })) ?? {});
    return scopes;
  } catch (error) {
    if (error instanceof OutcomeUnknown || error instanceof Refused) return null;
    throw error;
  }
}

/** What Leashline asks for now and may not do in an account, because it was connected before that was asked for. */
export async function lackingIn(ctx: Ctx, merchantId: string): Promise<string[]> {
  for (let asked: LinkRow | undefined; ; ) {
    const link = await query(ctx, (db) => findLinkOf(db, merchantId));
    if (!link?.connected) return [];
    if (link.scopes) return lackingOf(link.scopes);
    // Of several locations of an account, another one may let us do more.
    if (asked?.nonce === link.nonce || !(await foundOut(ctx, link))) return [];
    asked = link;
  }
}
