import { ProviderAccountStatus } from "@leashline/proto/leashline/payment/v1/provider_account_service_pb.js";
import type { PayoutState } from "../provider/provider.ts";

/** How far an offer has come (growth §4). */
export const offerStatuses = [
  "created",
  "accepted",
  "canceled",
  "expired",
  "fully_repaid",
  "paid_out",
  "rejected",
  "replaced",
  "pre_qualified",
] as const;
export type OfferStatus = (typeof offerStatuses)[number];

export type OfferGroup = "used" | "initial" | "history";

/** Where offers stand on the screen; what expired, was rejected or replaced stands nowhere. */
export const offerGroups: Record<OfferGroup, readonly OfferStatus[]> = {
  used: ["paid_out", "fully_repaid", "accepted"],
  initial: ["pre_qualified", "created"],
  history: ["fully_repaid", "canceled"],
};

export const groupsOf = (status: OfferStatus): OfferGroup[] =>
  (Object.keys(offerGroups) as OfferGroup[]).filter((group) => offerGroups[group].includes(status));

export type LoanState = "init" | "transferred" | "success" | "failed";

/** What was lent, by what the provider says has moved of it, and what became of the payout that brought it to the bank. */
export function payoutStateOf({ advanced, bank }: { advanced: bigint | null; bank: PayoutState | null }): LoanState {
  if (advanced === null) return "init";
  if (advanced <= 0n || bank === "failed" || bank === "canceled") return "failed";
  return bank === "paid" ? "success" : "transferred";
}

export type Onboarding = "onboarded" | "not_onboarded" | "need_additional_information";

/** Whether a location can be lent to, by how far its account at the provider has come. */
export function onboardingOf(status: ProviderAccountStatus): Onboarding {
  if (status === ProviderAccountStatus.INITIAL) return "not_onboarded";
  const asked = status === ProviderAccountStatus.RESTRICTED || status === ProviderAccountStatus.RESTRICTED_SOON;
  return asked ? "need_additional_information" : "onboarded";
}

export type Terms = { advance: bigint; fee: bigint; withholdPpm: number };

const inPercent = (ppm: number): string => `${ppm / 10_000}`;

/** A part of a million as percent: 50,000 is "5". */
export const withholdRate = ({ withholdPpm }: Terms): string => inPercent(withholdPpm);

/** The fee in percent of what is lent, to a hundredth. */
export const interestRate = ({ advance, fee }: Terms): string =>
  advance > 0n ? `${Number((fee * 10_000n + advance / 2n) / advance) / 100}` : "0";

/** What moved of an offer so far: lent, and paid back of that and of the fee. */
export type Moved = { advanced: bigint | null; repaid: bigint; repaidAdvance: bigint };

export type Remaining = { amount: bigint; principal: bigint; paid: bigint };

/** What is still to be paid back; null until the money was paid out, and where it was taken back. */
export function remainingOf(terms: Terms | null, { advanced, repaid, repaidAdvance }: Moved): Remaining | null {
  if (!terms || advanced === null || advanced <= 0n) return null;
  const left = (all: bigint, back: bigint) => (all > back ? all - back : 0n);
  return { amount: left(terms.advance + terms.fee, repaid), principal: left(terms.advance, repaidAdvance), paid: repaid };
}

const alive: readonly OfferStatus[] = ["pre_qualified", "created", "accepted", "paid_out"];

/** Whether anything may still become of an offer. */
export const isAlive = (status: OfferStatus): boolean => alive.includes(status);
