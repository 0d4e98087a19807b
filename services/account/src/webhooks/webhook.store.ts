import { type Kysely, type Selectable, sql, type Updateable } from "kysely";
import type { DB, WebhookDelivery, WebhookEndpoint } from "../db.gen.ts";
import type { Wants } from "./wanted.ts";

export type EndpointRow = Selectable<WebhookEndpoint>;
export type DeliveryRow = Selectable<WebhookDelivery>;

const endpoints = (db: Kysely<DB>, companyId: string) =>
  db.selectFrom("webhook_endpoint").selectAll().where("company_id", "=", companyId).where("deleted_at", "is", null);

export const listEndpoints = async (db: Kysely<DB>, companyId: string): Promise<EndpointRow[]> =>
  await endpoints(db, companyId).orderBy("id", "desc").execute();
export const findEndpoint = async (db: Kysely<DB>, companyId: string, id: string): Promise<EndpointRow | undefined> =>
  await endpoints(db, companyId).where("id", "=", id).executeTakeFirst();
export const lockEndpoint = async (db: Kysely<DB>, companyId: string, id: string): Promise<EndpointRow | undefined> =>
  await endpoints(db, companyId).where("id", "=", id).forUpdate().executeTakeFirst();

export const wantsOf = (row: EndpointRow): Wants => ({ ...row, wanted_since: row.wanted_since as Record<string, string> });
/** The time that events are stamped with. */
export const databaseTime = async (db: Kysely<DB>): Promise<Date> =>
  (await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)).rows[0]?.now ?? new Date();

export type NewEndpoint = Pick<EndpointRow, "url" | "description" | "event_types" | "sealed_secret">;
export const insertEndpoint = async (db: Kysely<DB>, companyId: string, row: NewEndpoint): Promise<string> =>
  (
    await db
      .insertInto("webhook_endpoint")
      .values({ ...row, company_id: companyId })
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;
export const updateEndpoint = async (
  db: Kysely<DB>,
  companyId: string,
  id: string,
  patch: Updateable<WebhookEndpoint>,
): Promise<EndpointRow> =>
  await db
    .updateTable("webhook_endpoint")
    .set({ ...patch, version: sql`version + 1`, update_time: sql`now()` })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();

export type WebhookMessage = { messageId: string; eventType: string; body: string };
/** Keeps an event once; answers whether it is new. */
export async function keepEvent(db: Kysely<DB>, companyId: string, m: WebhookMessage): Promise<boolean> {
  const kept = await db
    .insertInto("webhook_event")
    .values({ company_id: companyId, message_id: m.messageId, event_type: m.eventType, body: m.body })
    .onConflict((oc) => oc.columns(["company_id", "message_id"]).doNothing())
    .executeTakeFirst();
  return kept.numInsertedOrUpdatedRows === 1n;
}

export const insertDelivery = async (db: Kysely<DB>, companyId: string, endpointId: string, m: WebhookMessage): Promise<DeliveryRow> =>
  await db
    .insertInto("webhook_delivery")
    .values({
      company_id: companyId,
      endpoint_id: endpointId,
      message_id: m.messageId,
      event_type: m.eventType,
      body: m.body,
      next_attempt_time: sql`now()`,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
export const findDelivery = async (db: Kysely<DB>, companyId: string, id: string): Promise<DeliveryRow | undefined> =>
  await db.selectFrom("webhook_delivery").selectAll().where("company_id", "=", companyId).where("id", "=", id).executeTakeFirst();
export const updateDelivery = async (db: Kysely<DB>, companyId: string, id: string, patch: Updateable<WebhookDelivery>): Promise<void> =>
  void (await db.updateTable("webhook_delivery").set(patch).where("company_id", "=", companyId).where("id", "=", id).execute());

export type DeliveryFilter = { endpointId: string; state: number; after: string[] | null; offset: number; limit: number };
export async function listDeliveries(db: Kysely<DB>, companyId: string, f: DeliveryFilter): Promise<DeliveryRow[]> {
  let found = db.selectFrom("webhook_delivery").selectAll().where("company_id", "=", companyId);
  if (f.endpointId !== "0") found = found.where("endpoint_id", "=", f.endpointId);
  if (f.state !== 0) found = found.where("state", "=", f.state);
  if (f.after) found = found.where("id", "<", f.after[0] ?? "0");
  return await found.orderBy("id", "desc").offset(f.offset).limit(f.limit).execute();
}

export type KeptEvent = { id: string; message_id: string; event_type: string; body: string };
/** Kept events after a cursor, or since a time, oldest first. */
export async function eventsAfter(
  db: Kysely<DB>,
  companyId: string,
  cursor: string,
  since: Date | null,
  limit: number,
): Promise<KeptEvent[]> {
  const found = db
    .selectFrom("webhook_event")
    .select(["id", "message_id", "event_type", "body"])
    .where("company_id", "=", companyId)
    .where("id", ">", cursor);
  return await (since ? found.where("create_time", ">=", since) : found).orderBy("id").limit(limit).execute();
}
