import { type Payment, PaymentStatus } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { toMinor } from "../../../../ui/format/money.ts";
import { plural } from "../../../../ui/format/text.ts";
import { nothingTaken } from "../../../order/shared/pay-outcome.ts";
import { chargedBy } from "../card-fee.ts";

type Paid = Pick<Payment, "status" | "amount" | "convenienceFee" | "failureMessage">;
type Said = { tone: "success" | "info" | "error"; text: string };

const sumOf = (payments: readonly Paid[], of: (payment: Paid) => bigint): bigint => payments.reduce((sum, one) => sum + of(one), 0n);

/** No payment came in or is under way still: what was asked for can be asked again as it stands. */
export const tookNothing = (payments: readonly Pick<Payment, "status">[]): boolean =>
  payments.every(({ status }) => status === PaymentStatus.FAILED);

/** What became of money that was asked for several orders at once: a refusal after the first order leaves the rest of them without a payment. */
export function paidAll(payments: readonly Paid[], asked: bigint, written: (minor: bigint) => string): Said {
  const taken = payments.filter(({ status }) => status === PaymentStatus.COMPLETED);
  const failed = payments.filter(({ status }) => status === PaymentStatus.FAILED);
  const begun = payments.filter(({ status }) => status !== PaymentStatus.FAILED);
  const what = `${written(sumOf(taken, chargedBy))} taken for ${plural(taken.length, "order")}`;
  const why = failed[0]?.failureMessage;
  if (payments.length > 0 && tookNothing(payments)) return { tone: "error", text: nothingTaken(why || "The card was declined.") };
  if (sumOf(begun, ({ amount }) => toMinor(amount)) < asked)
    return { tone: "error", text: `Not all was taken: ${what}. ${why || "Please look at what is still due."}` };
  return begun.length > taken.length
    ? { tone: "info", text: `${what}. The card provider is still working on the rest.` }
    : { tone: "success", text: what };
}
