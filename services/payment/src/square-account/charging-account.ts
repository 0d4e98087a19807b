import { type Ctx, fail } from "@leashline/kit";
import type { Db } from "../db.ts";
import { cardProvider } from "../provider/of-runtime.ts";
import type { ChargingAccount } from "../provider/provider.ts";
import { accountIn, squareCharging } from "../square/charging.ts";
import { SQUARE } from "../square/square-objects.ts";
import { findLinkOf } from "./link.store.ts";
import { askingSquare } from "./tokens.ts";

/** The account at its provider that money is on. */
export type MoneyAt = { vendor: string; providerAccount: string };

export const isAtSquare = ({ vendor }: Pick<MoneyAt, "vendor">): boolean => vendor === SQUARE;

/** Where a payment is asked about, with whichever provider it is. */
export function chargingAccount(ctx: Ctx, at: MoneyAt): ChargingAccount {
  if (!isAtSquare(at)) return cardProvider(ctx).at(at.providerAccount);
  const account = accountIn(at.providerAccount);
  return squareCharging(askingSquare(ctx, account.merchantId), account);
}

/** Error 7011 for money at a Square account that we are not let into: nothing can be given back there. */
export async function mustBeLetIn(db: Db, at: MoneyAt): Promise<void> {
  if (!isAtSquare(at)) return;
  const link = await findLinkOf(db, accountIn(at.providerAccount).merchantId);
  if (link?.connected) return;
  throw fail("BANK_ACCOUNT_MISSING", {
    message: "This was paid through a Square account that is not connected. Please connect it again, or refund it on Square's own pages.",
  });
}
