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
    .where("customer_id", "=", customerId)
    .where("deleted_at", "is", null)
    .orderBy("is_default", "desc")
    .orderBy("card_id", "desc")
    .execute();
}

export async function findCard(db: Kysely<DB>, cardId: string): Promise<CardRow | null> {
  const row = await db.selectFrom("card").selectAll().where("card_id", "=", cardId).where("deleted_at", "is", null).executeTakeFirst();
  return row ?? null;
}

export async function isOnFile(db: Kysely<DB>, companyId: string, providerId: string): Promise<boolean> {
  const row = await db
    .selectFrom("card")
    .select("card_id")
    .where("company_id", "=", companyId)
    .where("provider_id", "=", providerId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

type ProviderCustomer = { provider_id: string | null; provider_ref: string | null };

export async function findProviderCustomer(db: Kysely<DB>, companyId: string, customerId: string): Promise<ProviderCustomer | null> {
  const row = await db
    .selectFrom("provider_customer")
    .select(["provider_id", "provider_ref"])
    .where("company_id", "=", companyId)
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
  return row ?? null;
}

// Names the client for the provider, once; whoever comes second finds the name of the first.
export async function nameProviderCustomer(tx: Tx<DB>, customerId: string): Promise<void> {
  await tx.db
    .insertInto("provider_customer")
    .values({ company_id: tx.ctx.companyId, customer_id: customerId, provider_ref: newRef() })
    .onConflict((oc) => oc.doNothing())
    .execute();
}

export async function keepProviderCustomer(tx: Tx<DB>, customerId: string, providerId: string): Promise<void> {
  await tx.db
    .updateTable("provider_customer")
    .set({ provider_id: providerId })
    .where("company_id", "=", tx.ctx.companyId)
    .where("customer_id", "=", customerId)
    .where("provider_id", "is", null)
    .execute();
}

// Keeps a card once; the client's first one is the default. A card that was deleted and is attached anew comes back; null for one that is another client's.
export async function insertCard(tx: Tx<DB>, customerId: string, card: SavedCard, asDefault: boolean): Promise<CardRow | null> {
  tx.lock([`cards:${customerId}`]);
  const others = (await listCards(tx.db, customerId)).filter((c) => c.provider_id !== card.id);
  const isDefault = asDefault || !others.some((c) => c.is_default);
  if (isDefault) await clearDefault(tx, customerId);
  const facts = {
    brand: card.brand,
    last4: card.last4,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    funding: card.funding,
    country: card.country,
    name: card.name,
    cvc_check: card.cvcCheck,
    is_default: isDefault,
  };
  const again = { ...facts, deleted_at: null, deleted_by: null };
  const row = await tx.db
    .insertInto("card")
    .values({ company_id: tx.ctx.companyId, customer_id: customerId, provider_id: card.id, ...facts })
    .onConflict((oc) => oc.columns(["company_id", "provider_id"]).doUpdateSet(again).where("card.customer_id", "=", customerId))
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

export async function clearDefault(tx: Tx<DB>, customerId: string): Promise<void> {
  await tx.db.updateTable("card").set({ is_default: false }).where("customer_id", "=", customerId).where("is_default", "=", true).execute();
}

export async function makeDefault(tx: Tx<DB>, customerId: string, cardId: string): Promise<CardRow | null> {
  tx.lock([`cards:${customerId}`]);
  const card = await findCard(tx.db, cardId);
  if (!card || card.customer_id !== customerId) return null;
  await clearDefault(tx, customerId);
  const row = await tx.db.updateTable("card").set({ is_default: true }).where("card_id", "=", cardId).returningAll().executeTakeFirst();
  return row ?? null;
}

// The newest card left becomes the default when the default goes.
export async function softDelete(tx: Tx<DB>, card: CardRow): Promise<void> {
  tx.lock([`cards:${card.customer_id}`]);
  const gone = { deleted_at: new Date(), deleted_by: tx.ctx.caller.accountId, is_default: false };
  await tx.db.updateTable("card").set(gone).where("card_id", "=", card.card_id).execute();
  const [next] = card.is_default ? await listCards(tx.db, card.customer_id) : [];
  if (next) await tx.db.updateTable("card").set({ is_default: true }).where("card_id", "=", next.card_id).execute();
}
