import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import type { Payment } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import type { PaymentSetting } from "@leashline/proto/leashline/payment/v1/payment_setting_pb.js";
import { billOf, type Fee, type FeeBill, feeOn, feeWith, noFee, termsOf } from "@leashline/proto/rules/convenience-fee.ts";
import { sharesOf } from "@leashline/proto/rules/order-shares.ts";
import { dayToIso } from "../../../ui/format/dates.ts";
import { toMinor } from "../../../ui/format/money.ts";

export type CardFee = Fee;
export const noCardFee = noFee;

/** What the client pays on top of an amount by card; nothing where the location bears it. */
export const cardFeeOn = (setting: PaymentSetting | undefined, amount: bigint, atReader: boolean, bill?: FeeBill): CardFee =>
  feeOn(amount, termsOf(setting, atReader, toMinor), bill);

/** What an order asks for already in lines of kind CONVENIENCE_FEE, and its payments by card, which may have been credited for them. */
export const inBillOf = (order: Pick<Order, "items" | "paymentSummary">): FeeBill => billOf(order, toMinor);

type Owed = Pick<Order, "id" | "remain" | "businessDate" | "items" | "paymentSummary">;
const toOwed = ({ id, remain, businessDate }: Owed) => ({
  orderId: id,
  businessDate: businessDate ? dayToIso(businessDate) : "",
  due: toMinor(remain),
});

/** The same for several orders, each of which has a fee of its own, the oldest first. */
export function cardFeeOnOrders(
  setting: PaymentSetting | undefined,
  orders: readonly Owed[],
  { amount, atReader }: { amount: bigint; atReader: boolean },
): CardFee {
  const byId = new Map(orders.map((order) => [order.id, order]));
  const fees = sharesOf(orders.map(toOwed), amount).map(
    (share) => cardFeeOn(setting, share.amount, atReader, inBillOf(byId.get(share.orderId)!)).minor,
  );
  return { minor: fees.reduce((sum, fee) => sum + fee, 0n), name: setting?.customFeeName ?? "" };
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

/** What the card is asked for at a reader: one tap may pay several orders, of which this payment is for one. */
export const askedOf = (payment: Pick<Payment, "amount" | "convenienceFee" | "chargedTogether">): bigint =>
  payment.chargedTogether ? toMinor(payment.chargedTogether) : chargedBy(payment);
