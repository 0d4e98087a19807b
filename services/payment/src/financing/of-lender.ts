import type { Ctx, Runtime } from "@leashline/kit";
import type { Db } from "../db.ts";
import { hasOneAccount } from "../provider-accounts/may-take-cards.ts";
import { findAccountRow } from "../provider-accounts/provider-account.store.ts";
import type { Lender } from "./lender.ts";
import { stripeCapital } from "./stripe-capital.ts";

const lenders = new WeakMap<Runtime, Lender>();

/** Who lends in this installation; null while no card provider is set up, for the lender is the same. */
export function lenderOf({ runtime }: Pick<Ctx, "runtime">): Lender | null {
  const { LEASHLINE_STRIPE_SECRET_KEY: secretKey = "", LEASHLINE_STRIPE_API_BASE: apiBase = "" } = runtime.config.env;
  if (!secretKey) return null;
  const lender = lenders.get(runtime) ?? stripeCapital({ secretKey, apiBase, webhookSecrets: [] });
  lenders.set(runtime, lender);
  return lender;
}

/** The account that a location is lent to on: its own. Empty where it has none, or the installation has one for all. */
export async function accountToLendTo(db: Db, ctx: Pick<Ctx, "runtime">, businessId: string): Promise<string> {
  if (hasOneAccount(ctx)) return "";
  return (await findAccountRow(db, businessId))?.accountId ?? "";
}
