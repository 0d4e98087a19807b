import { type Ctx, fail, mustHaveClients } from "@leashline/kit";
import type { CreatePaymentRequest } from "@leashline/proto/leashline/payment/v1/payment_requests_pb.js";
import { type Db, query } from "../db.ts";
import { chosenMethod } from "../methods/method.store.ts";
import { cardProvider } from "../provider/of-runtime.ts";
import { Declined, Refused } from "../provider/provider.ts";
import { unavailable } from "../provider/unavailable.ts";
import { holderOf, providerCustomer } from "../provider-customers/provider-customer.ts";
import { mustHaveTill } from "../settings/till.ts";
import { isAtSquare, type MoneyAt } from "../square-account/charging-account.ts";
import { type CardRow, findCard, isChargeable, isOnFile } from "./card.store.ts";

/** The card that is charged, as the provider knows it. */
export type CardChoice = {
  /** The account at the provider that charges it. */
  account: string;
  token: string;
  customer: string;
  saveCard: boolean;
  offSession: boolean;
  vendor: string;
  /** The reader that asks for the card, instead of one that is named. */
  readerId?: string;
  /** A bank account instead of a card. */
  bank?: boolean;
};

/** Which card a payment for an order is to be taken from, and where: at the counter with the provider of its location. Null when it is not a card payment. */
export async function cardChoice(
  ctx: Ctx,
  req: CreatePaymentRequest,
  order: { businessId: string; customerId: string },
  placeOf = mustHaveTill,
): Promise<CardChoice | null> {
  const method = await query(ctx, (db) => chosenMethod(db, order.businessId, req));
  if (method?.kind !== "card") {
    mustNameNoCard(req);
    return null;
  }
  const at = await placeOf(ctx, order.businessId);
  const customerId = req.customerId !== "0" ? req.customerId : order.customerId;
  if (req.cardId !== "0") return await cardOnFile(ctx, req.cardId, customerId, at);
  if (!req.paymentMethodToken) throw fail("PAYMENT_METHOD_INVALID", { field: "paymentMethodToken", reason: "a card is needed" });
  const saveCard = req.saveCard && customerId !== "0";
  if (saveCard) await mustBeKept(ctx, customerId, at);
  const customer = saveCard ? await providerCustomer(ctx, customerId, at) : "";
  return { ...chargedAt(at), token: req.paymentMethodToken, customer, saveCard, offSession: false };
}

const chargedAt = ({ vendor, providerAccount: account }: MoneyAt) => ({ vendor, account });

async function mustBeKept(ctx: Ctx, customerId: string, at: MoneyAt): Promise<void> {
  if (isAtSquare(at))
    throw fail("PAYMENT_METHOD_INVALID", { field: "saveCard", reason: "Square keeps a card before it is charged: put it on file first" });
  await mustHaveClients(ctx, [customerId]);
}

// A request that names a card expects it to be charged, which no other method does.
function mustNameNoCard({ cardId, paymentMethodToken, saveCard }: CreatePaymentRequest): void {
  const field = cardId !== "0" ? "cardId" : paymentMethodToken ? "paymentMethodToken" : saveCard ? "saveCard" : null;
  if (field) throw fail("PAYMENT_METHOD_INVALID", { field, reason: "only the card method charges a card" });
}

/** A card on file is named by its id, which says whose it is; never by what the provider calls it. */
export async function mustBeNew(db: Db, token: string): Promise<void> {
  if (await isOnFile(db, token))
    throw fail("PAYMENT_METHOD_INVALID", { field: "paymentMethodToken", reason: "this card is on file: name it by cardId" });
}

async function cardOnFile(ctx: Ctx, cardId: string, customerId: string, at: MoneyAt): Promise<CardChoice> {
  const card = await query(ctx, (db) => findCard(db, cardId));
  if (!card || card.customerId !== customerId)
    throw fail("PAYMENT_METHOD_INVALID", { field: "cardId", reason: "the client has no such card" });
  return { ...(await chargeable(ctx, card, at)), saveCard: false, offSession: true };
}

type Chargeable = Pick<CardChoice, "vendor" | "account" | "token" | "customer">;

const whyNot = (card: MoneyAt, at: MoneyAt): string =>
  card.vendor === at.vendor
    ? "This card was left with another location. Please ask the client for it."
    : "This card is kept by a card provider that this location does not take cards through. Please ask the client for it.";

/** A card on file as an account charges it. One of the installation's is lent to it for this once; one of another location's it cannot have. */
export async function chargeable(ctx: Ctx, card: CardRow, at: MoneyAt): Promise<Chargeable> {
  if (!isChargeable(card, at)) throw fail("PAYMENT_METHOD_INVALID", { field: "cardId", message: whyNot(card, at) });
  const { account } = chargedAt(at);
  const customer = await holderOf(ctx, card);
  if (card.providerAccount !== "" || account === "") return { ...chargedAt(at), token: card.providerId, customer };
  const key = ctx.idempotencyKey
    ? `ll-borrow-${ctx.companyId}-${card.cardId}-${ctx.idempotencyKey}`
    : `ll-borrow-${card.cardId}-${ctx.requestId}`;
  const token = await cardProvider(ctx)
    .at(account)
    .borrowCard({ key, customer, paymentMethod: card.providerId })
    .catch((error: unknown) => {
      if (error instanceof Declined || error instanceof Refused)
        throw fail("PAYMENT_DECLINED", { message: error.message, field: "cardId", facts: { failureCode: error.code } });
      return unavailable(error);
    });
  return { ...chargedAt(at), token, customer: "" };
}
