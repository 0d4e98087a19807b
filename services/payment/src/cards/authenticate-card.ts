import { type Ctx, fail, mustExist } from "@leashline/kit";
import { command, query } from "../db.ts";
import { cardProvider } from "../provider/of-runtime.ts";
import { Declined, Refused, type SetupResult } from "../provider/provider.ts";
import { noteOfClient } from "../provider/provider-note.ts";
import { unavailable } from "../provider/unavailable.ts";
import { holderOf } from "../provider-customers/provider-customer.ts";
import { isAtSquare } from "../square-account/charging-account.ts";
import { type CardRow, findCard, saveConsent } from "./card.store.ts";
import { notifyChanged } from "./keep-card.ts";

type Asked = { customerId: string; cardId: string; setupId: string };

const refused = (message: string, code: string): SetupResult => ({
  id: "",
  customer: "",
  card: null,
  consentUrl: "",
  failureCode: code || "refused",
  failureMessage: message,
});

// What the bank refuses is an answer, too.
async function answered(ask: Promise<SetupResult>): Promise<SetupResult> {
  return await ask.catch((error: unknown) => {
    if (error instanceof Declined || error instanceof Refused) return refused(error.message, error.code);
    return unavailable(error);
  });
}

async function asked(ctx: Ctx, card: CardRow, setupId: string): Promise<SetupResult> {
  const customer = await holderOf(ctx, card);
  const provider = cardProvider(ctx).at(card.providerAccount);
  if (setupId) {
    const found = await answered(provider.getSetup(setupId));
    if (found.id && found.customer === customer && (found.card === null || found.card.id === card.providerId)) return found;
    throw fail("PAYMENT_DATA_INVALID", { field: "setupId", reason: "it is not of this card" });
  }
  const key = ctx.idempotencyKey ? `ll-consent-${ctx.companyId}-${ctx.idempotencyKey}` : ctx.requestId;
  const metadata = noteOfClient(ctx.companyId, card.customerId);
  const returnUrl = ctx.runtime.config.publicUrl;
  return await answered(provider.setUpCard({ key, customer, paymentMethod: card.providerId, returnUrl, metadata }));
}

const statusOf = ({ card, consentUrl }: SetupResult): string => (card ? "succeeded" : consentUrl ? "pending" : "failed");

/** Has a card's bank agree to charges without its holder. What it answers stays with the card; a refusal is said once that is kept. */
export async function authenticateCard(ctx: Ctx, { customerId, cardId, setupId }: Asked) {
  const card = await query(ctx, (db) => findCard(db, cardId));
  if (!card || card.customerId !== customerId) throw fail("NOT_FOUND", { field: "cardId" });
  if (isAtSquare(card)) throw fail("PAYMENT_METHOD_INVALID", { field: "cardId", reason: "Square asks no bank ahead of a charge" });
  const setup = await asked(ctx, card, setupId);
  await command(
    ctx,
    async (tx) => {
      await saveConsent(tx.db, cardId, statusOf(setup));
      notifyChanged(tx, customerId);
      return {};
    },
    { step: `consent-${statusOf(setup)}` },
  );
  if (statusOf(setup) === "failed") {
    const facts = { failureCode: setup.failureCode };
    throw fail("PAYMENT_DECLINED", { message: setup.failureMessage || "The card was not accepted.", field: "cardId", facts });
  }
  return { row: mustExist(await query(ctx, (db) => findCard(db, cardId)), "cardId"), setup };
}
