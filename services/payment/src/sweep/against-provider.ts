import type { Ctx } from "@leashline/kit";
import { query } from "../db.ts";
import { isPutBack } from "../payouts/payout.ts";
import { sharesOfPayout } from "../payouts/shares.ts";
import { cardProvider } from "../provider/of-runtime.ts";
import { AccountClosed, type CardAccount } from "../provider/provider.ts";
import type { Owner } from "../provider/provider-note.ts";
import { accountsOfCompany } from "../provider-accounts/provider-account.store.ts";
import { SQUARE } from "../square/square-objects.ts";
import { chargingAccount } from "../square-account/charging-account.ts";
import { atSquare } from "./at-square.ts";
import { compareProvider, type Difference, type PayoutSides, payoutSides, type Side } from "./compare.ts";
import {
  chargeSide,
  disputeSide,
  disputeThere,
  intentSide,
  isOurs,
  payoutsHere,
  payoutThere,
  refundSide,
  refundThere,
} from "./provider-sides.ts";
import {
  type ChargeRow,
  chargesInBooks,
  disputesInBooks,
  payoutsInBooks,
  type RefundRow,
  refundsInBooks,
  squareAccountsInBooks,
} from "./sweep.store.ts";

// The provider's clock may be a little behind ours.
const leewayMs = 10 * 60_000;

type Books = { charges: ChargeRow[]; refunds: RefundRow[]; disputes: Side[]; payouts: PayoutSides };

async function booksOf(ctx: Ctx): Promise<Books> {
  return await query(ctx, async (db) => ({
    charges: await chargesInBooks(db),
    refunds: await refundsInBooks(db),
    disputes: (await disputesInBooks(db)).map(disputeSide),
    payouts: payoutsHere(await payoutsInBooks(db)),
  }));
}

const by = <T>(rows: readonly T[], keyOf: (row: T) => string | null): Map<string, T> =>
  new Map(
    rows.flatMap((row) => {
      const key = keyOf(row);
      return key ? [[key, row] as const] : [];
    }),
  );

/** One account: the installation's, which has the money of all, or that of one business. */
type Asking = { provider: CardAccount; owner: Owner | null; since: Date; companyId: string };

async function intentsThere({ provider, since, companyId }: Asking, charges: readonly ChargeRow[]) {
  const [byIntent, byNoted] = [by(charges, (row) => row.intentId), by(charges, (row) => row.paymentId)];
  const sides: Side[] = [];
  const ids = new Set<string>();
  for await (const intent of provider.intentsSince(since)) {
    if (!isOurs(companyId, intent.metadata)) continue;
    ids.add(intent.id);
    sides.push(intentSide(intent, byIntent, byNoted));
  }
  return { sides, ids, byIntent };
}

type Intents = Awaited<ReturnType<typeof intentsThere>>;

async function refundsThere(
  { provider, since, companyId }: Asking,
  { ids, byIntent }: Intents,
  rows: readonly RefundRow[],
): Promise<Side[]> {
  const [byId, byNoted] = [by(rows, (row) => row.providerRefundId), by(rows, (row) => row.refundId)];
  const sides: Side[] = [];
  for await (const refund of provider.refundsSince(since)) {
    if (!ids.has(refund.intentId) && !isOurs(companyId, refund.metadata)) continue;
    sides.push(refundThere(refund, byId, byNoted, byIntent.get(refund.intentId)));
  }
  return sides;
}

async function disputesThere({ provider, since }: Asking, { ids, byIntent }: Intents): Promise<Side[]> {
  const sides: Side[] = [];
  for await (const dispute of provider.disputesSince(since))
    if (ids.has(dispute.intentId)) sides.push(disputeThere(dispute, byIntent.get(dispute.intentId)));
  return sides;
}

const joined = (all: readonly PayoutSides[]): PayoutSides => ({
  payout: all.flatMap(({ payout }) => payout),
  transit: all.flatMap(({ transit }) => transit),
  balance: all.flatMap(({ balance }) => balance),
});

// Of one that was put back nothing stands; one of which nobody's part is known yet is looked at when it is.
async function payoutsThere({ provider, owner, since, companyId }: Asking): Promise<PayoutSides> {
  const sides: PayoutSides[] = [];
  for await (const payout of provider.payoutsSince(since)) {
    if (isPutBack(payout.state)) continue;
    const shares = await sharesOfPayout(provider, payout, owner);
    sides.push(...shares.filter((share) => share.companyId === companyId).map((share) => payoutThere(payout, share)));
  }
  return joined(sides);
}

type There = Record<"charges" | "refunds" | "disputes", Side[]> & { payouts: PayoutSides };
const nothing: There = { charges: [], refunds: [], disputes: [], payouts: joined([]) };

async function on(asking: Asking, books: Books): Promise<There> {
  const intents = await intentsThere(asking, books.charges);
  return {
    charges: intents.sides,
    refunds: await refundsThere(asking, intents, books.refunds),
    disputes: await disputesThere(asking, intents),
    payouts: await payoutsThere(asking),
  };
}

// What is on an account that may not be asked any more is not seen there, and shows as a difference.
const unseen = (error: unknown): There => {
  if (error instanceof AccountClosed) return nothing;
  throw error;
};

/** The books against the card processor, as far back as the oldest charge: the installation's account and each that a business of this company has. */
export async function againstProvider(ctx: Ctx): Promise<Difference[]> {
  const books = await booksOf(ctx);
  const [oldest] = books.charges;
  if (!oldest) return [];
  const since = new Date(oldest.createdAt.getTime() - leewayMs);
  const { companyId } = ctx;
  const own = (await query(ctx, accountsOfCompany)).map(({ accountId, businessId }) => ({ accountId, owner: { companyId, businessId } }));
  const all: There[] = [];
  for (const { accountId, owner } of [{ accountId: "", owner: null }, ...own])
    all.push(await on({ provider: cardProvider(ctx).at(accountId), owner, since, companyId }, books).catch(unseen));
  for (const providerAccount of await query(ctx, squareAccountsInBooks)) {
    const provider = chargingAccount(ctx, { vendor: SQUARE, providerAccount });
    all.push({ ...nothing, ...(await atSquare(provider, since, books).catch(unseen)) });
  }
  const there = (what: "charges" | "refunds" | "disputes"): Side[] => all.flatMap((one) => one[what]);
  const payouts = joined(all.map((one) => one.payouts));
  return [
    ...compareProvider("provider", books.charges.map(chargeSide), there("charges")),
    ...compareProvider("refund", books.refunds.map(refundSide), there("refunds")),
    ...compareProvider("dispute", books.disputes, there("disputes")),
    ...payoutSides.flatMap((where) => compareProvider(where, books.payouts[where], payouts[where])),
  ];
}
