import { type Payout, PayoutItemKind, PayoutStatus } from "@leashline/proto/leashline/payment/v1/payout_service_pb.js";
import { toMinor } from "../../../ui/format/money.ts";
import type { Format } from "../../../ui/format/useFormat.ts";
import type { ToneName } from "../../../ui/theme/theme-types.ts";

type Words = Pick<Format, "shortDay" | "money">;

/** A payout below zero takes money back from the bank. */
export const takesBack = ({ amount }: Pick<Payout, "amount">): boolean => toMinor(amount) < 0n;

/** Where the money of a payout is, in few words. */
export function stateOf(payout: Payout, { shortDay }: Words): { tone: ToneName; text: string } {
  const on = payout.arrivalDate ? shortDay(payout.arrivalDate) : "";
  switch (payout.status) {
    case PayoutStatus.PAID:
      return { tone: "ok", text: [takesBack(payout) ? "Taken from your bank" : "In your bank", on].filter(Boolean).join(", ") };
    case PayoutStatus.FAILED:
      return { tone: "bad", text: "Failed" };
    case PayoutStatus.CANCELED:
      return { tone: "plain", text: "Canceled" };
    default: {
      const way = takesBack(payout) ? "To be taken from your bank" : "On its way";
      return { tone: "info", text: on ? `${way}, expected ${on}` : way };
    }
  }
}

/** What became of money that did not arrive; empty for all that did, or still may. */
export function putBackText(payout: Payout, { money }: Words): string {
  if (payout.status !== PayoutStatus.FAILED && payout.status !== PayoutStatus.CANCELED) return "";
  const what = takesBack(payout)
    ? "Nothing was taken from your bank: it stays open in your balance with the card provider."
    : `${money(payout.amount)} was put back into your balance and comes with a later payout.`;
  return [payout.failureMessage, what].filter(Boolean).join(" ");
}

/** The kinds of what a payout is made of: many of them, and one. */
export const kindWords: Readonly<Record<PayoutItemKind, readonly [many: string, one: string]>> = {
  [PayoutItemKind.UNSPECIFIED]: ["Other", "Other"],
  [PayoutItemKind.CHARGE]: ["Payments", "Payment"],
  [PayoutItemKind.REFUND]: ["Refunds", "Refund"],
  [PayoutItemKind.DISPUTE]: ["Disputes", "Dispute"],
  [PayoutItemKind.OTHER]: ["Other", "Other"],
  [PayoutItemKind.EARLIER_PAYOUT]: ["Earlier payouts that came back", "Earlier payout that came back"],
};
