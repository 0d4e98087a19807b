import { type Ctx, fail, fromMoney, mustExist, type Tx, toMoney } from "@leashline/kit";
import type { BeginBookingPaymentRequest } from "@leashline/proto/leashline/payment/v1/booking_payment_service_pb.js";
import { mustBeNew } from "../cards/choose-card.ts";
import { command, type DB, query } from "../db.ts";
import { takeAttempt } from "../pay-links/attempt.ts";
import { mustTakeNewCards } from "../pay-links/bill.ts";
import { withoutKey } from "../payments/settling.ts";
import { cardStepOf, tooFine } from "../provider/card-step.ts";
import { cardProvider } from "../provider/of-runtime.ts";
import { OutcomeUnknown } from "../provider/provider.ts";
import { newRef } from "../provider/provider-note.ts";
import { mustTakeCards } from "../provider-accounts/may-take-cards.ts";
import { feeOnTop, nothingOnTop, type OnTop } from "../settings/fee-terms.ts";
import { askAgain, askProvider, customerFor } from "./ask-provider.ts";
import { letGo } from "./booking-payment.jobs.ts";
import { kindOf } from "./booking-payment.mapper.ts";
import {
  type BookingPaymentRow,
  findBookingPayment,
  insertBookingPayment,
  lockBookingPayment,
  updateBookingPayment,
} from "./booking-payment.store.ts";
import { type Answer, type BookingPaymentKind, mayBecome } from "./booking-payment.ts";

const find = (ctx: Ctx, ref: string) => query(ctx, (db) => findBookingPayment(db, ref));
export const mustFind = async (ctx: Ctx, ref: string): Promise<BookingPaymentRow> => mustExist(await find(ctx, ref), "ref");

type Asked = { kind: BookingPaymentKind; amount: bigint; currency: string };

/** Money for a prepayment, none for a card that is only kept. */
function askedBy(ctx: Ctx, { kind: number, amount: money }: BeginBookingPaymentRequest): Asked {
  const kind = kindOf[number] ?? "card";
  if (kind !== "prepay") return { kind, amount: 0n, currency: "" };
  const { minor: amount, currency } = fromMoney(money);
  const step = cardStepOf(ctx, currency, cardProvider(ctx).vendor);
  if (amount <= 0n || amount % step !== 0n)
    throw fail("PAYMENT_AMOUNT_INVALID", { field: "amount", ...(amount > 0n && { reason: tooFine(step, currency) }) });
  return { kind, amount, currency };
}

/** What is held on top, as the visitor saw it. */
async function onTopOf(tx: Tx<DB>, { kind, amount, currency }: Asked, req: BeginBookingPaymentRequest): Promise<OnTop> {
  if (kind !== "prepay") return nothingOnTop;
  const seen = req.convenienceFee ?? toMoney(0n, currency);
  return await feeOnTop(tx.db, tx.ctx, { businessId: req.businessId, currency, amount, atReader: false, seen });
}

/** The intent row comes first; one that is there already is the same attempt. */
async function begun(ctx: Ctx, req: BeginBookingPaymentRequest): Promise<BookingPaymentRow> {
  const asked = askedBy(ctx, req);
  const known = await find(ctx, req.ref);
  if (known) return mustBeSame(known, asked, req);
  await mustTakeNewCards(ctx, req.businessId);
  const providerAccount = await mustTakeCards(ctx, req.businessId);
  await takeAttempt(ctx, `booking:${req.payer}`);
  const { ref, businessId, paymentMethodToken, returnUrl } = req;
  const { vendor } = cardProvider(ctx);
  await command(withoutKey(ctx), async (tx) => {
    await mustBeNew(tx.db, paymentMethodToken);
    const row = { ref, businessId, paymentMethodToken, returnUrl, vendor, providerAccount, providerRef: newRef() };
    await insertBookingPayment(tx.db, { ...row, ...asked, ...(await onTopOf(tx, asked, req)) });
    return {};
  });
  return mustBeSame(await mustFind(ctx, ref), asked, req);
}

function mustBeSame(
  row: BookingPaymentRow,
  { kind, amount }: Asked,
  { paymentMethodToken }: BeginBookingPaymentRequest,
): BookingPaymentRow {
  if (row.kind !== kind || row.amount !== amount || row.paymentMethodToken !== paymentMethodToken)
    throw fail("STATE_CONFLICT", { field: "ref", reason: "it was begun with another card or amount" });
  return row;
}

/** What the provider said; what nobody wants any more by then is let go. */
async function record(tx: Tx<DB>, ref: string, answer: Answer): Promise<void> {
  const row = mustExist(await lockBookingPayment(tx.db, ref), "ref");
  const change = { intentId: answer.id || row.intentId };
  if (!mayBecome(row.state, answer.state)) {
    if (row.state !== "released" || answer.state === "failed") return;
    await updateBookingPayment(tx.db, row, change);
    return tx.schedule(letGo, { key: ref, dueAt: new Date(), payload: { ref }, businessId: row.businessId });
  }
  const { state, consentUrl, failureCode, failureMessage, card } = answer;
  const shown = card && {
    cardBrand: card.brand,
    cardLast4: card.last4,
    cardFunding: card.funding,
    expMonth: card.expMonth,
    expYear: card.expYear,
  };
  await updateBookingPayment(tx.db, row, { ...change, state, consentUrl, failureCode, failureMessage, ...shown });
}

async function withCustomer(ctx: Ctx, row: BookingPaymentRow): Promise<BookingPaymentRow> {
  if (row.kind === "prepay" || row.providerCustomer) return row;
  const providerCustomer = await customerFor(ctx, row);
  return await command(withoutKey(ctx), async (tx) => {
    const now = mustExist(await lockBookingPayment(tx.db, row.ref), "ref");
    return await updateBookingPayment(tx.db, now, { providerCustomer });
  });
}

async function told(ctx: Ctx, ref: string, ask: () => Promise<Answer>): Promise<BookingPaymentRow> {
  try {
    const answer = await ask();
    await command(withoutKey(ctx), async (tx) => {
      await record(tx, ref, answer);
      return {};
    });
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) throw error;
    throw fail("PAYMENT_OUTCOME_UNKNOWN", {
      message: "The card provider does not answer. Nothing was charged. Please try again in a moment.",
    });
  }
  return await mustFind(ctx, ref);
}

/** Holds the money or keeps the card, once for each ref. */
export async function begin(ctx: Ctx, req: BeginBookingPaymentRequest): Promise<BookingPaymentRow> {
  const row = await begun(ctx, req);
  if (row.state !== "begun") return row;
  return await told(ctx, row.ref, async () => await askProvider(ctx, await withCustomer(ctx, row)));
}

/** As it stands, asked of the provider where the holder may have agreed by now. */
export async function check(ctx: Ctx, ref: string): Promise<BookingPaymentRow> {
  const row = await mustFind(ctx, ref);
  if (row.state !== "consent") return row;
  return await told(ctx, ref, () => askAgain(ctx, row));
}
