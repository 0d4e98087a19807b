import type { Db } from "../db.ts";
import type { ProviderEvent } from "./provider.ts";

/** Stores an event once. Answers whether it has been applied before. */
export async function insertEvent(db: Db, event: ProviderEvent, about: { paymentId: string; denied: string | null }): Promise<boolean> {
  await db
    .insertInto("providerEvent")
    .values({
      companyId: db.companyId,
      eventId: event.id,
      type: event.type,
      body: JSON.stringify(event.body),
      paymentId: about.paymentId,
      denied: about.denied,
    })
    .onConflict((oc) => oc.doNothing())
    .execute();
  const row = await db
    .selectFrom("providerEvent")
    .select("applied")
    .where("companyId", "=", db.companyId)
    .where("eventId", "=", event.id)
    .executeTakeFirstOrThrow();
  return row.applied;
}

export async function markApplied(db: Db, eventId: string): Promise<void> {
  await db
    .updateTable("providerEvent")
    .set({ applied: true })
    .where("companyId", "=", db.companyId)
    .where("eventId", "=", eventId)
    .execute();
}

export type DeniedEvent = { eventId: string; type: string; paymentId: string; denied: string | null };

/** Signed events that the provider did not confirm when asked. */
export async function deniedEvents(db: Db): Promise<DeniedEvent[]> {
  return await db
    .selectFrom("providerEvent")
    .select(["eventId", "type", "paymentId", "denied"])
    .where("companyId", "=", db.companyId)
    .where("denied", "is not", null)
    .orderBy("receivedAt")
    .execute();
}
