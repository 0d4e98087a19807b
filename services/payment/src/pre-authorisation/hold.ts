import type { Ctx, Tx } from "@leashline/kit";
import { command, type DB, query } from "../db.ts";
import { cardProvider } from "../provider/of-runtime.ts";
import { type CardAccount, Declined, type Intent, OutcomeUnknown, Refused } from "../provider/provider.ts";
import { noteOfHold } from "../provider/provider-note.ts";
import { findPreAuth, lockPreAuth, type PreAuthRow, updatePreAuth } from "./pre-auth.store.ts";

type Outcome = { held: Intent } | { refused: string; code: string };

/** What the provider says of an attempt; the same attempt always asks for the same intent. */
async function ask(provider: CardAccount, row: PreAuthRow): Promise<Outcome> {
  try {
    const made = await provider.createIntent({
      key: `ll-preauth-${row.providerRef}`,
      amount: row.amount,
      currency: row.currency,
      paymentMethod: row.paymentMethodToken,
      customer: row.providerCustomer,
      saveCard: false,
      description: `Order ${row.orderId}`,
      metadata: noteOfHold(row),
      hold: true,
    });
    const key = `ll-preauth-confirm-${row.providerRef}`;
    const known = made.state === "unconfirmed" ? await provider.confirmIntent(made.id, { key, offSession: true, returnUrl: "" }) : made;
    if (known.state === "authorized") return { held: known };
    await provider.cancelIntent(known.id);
    return { refused: known.failureMessage || "The bank wants the cardholder to approve.", code: known.failureCode };
  } catch (error) {
    if (error instanceof Declined || error instanceof Refused) return { refused: error.message, code: error.code };
    throw error;
  }
}

/** Answers the hold that nobody wants any more, if there is one. */
async function record(tx: Tx<DB>, asked: PreAuthRow, outcome: Outcome): Promise<{ left: string }> {
  const row = (await lockPreAuth(tx.db, asked.ticketId))!;
  const held = "held" in outcome ? outcome.held : null;
  // Somebody took another card, or gave it up, while the provider was asked: what it holds now is nobody's.
  if (row.providerRef !== asked.providerRef || row.state !== "waiting" || row.paymentMethodToken === "")
    return { left: held && row.intentId !== held.id ? held.id : "" };
  notifyOf(tx, row);
  if ("refused" in outcome) {
    const refused = { paymentMethodToken: "", failureCode: outcome.code, failureMessage: outcome.refused };
    await updatePreAuth(tx.db, row, refused);
    return { left: "" };
  }
  tx.log({ entity: "pre_auth", id: row.preAuthId, action: "held", businessId: row.businessId, after: { amount: row.amount } });
  const next = { state: "succeed", intentId: outcome.held.id, heldAt: new Date(), failureCode: "", failureMessage: "" } as const;
  await updatePreAuth(tx.db, row, next);
  return { left: "" };
}

export const notifyOf = (tx: Tx<DB>, { businessId, paymentId }: PreAuthRow): void =>
  tx.notify("payment.changed", { businessId, ids: [paymentId] });

/** Asks the card that is chosen to hold the amount, once; nothing happens when there is none to ask. */
export async function hold(ctx: Ctx, ticketId: string): Promise<void> {
  const row = await query(ctx, (db) => findPreAuth(db, ticketId));
  if (row?.state !== "waiting" || row.paymentMethodToken === "") return;
  const outcome = await ask(cardProvider(ctx).at(row.providerAccount), row);
  const { left } = await command(ctx, (tx) => record(tx, row, outcome), { step: `held-${row.providerRef}` });
  if (left) await cardProvider(ctx).at(row.providerAccount).cancelIntent(left);
}

/** The same for a person who waits: when the provider does not answer, the job goes on. */
export async function holdNow(ctx: Ctx, ticketId: string): Promise<void> {
  try {
    await hold(ctx, ticketId);
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) throw error;
  }
}
