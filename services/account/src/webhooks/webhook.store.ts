import { type Selectable, sql, type Updateable } from "kysely";
import type { WebhookDelivery, WebhookEndpoint } from "../db.gen.ts";
import type { Db } from "../db.ts";
import type { Wants } from "./wanted.ts";

export type EndpointRow = Selectable<WebhookEndpoint>;
export type DeliveryRow = Selectable<WebhookDelivery>;

const endpoints = (db: Db) =>
  db.selectFrom("webhookEndpoint").selectAll().where("companyId", "=", db.companyId).where("deletedAt", "is", null);

export const listEndpoints = async (db: Db): Promise<EndpointRow[]> => await endpoints(db).orderBy("id", "desc").execute();
export const findEndpoint = async (db: Db, id: string): Promise<EndpointRow | undefined> =>
  await endpoints(db).where("id", "=", id).executeTakeFirst();
export const lockEndpoint = async (db: Db, id: string): Promise<EndpointRow | undefined> =>
  await endpoints(db).where("id", "=", id).forUpdate().executeTakeFirst();

export const wantsOf = (row: EndpointRow): Wants => ({ ...row, wantedSince: row.wantedSince as Record<string, string> });
/** The time that events are stamped with. */
export const databaseTime = async (db: Db): Promise<Date> =>
  (await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)).rows[0]?.now ?? new Date();

export type NewEndpoint = Pick<EndpointRow, "url" | "description" | "eventTypes" | "sealedSecret">;
export const insertEndpoint = async (db: Db, row: NewEndpoint): Promise<string> =>
  (
    await db
      .insertInto("webhookEndpoint")
      .values({ ...row, companyId: db.companyId })
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;
export const updateEndpoint = async (db: Db, id: string, patch: Updateable<WebhookEndpoint>): Promise<EndpointRow> =>
  await db
    .updateTable("webhookEndpoint")
    .set({ ...patch, version: sql`version + 1`, updateTime: sql`now()` })
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();

export type WebhookMessage = { messageId: string; eventType: string; body: string };
/** Keeps an event once; answers whether it is new. */
export async function insertEvent(db: Db, m: WebhookMessage): Promise<boolean> {
  const kept = await db
    .insertInto("webhookEvent")
    .values({ companyId: db.companyId, messageId: m.messageId, eventType: m.eventType, body: m.body })
    .onConflict((oc) => oc.columns(["companyId", "messageId"]).doNothing())
    .executeTakeFirst();
  return kept.numInsertedOrUpdatedRows === 1n;
}

export const insertDelivery = async (db: Db, endpointId: string, m: WebhookMessage): Promise<DeliveryRow> =>
  await db
    .insertInto("webhookDelivery")
    .values({
      companyId: db.companyId,
      endpointId,
      messageId: m.messageId,
      eventType: m.eventType,
      body: m.body,
      nextAttemptTime: sql`now()`,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
export const findDelivery = async (db: Db, id: string): Promise<DeliveryRow | undefined> =>
  await db.selectFrom("webhookDelivery").selectAll().where("companyId", "=", db.companyId).where("id", "=", id).executeTakeFirst();
export const updateDelivery = async (db: Db, id: string, patch: Updateable<WebhookDelivery>): Promise<void> =>
  void (await db.updateTable("webhookDelivery").set(patch).where("companyId", "=", db.companyId).where("id", "=", id).execute());

export type DeliveryFilter = { endpointId: string; state: number; after: string[] | null; offset: number; limit: number };
export async function listDeliveries(db: Db, f: DeliveryFilter): Promise<DeliveryRow[]> {
  let found = db.selectFrom("webhookDelivery").selectAll().where("companyId", "=", db.companyId);
  if (f.endpointId !== "0") found = found.where("endpointId", "=", f.endpointId);
  if (f.state !== 0) found = found.where("state", "=", f.state);
  if (f.after) found = found.where("id", "<", f.after[0] ?? "0");
  return await found.orderBy("id", "desc").offset(f.offset).limit(f.limit).execute();
}

export type KeptEvent = { id: string; messageId: string; eventType: string; body: string };
/** Kept events after a cursor, or since a time, oldest first. */
export async function eventsAfter(db: Db, cursor: string, since: Date | null, limit: number): Promise<KeptEvent[]> {
  const found = db
    .selectFrom("webhookEvent")
    .select(["id", "messageId", "eventType", "body"])
    .where("companyId", "=", db.companyId)
    .where("id", ">", cursor);
  return await (since ? found.where("createTime", ">=", since) : found).orderBy("id").limit(limit).execute();
}
