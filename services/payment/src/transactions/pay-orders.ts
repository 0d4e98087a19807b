import { create } from "@bufbuild/protobuf";
import { type Ctx, fail, fromMoney, Refusal, type Tx, toMoney } from "@leashline/kit";
import type { Money } from "@leashline/proto/google/type/money_pb.js";
import { type CreatePaymentRequest, CreatePaymentRequestSchema } from "@leashline/proto/leashline/payment/v1/payment_requests_pb.js";
import { type Share, sharesOf, totalOwed } from "@leashline/proto/rules/order-shares.ts";
import { type CardChoice, cardChoice } from "../cards/choose-card.ts";
import { command, type DB } from "../db.ts";
import { askOrder } from "../ledger/ask-order.ts";
import { mustLockAccount } from "../ledger/order-account.store.ts";
import { payableOf } from "../ledger/order-account.ts";
import { applyOrder, type OrderUpdate } from "../ledger/order-update.ts";
import { beginPayment, feeLinesOf, underWay } from "../payments/begin-payment.ts";
import { takeByCard } from "../payments/take-by-card.ts";
import { currentTerms, mustBeSeen, nothingOnTop, type OnTop, onTopOf } from "../settings/fee-terms.ts";
import { askAtTerminal, cardAtTerminal } from "../square-terminal/at-terminal.ts";
import { askAtReader, cardAtReader, isByHand } from "../terminals/at-reader.ts";
import { ofOrder, type Places, placesIn } from "./of-order.ts";

export type AskedOrders = {
  orderIds: readonly string[];
  /** Left out, the request names a list of orders. */
  placeOf?: Places;
  /** Left out, all that is owed. */
  amount?: Money | undefined;
  method: string;
  methodId: string;
  cardId: string;
  paymentMethodToken?: string;
  checkNumber: string;
  storeCredit: boolean;
  /** What asks for the card instead of one that is named. */
  stripeReaderId?: string;
  squareDeviceId?: string;
  /** What was shown as the cost of paying by card, over all orders. */
  convenienceFee?: Money | undefined;
};

/** The share of one order, with the order as its own service has it. */
type Part = Share & { order: OrderUpdate; fee: OnTop };

const placesOf = ({ placeOf, orderIds }: AskedOrders): Places => placeOf ?? placesIn(orderIds);

function mustBeTogether(orders: readonly OrderUpdate[]): void {
  const several = (of: (order: OrderUpdate) => string): boolean => new Set(orders.map(of)).size > 1;
  const reason = "are of several clients, businesses or currencies";
  if (several((one) => one.customerId) || several((one) => one.businessId) || several((one) => one.currency))
    throw fail("PAYMENT_DATA_INVALID", { field: "orderIds", reason });
}

/** What another payment on its way takes is not there to be paid a second time. */
async function mustBeFree(asked: AskedOrders, busy: readonly { orderId: string; pending: bigint }[], wanted: bigint, total: bigint) {
  const pending = busy.reduce((sum, one) => sum + one.pending, 0n);
  const lacks = total === 0n || (wanted > total && wanted <= total + pending);
  for (const { orderId } of lacks ? busy : []) await ofOrder(placesOf(asked), orderId, () => Promise.reject(underWay()));
}

// What each order gets; decided once under the caller's key, while what is owed is locked.
async function decide(tx: Tx<DB>, orders: readonly OrderUpdate[], asked: AskedOrders): Promise<Share[]> {
  const owed = [];
  const busy = [];
  for (const order of orders.toSorted((a, b) => (BigInt(a.orderId) < BigInt(b.orderId) ? -1 : 1))) {
    const { orderId, businessDate, money } = await applyOrder(tx, order);
    owed.push({ orderId, businessDate, due: money.cancelled ? 0n : payableOf(money) });
    if (!money.cancelled && money.pending > 0n) busy.push({ orderId, pending: money.pending });
  }
  const total = totalOwed(owed);
  const wanted = asked.amount ? fromMoney(asked.amount).minor : total;
  await mustBeFree(asked, busy, wanted, total);
  if (total === 0n)
    throw fail("STATE_CONFLICT", { field: "orderIds", message: "Nothing is owed anymore. Please look at the bills again." });
  if (wanted <= 0n || wanted > total) throw fail("PAYMENT_AMOUNT_INVALID", { field: "amount" });
  return sharesOf(owed, wanted);
}

