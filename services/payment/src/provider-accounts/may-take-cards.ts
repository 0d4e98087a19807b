import type { Ctx } from "@leashline/kit";
import type { Db } from "../db.ts";
import { cardSetupOf } from "../provider/card-setup.ts";
import { isAvailable, statusOf } from "./account-status.ts";
import { findAccountRow } from "./provider-account.store.ts";

/**
 * Where real money is taken, a location's own account must be able to charge once it has one. Without one, cards are charged on the installation's account,
 * and with test keys they can be tried out in any case.
 */
export async function mayTakeCards(db: Db, { runtime }: Pick<Ctx, "runtime">, businessId: string): Promise<boolean> {
  if (cardSetupOf(runtime.config.env).mode !== "live") return true;
  const account = await findAccountRow(db, businessId);
  return !account?.accountId || isAvailable(statusOf(account.told ?? null));
}
