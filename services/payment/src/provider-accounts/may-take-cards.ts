import { type Ctx, fail } from "@leashline/kit";
import { type Db, query } from "../db.ts";
import { cardSetupOf } from "../provider/card-setup.ts";
import { isAvailable, statusOf } from "./account-status.ts";
import { type AccountRow, findAccountRow } from "./provider-account.store.ts";

type On = Pick<Ctx, "runtime">;

/** Whether all cards of this installation are charged on its own account: for a single owner who runs it alone. */
export const hasOneAccount = ({ runtime }: On): boolean => runtime.config.env.LEASHLINE_STRIPE_ONE_ACCOUNT === "1";

const canCharge = (row: AccountRow | null): boolean => Boolean(row?.accountId) && isAvailable(statusOf(row?.told ?? null));

/**
 * The account on which a location's new cards are charged and kept: its own once that can charge. Test cards are taken on the installation's, which is the
 * empty one, until then; real ones are not taken at all, for their money would be somebody else's, and the answer is null.
 */
export async function accountForCards(db: Db, on: On, businessId: string): Promise<string | null> {
  if (hasOneAccount(on)) return "";
  const row = await findAccountRow(db, businessId);
  if (canCharge(row)) return row?.accountId ?? "";
  return cardSetupOf(on.runtime.config.env).mode === "live" ? null : "";
}

export const mayTakeCards = async (db: Db, on: On, businessId: string): Promise<boolean> =>
  (await accountForCards(db, on, businessId)) !== null;

/** The same; 7011 while a location can take no cards. */
export async function mustTakeCards(ctx: Ctx, businessId: string): Promise<string> {
  const account = await query(ctx, (db) => accountForCards(db, ctx, businessId));
  if (account === null) throw fail("BANK_ACCOUNT_MISSING");
  return account;
}
