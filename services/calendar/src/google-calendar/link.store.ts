import { type Selectable, sql } from "kysely";
import type { GoogleLink } from "../db.gen.ts";
import type { CalendarTx, Db } from "../db.ts";
import type { Kept } from "./shown.ts";

export type LinkRow = Selectable<GoogleLink>;
/** Whose calendar it is; staff 0 is everybody's at the location. */
export type LinkKey = { readonly businessId: string; readonly staffId: string };
export type LinkNumbers = { readonly shown: number; readonly blocked: number };

const links = (db: Db) => db.selectFrom("googleLink").where("companyId", "=", db.companyId);

export const findLink = async (db: Db, { businessId, staffId }: LinkKey): Promise<LinkRow | undefined> =>
  await links(db).where("businessId", "=", businessId).where("staffId", "=", staffId).selectAll().executeTakeFirst();

export const listLinks = async (db: Db, businessId: string, only: string | null): Promise<LinkRow[]> =>
  await links(db)
    .where("businessId", "=", businessId)
    .$if(only !== null, (found) => found.where("staffId", "=", only ?? ""))
    .selectAll()
    .orderBy("staffId")
    .limit(500)
    .execute();

export type NewLink = LinkKey & { readonly account: string; readonly nonce: string; readonly refreshToken: Buffer };

/** Another consent takes the place of the one before; everything is read and written anew. */
export async function saveLink(tx: CalendarTx, link: NewLink): Promise<LinkRow> {
  return await tx.db
    .insertInto("googleLink")
    .values({ ...link, companyId: tx.ctx.companyId })
    .onConflict((found) =>
      found.columns(["companyId", "businessId", "staffId"]).doUpdateSet((eb) => ({
        account: eb.ref("excluded.account"),
        nonce: eb.ref("excluded.nonce"),
        refreshToken: eb.ref("excluded.refreshToken"),
        connected: true,
        syncToken: "",
        readDay: null,
        fault: "",
        version: sql`google_link.version + 1`,
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

export type LinkChange = Partial<Pick<LinkRow, "connected" | "syncToken" | "readDay" | "waiting" | "fault" | "account">> & {
  syncTime?: Date;
};

/** Null when somebody else has brought it further since it was read. */
export async function moveLink(tx: CalendarTx, link: LinkRow, change: LinkChange): Promise<LinkRow | null> {
  const moved = tx.db
    .updateTable("googleLink")
    .set({ ...change, version: sql`version + 1` })
    .where("companyId", "=", tx.ctx.companyId)
    .where("businessId", "=", link.businessId)
    .where("staffId", "=", link.staffId)
    .where("version", "=", link.version)
    .returningAll();
  return (await moved.executeTakeFirst()) ?? null;
}

export async function deleteLink(tx: CalendarTx, { businessId, staffId }: LinkKey): Promise<void> {
  for (const table of ["googleEvent", "googleLink"] as const)
    await tx.db
      .deleteFrom(table)
      .where("companyId", "=", tx.ctx.companyId)
      .where("businessId", "=", businessId)
      .where("staffId", "=", staffId)
      .execute();
}

export type KeptEvent = Kept & { readonly etag: string };

export const listEvents = async (db: Db, { businessId, staffId }: LinkKey): Promise<KeptEvent[]> =>
  await db
    .selectFrom("googleEvent")
    .select(["eventId", "day", "fingerprint", "etag"])
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .where("staffId", "=", staffId)
    .execute();

export type WrittenEvent = { eventId: string; appointmentId: string; day: string; fingerprint: string; etag: string };

export async function saveEvents(tx: CalendarTx, key: LinkKey, written: readonly WrittenEvent[]): Promise<void> {
  if (written.length === 0) return;
  await tx.db
    .insertInto("googleEvent")
    .values(written.map((one) => ({ ...one, businessId: key.businessId, staffId: key.staffId, companyId: tx.ctx.companyId })))
    .onConflict((found) =>
      found.columns(["companyId", "businessId", "staffId", "eventId"]).doUpdateSet((eb) => ({
        day: eb.ref("excluded.day"),
        fingerprint: eb.ref("excluded.fingerprint"),
        etag: eb.ref("excluded.etag"),
      })),
    )
    .execute();
}

export async function deleteEvents(tx: CalendarTx, { businessId, staffId }: LinkKey, eventIds: readonly string[]): Promise<void> {
  if (eventIds.length === 0) return;
  await sql`delete from google_event where company_id = ${tx.ctx.companyId} and business_id = ${businessId} and staff_id = ${staffId}
    and event_id = any(${eventIds}::text[])`.execute(tx.db);
}

/** They are written again, as they were changed at Google. */
export async function outdateEvents(tx: CalendarTx, { businessId, staffId }: LinkKey, eventIds: readonly string[]): Promise<void> {
  if (eventIds.length === 0) return;
  await sql`update google_event set fingerprint = '' where company_id = ${tx.ctx.companyId} and business_id = ${businessId}
    and staff_id = ${staffId} and event_id = any(${eventIds}::text[])`.execute(tx.db);
}

/** The blocks from Google that somebody has from a day on, those of some events or all of them. */
export async function blocksFromGoogle(db: Db, { businessId, staffId }: LinkKey, from: string, eventIds: readonly string[] | null) {
  const { rows } = await sql<{
    id: string;
  }>`select id::text as id from block where company_id = ${db.companyId} and business_id = ${businessId}
    and staff_id = ${staffId} and external_id <> '' and date >= ${from}::date
    ${eventIds ? sql`and external_id = any(${eventIds}::text[])` : sql``}`.execute(db);
  return rows.map(({ id }) => id);
}

export async function numbersOf(db: Db, { businessId, staffId }: LinkKey, from: string): Promise<LinkNumbers> {
  const { rows } = await sql<LinkNumbers>`select
    (select count(*)::int from google_event where company_id = ${db.companyId} and business_id = ${businessId} and staff_id = ${staffId}
      and day >= ${from}::date) as shown,
    (select count(*)::int from block where company_id = ${db.companyId} and business_id = ${businessId} and staff_id = ${staffId}
      and external_id <> '' and date >= ${from}::date) as blocked`.execute(db);
  return rows[0] ?? { shown: 0, blocked: 0 };
}
