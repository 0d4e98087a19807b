import type { Tx } from "@leashline/kit";
import type { Kysely } from "kysely";
import type { DB } from "../db.gen.ts";
import type { ProviderEvent } from "./provider.ts";

// Keeps an event once. Answers whether it has been applied before.
export async function keepEvent(tx: Tx<DB>, event: ProviderEvent, about: { paymentId: string; denied: string | null }): Promise<boolean> {
  const { companyId } = tx.ctx;
  await tx.db
    .insertInto("providerEvent")
    .values({
      companyId: companyId,
      eventId: event.id,
      type: event.type,
      body: JSON.stringify(event.body),
      paymentId: about.paymentId,
      denied: about.denied,
    })
    .onConflict((oc) => oc.doNothing())
    .execute();
  const row = await tx.db
    .selectFrom("providerEvent")
    .select("applied")
    .where("companyId", "=", companyId)
    .where("eventId", "=", event.id)
    .executeTakeFirstOrThrow();
  return row.applied;
}

export async function eventApplied(tx: Tx<DB>, eventId: string): Promise<void> {
  await tx.db
    .updateTable("providerEvent")
    .set({ applied: true })
    .where("companyId", "=", tx.ctx.companyId)
    .where("eventId", "=", eventId)
    .execute();
}

export type DeniedEvent = { eventId: string; type: string; paymentId: string; denied: string | null };

// Signed events that the provider did not stand by when asked.
export async function deniedEvents(db: Kysely<DB>, companyId: string): Promise<DeniedEvent[]> {
  return await db
    .selectFrom("providerEvent")
    .select(["eventId", "type", "paymentId", "denied"])
    .where("companyId", "=", companyId)
    .where("denied", "is not", null)
    .orderBy("receivedAt")
    .execute();
}
