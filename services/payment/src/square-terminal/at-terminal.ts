import { create } from "@bufbuild/protobuf";
import { type Ctx, ErrorCode, fail, fromMoney, mustExist, Refusal } from "@leashline/kit";
import { CreatePaymentRequestSchema } from "@leashline/proto/leashline/payment/v1/payment_requests_pb.js";
import type { ChargeAtSquareTerminalRequest } from "@leashline/proto/leashline/payment/v1/square_terminal_service_pb.js";
import type { CardChoice } from "../cards/choose-card.ts";
import { command, query } from "../db.ts";
import { askOrder } from "../ledger/ask-order.ts";
import { beginPayment } from "../payments/begin-payment.ts";
import { askIntent, intentOf } from "../payments/charge-card.ts";
import { orderIdOf } from "../payments/money-in.ts";
import { firstOfCharge, settle } from "../payments/payment.jobs.ts";
import { findPayment, type PaymentRow, updatePayment } from "../payments/payment.store.ts";
import { isSettled } from "../payments/payment.ts";
import { recordIntent } from "../payments/record-payment.ts";
import { withoutKey } from "../payments/settling.ts";
import { Declined, type Intent, OutcomeUnknown, Refused } from "../provider/provider.ts";
import { isSquareChosen } from "../settings/till.ts";
import { accountName } from "../square/charging.ts";
import { checkoutIn, SQUARE } from "../square/square-objects.ts";
import { chargingAccount } from "../square-account/charging-account.ts";
import { listDevices } from "../square-account/devices.ts";
import { findLink, type LinkRow } from "../square-account/link.store.ts";

const current = async (ctx: Ctx, paymentId: string): Promise<PaymentRow> =>
  mustExist(await query(ctx, (db) => findPayment(db, paymentId)), "", "PAYMENT_NOT_FOUND");

/** What Square says of a checkout, with its id there, which is the payment's own only until a card was charged. */
async function record(ctx: Ctx, row: PaymentRow, intent: Intent): Promise<void> {
  await command(withoutKey(ctx), async (tx) => {
    const after = await recordIntent(tx, row.paymentId, intent);
    const checkoutId = checkoutIn(intent.id);
    if (checkoutId !== null && after.checkoutId === "") await updatePayment(tx.db, after, { checkoutId });
  });
}

/** Has the terminal ask for the card. Asked again, it is asked once: Square knows the call by its key. */
async function ask(ctx: Ctx, row: PaymentRow): Promise<void> {
  try {
    await record(ctx, row, await chargingAccount(ctx, row).createIntent(intentOf(row)));
  } catch (error) {
    if (error instanceof Refused || error instanceof Declined) return await refused(ctx, row, error);
    if (!(error instanceof OutcomeUnknown)) throw error;
  }
}

async function refused(ctx: Ctx, row: PaymentRow, { code, message }: Refused | Declined): Promise<void> {
  const over = { id: "", currency: "", amount: 0n, received: 0n, fee: 0n, paymentMethod: "", card: null, clientSecret: "", consentUrl: "" };
  const intent: Intent = { ...over, state: "declined", failureCode: code, failureMessage: message, metadata: {} };
  await command(withoutKey(ctx), async (tx) => void (await recordIntent(tx, row.paymentId, intent)));
}

const refuse = (field: string, message: string) => fail("PAYMENT_DATA_INVALID", { field, message });

/** The account and place that a location takes cards at, if Square is what it takes cards through. */
async function mustTakeAtSquare(ctx: Ctx, businessId: string): Promise<LinkRow> {
  const { link, isChosen } = await query(ctx, async (db) => ({
    link: await findLink(db, businessId),
    isChosen: await isSquareChosen(db, businessId),
  }));
  if (!isChosen)
    throw fail("STATE_CONFLICT", { message: "This location does not take cards through Square. Please look at Settings, Payments." });
  if (!link?.connected || link.placeId === "")
    throw fail("BANK_ACCOUNT_MISSING", { message: "Square is not connected at this location, or its Square location is not chosen." });
  return link;
}

