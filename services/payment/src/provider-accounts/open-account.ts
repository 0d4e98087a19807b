import { type Ctx, fail } from "@leashline/kit";
import { BusinessService } from "@leashline/proto/leashline/account/v1/business_service_pb.js";
import { command, query } from "../db.ts";
import type { AccountChange, ProviderAccount } from "../provider/accounts.ts";
import { cardProvider } from "../provider/of-runtime.ts";
import { OutcomeUnknown, Refused } from "../provider/provider.ts";
import { unavailable } from "../provider/unavailable.ts";
import { needsIdentity, statusOf } from "./account-status.ts";
import { hasOneAccount } from "./may-take-cards.ts";
import { type AccountRow, findAccountRow } from "./provider-account.store.ts";
import { recordAccount } from "./record-account.ts";

/** Whether this installation wants to know who somebody is before their account is made. */
export const asksIdentity = ({ runtime }: Pick<Ctx, "runtime">): boolean => runtime.config.env.LEASHLINE_STRIPE_IDENTITY === "1";

/** What the provider does not take is the caller's to correct. */
export function refusedAs(field: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof Refused) throw fail("PAYMENT_DATA_INVALID", { field, message: error.message });
    return unavailable(error);
  };
}

const noteOf = (ctx: Ctx, businessId: string) => ({ company_id: ctx.companyId, business_id: businessId });

async function made(ctx: Ctx, businessId: string): Promise<ProviderAccount> {
  const { businesses } = await ctx.client(BusinessService).batchGetBusinesses({ ids: [businessId] });
  const country = businesses[0]?.countryAlpha2Code || "US";
  const key = `ll-account-${ctx.companyId}-${businessId}-${country}`;
  const metadata = { ...noteOf(ctx, businessId), status: "init" };
  return await cardProvider(ctx).createAccount({ key, country, metadata }).catch(refusedAs("businessId"));
}

/** A location's account at the provider, made once however often it is asked for; with what is given changed in it. */
export async function openAccount(ctx: Ctx, businessId: string, change: AccountChange): Promise<AccountRow> {
  if (hasOneAccount(ctx))
    throw fail("STATE_CONFLICT", { field: "businessId", message: "All cards of this Leashline are charged on one account already." });
  const row = await query(ctx, (db) => findAccountRow(db, businessId));
  if (needsIdentity(statusOf(row?.told ?? null), asksIdentity(ctx)) && row?.identityStatus !== "verified")
    throw fail("STATE_CONFLICT", { field: "businessId", message: "Please prove who you are first." });
  const account = row?.accountId ? { id: row.accountId } : await made(ctx, businessId);
  const told = await cardProvider(ctx).updateAccount(account.id, change).catch(refusedAs("email"));
  return await command(ctx, async (tx) => await recordAccount(tx, businessId, told), { step: "made" });
}

/** Error 7011 while a location has no account. */
export async function mustHaveAccount(ctx: Ctx, businessId: string): Promise<AccountRow> {
  const row = await query(ctx, (db) => findAccountRow(db, businessId));
  if (!row?.accountId) throw fail("BANK_ACCOUNT_MISSING");
  return row;
}

/** While the provider does not answer, what it said last holds. */
export const orAsTold = async (asked: Promise<AccountRow | null>, last: () => Promise<AccountRow | null>): Promise<AccountRow | null> =>
  await asked.catch(async (error: unknown) => {
    if (error instanceof OutcomeUnknown) return await last();
    throw error;
  });
