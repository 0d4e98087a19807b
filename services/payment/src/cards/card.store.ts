import type { Tx } from "@leashline/kit";
import { type Selectable, sql } from "kysely";
import type { Card as CardTable } from "../db.gen.ts";
import type { DB, Db } from "../db.ts";
import type { SavedCard } from "../provider/provider.ts";
import { keptAt } from "../settings/till.ts";
import type { MoneyAt } from "../square-account/charging-account.ts";

export type CardRow = Selectable<CardTable>;
/** Whether an account can charge a card: one that its provider keeps there, or on the installation's own account. */
export const isChargeable = (card: MoneyAt, at: MoneyAt): boolean =>
  card.vendor === at.vendor && (card.providerAccount === keptAt(at) || card.providerAccount === "");

/** A card that a provider keeps, which one, and on which account. */
export type KeptCard = SavedCard & {
  vendor: string;
  providerAccount: string;
  /** Whose it is there, where it was kept before its client was known. */
  providerCustomer?: string;
};

const kept = (db: Db) => db.selectFrom("card").where("companyId", "=", db.companyId).where("deletedAt", "is", null);

export async function listCards(db: Db, customerId: string): Promise<CardRow[]> {
  return await kept(db).selectAll().where("customerId", "=", customerId).orderBy("isDefault", "desc").orderBy("cardId", "desc").execute();
}

type CardCount = { customerId: string; cards: number };
const counted = sql<number>`count(*) filter (where deleted_at is null)::int`.as("cards");
const counts = (db: Db) =>
  db.selectFrom("card").select(["customerId", counted]).where("companyId", "=", db.companyId).groupBy("customerId");

export const cardCount = async (db: Db, customerId: string): Promise<number> =>
  (await counts(db).where("customerId", "=", customerId).executeTakeFirst())?.cards ?? 0;
/** Of clients who ever had a card, those above an id. */
export const cardCountsAfter = async (db: Db, afterCustomerId: string, size: number): Promise<CardCount[]> =>
  await counts(db).where("customerId", ">", afterCustomerId).orderBy("customerId").limit(size).execute();

export async function findCard(db: Db, cardId: string): Promise<CardRow | null> {
  return (await kept(db).selectAll().where("cardId", "=", cardId).executeTakeFirst()) ?? null;
}

export async function isOnFile(db: Db, providerId: string): Promise<boolean> {
  return (await kept(db).select("cardId").where("providerId", "=", providerId).executeTakeFirst()) !== undefined;
}

export const isOnFileById = async (db: Db, cardId: string): Promise<boolean> => (await findCard(db, cardId)) !== null;

export const saveConsent = async (db: Db, cardId: string, authStatus: string): Promise<CardRow | null> =>
  await update(db, cardId, { authStatus });

const lockCards = (tx: Tx<DB>, customerId: string): void => tx.lock([`cards:${customerId}`]);

async function clearDefault(db: Db, customerId: string): Promise<void> {
  await db
    .updateTable("card")
    .set({ isDefault: false })
    .where("companyId", "=", db.companyId)
    .where("customerId", "=", customerId)
    .where("isDefault", "=", true)
    .execute();
}

async function update(
  db: Db,
  cardId: string,
  set: Partial<Pick<CardRow, "isDefault" | "deletedAt" | "deletedBy" | "authStatus">>,
): Promise<CardRow | null> {
  const row = await db
    .updateTable("card")
    .set(set)
    .where("companyId", "=", db.companyId)
    .where("cardId", "=", cardId)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Stores a card once; the client's first one is the default. A deleted card that is attached again comes back. Null for a card of another client. */
export async function insertCard(tx: Tx<DB>, customerId: string, card: KeptCard, asDefault: boolean): Promise<CardRow | null> {
  lockCards(tx, customerId);
  const others = (await listCards(tx.db, customerId)).filter((c) => c.providerId !== card.id);
  const isDefault = asDefault || !others.some((c) => c.isDefault);
  if (isDefault) await clearDefault(tx.db, customerId);
  const { id: providerId, ...details } = card;
  const again = { ...details, isDefault, deletedAt: null, deletedBy: null };
  const row = await tx.db
    .insertInto("card")
    .values({ companyId: tx.db.companyId, customerId, providerId, ...details, isDefault })
    .onConflict((oc) => oc.columns(["companyId", "providerId"]).doUpdateSet(again).where("card.customerId", "=", customerId))
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

export async function makeDefault(tx: Tx<DB>, customerId: string, cardId: string): Promise<CardRow | null> {
  lockCards(tx, customerId);
  const card = await findCard(tx.db, cardId);
  if (!card || card.customerId !== customerId) return null;
  await clearDefault(tx.db, customerId);
  return await update(tx.db, cardId, { isDefault: true });
}

/** When the default card is deleted, the newest one left takes its place. */
export async function softDelete(tx: Tx<DB>, card: CardRow): Promise<void> {
  lockCards(tx, card.customerId);
  await update(tx.db, card.cardId, { deletedAt: new Date(), deletedBy: tx.ctx.caller.accountId, isDefault: false });
  const [next] = card.isDefault ? await listCards(tx.db, card.customerId) : [];
  if (next) await update(tx.db, next.cardId, { isDefault: true });
}