async function mustBePaired(ctx: Ctx, link: LinkRow, deviceId: string): Promise<void> {
  const devices = await listDevices(ctx, link);
  if (!devices.some((one) => one.deviceId === deviceId)) throw refuse("deviceId", "This terminal is not paired at this location.");
}

/** The card that is held to a terminal, for what a location is owed. */
export async function cardAtTerminal(ctx: Ctx, deviceId: string, businessId: string): Promise<CardChoice> {
  const link = await mustTakeAtSquare(ctx, businessId);
  await mustBePaired(ctx, link, deviceId);
  const nothing = { token: "", customer: "", saveCard: false, offSession: false };
  return { account: accountName(link), ...nothing, vendor: SQUARE, readerId: deviceId };
}

/** Has the terminal ask for the card of a payment that was begun, unless it was asked already. */
export async function askAtTerminal(ctx: Ctx, paymentId: string): Promise<PaymentRow> {
  const begun = await current(ctx, paymentId);
  if (!isSettled(begun.state) && !begun.intentId) await ask(ctx, begun);
  return await current(ctx, paymentId);
}

/** Begins a payment and has the terminal ask for the card. A repeated call finds the same payment. */
export async function chargeAtTerminal(ctx: Ctx, req: ChargeAtSquareTerminalRequest): Promise<PaymentRow> {
  if (fromMoney(req.amount).minor <= 0n) throw fail("PAYMENT_AMOUNT_INVALID", { field: "amount" });
  const order = await askOrder(ctx, orderIdOf(req));
  const card = await cardAtTerminal(ctx, req.deviceId, order.businessId);
  const { amount, tips, description, isDeposit, module, convenienceFee } = req;
  const { orderId } = order;
  const given = { ...(amount && { amount }), ...(tips && { tips }), ...(convenienceFee && { convenienceFee }) };
  const details = { orderId, method: "card", description, isDeposit, module, ...given };
  const asked = { req: create(CreatePaymentRequestSchema, details), order, card, alone: true };
  const begin = async () =>
    await command(ctx, async (tx) => ({ paymentId: (await beginPayment(tx, asked)).paymentId }), { step: "intent" });
  return await askAtTerminal(ctx, (await begin()).paymentId);
}

async function follow(ctx: Ctx, row: PaymentRow): Promise<void> {
  if (row.intentId) await settle(ctx, row.paymentId, { waiting: false, unconfirmed: false });
  else await ask(ctx, row);
}

export type Followed = { row: PaymentRow; charged: boolean };

/** As Square has it now; while it does not answer, as it was known last. One that Square was never asked for, because the call that began it died, is asked for now. */
export async function followTerminal(ctx: Ctx, asked: PaymentRow): Promise<Followed> {
  if (isSettled(asked.state)) return { row: asked, charged: false };
  const row = await firstOfCharge(ctx, asked);
  try {
    await follow(ctx, row);
    return { row: await current(ctx, row.paymentId), charged: false };
  } catch (error) {
    if (isUnfit(error)) return { row: await current(ctx, row.paymentId), charged: await isCharged(ctx, row) };
    if (!(error instanceof OutcomeUnknown || error instanceof Refused)) throw error;
    return { row: await current(ctx, row.paymentId), charged: false };
  }
}

/** What Square charged does not fit the payment here. */
const isUnfit = (error: unknown): boolean => error instanceof Refusal && error.code === ErrorCode.PAYMENT_DATA_INVALID;

/** Whether Square charged the card although the payment cannot be entered here: for another amount, say. */
async function isCharged(ctx: Ctx, { paymentId }: PaymentRow): Promise<boolean> {
  const row = await current(ctx, paymentId);
  return row.intentId !== null && (await chargingAccount(ctx, row).getIntent(row.intentId)).state === "succeeded";
}

/** Gives it up for whoever stands at the counter. */
export async function cancelAtTerminal(ctx: Ctx, asked: PaymentRow): Promise<PaymentRow> {
  if (isSettled(asked.state)) return asked;
  const row = await firstOfCharge(ctx, asked);
  await record(ctx, row, await askIntent(ctx, row, { unconfirmed: true, waiting: true }));
  return await current(ctx, row.paymentId);
}
