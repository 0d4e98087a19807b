import { type Ctx, fail } from "@leashline/kit";
import { type Db, query } from "../db.ts";
import { STRIPE } from "../provider/provider.ts";
import { accountForCards, mustTakeCards } from "../provider-accounts/may-take-cards.ts";
import { accountIn, accountName } from "../square/charging.ts";
import { SQUARE } from "../square/square-objects.ts";
import { isAtSquare, type MoneyAt } from "../square-account/charging-account.ts";
import { findLink } from "../square-account/link.store.ts";
import { findSetting } from "./setting.store.ts";

/** The second of a business's two card providers. */
const SECOND = 2;

/** The first provider, on an account of its. */
export const atFirst = (providerAccount: string): MoneyAt => ({ vendor: STRIPE, providerAccount });

/** The name of the account that keeps clients and cards: at Square all places of an account share them. */
export const keptAt = (at: MoneyAt): string =>
  isAtSquare(at) ? accountName({ merchantId: accountIn(at.providerAccount).merchantId, placeId: "" }) : at.providerAccount;

export const isSquareChosen = async (db: Db, businessId: string): Promise<boolean> =>
  (await findSetting(db, businessId)).primaryPayType === SECOND;

/** Where a location's people charge cards: with the provider that it chose. Null while it can charge none there. */
export async function tillOf(db: Db, ctx: Ctx, businessId: string): Promise<MoneyAt | null> {
  if (await isSquareChosen(db, businessId)) {
    const link = await findLink(db, businessId);
    return link?.connected && link.placeId ? { vendor: SQUARE, providerAccount: accountName(link) } : null;
  }
  const account = await accountForCards(db, ctx, businessId);
  return account === null ? null : atFirst(account);
}

/** The same; 7011 while it can charge none. */
export async function mustHaveTill(ctx: Ctx, businessId: string): Promise<MoneyAt> {
  const till = await query(ctx, (db) => tillOf(db, ctx, businessId));
  if (!till) throw fail("BANK_ACCOUNT_MISSING");
  return till;
}

/** The first provider, for what only it does: wherever the location charges its cards. */
export const mustHaveFirst = async (ctx: Ctx, businessId: string): Promise<MoneyAt> => atFirst(await mustTakeCards(ctx, businessId));

/** Error 900008 where a location takes what it is paid at the counter through Square: what the other provider has there is not charged. */
export async function mustNotBeAtSquare(ctx: Ctx, businessId: string): Promise<void> {
  if (await query(ctx, (db) => isSquareChosen(db, businessId)))
    throw fail("STATE_CONFLICT", { message: "This location takes cards through Square. Please look at Settings, Payments." });
}
