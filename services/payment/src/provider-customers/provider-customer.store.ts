import type { Db } from "../db.ts";
import { newRef } from "../provider/provider-note.ts";

export type ProviderCustomer = { providerId: string | null; providerRef: string | null };

export async function findProviderCustomer(db: Db, customerId: string, account: string): Promise<ProviderCustomer | null> {
  const row = await db
    .selectFrom("providerCustomer")
    .select(["providerId", "providerRef"])
    .where("companyId", "=", db.companyId)
    .where("customerId", "=", customerId)
    .where("providerAccount", "=", account)
    .executeTakeFirst();
  return row ?? null;
}

/** Names the client for an account at the provider, once; a second command finds the name the first one gave. */
export async function insertProviderCustomer(db: Db, customerId: string, account: string): Promise<void> {
  await db
    .insertInto("providerCustomer")
    .values({ companyId: db.companyId, customerId, providerAccount: account, providerRef: newRef() })
    .onConflict((oc) => oc.doNothing())
    .execute();
}

export async function setProviderId(db: Db, customerId: string, account: string, providerId: string): Promise<void> {
  await db
    .updateTable("providerCustomer")
    .set({ providerId })
    .where("companyId", "=", db.companyId)
    .where("customerId", "=", customerId)
    .where("providerAccount", "=", account)
    .where("providerId", "is", null)
    .execute();
}
