import { PaymentStatus } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { type MoneyLike, toMinor } from "../../../ui/format/money.ts";
import type { ToneName } from "../../../ui/theme/theme-types.ts";

const known: Partial<Record<PaymentStatus, { label: string; tone: ToneName }>> = {
  [PaymentStatus.COMPLETED]: { label: "Successful", tone: "ok" },
  [PaymentStatus.PAID]: { label: "Authorized", tone: "info" },
  [PaymentStatus.FAILED]: { label: "Failed", tone: "bad" },
};

/** A payment's status in words (growth §4): completed is shown as successful. */
export const statusWords = (status: PaymentStatus): { label: string; tone: ToneName } =>
  known[status] ?? { label: "In progress", tone: "plain" };

/** What went back of a payment: all, a part, or nothing. */
export const refundedWord = ({ amount, refunded }: { amount?: MoneyLike | undefined; refunded?: MoneyLike | undefined }): string =>
  toMinor(refunded) <= 0n ? "" : toMinor(refunded) < toMinor(amount) ? "Partially refunded" : "Refunded";
