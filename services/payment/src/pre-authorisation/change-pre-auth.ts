import { type Ctx, fail, mustExist, type Tx } from "@leashline/kit";
import { findCard, isChargeable, listCards } from "../cards/card.store.ts";
import { chargeable } from "../cards/choose-card.ts";
import { type DB, query } from "../db.ts";
import { payableOf } from "../ledger/order-account.ts";
import { applyOrder, type OrderUpdate } from "../ledger/order-update.ts";
import { settleSoon } from "../payments/settling.ts";
import { zoneOf } from "../projections/business.store.ts";
import { cardProvider } from "../provider/of-runtime.ts";
import { newRef } from "../provider/provider-note.ts";
import { mustHaveFirst } from "../settings/till.ts";
import { notifyOf } from "./hold.ts";
import { holdPreAuth, releaseHold } from "./pre-auth.jobs.ts";
import { insertPreAuth, lockPreAuth, type PreAuthChange, type PreAuthRow, updatePreAuth } from "./pre-auth.store.ts";
import { holdTime } from "./pre-auth.ts";

const none = { cardId: "0", vendor: "", providerAccount: "", providerCustomer: "", paymentMethodToken: "", providerRef: "" };
const clean = { failureCode: "", failureMessage: "", intentId: null, heldAt: null, isCapture: false, paymentId: "0" } as const;

/** Whose card holds money, and for which location. */
type Holding = { customerId: string; businessId: string };

/** A card on file as what is asked for the hold; a new attempt. */
export async function cardToAsk(ctx: Ctx, cardId: string, { customerId, businessId }: Holding) {
  if (cardId === "0") return none;
  const card = await query(ctx, (db) => findCard(db, cardId));
  if (!card || card.customerId !== customerId)
    throw fail("PAYMENT_METHOD_INVALID", { field: "cardId", reason: "the client has no such card" });
  const { brand, last4, funding, expMonth, expYear } = card;
  const { account, token, customer } = await chargeable(ctx, card, await mustHaveFirst(ctx, businessId));
  return {
    cardId,
    vendor: cardProvider(ctx).vendor,
    providerAccount: account,
    providerCustomer: customer,
    paymentMethodToken: token,
    providerRef: newRef(),
    ...{ cardBrand: brand, cardLast4: last4, cardFunding: funding, expMonth, expYear },
  };
}

export type AskedCard = Awaited<ReturnType<typeof cardToAsk>>;

/** The card that was asked before, where it is still on file, else the client's default one. "0" for none. */
export async function cardToRetry(ctx: Ctx, row: PreAuthRow): Promise<string> {
  const first = await mustHaveFirst(ctx, row.businessId);
  const cards = (await query(ctx, (db) => listCards(db, row.customerId))).filter((card) => isChargeable(card, first));
  return (cards.find(({ cardId }) => cardId === row.cardId) ?? cards[0])?.cardId ?? "0";
}

async function scheduleHold(tx: Tx<DB>, row: PreAuthRow): Promise<void> {
  if (row.paymentMethodToken === "") return;
  const { ticketId, businessId, holdAt } = row;
  const dueAt = new Date(Math.max(holdAt.getTime(), settleSoon().getTime()));
  tx.schedule(holdPreAuth, { key: ticketId, dueAt, payload: { ticketId }, businessId });
}

function release(tx: Tx<DB>, { intentId, providerAccount, businessId }: PreAuthRow): void {
  if (intentId) tx.schedule(releaseHold, { key: intentId, dueAt: new Date(), payload: { intentId, providerAccount }, businessId });
}

export const isDue = ({ holdAt, state }: PreAuthRow): boolean => state === "waiting" && holdAt.getTime() <= Date.now();

function logged(tx: Tx<DB>, row: PreAuthRow, action: string): PreAuthRow {
  const { preAuthId, businessId, amount, cardLast4, state } = row;
  tx.log({ entity: "pre_auth", id: preAuthId, action, businessId, after: { amount, cardLast4, state } });
  notifyOf(tx, row);
  return row;
}

/** Asks for a hold over what the order owes. One that was given up begins anew. */
export async function begin(tx: Tx<DB>, order: OrderUpdate, card: AskedCard): Promise<PreAuthRow> {
  const account = await applyOrder(tx, order);
  const amount = account.money.cancelled ? 0n : payableOf(account.money);
  if (amount <= 0n) throw fail("STATE_CONFLICT", { field: "ticketId", message: "Nothing is owed for this appointment." });
  const { orderId, businessId, customerId, currency } = account;
  const zone = (await zoneOf(tx.db, businessId)) ?? tx.ctx.caller.zone;
  const about = { orderId, businessId, customerId, currency, amount, ...card, holdAt: holdTime(account.businessDate, zone, new Date()) };
  const before = await lockPreAuth(tx.db, account.appointmentId);
  if (before && before.state !== "off")
    throw fail("STATE_CONFLICT", { field: "ticketId", message: "This appointment has a pre-authorization." });
  const row = before
    ? await updatePreAuth(tx.db, before, { ...about, ...clean, state: "waiting" })
    : await insertPreAuth(tx.db, { ...about, ticketId: account.appointmentId });
  if (!row) throw fail("STATE_CONFLICT", { field: "ticketId", message: "This appointment has a pre-authorization." });
  await scheduleHold(tx, row);
  return logged(tx, row, "asked");
}

async function mustLock(tx: Tx<DB>, ticketId: string): Promise<PreAuthRow> {
  const row = mustExist(await lockPreAuth(tx.db, ticketId), "ticketId");
  if (row.isCapture) throw fail("STATE_CONFLICT", { field: "ticketId", message: "It was captured already." });
  return row;
}

/** Another card, or the same again: what was held before is released. */
export async function askAgain(tx: Tx<DB>, ticketId: string, card: AskedCard): Promise<PreAuthRow> {
  const row = await mustLock(tx, ticketId);
  if (row.state === "off") throw fail("STATE_CONFLICT", { field: "ticketId", message: "It was released already." });
  release(tx, row);
  const change: PreAuthChange = { ...card, ...clean, state: "waiting" };
  const next = await updatePreAuth(tx.db, row, change);
  await scheduleHold(tx, next);
  return logged(tx, next, "asked");
}

/** Gives the hold up. Null where there is none. */
export async function giveUp(tx: Tx<DB>, ticketId: string): Promise<PreAuthRow> {
  const row = await mustLock(tx, ticketId);
  if (row.state === "off") return row;
  release(tx, row);
  tx.unschedule(holdPreAuth, ticketId);
  return logged(tx, await updatePreAuth(tx.db, row, { state: "off", intentId: null }), "released");
}
