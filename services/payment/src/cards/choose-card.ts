import { type Ctx, fail, mustHaveClients } from "@leashline/kit";
import type { CreatePaymentRequest } from "@leashline/proto/leashline/payment/v1/payment_requests_pb.js";
import { type Db, query } from "../db.ts";
import { chosenMethod } from "../methods/method.store.ts";
import { cardProvider } from "../provider/of-runtime.ts";
import { Declined, Refused } from "../provider/provider.ts";
import { unavailable } from "../provider/unavailable.ts";
import { mustTakeCards } from "../provider-accounts/may-take-cards.ts";
import { type CardRow, findCard, isChargeable, isOnFile } from "./card.store.ts";
import { holderOf, providerCustomer } from "./provider-customer.ts";

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

/** Which card a payment for an order is to be taken from; null when it is not a card payment. */
export async function cardChoice(
  ctx: Ctx,
  req: CreatePaymentRequest,
  order: { businessId: string; customerId: string },
): Promise<CardChoice | null> {
  const method = await query(ctx, (db) => chosenMethod(db, order.businessId, req));
  if (method?.kind !== "card") {
    mustNameNoCard(req);
    return null;
  }
  const { vendor } = cardProvider(ctx);
  const account = await mustTakeCards(ctx, order.businessId);
  const customerId = req.customerId !== "0" ? req.customerId : order.customerId;
  if (req.cardId !== "0") return { ...(await cardOnFile(ctx, req.cardId, customerId, account)), vendor };
  if (!req.paymentMethodToken) throw fail("PAYMENT_METHOD_INVALID", { field: "paymentMethodToken", reason: "a card is needed" });
  const saveCard = req.saveCard && customerId !== "0";
  if (saveCard) await mustHaveClients(ctx, [customerId]);
  const customer = saveCard ? await providerCustomer(ctx, customerId, account) : "";
  return { account, token: req.paymentMethodToken, customer, saveCard, offSession: false, vendor };
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

async function cardOnFile(ctx: Ctx, cardId: string, customerId: string, account: string): Promise<Omit<CardChoice, "vendor">> {
  const card = await query(ctx, (db) => findCard(db, cardId));
  if (!card || card.customerId !== customerId)
    throw fail("PAYMENT_METHOD_INVALID", { field: "cardId", reason: "the client has no such card" });
  return { ...(await chargeable(ctx, card, account)), saveCard: false, offSession: true };
}

/** A card on file as an account charges it. One of the installation's is lent to it for this once; one of another location's it cannot have. */
export async function chargeable(ctx: Ctx, card: CardRow, account: string): Promise<{ account: string; token: string; customer: string }> {
  if (!isChargeable(card, account))
    throw fail("PAYMENT_METHOD_INVALID", {
      field: "cardId",
      message: "This card was left with another location. Please ask the client for it.",
    });
  const customer = await holderOf(ctx, card);
  if (card.providerAccount === account) return { account, token: card.providerId, customer };
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
  return { account, token, customer: "" };
}
