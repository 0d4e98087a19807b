import { asTenant, type Ctx, fail } from "@leashline/kit";
import { command, query } from "../db.ts";
import { followFinancing } from "../financing/financing.jobs.ts";
import { insertEvent, markApplied } from "../provider/event.store.ts";
import { cardProvider } from "../provider/of-runtime.ts";
import { type ProviderEvent, Refused } from "../provider/provider.ts";
import { ownerIn } from "../provider/provider-note.ts";
import { unavailable } from "../provider/unavailable.ts";
import { findAccountRow } from "../provider-accounts/provider-account.store.ts";

export const isAboutFinancing = ({ type }: ProviderEvent): boolean => /^capital\.financing_(offer|transaction)\./.test(type);

const none = (error: unknown): null => {
  if (error instanceof Refused) return null;
  return unavailable(error);
};

/** An event about an offer of financing or money that moved for one: the provider is asked for all of the account's, and what it says is kept once. */
export async function heardOfFinancing(ctx: Ctx, event: ProviderEvent): Promise<{ ignored: boolean }> {
  const account = typeof event.body.account === "string" ? event.body.account : event.account;
  if (event.account !== "" && event.account !== account)
    throw fail("PARAMS_INVALID", { field: "account", reason: "it is not the account that the event is about" });
  const found = account ? await cardProvider(ctx).getAccount(account).catch(none) : null;
  const owner = found && ownerIn(found.metadata);
  if (!owner) return { ignored: true };
  const tenant = asTenant({ runtime: ctx.runtime, requestId: ctx.requestId }, { ...owner, name: "Stripe" });
  if ((await query(tenant, (db) => findAccountRow(db, owner.businessId)))?.accountId !== account) return { ignored: true };
  // What it says is asked for, and not kept.
  const heard = { ...event, body: { id: String(event.body.id ?? "") } };
  if (await command(tenant, (tx) => insertEvent(tx.db, heard, { paymentId: "0", denied: null }))) return { ignored: true };
  await followFinancing(tenant, owner.businessId);
  await command(tenant, async (tx) => markApplied(tx.db, event.id));
  return { ignored: false };
}
