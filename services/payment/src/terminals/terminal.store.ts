import type { Page } from "@leashline/kit";
import { type Insertable, type Selectable, sql } from "kysely";
import type { TerminalLocation, TerminalReader } from "../db.gen.ts";
import type { Db } from "../db.ts";

export type LocationRow = Selectable<TerminalLocation>;
export type ReaderRow = Selectable<TerminalReader>;
type New<T> = Omit<Insertable<T>, "companyId">;

const locations = (db: Db) => db.selectFrom("terminalLocation").selectAll().where("companyId", "=", db.companyId);
const readers = (db: Db) => db.selectFrom("terminalReader").selectAll().where("companyId", "=", db.companyId);

export async function findLocation(db: Db, locationId: string): Promise<LocationRow | undefined> {
  return await locations(db).where("locationId", "=", locationId).executeTakeFirst();
}

export async function lockLocation(db: Db, locationId: string): Promise<LocationRow> {
  return await locations(db).where("locationId", "=", locationId).forUpdate().executeTakeFirstOrThrow();
}

export async function listLocations(db: Db, businessId: string, { limit, after }: Page): Promise<LocationRow[]> {
  const from = locations(db)
    .where("businessId", "=", businessId)
    .where("seq", ">", after?.[0] ?? "0");
  return await from.orderBy("seq").limit(limit).execute();
}

/** Kept once: what is known already is answered as it is. */
export async function keepLocation(db: Db, row: New<TerminalLocation>): Promise<LocationRow> {
  await db
    .insertInto("terminalLocation")
    .values({ ...row, companyId: db.companyId })
    .onConflict((oc) => oc.doNothing())
    .execute();
  return await locations(db).where("locationId", "=", row.locationId).executeTakeFirstOrThrow();
}

export type LocationChange = Pick<LocationRow, "displayName" | "line1" | "line2" | "city" | "state" | "postalCode">;

export async function updateLocation(db: Db, locationId: string, change: LocationChange): Promise<LocationRow> {
  return await db
    .updateTable("terminalLocation")
    .set({ ...change, version: sql`version + 1` })
    .where("companyId", "=", db.companyId)
    .where("locationId", "=", locationId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function findReader(db: Db, readerId: string): Promise<ReaderRow | undefined> {
  return await readers(db).where("readerId", "=", readerId).executeTakeFirst();
}

export type ReadersOf = { businessId: string } | { locationId: string };

export async function listReaders(db: Db, of: ReadersOf, { limit, after }: Page): Promise<ReaderRow[]> {
  const from =
    "locationId" in of ? readers(db).where("locationId", "=", of.locationId) : readers(db).where("businessId", "=", of.businessId);
  return await from
    .where("seq", ">", after?.[0] ?? "0")
    .orderBy("seq")
    .limit(limit)
    .execute();
}

/** Kept once; a reader that was registered anew belongs where it was registered last. */
export async function keepReader(db: Db, row: New<TerminalReader>): Promise<ReaderRow> {
  const { locationId, businessId, providerAccount, label } = row;
  return await db
    .insertInto("terminalReader")
    .values({ ...row, companyId: db.companyId })
    .onConflict((oc) => oc.columns(["companyId", "readerId"]).doUpdateSet({ locationId, businessId, providerAccount, label }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function saveLabel(db: Db, readerId: string, label: string): Promise<ReaderRow> {
  return await db
    .updateTable("terminalReader")
    .set({ label })
    .where("companyId", "=", db.companyId)
    .where("readerId", "=", readerId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function removeReader(db: Db, readerId: string): Promise<void> {
  await db.deleteFrom("terminalReader").where("companyId", "=", db.companyId).where("readerId", "=", readerId).execute();
}
