import { type Ctx, fail, mustHaveClients } from "@leashline/kit";
import type { CreatePaymentRequest } from "@leashline/proto/leashline/payment/v1/payment_requests_pb.js";
import { command, query } from "../db.ts";
import { chosenMethod } from "../methods/method.store.ts";
import type { CardChoice } from "../payments/take-payment.ts";
import { cardProvider } from "../provider/of-runtime.ts";
import { OutcomeUnknown } from "../provider/provider.ts";
import { findCard, findProviderCustomer, isOnFile, keepProviderCustomer, nameProviderCustomer } from "./card.store.ts";

// The client's place at the provider, made when there is none. Asking twice finds the same one.
export async function providerCustomer(ctx: Ctx, customerId: string): Promise<string> {
  const find = () => query(ctx, (db) => findProviderCustomer(db, ctx.companyId, customerId));
  const known = await find();
  if (known?.providerId) return known.providerId;
  if (!known) await command(ctx, async (tx) => void (await nameProviderCustomer(tx, customerId)), { step: `name-${customerId}` });
  const named = known ?? (await find());
  if (!named) throw new Error(`Client ${customerId} has no name at the provider.`);
  const metadata = { company_id: ctx.companyId, customer_id: customerId };
  const made = await cardProvider(ctx)
    .createCustomer({ key: `ll-customer-${named.providerRef}`, metadata })
    .catch(unavailable);
  await command(ctx, async (tx) => void (await keepProviderCustomer(tx, customerId, made)), { step: `customer-${customerId}` });
  return (await find())?.providerId ?? made;
}

// Nothing has been asked for yet, so the caller may simply try again.
export function unavailable(error: unknown): never {
  if (error instanceof OutcomeUnknown)
    throw fail("PAYMENT_OUTCOME_UNKNOWN", { message: "The card processor does not answer. Please try again in a moment." });
  throw error;
}

type About = { businessId: string; customerId: string };

// Which card a payment is to be taken from; null when it is not a card payment.
export async function cardChoice(ctx: Ctx, req: CreatePaymentRequest, order: About): Promise<CardChoice | null> {
  const method = await query(ctx, (db) => chosenMethod(db, order.businessId, req));
  if (method?.kind !== "card") {
    mustNameNoCard(req);
    return null;
  }
  const { vendor } = cardProvider(ctx);
  const customerId = req.customerId !== "0" ? req.customerId : order.customerId;
  if (req.cardId !== "0") return { ...(await cardOnFile(ctx, req.cardId, customerId)), vendor };
  if (!req.paymentMethodToken) throw fail("PAYMENT_METHOD_INVALID", { field: "paymentMethodToken", reason: "a card is needed" });
  await mustBeNew(ctx, req.paymentMethodToken);
  const saveCard = req.saveCard && customerId !== "0";
  if (saveCard) await mustHaveClients(ctx, [customerId]);
  const customer = saveCard ? await providerCustomer(ctx, customerId) : "";
  return { token: req.paymentMethodToken, customer, saveCard, offSession: false, vendor };
}

// Who hands a card over wants it charged, which no other method does.
function mustNameNoCard({ cardId, paymentMethodToken, saveCard }: CreatePaymentRequest): void {
  const field = cardId !== "0" ? "cardId" : paymentMethodToken ? "paymentMethodToken" : saveCard ? "saveCard" : null;
  if (field) throw fail("PAYMENT_METHOD_INVALID", { field, reason: "only the card method charges a card" });
}

// A card on file is named by its number, which says whose it is; never by what the provider calls it.
async function mustBeNew(ctx: Ctx, token: string): Promise<void> {
  if (await query(ctx, (db) => isOnFile(db, ctx.companyId, token)))
    throw fail("PAYMENT_METHOD_INVALID", { field: "paymentMethodToken", reason: "this card is on file: name it by cardId" });
}

async function cardOnFile(ctx: Ctx, cardId: string, customerId: string): Promise<Omit<CardChoice, "vendor">> {
  const card = await query(ctx, (db) => findCard(db, cardId));
  if (!card || card.customerId !== customerId)
    throw fail("PAYMENT_METHOD_INVALID", { field: "cardId", reason: "the client has no such card" });
  return { token: card.providerId, customer: await providerCustomer(ctx, customerId), saveCard: false, offSession: true };
}
