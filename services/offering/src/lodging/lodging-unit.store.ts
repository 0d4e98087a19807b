import type { Page } from "@leashline/kit";
import { type Selectable, sql } from "kysely";
import type { LodgingUnit } from "../db.gen.ts";
import type { Db } from "../db.ts";
import type { LodgingUnitFields, OutOfService } from "./lodging.ts";

type Stored = Selectable<LodgingUnit>;
export type LodgingUnitRow = Omit<Stored, "outOfService"> & { outOfService: OutOfService[] };

export const MOST_UNITS = 1_000;

const read = (row: Stored): LodgingUnitRow => ({ ...row, outOfService: row.outOfService as OutOfService[] });
const written = ({ outOfService, ...same }: Partial<LodgingUnitFields>) => ({
  ...same,
  ...(outOfService && { outOfService: JSON.stringify(outOfService) }),
});

const base = (db: Db) => db.selectFrom("lodgingUnit").selectAll().where("companyId", "=", db.companyId);
const living = (db: Db) => base(db).where("deletedAt", "is", null);

export async function listUnits(db: Db, businessId: string, { limit, offset, after }: Page): Promise<LodgingUnitRow[]> {
  const found = living(db).where("businessId", "=", businessId).orderBy("sort").orderBy("id").limit(limit);
  const [sort = "0", id = "0"] = after ?? [];
  const page = after ? found.where(sql<boolean>`(sort, id) > (${sort}::int, ${id}::bigint)`) : found.offset(offset);
  return (await page.execute()).map(read);
}

export const unitsOfType = async (db: Db, typeId: string): Promise<LodgingUnitRow[]> =>
  (await living(db).where("lodgingTypeId", "=", typeId).orderBy("id").forUpdate().execute()).map(read);

export async function lockUnit(db: Db, businessId: string, id: string): Promise<LodgingUnitRow | undefined> {
  const row = await living(db).where("businessId", "=", businessId).where("id", "=", id).forUpdate().executeTakeFirst();
  return row && read(row);
}

export const unitsAfter = async (db: Db, after: string, size: number): Promise<LodgingUnitRow[]> =>
  (await base(db).where("id", ">", after).orderBy("id").limit(size).execute()).map(read);

/** The first of these names that a unit of the location has. */
export async function takenUnitName(db: Db, businessId: string, names: readonly string[], exceptId = "0"): Promise<string | undefined> {
  const lower = names.map((name) => name.toLowerCase());
  const found = await living(db)
    .where("businessId", "=", businessId)
    .where(sql<boolean>`lower(name) = any(${lower}::text[])`)
    .where("id", "<>", exceptId)
    .executeTakeFirst();
  return found?.name;
}

export async function countUnits(db: Db, businessId: string): Promise<number> {
  const { n } = await db
    .selectFrom("lodgingUnit")
    .select((eb) => eb.fn.countAll<string>().as("n"))
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .where("deletedAt", "is", null)
    .executeTakeFirstOrThrow();
  return Number(n);
}

export const hasUnit = async (db: Db): Promise<boolean> => (await living(db).select("id").limit(1).executeTakeFirst()) !== undefined;

export type NewUnits = { businessId: string; lodgingTypeId: string; names: readonly string[] };

export async function insertUnits(db: Db, { businessId, lodgingTypeId, names }: NewUnits): Promise<LodgingUnitRow[]> {
  const { rows } = await sql<Stored>`insert into lodging_unit (company_id, business_id, lodging_type_id, name, sort)
    select ${db.companyId}, ${businessId}, ${lodgingTypeId}, o.name, o.n + coalesce((select max(sort) from lodging_unit
      where company_id = ${db.companyId} and business_id = ${businessId}), 0)
    from unnest(${names}::text[]) with ordinality as o(name, n) order by o.n returning *`.execute(db);
  return rows.map(read);
}

const changed = { version: sql<number>`version + 1`, updateTime: sql<Date>`now()` };

export async function updateUnit(db: Db, id: string, change: Partial<LodgingUnitFields>): Promise<LodgingUnitRow> {
  const row = await db
    .updateTable("lodgingUnit")
    .set({ ...written(change), ...changed })
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return read(row);
}

export async function deleteUnits(db: Db, ids: readonly string[]): Promise<LodgingUnitRow[]> {
  const rows = await db
    .updateTable("lodgingUnit")
    .set({ deletedAt: sql`now()`, ...changed })
    .where("companyId", "=", db.companyId)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .returningAll()
    .execute();
  return rows.map(read);
}

/** Puts the units of a location into this order; answers those that are there, as they are now. */
export async function sortUnits(db: Db, businessId: string, ids: readonly string[]): Promise<LodgingUnitRow[]> {
  const { rows } = await sql<Stored>`update lodging_unit u set sort = o.n, version = version + 1, update_time = now()
    from unnest(${ids}::bigint[]) with ordinality as o(id, n)
    where u.company_id = ${db.companyId} and u.business_id = ${businessId} and u.id = o.id and u.deleted_at is null returning u.*`.execute(
    db,
  );
  return rows.map(read);
}

/** An appointment that is not over and has one of these units on a day from `from` to `to`. */
export async function bookedUnit(db: Db, ids: readonly string[], from: string, to = "9999-12-31"): Promise<string | undefined> {
  const row = await db
    .selectFrom("bookedLodging")
    .select("appointmentId")
    .where("companyId", "=", db.companyId)
    .where(sql<boolean>`lodging_unit_id = any(${ids}::bigint[])`)
    .where("endDate", ">", from)
    .where("startDate", "<=", to)
    .orderBy("startDate")
    .limit(1)
    .executeTakeFirst();
  return row?.appointmentId;
}