/** What paying by card costs for each share, all by the terms of their one location; the sum is compared with what was seen before anything is taken. */
async function feesOf(
  tx: Tx<DB>,
  orders: readonly OrderUpdate[],
  shares: readonly Share[],
  { atReader, seen }: { atReader: boolean; seen: Money | undefined },
): Promise<Map<string, OnTop>> {
  const fees = new Map<string, OnTop>();
  const { businessId, currency } = orders[0]!;
  const terms = await currentTerms(tx.db, tx.ctx, { businessId, currency, atReader });
  for (const { orderId, amount } of shares) {
    const order = orders.find((one) => one.orderId === orderId)!;
    fees.set(orderId, onTopOf(amount, terms, await feeLinesOf(tx.db, order)));
  }
  const sum = [...fees.values()].reduce((all, { convenienceFee }) => all + convenienceFee, 0n);
  mustBeSeen(tx.ctx, seen, sum, currency);
  return fees;
}

/** Fixed under the caller's key: a repeated call charges what the first one was let through with. */
async function decideAll(tx: Tx<DB>, orders: readonly OrderUpdate[], asked: AskedOrders, card: CardChoice | null) {
  const shares = await decide(tx, orders, asked);
  const how = { atReader: Boolean(card?.readerId), seen: asked.convenienceFee };
  const fees = card ? await feesOf(tx, orders, shares, how) : new Map<string, OnTop>();
  return shares.map(({ orderId, amount }) => {
    const { convenienceFee, convenienceFeeName: feeName } = fees.get(orderId) ?? nothingOnTop;
    return { orderId, amount: amount.toString(), fee: convenienceFee.toString(), feeName };
  });
}

const requestOf = (asked: AskedOrders, { orderId, amount, order }: Omit<Part, "fee">): CreatePaymentRequest =>
  create(CreatePaymentRequestSchema, {
    orderId,
    amount: toMoney(amount, order.currency),
    ...(asked.stripeReaderId || asked.squareDeviceId ? { method: "card" } : { method: asked.method, methodId: asked.methodId }),
    cardId: asked.cardId,
    paymentMethodToken: asked.paymentMethodToken ?? "",
    checkNumber: asked.checkNumber,
    storeCredit: asked.storeCredit,
    module: "combined",
  });

const chargedOn = (parts: readonly Part[]): bigint => parts.reduce((sum, { amount, fee }) => sum + amount + fee.convenienceFee, 0n);

// Cash and the like, and what a reader asks for in one charge: every order gets its payment in the same transaction.
async function takeAll(tx: Tx<DB>, asked: AskedOrders, parts: readonly Part[], card: CardChoice | null): Promise<string[]> {
  const chargeTotal = card && parts.length > 1 ? chargedOn(parts) : 0n;
  const ids: string[] = [];
  // In one order whoever pays: each part's turn follows the day of its bill.
  for (const { orderId } of parts.toSorted((a, b) => (BigInt(a.orderId) < BigInt(b.orderId) ? -1 : 1)))
    await mustLockAccount(tx.db, orderId);
  for (const part of parts) {
    const req = requestOf(asked, part);
    const how = card ? { alone: true, fee: part.fee, chargeTotal } : {};
    const begun = { req, order: part.order, card, transactionId: ids[0] ?? null, ...how };
    const { paymentId } = await ofOrder(placesOf(asked), part.orderId, () => beginPayment(tx, begun));
    ids.push(paymentId);
  }
  return ids;
}

