import { create } from "@bufbuild/protobuf";
import { type Ctx, fail, fromMoney, mustExist } from "@leashline/kit";
import { CreatePaymentRequestSchema } from "@leashline/proto/leashline/payment/v1/payment_requests_pb.js";
import type { ProcessOnReaderRequest } from "@leashline/proto/leashline/payment/v1/reader_payment_service_pb.js";
import type { CardChoice } from "../cards/choose-card.ts";
import { command, query } from "../db.ts";
import { askOrder } from "../ledger/ask-order.ts";
import { beginPayment } from "../payments/begin-payment.ts";
import { askIntent, intentOf } from "../payments/charge-card.ts";
import { orderIdOf } from "../payments/money-in.ts";
import { firstOfCharge, settle } from "../payments/payment.jobs.ts";
import { findPayment, type PaymentRow } from "../payments/payment.store.ts";
import { isSettled } from "../payments/payment.ts";
import { recordIntent } from "../payments/record-payment.ts";
import { withoutKey } from "../payments/settling.ts";
import { cardProvider } from "../provider/of-runtime.ts";
import { type CardAccount, Declined, OutcomeUnknown, Refused } from "../provider/provider.ts";
import { refOfPayment } from "../provider/provider-note.ts";
import type { ReaderAction } from "../provider/terminals.ts";
import { mustTakeCards } from "../provider-accounts/may-take-cards.ts";
import { mustNotBeAtSquare } from "../settings/till.ts";
import { reachedReader } from "./readers.ts";

/** Why nothing was taken: the provider's code, and what is said at the counter. */
type Why = { code: string; message: string };

const said: Readonly<Record<string, string>> = {
  terminal_reader_offline: "The card reader is offline. Check that it is on and connected, then try again.",
  terminal_reader_busy: "The card reader is busy with another payment. Please wait until it is done.",
  terminal_reader_timeout: "The card reader did not answer. Please try again.",
  customer_canceled: "No card was held to the reader, or it was canceled there.",
};

const whyOf = ({ code, message }: { code: string; message: string }): Why => ({ code, message: said[code] ?? message });
const byHand: Why = { code: "canceled", message: "Canceled at the counter." };
export const isByHand = ({ failureCode }: Pick<PaymentRow, "failureCode">): boolean => failureCode === byHand.code;

const current = async (ctx: Ctx, paymentId: string): Promise<PaymentRow> =>
  mustExist(await query(ctx, (db) => findPayment(db, paymentId)), "", "PAYMENT_NOT_FOUND");

/** Gives a payment up at the provider and in the books. A card that was charged meanwhile stays charged. */
async function giveUp(ctx: Ctx, row: PaymentRow, { code, message }: Why): Promise<PaymentRow> {
  const intent = await askIntent(ctx, row, { unconfirmed: true, waiting: true });
  const over = intent.state === "cancelled" || intent.id === "" ? { ...intent, failureCode: code, failureMessage: message } : intent;
  return await command(withoutKey(ctx), async (tx) => await recordIntent(tx, row.paymentId, over));
}

/** Whether a reader that says it is busy asks for this very card by now. What was given up while it was offline it still asks for: it is freed of that. */
async function asksAlready(provider: CardAccount, readerId: string, intentId: string, busy: Refused): Promise<boolean> {
  const { action } = await provider.getReader(readerId);
  if (action?.intentId === intentId) return true;
  if (!action?.intentId || (await provider.getIntent(action.intentId)).state !== "cancelled") throw busy;
  await provider.cancelReader(readerId);
  return false;
}

/** Has the reader ask for the card. Asked again, it is asked once: the provider knows the call by its key. */
async function ask(ctx: Ctx, row: PaymentRow): Promise<void> {
  const provider = cardProvider(ctx).at(row.providerAccount);
  const { id: intentId } = await provider.createIntent(intentOf(row));
  const key = `ll-reader-${refOfPayment(row)}`;
  try {
    await provider.processOnReader(row.readerId, { key, intentId });
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== "terminal_reader_busy") throw error;
    if (!(await asksAlready(provider, row.readerId, intentId, error)))
      await provider.processOnReader(row.readerId, { key: `${key}-freed`, intentId });
  }
  const intent = await provider.getIntent(intentId);
  await command(withoutKey(ctx), async (tx) => void (await recordIntent(tx, row.paymentId, intent)));
}

