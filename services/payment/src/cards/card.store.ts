import type { Tx } from "@leashline/kit";
import type { Kysely, Selectable } from "kysely";
import type { Card as CardTable, DB } from "../db.gen.ts";
import type { SavedCard } from "../provider/provider.ts";
import { newRef } from "../provider/provider-ref.ts";

export type CardRow = Selectable<CardTable>;

export async function listCards(db: Kysely<DB>, customerId: string): Promise<CardRow[]> {
  return await db
    .selectFrom("card")
    .selectAll()
    .where("customerId", "=", customerId)
    .where("deletedAt", "is", null)
    .orderBy("isDefault", "desc")
    .orderBy("cardId", "desc")
    .execute();
}

export async function findCard(db: Kysely<DB>, cardId: string): Promise<CardRow | null> {
  const row = await db.selectFrom("card").selectAll().where("cardId", "=", cardId).where("deletedAt", "is", null).executeTakeFirst();
  return row ?? null;
}

export async function isOnFile(db: Kysely<DB>, companyId: string, providerId: string): Promise<boolean> {
  const row = await db
    .selectFrom("card")
    .select("cardId")
    .where("companyId", "=", companyId)
    .where("providerId", "=", providerId)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

type ProviderCustomer = { providerId: string | null; providerRef: string | null };

export async function findProviderCustomer(db: Kysely<DB>, companyId: string, customerId: string): Promise<ProviderCustomer | null> {
  const row = await db
    .selectFrom("providerCustomer")
    .select(["providerId", "providerRef"])
    .where("companyId", "=", companyId)
    .where("customerId", "=", customerId)
    .executeTakeFirst();
  return row ?? null;
}

// Names the client for the provider, once; whoever comes second finds the name of the first.
export async function nameProviderCustomer(tx: Tx<DB>, customerId: string): Promise<void> {
  await tx.db
    .insertInto("providerCustomer")
    .values({ companyId: tx.ctx.companyId, customerId: customerId, providerRef: newRef() })
    .onConflict((oc) => oc.doNothing())
    .execute();
}

export async function keepProviderCustomer(tx: Tx<DB>, customerId: string, providerId: string): Promise<void> {
  await tx.db
    .updateTable("providerCustomer")
    .set({ providerId: providerId })
    .where("companyId", "=", tx.ctx.companyId)
    .where("customerId", "=", customerId)
    .where("providerId", "is", null)
    .execute();
}

// Keeps a card once; the client's first one is the default. A card that was deleted and is attached anew comes back; null for one that is another client's.
export async function insertCard(tx: Tx<DB>, customerId: string, card: SavedCard, asDefault: boolean): Promise<CardRow | null> {
  tx.lock([`cards:${customerId}`]);
  const others = (await listCards(tx.db, customerId)).filter((c) => c.providerId !== card.id);
  const isDefault = asDefault || !others.some((c) => c.isDefault);
  if (isDefault) await clearDefault(tx, customerId);
  const facts = {
    brand: card.brand,
    last4: card.last4,
    expMonth: card.expMonth,
    expYear: card.expYear,
    funding: card.funding,
    country: card.country,
    name: card.name,
    cvcCheck: card.cvcCheck,
    isDefault: isDefault,
  };
  const again = { ...facts, deletedAt: null, deletedBy: null };
  const row = await tx.db
    .insertInto("card")
    .values({ companyId: tx.ctx.companyId, customerId: customerId, providerId: card.id, ...facts })
    .onConflict((oc) => oc.columns(["companyId", "providerId"]).doUpdateSet(again).where("card.customerId", "=", customerId))
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

export async function clearDefault(tx: Tx<DB>, customerId: string): Promise<void> {
  await tx.db.updateTable("card").set({ isDefault: false }).where("customerId", "=", customerId).where("isDefault", "=", true).execute();
}

export async function makeDefault(tx: Tx<DB>, customerId: string, cardId: string): Promise<CardRow | null> {
  tx.lock([`cards:${customerId}`]);
  const card = await findCard(tx.db, cardId);
  if (!card || card.customerId !== customerId) return null;
  await clearDefault(tx, customerId);
  const row = await tx.db.updateTable("card").set({ isDefault: true }).where("cardId", "=", cardId).returningAll().executeTakeFirst();
  return row ?? null;
}

// The newest card left becomes the default when the default goes.
export async function softDelete(tx: Tx<DB>, card: CardRow): Promise<void> {
  tx.lock([`cards:${card.customerId}`]);
  const gone = { deletedAt: new Date(), deletedBy: tx.ctx.caller.accountId, isDefault: false };
  await tx.db.updateTable("card").set(gone).where("cardId", "=", card.cardId).execute();
  const [next] = card.isDefault ? await listCards(tx.db, card.customerId) : [];
  if (next) await tx.db.updateTable("card").set({ isDefault: true }).where("cardId", "=", next.cardId).execute();
}
