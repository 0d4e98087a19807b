import type { Money } from "@leashline/proto/google/type/money_pb.js";
import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import type { PaymentSetting } from "@leashline/proto/leashline/payment/v1/payment_setting_pb.js";
import { lesserOf } from "./lesser.ts";
import { containedIn, type Percent, parsePercent, percentOf } from "./percent.ts";

/** What the client pays on top of an amount for paying by card. */
export type FeeTerms = {
  name: string;
  percentage: Percent;
  fixed: bigint;
  /** What a card is charged is a multiple of this. */
  step: bigint;
};

const stepped = (amount: bigint, step: bigint): bigint => amount - (amount % step);

/** On an amount, tip included: the percentage, rounded down once, and the fixed part, together rounded down to what a card can be charged. Nothing on nothing. */
function onAll(amount: bigint, { percentage, fixed, step }: FeeTerms): bigint {
  return amount <= 0n ? 0n : stepped(percentOf(amount, percentage) + fixed, step);
}

/** The same less what the bill asks for already in lines of kind CONVENIENCE_FEE that no earlier payment was credited for: no fee on the fee, and none twice. */
export function convenienceFee(amount: bigint, terms: FeeTerms, inBill = 0n): bigint {
  const fee = stepped(onAll(amount - inBill, terms) - inBill, terms.step);
  return fee > 0n ? fee : 0n;
}

/** A payment by card for a bill: what it paid of it, what of that went back, and the fee on top less what of that went back. */
export type Borne = {
  amount: bigint;
  back: bigint;
  fee: bigint;
  /** What the fee was called; empty where the payment's client bore none. */
  name: string;
};

/** What a bill asks for in lines of kind CONVENIENCE_FEE, and its payments by card, which may have been credited for them. */
export type FeeBill = { inBill: bigint; payments: readonly Borne[] };
const noFeeLines: FeeBill = { inBill: 0n, payments: [] };

/** What a payment cost by these terms less the fee it bore: so much of the bill's lines it was credited for. */
function credited({ amount, back, fee, name }: Borne, { percentage, fixed }: FeeTerms): bigint {
  const left = amount - back;
  if (name === "" || left <= 0n) return 0n;
  const short = (fixed * left) / amount - fee;
  return short + containedIn(left - short, percentage);
}

/** What of the bill's lines of kind CONVENIENCE_FEE no payment was credited for yet. */
export function inBillLeft({ inBill, payments }: FeeBill, terms: FeeTerms): bigint {
  let left = inBill;
  for (const payment of payments) {
    const part = credited(payment, terms);
    if (part > 0n) left -= lesserOf(part, left);
  }
  return left;
}

/** A fee, and what the location calls it. */
export type Fee = { minor: bigint; name: string };
export const noFee: Fee = { minor: 0n, name: "" };

/** What an amount by card costs on top, of a bill with what its own lines ask for already. Where those stand for all of it, its name says that they were credited. */
export function feeOn(amount: bigint, terms: FeeTerms | null, bill = noFeeLines): Fee {
  if (!terms) return noFee;
  const inBill = inBillLeft(bill, terms);
  const minor = convenienceFee(amount, terms, inBill);
  return minor > 0n || inBill > 0n ? { minor, name: terms.name } : noFee;
}

type Written = { name: string; percentage: string; fixed: bigint; step: string };

/** Terms as they are written down; null where they say nothing. */
export function feeTerms({ name, percentage, fixed, step }: Written): FeeTerms | null {
  const percent = parsePercent(percentage) ?? 0n;
  return percent > 0n || fixed > 0n ? { name, percentage: percent, fixed, step: step === "" ? 1n : BigInt(step) } : null;
}

/** Reads money in the smallest coin. */
type MinorOf = (money: Money | undefined) => bigint;
type FeeSetting = Pick<PaymentSetting, "processingFeePaidBy" | "customFeeName" | "onlineFee" | "readerFee" | "amountStep">;

/** What a location's clients bear by its setting, for a card that is typed or on file, or at a reader; null where the location bears it. */
export function termsOf(setting: FeeSetting | undefined, atReader: boolean, minorOf: MinorOf): FeeTerms | null {
  if (setting?.processingFeePaidBy !== "client") return null;
  const { percentage = "0", fixed } = (atReader ? setting.readerFee : setting.onlineFee) ?? {};
  return feeTerms({ name: setting.customFeeName, percentage, fixed: minorOf(fixed), step: setting.amountStep });
}

type Asked = { name: string; percentage: string; fixed?: Money | undefined; step: string; inBill?: Money | undefined };

/** What an amount costs on top by the terms that a client's page is told. */
export function feeAsked(amount: bigint, asked: Asked | undefined, minorOf: MinorOf): Fee {
  const terms = asked ? feeTerms({ ...asked, fixed: minorOf(asked.fixed) }) : null;
  return feeOn(amount, terms, { inBill: minorOf(asked?.inBill), payments: [] });
}

/** OrderLineKind.CONVENIENCE_FEE. */
const FEE_LINE = 4;

/** What an order asks for in lines of kind CONVENIENCE_FEE. */
export const feeInBill = ({ items }: Pick<Order, "items">, minorOf: MinorOf): bigint =>
  items.reduce((sum, { kind, totalPrice, discount }) => (kind === FEE_LINE ? sum + minorOf(totalPrice) - minorOf(discount) : sum), 0n);

/** An order as the rule of its fee lines counts it. */
export const billOf = (order: Pick<Order, "items" | "paymentSummary">, minorOf: MinorOf): FeeBill => ({
  inBill: feeInBill(order, minorOf),
  payments: (order.paymentSummary?.payments ?? [])
    .filter(({ method }) => method === "card")
    .map((one) => ({
      amount: minorOf(one.amount),
      back: minorOf(one.refunded),
      fee: minorOf(one.convenienceFee),
      name: one.convenienceFeeName,
    })),
});

/** A payment's amount and its fee, and what of each went back or is on its way. */
export type WithFee = { amount: bigint; amountBack: bigint; fee: bigint; feeBack: bigint };

/** What of the fee goes back with a part of the amount: as large a part of it, so that with the last of the amount goes the last of the fee. */
export function feeWith(back: bigint, { amount, amountBack, fee, feeBack }: WithFee, step = 1n): bigint {
  const gone = amountBack + back;
  const due = gone >= amount ? fee : stepped((fee * gone) / amount, step);
  return due > feeBack ? due - feeBack : 0n;
}

/** How much of what went back at the provider by somebody's hand was the amount's, and how much the fee's. */
export function partsOfBack(total: bigint, payment: WithFee): { back: bigint; fee: bigint } {
  const { amount, amountBack, fee, feeBack } = payment;
  const [left, leftOfFee] = [amount - amountBack, fee - feeBack];
  if (total >= left + leftOfFee) return { back: total - leftOfFee, fee: leftOfFee };
  // Exactly what is left of the amount was meant as that.
  if (total === left) return { back: total, fee: 0n };
  const share = (total * fee) / (amount + fee);
  const most = lesserOf(share, leftOfFee);
  const least = total > left ? total - left : 0n;
  const part = most < least ? least : most;
  return { back: total - part, fee: part };
}
