import { type Ctx, fail, mustHaveClients } from "@leashline/kit";
import type { SaveLinkedCardRequest } from "@leashline/proto/leashline/payment/v1/pay_link_service_pb.js";
import { CARD_LINK } from "@leashline/proto/rules/client-link.ts";
import { keepCard } from "../cards/keep-card.ts";
import { command } from "../db.ts";
import { cardProvider } from "../provider/of-runtime.ts";
import { Declined, Refused, type SetupResult } from "../provider/provider.ts";
import { noteOfClient } from "../provider/provider-note.ts";
import { unavailable } from "../provider/unavailable.ts";
import { mustTakeCards } from "../provider-accounts/may-take-cards.ts";
import { providerCustomer } from "../provider-customers/provider-customer.ts";
import { atFirst } from "../settings/till.ts";
import { takeAttempt } from "./attempt.ts";
import { mustTakeNewCards } from "./bill.ts";
import { addressOf, gone, type Opened } from "./open-link.ts";

const declined = (message: string, failureCode: string) =>
  fail("PAYMENT_DECLINED", { message, field: "paymentMethodToken", facts: { failureCode } });

async function asking(ask: Promise<SetupResult>): Promise<SetupResult> {
  try {
    return await ask;
  } catch (error) {
    if (error instanceof Declined || error instanceof Refused) throw declined(error.message, error.code);
    return unavailable(error);
  }
}

const keyOf = (ctx: Ctx): string => (ctx.idempotencyKey ? `ll-setup-${ctx.companyId}-${ctx.idempotencyKey}` : ctx.requestId);

/** Has the provider keep a new card for the link's client, or says how an earlier try ended. */
async function setUp({ ctx, link, token }: Opened, req: SaveLinkedCardRequest, account: string): Promise<SetupResult> {
  const customer = await providerCustomer(ctx, link.customerId, atFirst(account));
  const provider = cardProvider(ctx).at(account);
  if (req.setupId) {
    const found = await asking(provider.getSetup(req.setupId));
    if (found.customer !== customer) throw gone();
    return found;
  }
  if (!req.paymentMethodToken) throw fail("PAYMENT_METHOD_INVALID", { field: "paymentMethodToken", reason: "a card is needed" });
  await takeAttempt(ctx, `client:${link.customerId}`);
  const metadata = noteOfClient(ctx.companyId, link.customerId);
  const returnUrl = addressOf(ctx, CARD_LINK, token);
  return await asking(provider.setUpCard({ key: keyOf(ctx), customer, paymentMethod: req.paymentMethodToken, returnUrl, metadata }));
}

/** Keeps a card for the link's client. A holder who must consent first is sent there; the card is kept when they are back. */
export async function leaveCard(opened: Opened, req: SaveLinkedCardRequest) {
  const { ctx, link } = opened;
  await mustHaveClients(ctx, [link.customerId]);
  await mustTakeNewCards(ctx, link.businessId);
  const providerAccount = await mustTakeCards(ctx, link.businessId);
  const setup = await setUp(opened, req, providerAccount);
  if (setup.card) {
    const card = { ...setup.card, ...atFirst(providerAccount) };
    const row = await command(ctx, async (tx) => {
      const { brand, last4 } = await keepCard(tx, link.customerId, card, false);
      return { brand, last4 };
    });
    return { cardBrand: row.brand, cardLast4: row.last4 };
  }
  if (setup.consentUrl) return { consentUrl: setup.consentUrl };
  throw declined(setup.failureMessage || "The card was not accepted.", setup.failureCode);
}