/** The same; what the reader or the provider refuses ends the payment. Without an answer it goes on waiting. */
async function askOrEnd(ctx: Ctx, row: PaymentRow): Promise<PaymentRow> {
  try {
    await ask(ctx, row);
  } catch (error) {
    if (error instanceof Refused || error instanceof Declined) return await giveUp(ctx, row, whyOf(error));
    if (!(error instanceof OutcomeUnknown)) throw error;
  }
  return await current(ctx, row.paymentId);
}

const notOfAccount = "This card reader was set up before this location had its card account. Please remove it and add it again.";

/** The card that is held to a reader, for what a location is owed. */
export async function cardAtReader(ctx: Ctx, stripeReaderId: string, businessId: string): Promise<CardChoice> {
  const { readerId, businessId: standsAt, providerAccount: account } = await reachedReader(ctx, stripeReaderId);
  if (businessId !== standsAt)
    throw fail("PAYMENT_DATA_INVALID", { field: "stripeReaderId", message: "This card reader stands at another location." });
  await mustNotBeAtSquare(ctx, businessId);
  if (account !== (await mustTakeCards(ctx, businessId))) throw fail("STATE_CONFLICT", { field: "stripeReaderId", message: notOfAccount });
  return { account, token: "", customer: "", saveCard: false, offSession: false, vendor: cardProvider(ctx).vendor, readerId };
}

/** Has the reader ask for the card of a payment that was begun, unless it has its end. */
export async function askAtReader(ctx: Ctx, paymentId: string): Promise<PaymentRow> {
  const begun = await current(ctx, paymentId);
  return isSettled(begun.state) ? begun : await askOrEnd(ctx, begun);
}

/** Begins a payment and has the reader ask for the card. A repeated call finds the same payment. */
export async function processOnReader(ctx: Ctx, req: ProcessOnReaderRequest): Promise<PaymentRow> {
  await reachedReader(ctx, req.stripeReaderId);
  if (fromMoney(req.amount).minor <= 0n) throw fail("PAYMENT_AMOUNT_INVALID", { field: "amount" });
  const order = await askOrder(ctx, orderIdOf(req));
  const card = await cardAtReader(ctx, req.stripeReaderId, order.businessId);
  const { amount, tips, description, isDeposit, module, convenienceFee } = req;
  const payment = create(CreatePaymentRequestSchema, {
    orderId: order.orderId,
    method: "card",
    description,
    isDeposit,
    module,
    ...(amount && { amount }),
    ...(tips && { tips }),
    ...(convenienceFee && { convenienceFee }),
  });
  const asked = { req: payment, order, card, alone: true };
  const begin = async () =>
    await command(ctx, async (tx) => ({ paymentId: (await beginPayment(tx, asked)).paymentId }), { step: "intent" });
  return await askAtReader(ctx, (await begin()).paymentId);
}

const isOurs = (action: ReaderAction | null, row: PaymentRow): boolean => action !== null && action.intentId === row.intentId;

/** What became of it. Where the reader gave up, so do we; where it was never asked, because the call that began it died, it is asked now. */
async function follow(ctx: Ctx, row: PaymentRow): Promise<PaymentRow> {
  const now = (await settle(ctx, row.paymentId, { waiting: false, unconfirmed: false })) ?? row;
  if (isSettled(now.state)) return now;
  if (!now.intentId) return await askOrEnd(ctx, now);
  const { action } = await cardProvider(ctx).at(now.providerAccount).getReader(now.readerId);
  if (!isOurs(action, now) || action?.state !== "failed") return now;
  return await giveUp(ctx, now, whyOf({ code: action.failureCode, message: action.failureMessage }));
}

/** As the provider has it now; while it does not answer, as it was known last. */
export async function followReader(ctx: Ctx, asked: PaymentRow): Promise<PaymentRow> {
  if (isSettled(asked.state)) return asked;
  const row = await firstOfCharge(ctx, asked);
  return await follow(ctx, row).catch(async (error: unknown) => {
    if (error instanceof OutcomeUnknown || error instanceof Refused) return await current(ctx, row.paymentId);
    throw error;
  });
}

/** Gives it up for whoever stands at the counter. */
export const cancelAtReader = async (ctx: Ctx, row: PaymentRow): Promise<PaymentRow> =>
  isSettled(row.state) ? row : await giveUp(ctx, await firstOfCharge(ctx, row), byHand);