/** A card is charged for one order after the other, each under a key of its own, so that a repeated call goes on where the first one ended. */
async function chargeEach(ctx: Ctx, asked: AskedOrders, parts: readonly Part[]): Promise<string[]> {
  const ids: string[] = [];
  for (const part of parts) {
    const own = { ...ctx, idempotencyKey: ctx.idempotencyKey && `${ctx.idempotencyKey}/${part.orderId}` };
    const req = requestOf(asked, part);
    try {
      const card = await cardChoice(own, req, part.order);
      const taken = { req, order: part.order, card, transactionId: ids[0] ?? null, fee: part.fee };
      const { payment } = await ofOrder(placesOf(asked), part.orderId, () => takeByCard(own, taken));
      ids.push(payment.id);
    } catch (error) {
      if (ids.length > 0 && error instanceof Refusal) return ids;
      throw error;
    }
  }
  return ids;
}

/** The card of a request: one that is named, or the one that is held to a reader. */
async function cardOf(ctx: Ctx, asked: AskedOrders, first: OrderUpdate): Promise<CardChoice | null> {
  const [field] = (["stripeReaderId", "squareDeviceId"] as const).filter((name) => asked[name]);
  if (!field) return await cardChoice(ctx, requestOf(asked, { orderId: first.orderId, amount: 0n, order: first }), first);
  if (asked.storeCredit || asked.cardId !== "0" || (asked.stripeReaderId && asked.squareDeviceId))
    throw fail("PAYMENT_METHOD_INVALID", { field, reason: "a card reader takes a card that is held to it, and nothing else" });
  const besides = { method: asked.method !== "" && asked.method !== "card", methodId: asked.methodId !== "0" };
  for (const [name, isNamed] of Object.entries(besides))
    if (isNamed) throw fail("PAYMENT_METHOD_INVALID", { field: name, reason: "a card reader takes a card: leave the method out" });
  const at = field === "stripeReaderId" ? cardAtReader : cardAtTerminal;
  return await at(ctx, asked[field] ?? "", first.businessId);
}

/** Has the reader ask for the card, once for all. What it refuses at once ends all of the payments. */
async function askForCard(ctx: Ctx, asked: AskedOrders, paymentId: string): Promise<void> {
  const row = await (asked.stripeReaderId ? askAtReader(ctx, paymentId) : askAtTerminal(ctx, paymentId));
  if (row.state !== "failed" || isByHand(row)) return;
  const field = asked.stripeReaderId ? "stripeReaderId" : "squareDeviceId";
  throw fail("PAYMENT_DECLINED", { message: row.failureMessage, field, facts: { paymentId, failureCode: row.failureCode } });
}

/** Takes money for several orders of one client; answers the payments, the first of which names the transaction. */
export async function payOrders(ctx: Ctx, asked: AskedOrders): Promise<string[]> {
  const orders = await Promise.all(asked.orderIds.map((orderId) => ofOrder(placesOf(asked), orderId, () => askOrder(ctx, orderId))));
  mustBeTogether(orders);
  const first = orders[0];
  if (!first) throw fail("PAYMENT_DATA_INVALID", { field: "orderIds" });
  const card = await cardOf(ctx, asked, first);
  const decided = await command(ctx, (tx) => decideAll(tx, orders, asked, card), { step: "shares" });
  const byId = new Map(orders.map((order) => [order.orderId, order]));
  const parts = decided.map(({ orderId, amount, fee, feeName }) => ({
    ...{ orderId, amount: BigInt(amount), order: byId.get(orderId)! },
    fee: { convenienceFee: BigInt(fee), convenienceFeeName: feeName },
  }));
  if (card && !card.readerId) return await chargeEach(ctx, asked, parts);
  const ids = await command(ctx, (tx) => takeAll(tx, asked, parts, card), { step: "payments" });
  if (card) await askForCard(ctx, asked, ids[0]!);
  return ids;
}
