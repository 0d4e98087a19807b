import type { TipSplit } from "@leashline/proto/leashline/order/v1/tip_split_pb.js";
import { amountText, fromMinor, parseMoney, toMinor } from "../../../ui/format/money.ts";

/** The part that stays with the business, among the fields. */
export const BUSINESS = { id: "business", name: "Business" };

/** What the fields hold: an amount for each staff member's id, and one for the business. */
export type Texts = Readonly<Record<string, string>>;

export const textsOf = ({ staffTipAmountList, businessTipAmount }: Pick<TipSplit, "staffTipAmountList" | "businessTipAmount">): Texts => ({
  ...Object.fromEntries(staffTipAmountList.map(({ staffId, amount }) => [staffId, amountText(amount)])),
  [BUSINESS.id]: amountText(businessTipAmount),
});

const minorOf = (text: string | undefined, currency: string): bigint => toMinor(parseMoney(text || "0", currency));

/** What of the tip nobody gets yet; below zero when more is given than there is. */
export const leftOver = (texts: Texts, tip: bigint, currency: string): bigint =>
  Object.values(texts).reduce((left, text) => left - minorOf(text, currency), tip);

/** What the server is asked to keep. */
export const customSplit = (texts: Texts, currency: string) => {
  const money = (text: string | undefined) => fromMinor(minorOf(text, currency), currency);
  const { [BUSINESS.id]: business, ...staff } = texts;
  return {
    businessTipAmount: money(business),
    staffTipAmountList: Object.entries(staff).map(([staffId, text]) => ({ staffId, amount: money(text) })),
  };
};
