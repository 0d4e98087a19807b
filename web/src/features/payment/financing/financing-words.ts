import {
  FinancingOfferGroup as Group,
  FinancingOnboarding as Onboarding,
  FinancingPayoutState as Payout,
  FinancingOfferStatus as Status,
} from "@leashline/proto/leashline/payment/v1/financing_service_pb.js";
import type { ToneName } from "../../../ui/theme/theme-types.ts";

type Shown = { label: string; tone: ToneName };

/** How far an offer has come, as a person reads it. */
export const offerState: Record<Status, Shown> = {
  [Status.UNSPECIFIED]: { label: "Unknown", tone: "plain" },
  [Status.PRE_QUALIFIED]: { label: "New", tone: "info" },
  [Status.CREATED]: { label: "Open", tone: "info" },
  [Status.ACCEPTED]: { label: "Under review", tone: "warn" },
  [Status.PAID_OUT]: { label: "Being paid back", tone: "ok" },
  [Status.FULLY_REPAID]: { label: "Paid back", tone: "ok" },
  [Status.CANCELED]: { label: "Canceled", tone: "plain" },
  [Status.EXPIRED]: { label: "Expired", tone: "plain" },
  [Status.REJECTED]: { label: "Rejected", tone: "bad" },
  [Status.REPLACED]: { label: "Replaced", tone: "plain" },
};

/** The groups in the order of the list. */
export const groups: readonly { group: Group; label: string; none: string }[] = [
  { group: Group.INITIAL, label: "Open offers", none: "There is no open offer now." },
  { group: Group.USED, label: "Your financing", none: "You have taken no offer yet." },
  { group: Group.HISTORY, label: "History", none: "Nothing has been paid back or canceled yet." },
];

export const payoutWords: Record<Payout, string> = {
  [Payout.UNSPECIFIED]: "",
  [Payout.INIT]: "The money has not been sent yet",
  [Payout.TRANSFERRED]: "The money is on its way to your bank",
  [Payout.SUCCESS]: "The money was sent to your bank",
  [Payout.FAILED]: "The payout was reversed, or the bank returned it",
};

/** What stands in the way of offers; empty where nothing does. */
export const onboardingWords: Record<Onboarding, { title: string; text: string } | undefined> = {
  [Onboarding.UNSPECIFIED]: undefined,
  [Onboarding.ONBOARDED]: undefined,
  [Onboarding.NOT_ONBOARDED]: {
    title: "This location has no card account of its own",
    text: "Offers go to a location's own account with the card provider, based on its card sales.",
  },
  [Onboarding.NEED_ADDITIONAL_INFORMATION]: {
    title: "The card provider needs more from you",
    text: "Offers start once the card provider has everything it needs about this location's account.",
  },
};

const kinds: Readonly<Record<string, string>> = { payout: "Paid out", payment: "Paid back", reversal: "Reversed" };
const reasons: Readonly<Record<string, string>> = {
  automatic_withholding: "withheld from a card payment",
  automatic_withholding_refund: "a card payment was refunded",
  user_initiated: "paid by you",
  requested_by_user: "paid by you",
  collection: "debited from your bank",
  collection_failure: "a debit that did not go through",
  refill: "paid back by the next financing",
  financing_cancellation: "the financing was canceled",
};

const plain = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ");
export const movementName = ({ kind }: { kind: string }): string => kinds[kind] ?? plain(kind);
export const reasonName = ({ reason, description }: { reason: string; description: string }): string => reasons[reason] ?? description;
