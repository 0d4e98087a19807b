import { asTenant, type Ctx, fail } from "@leashline/kit";
import { query } from "../db.ts";
import type { Share } from "../payouts/payout.ts";
import { sharesOfPayout } from "../payouts/shares.ts";
import { cardProvider } from "../provider/of-runtime.ts";
import { AccountClosed, type CardAccount, type Fact, type ProviderPayout } from "../provider/provider.ts";
import { type Owner, ownerIn, paymentIdIn } from "../provider/provider-note.ts";
import { findAccountRow } from "../provider-accounts/provider-account.store.ts";

/** Whom an event is about: a company, the business and payment where it is about one, and the parts of a payout that its businesses have. */
export type Concerned = { companyId: string; businessId: string; paymentId: string; shares: readonly Share[] };

/** What an event claims, what the provider says instead, and the account on which both are. */
export type Heard = { account: string; claim: Fact; found: Fact | null };

const stranger = () =>
  fail("PARAMS_INVALID", { field: "account", reason: "it is not the account of the business that the event is about" });

/** On an account of a business's own there is nothing of anybody else's, whatever is noted there. */
async function mustOwn(ctx: Ctx, account: string, { companyId, businessId }: Owner): Promise<void> {
  const tenant = asTenant({ runtime: ctx.runtime, requestId: ctx.requestId }, { companyId, businessId, name: "Stripe" });
  const row = await query(tenant, (db) => findAccountRow(db, businessId));
  if (row?.accountId !== account) throw stranger();
}

/** Whose an account is, as we noted it there when we made it. */
async function ownerOf(ctx: Ctx, account: string): Promise<Owner> {
  const owner = ownerIn((await cardProvider(ctx).getAccount(account)).metadata);
  if (!owner) throw stranger();
  await mustOwn(ctx, account, owner);
  return owner;
}

function noted(metadata: Readonly<Record<string, string>>): Concerned[] {
  const owner = ownerIn(metadata);
  const paymentId = paymentIdIn(metadata);
  return owner && paymentId ? [{ ...owner, paymentId, shares: [] }] : [];
}

async function ofIntent(provider: CardAccount, intentId: string): Promise<Concerned[]> {
  if (!intentId) return [];
  const found = await provider.lookUp({ kind: "intent", object: { id: intentId } });
  return found?.kind === "intent" ? noted(found.object.metadata) : [];
}

// One of which nobody's part is known yet comes again when it is itemized, in an event of its own.
async function ofPayout(ctx: Ctx, account: string, payout: ProviderPayout): Promise<Concerned[]> {
  const shares = await sharesOfPayout(cardProvider(ctx).at(account), payout, account ? await ownerOf(ctx, account) : null);
  return [...Map.groupBy(shares, (share) => share.companyId)].map(([companyId, its]) => ({
    companyId,
    businessId: "0",
    paymentId: "0",
    shares: its,
  }));
}

async function aboutMoney(ctx: Ctx, { account, claim, found }: Heard): Promise<Concerned[]> {
  const provider = cardProvider(ctx).at(account);
  const fact = found ?? claim;
  if (fact.kind === "payout") return found ? await ofPayout(ctx, account, fact.object) : [];
  if (fact.kind === "dispute") return await ofIntent(provider, fact.object.intentId);
  const direct = noted(fact.object.metadata);
  return direct.length === 0 && fact.kind === "refund" ? await ofIntent(provider, fact.object.intentId) : direct;
}

/** As the provider has it; of something that the provider does not know, as the event says, so that the claim is stored where it shows. */
export async function concernedBy(ctx: Ctx, heard: Heard): Promise<Concerned[]> {
  const all = await aboutMoney(ctx, heard).catch((error: unknown) => {
    if (error instanceof AccountClosed) throw stranger();
    throw error;
  });
  if (heard.account !== "" && heard.claim.kind !== "payout") for (const one of all) await mustOwn(ctx, heard.account, one);
  return all;
}

/** What the provider says of a claim now; of an account that is none of ours, nothing is asked. */
export const foundOf = async (ctx: Ctx, account: string, claim: Fact): Promise<Fact | null> =>
  await cardProvider(ctx)
    .at(account)
    .lookUp(claim)
    .catch((error: unknown) => {
      if (error instanceof AccountClosed) throw stranger();
      throw error;
    });
