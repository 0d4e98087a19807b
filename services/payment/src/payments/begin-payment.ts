import { decimalsOf, type ErrorName, fail, fromMoney, type Refusal, type Tx } from "@leashline/kit";
import type { CreatePaymentRequest } from "@leashline/proto/leashline/payment/v1/payment_requests_pb.js";
import { tipMaximum } from "@leashline/proto/rules/tip-maximum.ts";
import { type CardChoice, mustBeNew } from "../cards/choose-card.ts";
import type { DB, Db } from "../db.ts";
import { isByProvider } from "../ledger/ledger.ts";
import { type StoredAccount, saveMoney } from "../ledger/order-account.store.ts";
import { applyOrder, type OrderUpdate } from "../ledger/order-update.ts";
import { chosenMethod } from "../methods/method.store.ts";
import type { Method } from "../methods/method.ts";
import { countryOf } from "../projections/business.store.ts";
import { businessDay } from "../projections/business-day.ts";
import { cardStepOf, tooFine } from "../provider/card-step.ts";
import { newRef } from "../provider/provider-note.ts";
import { mayTakeCards } from "../provider-accounts/may-take-cards.ts";
import { type FeeLines, feeOnTop, nothingOnTop, type OnTop } from "../settings/fee-terms.ts";
import { isAtSquare } from "../square-account/charging-account.ts";
import { followDebit, settlePayment } from "./payment.jobs.ts";
import { insertPayment, type PaymentRow, paymentsOfOrder } from "./payment.store.ts";
import { knownAs, type PaymentRefusal, refusePayment } from "./payment.ts";
import { enterCapture } from "./record-payment.ts";
import { settleSoon } from "./settling.ts";
import { dayTaken } from "./taken-on.ts";

const refusals: Record<PaymentRefusal, { name: ErrorName; field: string }> = {
  changed: { name: "STATE_CONFLICT", field: "due" },
  amount: { name: "PAYMENT_AMOUNT_INVALID", field: "amount" },
  card_step: { name: "PAYMENT_AMOUNT_INVALID", field: "amount" },
  data: { name: "PAYMENT_DATA_INVALID", field: "tips" },
  method: { name: "PAYMENT_METHOD_INVALID", field: "method" },
  check_number: { name: "PAYMENT_CHECK_NUMBER_INVALID", field: "checkNumber" },
  unsettled: { name: "PAYMENT_OUTCOME_UNKNOWN", field: "orderId" },
  tip_maximum: { name: "PAYMENT_DATA_INVALID", field: "tips" },
};

/**
 * What somebody asks to be paid, the order it is for, the card where one is charged, what they saw as owed where only that is taken, and the first of the
 * payments that this one is taken together with.
 */
export type Asked = {
  req: CreatePaymentRequest;
  order: OrderUpdate;
  card: CardChoice | null;
  seenDue?: bigint;
  transactionId?: string | null;
  /** What one charge takes for this payment and those of its transaction. */
  chargeTotal?: bigint;
  /** Not while another payment for the order is on its way. */
  alone?: boolean;
  /** What was let through before as the fee of a card; it is not compared with the setting again. */
  fee?: OnTop;
};

/** Somebody else's payment of the same bill has to end first. */
export const underWay = (): Refusal =>
  fail("STATE_CONFLICT", {
    field: "orderId",
    message: "Another payment for this bill is on its way. Please look at the bill again in a moment.",
  });

const said: Partial<Record<PaymentRefusal, string>> = {
  changed: "What is owed has changed. Please look at the bill again.",
  tip_maximum: "That tip is more than can be given here. Please check the amount.",
};

/** What no list of a business's methods has: its setting says whether it is taken. */
const bankDebit: Method = { methodId: "0", name: "bank account", kind: "bank", inactive: false };

/** The fee lines of an order, with its payments, which are read only where there are such lines. */
export const feeLinesOf = async (db: Db, { orderId, inBill = 0n }: OrderUpdate): Promise<FeeLines> => ({
  inBill,
  payments: inBill > 0n ? await paymentsOfOrder(db, orderId) : [],
});

/** What a card is charged on top, unless it was let through before. */
async function cardFee(tx: Tx<DB>, { businessId, currency }: StoredAccount, { req, order, card, fee }: Asked): Promise<OnTop> {
  if (fee) return fee;
  const amount = fromMoney(req.amount).minor;
  const charged = { businessId, currency, amount, atReader: Boolean(card?.readerId), seen: req.convenienceFee };
  return await feeOnTop(tx.db, tx.ctx, { ...charged, lines: await feeLinesOf(tx.db, order) });
}

type Taken = { method: Method; amount: bigint; tips: bigint; fee: OnTop };

/** What taking a payment asks about its business, in one trip. */
type Place = { businessId: string; method: Method | null; country: string; today: string };

