import type { Ctx } from "@leashline/kit";
import type { Db } from "../db.ts";
import { cardSetupOf } from "../provider/card-setup.ts";
import { isAvailable, statusOf } from "./account-status.ts";
import { findAccountRow } from "./provider-account.store.ts";

/** Where real money is taken, a location needs an account that can charge; with test keys cards can be tried out without one. */
export async function mayTakeCards(db: Db, { runtime }: Pick<Ctx, "runtime">, businessId: string): Promise<boolean> {
  if (cardSetupOf(runtime.config.env).mode !== "live") return true;
  return isAvailable(statusOf((await findAccountRow(db, businessId))?.told ?? null));
}
