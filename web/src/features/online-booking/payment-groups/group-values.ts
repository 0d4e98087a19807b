import {
  BookingPaymentType,
  DepositType,
  type PaymentGroup,
  PaymentGroupKind,
  PrepayType,
} from "@leashline/proto/leashline/online_booking/v1/payment_group_service_pb.js";
import { amountText, parseMoney } from "../../../ui/format/money.ts";

export const GROUPS: Readonly<Record<number, { title: string; text: string }>> = {
  [PaymentGroupKind.FILTERED]: { title: "Clients with a tag", text: "Clients with any of the tags you choose." },
  [PaymentGroupKind.NEW]: { title: "New clients", text: "People who are not your clients yet." },
  [PaymentGroupKind.EXISTING]: { title: "Existing clients", text: "People who are already your clients." },
};

export const TYPES = [
  { value: String(BookingPaymentType.NONE), label: "Nothing" },
  { value: String(BookingPaymentType.PREPAY), label: "A prepayment" },
  { value: String(BookingPaymentType.PRE_AUTH), label: "A card for a pre-authorization" },
  { value: String(BookingPaymentType.CARD_ON_FILE), label: "A card on file" },
];
export const PREPAYS = [
  { value: String(PrepayType.FULL), label: "The whole price with tax" },
  { value: String(PrepayType.DEPOSIT), label: "A deposit" },
];
export const DEPOSITS = [
  { value: String(DepositType.PERCENTAGE), label: "A percentage of the price" },
  { value: String(DepositType.AMOUNT), label: "A fixed amount" },
];

export type Values = {
  type: string;
  prepay: string;
  deposit: string;
  /** As it is typed, with a point. */
  amount: string;
  percentage: string;
  policy: string;
  tagIds: string[];
};

export const valuesOf = (group: PaymentGroup): Values => ({
  type: String(group.paymentType),
  prepay: String(group.prepayType),
  deposit: String(group.depositType),
  amount: amountText(group.depositAmount),
  percentage: group.depositPercentage > 0 ? String(group.depositPercentage) : "",
  policy: group.policy,
  tagIds: [...group.customerTagIdList],
});

const money = (amount: string, currency: string) => {
  const depositAmount = parseMoney(amount || "0", currency);
  return depositAmount ? { depositAmount } : {};
};

/** All of it is named, so that a group is saved as it is seen. */
export const changeOf = ({ type, prepay, deposit, amount, percentage, policy, tagIds }: Values, currency: string) => ({
  paymentType: Number(type) as BookingPaymentType,
  prepayType: Number(prepay) as PrepayType,
  depositType: Number(deposit) as DepositType,
  ...money(amount, currency),
  depositPercentage: Math.round(Number(percentage) || 0),
  policy,
  customerTagIdList: tagIds,
  updateMask: {
    paths: ["payment_type", "prepay_type", "deposit_type", "deposit_amount", "deposit_percentage", "policy", "customer_tag_id_list"],
  },
});
