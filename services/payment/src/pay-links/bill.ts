import { Code, ConnectError } from "@connectrpc/connect";
import { type Ctx, fail, pageOf } from "@leashline/kit";
import { BusinessService } from "@leashline/proto/leashline/account/v1/business_service_pb.js";
import { OrderType } from "@leashline/proto/leashline/order/v1/order_pb.js";
import type { Receipt } from "@leashline/proto/leashline/order/v1/receipt_pb.js";
import { ReceiptService } from "@leashline/proto/leashline/order/v1/receipt_pb.js";
import { feeInBill } from "@leashline/proto/rules/convenience-fee.ts";
import { query } from "../db.ts";
import { findAccount } from "../ledger/order-account.store.ts";
import { chargeOrder, emptyAccount, type OrderAccount } from "../ledger/order-account.ts";
import { chargeOf, minor } from "../ledger/order-update.ts";
import { chosenMethod } from "../methods/method.store.ts";
import { findPayment, listPayments, type PaymentRow, type PaymentWithRefunds } from "../payments/payment.store.ts";
import { BY_LINK, openStates } from "../payments/payment.ts";
import { cardSetupOf } from "../provider/card-setup.ts";
import { accountForCards, mayTakeCards } from "../provider-accounts/may-take-cards.ts";
import { clientTerms, feeStep, toFeeTerms } from "../settings/fee-terms.ts";
import { findSetting, findSmartTip } from "../settings/setting.store.ts";
import { gone, type Opened } from "./open-link.ts";
import { type BillState, depositDueOf, noTips, stateOf, type Tips, tipsFor } from "./pay-link.ts";

const allPayments = pageOf({ pageSize: 0, pageToken: "" }, { standard: 100 });

/** Whether a client can enter a new card for a business: the installation has the keys, and the business takes cards. */
export async function takesNewCards(ctx: Ctx, businessId: string): Promise<boolean> {
  if (!cardSetupOf(ctx.runtime.config.env).publishableKey) return false;
  const method = await query(ctx, (db) => chosenMethod(db, businessId, { methodId: "0", method: "card" }));
  return method !== null && !method.inactive && (await query(ctx, (db) => mayTakeCards(db, ctx, businessId)));
}

export async function mustTakeNewCards(ctx: Ctx, businessId: string): Promise<void> {
  if (!(await takesNewCards(ctx, businessId)))
    throw fail("BANK_ACCOUNT_MISSING", { message: "New cards cannot be taken here: card payments are not set up." });
}

export type Bill = {
  receipt: Receipt & { order: NonNullable<Receipt["order"]> };
  currency: string;
  account: OrderAccount;
  state: BillState;
  tips: Tips;
  payments: PaymentWithRefunds[];
  consentUrl: string;
  customerId: string;
  /** The account at the provider that a new card is entered for. */
  cardAccount: string;
  /** What is asked for now, ahead of the rest; 0 where all that is owed is. */
  depositDue: bigint;
  /** What paying here costs on top; none where the location bears it. */
  fee: ReturnType<typeof toFeeTerms>;
};

// An order that is not there, or a number that no order has; a service that is away is no reason to call the link dead.
const isRefused = (error: unknown): boolean => error instanceof ConnectError && [Code.NotFound, Code.InvalidArgument].includes(error.code);

/** The link's own bill: what the order says, and what has come in as our books have it, which is always the newest. */
export async function readBill({ ctx, link }: Opened): Promise<Bill> {
  const { receipt } = await ctx
    .client(ReceiptService)
    .getReceipt({ orderId: link.orderId })
    .catch((error: unknown) => {
      throw isRefused(error) ? gone() : error;
    });
  const order = receipt?.order;
  if (!receipt || !order || order.customerId !== link.customerId || order.businessId !== link.businessId) throw gone();
  const filter = { businessIds: null, orderId: order.id, customerId: "0", vendor: "", method: "", states: [] };
  const [stored, payments, setting, smart, cardAccount] = await query(ctx, async (db) => [
    await findAccount(db, order.id),
    await listPayments(db, filter, allPayments),
    await findSetting(db, link.businessId),
    await findSmartTip(db, link.businessId),
    await accountForCards(db, ctx, link.businessId),
  ]);
  const { currencyCode: currency } = receipt.business ?? { currencyCode: "USD" };
  const charge = chargeOf(order);
  const { account } = chargeOrder(stored?.money ?? emptyAccount, charge);
  const consentUrl = payments.find((payment) => payment.module === BY_LINK && payment.consentUrl)?.consentUrl ?? "";
  const state = stateOf({ account, consentUrl, takesCards: await takesNewCards(ctx, link.businessId) });
  const depositDue = depositDueOf(account, minor(order.depositInfo?.amount));
  // A fee for a visit that did not take place is no service.
  const asksTip = depositDue === 0n && order.type !== OrderType.NOSHOW;
  const tips = !asksTip ? noTips : tipsFor(account, minor(order.suggestTipsOn ?? order.tippable), setting, smart, currency);
  const taken = payments.filter((payment) => payment.state === "completed").reverse();
  return {
    receipt: { ...receipt, order },
    currency,
    account,
    state,
    tips,
    payments: taken,
    consentUrl,
    customerId: order.customerId,
    cardAccount: cardAccount ?? "",
    depositDue,
    fee: toFeeTerms(clientTerms(setting, false, feeStep(ctx, currency)), setting, currency, { inBill: feeInBill(order, minor), payments }),
  };
}

/** The payment that was begun with a link and has no end yet. */
export async function openPaymentByLink({ ctx, link }: Opened): Promise<PaymentRow | null> {
  const filter = { businessIds: null, orderId: link.orderId, customerId: "0", vendor: "", method: "", states: openStates };
  const open = await query(ctx, (db) => listPayments(db, filter, allPayments));
  return open.find((payment) => payment.module === BY_LINK) ?? null;
}

export const paymentNow = async ({ ctx }: Opened, paymentId: string): Promise<PaymentRow | null> =>
  await query(ctx, (db) => findPayment(db, paymentId));

/** The business as its client needs it on the page. */
export async function businessOf({ ctx, link }: Opened) {
  const { businesses } = await ctx.client(BusinessService).batchGetBusinesses({ ids: [link.businessId] });
  const [business] = businesses;
  if (!business) throw gone();
  return business;
}
