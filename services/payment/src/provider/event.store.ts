import type { Tx } from "@leashline/kit";
import type { Kysely } from "kysely";
import type { DB } from "../db.gen.ts";
import type { ProviderEvent } from "./provider.ts";

// Keeps an event once. Answers whether it has been applied before.
export async function keepEvent(tx: Tx<DB>, event: ProviderEvent, about: { paymentId: string; denied: string | null }): Promise<boolean> {
  const { companyId } = tx.ctx;
  await tx.db
    .insertInto("provider_event")
    .values({
      company_id: companyId,
      event_id: event.id,
      type: event.type,
      body: JSON.stringify(event.body),
      payment_id: about.paymentId,
      denied: about.denied,
    })
    .onConflict((oc) => oc.doNothing())
    .execute();
  const row = await tx.db
    .selectFrom("provider_event")
    .select("applied")
    .where("company_id", "=", companyId)
    .where("event_id", "=", event.id)
    .executeTakeFirstOrThrow();
  return row.applied;
}

export async function eventApplied(tx: Tx<DB>, eventId: string): Promise<void> {
  await tx.db
    .updateTable("provider_event")
    .set({ applied: true })
    .where("company_id", "=", tx.ctx.companyId)
    .where("event_id", "=", eventId)
    .execute();
}

export type DeniedEvent = { event_id: string; type: string; payment_id: string; denied: string | null };

// Signed events that the provider did not stand by when asked.
export async function deniedEvents(db: Kysely<DB>, companyId: string): Promise<DeniedEvent[]> {
  return await db
    .selectFrom("provider_event")
    .select(["event_id", "type", "payment_id", "denied"])
    .where("company_id", "=", companyId)
    .where("denied", "is not", null)
    .orderBy("received_at")
    .execute();
}