async function placeOf(tx: Tx<DB>, businessId: string, { req, card }: Asked): Promise<Place> {
  const named = card?.bank ? bankDebit : chosenMethod(tx.db, businessId, req);
  const [method, country, today] = await Promise.all([named, countryOf(tx.db, businessId), businessDay(tx, businessId)]);
  return { businessId, method, country, today };
}

async function mustTake(tx: Tx<DB>, account: StoredAccount, { method, country }: Place, asked: Asked): Promise<Taken> {
  const { req, card, seenDue, alone = false } = asked;
  const atFirst = method && isByProvider(method.kind) && !(card && isAtSquare(card));
  if (atFirst && !(await mayTakeCards(tx.db, tx.ctx, account.businessId))) throw fail("BANK_ACCOUNT_MISSING");
  const [amount, tips] = [fromMoney(req.amount).minor, fromMoney(req.tips).minor];
  const cardStep = cardStepOf(tx.ctx, account.currency, card?.vendor ?? "");
  const maxTips = tipMaximum(country, decimalsOf(account.currency));
  const refusal = refusePayment(account.money, {
    kind: method?.kind ?? "custom",
    amount,
    tips,
    maxTips,
    checkNumber: req.checkNumber,
    methodUsable: method !== null && !method.inactive,
    hasCard: card !== null,
    cardStep,
    seenDue,
    alone,
  });
  if (method?.kind === "credit" && req.customerId === "0" && account.customerId === "0")
    throw fail("PAYMENT_DATA_INVALID", {
      field: "storeCredit",
      message: "This bill is nobody's in particular, so nobody's store credit can pay it.",
    });
  if (!refusal && method) return { method, amount, tips, fee: method.kind === "card" ? await cardFee(tx, account, asked) : nothingOnTop };
  if (refusal === "unsettled" && alone) throw underWay();
  const { name, field } = refusals[refusal ?? "method"];
  const reason = refusal === "card_step" ? tooFine(cardStep, account.currency) : undefined;
  const message = refusal && said[refusal];
  throw fail(name, { field, ...(reason && { reason }), ...(message && { message }) });
}

const cardColumns = ({ vendor, account, customer, token, saveCard, offSession, readerId = "" }: CardChoice) => ({
  state: "created" as const,
  recordedAt: null,
  providerRef: newRef(),
  vendor,
  providerAccount: account,
  providerCustomer: customer,
  paymentMethodToken: token,
  saveCard,
  offSession,
  readerId,
});

const inHand = () => ({ state: "completed" as const, recordedAt: new Date() });

async function insert(
  tx: Tx<DB>,
  account: StoredAccount,
  { req, card, order, transactionId = null, chargeTotal = 0n }: Asked,
  { method, amount, tips, fee }: Taken,
  today: string,
): Promise<PaymentRow> {
  const { kind } = method;
  return await insertPayment(tx.db, {
    businessId: account.businessId,
    orderId: account.orderId,
    invoiceNumber: order.number ?? "0",
    transactionId,
    chargeTotal,
    customerId: req.customerId !== "0" ? req.customerId : account.customerId,
    amount,
    tips,
    ...fee,
    currency: account.currency,
    kind,
    method: kind === "custom" || kind === "bank" || kind === "credit" ? method.name : kind,
    methodId: method.methodId,
    ...(card && isByProvider(kind) ? cardColumns(card) : inHand()),
    checkNumber: kind === "check" ? req.checkNumber.trim() : "",
    paidBy: req.paidBy,
    description: req.description,
    staffId: req.staffId !== "0" ? req.staffId : tx.ctx.caller.staffId,
    isDeposit: req.isDeposit,
    module: req.module,
    businessDate: dayTaken(req, isByProvider(kind) || kind === "credit", today),
  });
}

/**
 * The first half of a payment: everything is checked and written while the order's account is locked. Cash and the like are entered at once; for a card, the
 * amount is reserved until the provider has answered.
 */
export async function beginPayment(tx: Tx<DB>, asked: Asked): Promise<PaymentRow> {
  const { card } = asked;
  // Looked up here, where a repeated call does not come: by then its own card may be on file.
  if (card && !card.offSession && !card.readerId) await mustBeNew(tx.db, card.token);
  const { businessId } = asked.order;
  const [account, asOrdered] = await Promise.all([applyOrder(tx, asked.order), placeOf(tx, businessId, asked)]);
  // An order that has moved since is paid for where it is now.
  const place = account.businessId === businessId ? asOrdered : await placeOf(tx, account.businessId, asked);
  const taken = await mustTake(tx, account, place, asked);
  const row = await insert(tx, account, asked, taken, place.today);
  if (!isByProvider(row.kind)) return await enterCapture(tx, account, row);
  saveMoney(tx, account, { ...account.money, pending: account.money.pending + taken.amount });
  if (knownAs(row) !== row.paymentId) return row;
  const work = { key: row.paymentId, payload: { paymentId: row.paymentId }, businessId: row.businessId };
  tx.schedule(row.kind === "bank" ? followDebit : settlePayment, { ...work, dueAt: settleSoon() });
  return row;
}
