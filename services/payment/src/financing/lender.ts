import type { OfferStatus, Terms } from "./financing.ts";

/** An offer to lend, in our words. */
export type LentOffer = {
  id: string;
  account: string;
  status: OfferStatus;
  /** Nobody was told of it yet, as far as the lender knows. */
  undelivered: boolean;
  offerType: string;
  productType: string;
  campaignType: string;
  currency: string;
  offered: Terms;
  accepted: Terms | null;
  createdAt: Date;
  expiresAt: Date;
};

/** How paying back goes on, of the offer that is being paid back. */
export type Repaying = { offerId: string; beginsAt: Date | null; dueAt: Date | null; dueAmount: bigint | null };

/** Money that moved for an offer; amounts are never negative. */
export type LentMovement = {
  id: string;
  offerId: string;
  kind: "payout" | "payment" | "reversal";
  reason: string;
  /** Of a reversal: the movement that it takes back. */
  reversedId: string;
  currency: string;
  advance: bigint;
  fee: bigint;
  /** Through the location's balance at the provider, or straight to or from its bank. */
  through: "balance" | "bank";
  description: string;
  at: Date;
};

export type LinkKind = "application" | "report";

/** Who lends to locations on their own accounts. One adapter for each lender; nothing is asked of an account that is not named. */
export type Lender = {
  channel: string;
  /** Everything that was ever offered to an account, newest first. Nothing where nothing is offered, or the installation may not ask. */
  offersFor(account: string): Promise<LentOffer[]>;
  repaying(account: string): Promise<Repaying | null>;
  /** Newest first. */
  movementsOf(account: string, offerId: string): AsyncIterable<LentMovement>;
  /** Says that the location has been shown an offer. */
  delivered(offerId: string): Promise<void>;
  /** A page of the lender's; works once, for some minutes. */
  link(account: string, input: { kind: LinkKind; returnUrl: string; refreshUrl: string }): Promise<string>;
};
