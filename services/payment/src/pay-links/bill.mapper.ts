import type { MessageInitShape } from "@bufbuild/protobuf";
import { addressLineOf, type Ctx, localeFormatOf, toMoney, toTimestamp } from "@leashline/kit";
import type { Money } from "@leashline/proto/google/type/money_pb.js";
import type { Business } from "@leashline/proto/leashline/account/v1/business_pb.js";
import type { LinkedBusinessSchema } from "@leashline/proto/leashline/online_booking/v1/appointment_link_pb.js";
import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { type LinkedBillSchema, LinkedBillState } from "@leashline/proto/leashline/payment/v1/pay_link_service_pb.js";
import { totalOf } from "../ledger/ledger.ts";
import { dueOf } from "../ledger/order-account.ts";
import { minor } from "../ledger/order-update.ts";
import type { PaymentRow, PaymentWithRefunds, RefundRow } from "../payments/payment.store.ts";
import { methodBack } from "../payments/payment.ts";
import { cardSetupOf } from "../provider/card-setup.ts";
import { feeKept } from "../settings/fee-terms.ts";
import type { Bill } from "./bill.ts";
import type { BillState } from "./pay-link.ts";
import { isStay } from "./stay-days.ts";

const stateFor: Record<BillState, LinkedBillState> = {
  open: LinkedBillState.OPEN,
  paid: LinkedBillState.PAID,
  consent: LinkedBillState.CONSENT,
  underWay: LinkedBillState.UNDER_WAY,
  cancelled: LinkedBillState.CANCELLED,
  noCards: LinkedBillState.NO_CARDS,
};

export function toLinkedBusiness(business: Business): MessageInitShape<typeof LinkedBusinessSchema> {
  const { clock, dateFormat, numberFormat } = localeFormatOf(business);
  return {
    businessName: business.businessName,
    phoneNumber: business.phoneNumber,
    address: addressLineOf(business),
    timezoneName: business.timezoneName,
    currencyCode: business.currencyCode,
    countryAlpha2Code: business.countryAlpha2Code,
    dateFormat,
    numberFormat,
    hoursOnClock: clock,
  };
}

export function toCardKeys({ runtime }: Ctx, cardAccount: string) {
  const { publishableKey, scriptUrl, mode } = cardSetupOf(runtime.config.env);
  return { publishableKey, cardScriptUrl: scriptUrl, cardAccount, testMode: mode === "test" };
}

const toLinkedPayment = (row: PaymentRow) => ({
  amount: toMoney(row.amount, row.currency),
  method: row.method,
  cardBrand: row.cardBrand,
  cardLast4: row.cardLast4,
  isDeposit: row.isDeposit,
  recordedAt: toTimestamp(row.recordedAt),
  convenienceFee: toMoney(feeKept(row), row.currency),
  convenienceFeeName: row.convenienceFeeName,
});

const sinceFirst = (one: RefundRow, other: RefundRow): number => Number(BigInt(one.refundId) - BigInt(other.refundId));

/** What went back, each with the way it went. */
const toLinkedRefunds = (payments: readonly PaymentWithRefunds[]) =>
  payments
    .flatMap((payment) => payment.refunds.map((refund) => ({ payment, refund })))
    .filter(({ refund }) => refund.state === "created")
    .toSorted((one, other) => sinceFirst(one.refund, other.refund))
    .map(({ payment, refund }) => ({
      amount: toMoney(refund.amount, payment.currency),
      method: methodBack(payment, refund.way),
      ...(refund.way === "original" && { cardBrand: payment.cardBrand, cardLast4: payment.cardLast4 }),
      recordedAt: toTimestamp(refund.recordedAt),
    }));

/** How a line's price was reckoned, as the counter's invoice says it: of a stay always, else where it is more than a rate. */
const explained = ({ serviceItemType, priceParts }: Order["items"][number]) =>
  isStay(serviceItemType) || priceParts.length > 1 ? priceParts : [];

/** The parts of a bill as they were before refunds lowered it, so that they stay readable, and what these took off. */
function beforeRefunds(order: Order, charged: bigint, money: (minor: bigint) => Money) {
  const [lines, tax, tips] = [minor(order.refundAdjustment), minor(order.refundTax), minor(order.refundTips)];
  return {
    discount: money(minor(order.discount) - lines),
    tax: money(minor(order.tax) + tax),
    includedTax: money(minor(order.includedTax)),
    tips: money(charged + tips),
    reducedByRefund: money(lines + tax + tips),
  };
}

export function toLinkedBill(bill: Bill, business: Business, ctx: Ctx): MessageInitShape<typeof LinkedBillSchema> {
  const { receipt, account, currency, state, tips } = bill;
  const { order } = receipt;
  const money = (minor: bigint) => toMoney(minor, currency);
  return {
    business: toLinkedBusiness(business),
    number: receipt.number,
    state: stateFor[state],
    lines: order.items.map((line) => ({
      name: line.name,
      petName: line.petName,
      quantity: line.quantity,
      ...(line.totalPrice && { amount: line.totalPrice }),
      priceParts: explained(line),
    })),
    ...(order.subTotal && { subTotal: order.subTotal }),
    ...beforeRefunds(order, account.charged.tips, money),
    total: money(totalOf(account.charged)),
    refunded: money(account.refunded),
    due: money(dueOf(account) > 0n ? dueOf(account) : 0n),
    depositDue: money(bill.depositDue),
    toGiveBack: money(account.cancelled && dueOf(account) < 0n ? -dueOf(account) : 0n),
    payments: bill.payments.map(toLinkedPayment),
    refunds: toLinkedRefunds(bill.payments),
    ...(state === "open" && {
      tipOffers: tips.offers.map(({ label, minor }) => ({ label, amount: money(minor) })),
      ownTip: tips.own,
      ...(bill.fee && { convenienceFee: bill.fee }),
      cardKeys: toCardKeys(ctx, bill.cardAccount),
      mayKeepCard: bill.customerId !== "0",
    }),
    ...(state === "consent" && { consentUrl: bill.consentUrl }),
  };
}
