import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import type { Payment } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import type { PaymentSetting } from "@leashline/proto/leashline/payment/v1/payment_setting_pb.js";
import { type Borne, convenienceFee, feeInBill, feeTerms, feeWith, inBillLeft } from "@leashline/proto/rules/convenience-fee.ts";
import { dayToIso } from "../../../ui/format/dates.ts";
import { toMinor } from "../../../ui/format/money.ts";

export type CardFee = { minor: bigint; name: string };
type InBill = { inBill: bigint; payments: readonly Borne[] };
export const noCardFee: CardFee = { minor: 0n, name: "" };

/** What the client pays on top of an amount by card; nothing where the location bears it. */
export function cardFeeOn(setting: PaymentSetting | undefined, amount: bigint, atReader: boolean, bill?: InBill): CardFee {
  if (setting?.processingFeePaidBy !== "client") return noCardFee;
  const rate = atReader ? setting.readerFee : setting.onlineFee;
  const terms = feeTerms({
    name: setting.customFeeName,
    percentage: rate?.percentage ?? "0",
    fixed: toMinor(rate?.fixed),
    step: setting.amountStep,
  });
  if (!terms) return noCardFee;
  const inBill = bill ? inBillLeft(bill.inBill, bill.payments, terms) : 0n;
  return { minor: convenienceFee(amount, terms, inBill), name: terms.name };
}

/** What an order asks for already in lines of kind CONVENIENCE_FEE, and its payments by card, which may have been credited for them. */
export const inBillOf = ({ items, paymentSummary }: Pick<Order, "items" | "paymentSummary">): InBill => ({
  inBill: feeInBill(
    items.map(({ kind, totalPrice, discount }) => ({ kind, totalPrice: toMinor(totalPrice), discount: toMinor(discount) })),
  ),
  payments: (paymentSummary?.payments ?? [])
    .filter(({ method }) => method === "card")
    .map((one) => ({
      amount: toMinor(one.amount),
      back: toMinor(one.refunded),
      fee: toMinor(one.convenienceFee),
      name: one.convenienceFeeName,
    })),
});

const lesserOf = (a: bigint, b: bigint): bigint => (a < b ? a : b);

type Owed = Pick<Order, "id" | "remain" | "businessDate" | "items" | "paymentSummary">;

/** The same for several orders, each of which is charged for itself, the oldest first. */
export function cardFeeOnOrders(setting: PaymentSetting | undefined, orders: readonly Owed[], amount: bigint): CardFee {
  const dayOf = (order: Owed): string => (order.businessDate ? dayToIso(order.businessDate) : "");
  const oldest = orders.toSorted((a, b) => dayOf(a).localeCompare(dayOf(b)) || Number(BigInt(a.id) - BigInt(b.id)));
  let left = amount;
  let minor = 0n;
  for (const order of oldest) {
    const share = lesserOf(toMinor(order.remain), left);
    left -= share;
    minor += cardFeeOn(setting, share, false, inBillOf(order)).minor;
  }
  return { minor, name: setting?.customFeeName ?? "" };
}

type Fed = Pick<Payment, "amount" | "refundable" | "convenienceFee" | "convenienceFeeRefunded">;

/** What of a payment's fee goes back with a part of it. */
export const feeBack = (payment: Fed, back: bigint, step: string): bigint =>
  feeWith(
    back,
    {
      amount: toMinor(payment.amount),
      amountBack: toMinor(payment.amount) - toMinor(payment.refundable),
      fee: toMinor(payment.convenienceFee),
      feeBack: toMinor(payment.convenienceFeeRefunded),
    },
    step === "" ? 1n : BigInt(step),
  );

/** What a card was charged: the payment and the fee on top. */
export const chargedBy = (payment: Pick<Payment, "amount" | "convenienceFee">): bigint =>
  toMinor(payment.amount) + toMinor(payment.convenienceFee);
