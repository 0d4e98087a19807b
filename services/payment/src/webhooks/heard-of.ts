import { asTenant, type Ctx, fail } from "@leashline/kit";
import { command } from "../db.ts";
import type { Subject } from "../provider/accounts.ts";
import { insertEvent, markApplied } from "../provider/event.store.ts";
import { cardProvider } from "../provider/of-runtime.ts";
import { type ProviderEvent, Refused } from "../provider/provider.ts";
import { ownerIn } from "../provider/provider-note.ts";
import { unavailable } from "../provider/unavailable.ts";
import { recordAccount, recordIdentity } from "../provider-accounts/record-account.ts";

async function asked(ctx: Ctx, { kind, id }: Subject) {
  const provider = cardProvider(ctx);
  if (kind === "account") return { kind, object: await provider.getAccount(id) };
  return { kind, object: await provider.getIdentitySession(id) };
}

const none = (error: unknown): null => {
  if (error instanceof Refused) return null;
  return unavailable(error);
};

/** An event about an account or a proof: what it claims is not believed, the provider is asked, and what it says is kept once. */
export async function heardOf(ctx: Ctx, event: ProviderEvent, subject: Subject): Promise<{ ignored: boolean }> {
  if (event.account !== "" && subject.kind === "account" && event.account !== subject.id)
    throw fail("PARAMS_INVALID", { field: "account", reason: "it is not the account that the event is about" });
  const found = await asked(ctx, subject).catch(none);
  const owner = found && ownerIn(found.object.metadata);
  if (!owner) return { ignored: true };
  const tenant = asTenant({ runtime: ctx.runtime, requestId: ctx.requestId }, { ...owner, name: "Stripe" });
  // Whose account it is stands in the event's object: that is not kept, only that it was heard.
  const heard = { ...event, body: { id: subject.id } };
  if (await command(tenant, (tx) => insertEvent(tx.db, heard, { paymentId: "0", denied: null }))) return { ignored: true };
  await command(tenant, async (tx) => {
    if (found.kind === "account") await recordAccount(tx, owner.businessId, found.object);
    else await recordIdentity(tx, owner.businessId, found.object);
    await markApplied(tx.db, event.id);
  });
  return { ignored: false };
}
