import { type Ctx, fail } from "@leashline/kit";
import { query } from "../db.ts";
import { refusedAs } from "../provider-accounts/open-account.ts";
import { type OfferStatus, offerGroups } from "./financing.ts";
import type { LinkKind } from "./lender.ts";
import { accountToLendTo, lenderOf } from "./of-lender.ts";
import { statusesOf } from "./offer.store.ts";

const needed: Record<LinkKind, { statuses: readonly OfferStatus[]; message: string }> = {
  application: { statuses: offerGroups.initial, message: "This offer is no longer open." },
  report: { statuses: offerGroups.used, message: "No offer has been taken yet." },
};

/** The page of the lender's; only where it has something to show. */
export async function financingLink(ctx: Ctx, businessId: string, kind: LinkKind): Promise<string> {
  const lender = lenderOf(ctx);
  const { account, statuses } = await query(ctx, async (db) => ({
    account: await accountToLendTo(db, ctx, businessId),
    statuses: await statusesOf(db, businessId),
  }));
  if (!lender || !account) throw fail("BANK_ACCOUNT_MISSING", { field: "businessId" });
  const { statuses: fitting, message } = needed[kind];
  if (!statuses.some((status) => fitting.includes(status))) throw fail("STATE_CONFLICT", { field: "kind", message });
  const back = `${ctx.runtime.config.publicUrl}/finance/capital`;
  return await lender.link(account, { kind, returnUrl: back, refreshUrl: back }).catch(refusedAs("businessId"));
}
