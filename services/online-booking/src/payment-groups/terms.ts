import { fromMoney, toMoney } from "@leashline/kit";
import {
  BookingPaymentService,
  type GetBookingCardFormResponse,
} from "@leashline/proto/leashline/payment/v1/booking_payment_service_pb.js";
import { depositOf } from "@leashline/proto/rules/booking-policy.ts";
import { type Fee, feeAsked, noFee } from "@leashline/proto/rules/convenience-fee.ts";
import { query } from "../db.ts";
import { type Line, withTax } from "../storefront/deposit.ts";
import { type Offer, policyOf } from "../storefront/plan.ts";
import type { Shop } from "../storefront/shop.ts";
import type { Known } from "../visitors/known.ts";
import { paymentTypes } from "./payment-group.mapper.ts";
import { readGroups } from "./payment-group.store.ts";
import { type Asked, groupFor, prepaymentOf, rateOf, shareOf } from "./payment-group.ts";

/** What a card is asked for with one request. */
export type Terms = {
  type: Asked;
  /** Zero where a card is only kept. */
  minor: bigint;
  /** Held on top for paying by card; zero where the business bears it. */
  fee: Fee;
  rate: string;
  currency: string;
  policy: string;
  cardKeys: NonNullable<GetBookingCardFormResponse["cardKeys"]>;
};

/** Whose request it is, and the lines of each of its visits; a class makes no bill, so that nothing of it is held. */
export type About = {
  known: Known;
  visits: readonly (readonly Line[])[];
  inClass: boolean;
  offers: ReadonlyMap<string, Pick<Offer, "policy">>;
};

/** Null where nothing is asked for: by the group, because nothing is to be paid, or because the business takes no cards. */
export async function termsFor(
  { ctx, setting: { businessId }, business }: Shop,
  { known, visits, inClass, offers }: About,
): Promise<Terms | null> {
  const group = groupFor(await query(ctx, (db) => readGroups(db, businessId)), known);
  if (!group || group.paymentType === "none" || (inClass && group.paymentType !== "card_on_file")) return null;
  const currency = business.currencyCode;
  const form = await ctx.client(BookingPaymentService).getBookingCardForm({ businessId, currencyCode: currency });
  const { cardKeys, amountStep } = form;
  if (!cardKeys) return null;
  const { policy, paymentType: type } = group;
  if (type !== "prepay") return { type, minor: 0n, fee: noFee, rate: "", currency, policy, cardKeys };
  const lines = (await withTax(ctx, visits)).map((line) => ({ ...line, deposit: policyOf(line, offers).deposit }));
  const total = lines.reduce((sum, line) => sum + line.total, 0n);
  const minor = depositOf(lines, (rest) => prepaymentOf(group, rest), BigInt(amountStep));
  const own = lines.some(({ deposit }) => deposit !== undefined);
  const fee = feeAsked(minor, form.convenienceFee, (money) => fromMoney(money).minor);
  return minor > 0n
    ? { type, minor, fee, rate: own ? shareOf(minor, total) : rateOf(group, minor, total), currency, policy, cardKeys }
    : null;
}

export const toTerms = ({ type, minor, fee, currency, policy, cardKeys }: Terms) => ({
  type: paymentTypes[type],
  amount: toMoney(minor, currency),
  policy,
  ...(fee.minor > 0n && { convenienceFee: toMoney(fee.minor, currency), convenienceFeeName: fee.name }),
  cardKeys: {
    publishableKey: cardKeys.publishableKey,
    cardScriptUrl: cardKeys.cardScriptUrl,
    testMode: cardKeys.testMode,
    cardAccount: cardKeys.cardAccount,
  },
});
