import type { Page } from "@leashline/kit";
import { type Selectable, sql } from "kysely";
import type { ServiceArea } from "../db.gen.ts";
import type { Db } from "../db.ts";
import type { Area, AreaFields, Point } from "./service-area.ts";

export type AreaRow = Area & { readonly businessId: string; readonly colorCode: string; readonly version: number };

const fromRow = ({ companyId: _, polygon, ...row }: Selectable<ServiceArea>): AreaRow => ({
  ...row,
  polygon: (polygon as [number, number][]).map(([lat, lng]) => ({ lat, lng })),
});
const stored = (polygon: readonly Point[]): string => JSON.stringify(polygon.map(({ lat, lng }) => [lat, lng]));

const areas = (db: Db) => db.selectFrom("serviceArea").selectAll().where("companyId", "=", db.companyId);

export const areasOf = async (db: Db, businessId: string): Promise<AreaRow[]> =>
  (await areas(db).where("businessId", "=", businessId).orderBy("id").execute()).map(fromRow);

export async function listAreas(db: Db, businessId: string, { limit, offset, after }: Page): Promise<AreaRow[]> {
  const rows = areas(db).where("businessId", "=", businessId).orderBy("id").limit(limit);
  return (await (after ? rows.where("id", ">", after[0] ?? "0") : rows.offset(offset)).execute()).map(fromRow);
}

export async function countAreas(db: Db, businessId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from service_area
    where company_id = ${db.companyId} and business_id = ${businessId}`.execute(db);
  return rows[0]?.total ?? 0;
}

export async function lockArea(db: Db, id: string): Promise<AreaRow | undefined> {
  const row = await areas(db).where("id", "=", id).forUpdate().executeTakeFirst();
  return row && fromRow(row);
}

export async function insertArea(db: Db, businessId: string, { polygon, ...fields }: AreaFields): Promise<AreaRow> {
  const row = { ...fields, zipcodes: [...fields.zipcodes], businessId, companyId: db.companyId, polygon: stored(polygon) };
  return fromRow(await db.insertInto("serviceArea").values(row).returningAll().executeTakeFirstOrThrow());
}

export async function updateArea(db: Db, id: string, { polygon, ...fields }: AreaFields): Promise<AreaRow> {
  const row = await db
    .updateTable("serviceArea")
    .set({ ...fields, zipcodes: [...fields.zipcodes], polygon: stored(polygon), version: sql`version + 1` })
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return fromRow(row);
}

/** Takes it out of everybody's weeks too. A day that has no other area left goes: whoever went only there goes everywhere again. */
export async function deleteArea(db: Db, id: string): Promise<void> {
  await sql`update staff_area_day set area_ids = array_remove(area_ids, ${id}::bigint)
    where company_id = ${db.companyId} and ${id}::bigint = any(area_ids)`.execute(db);
  await sql`delete from staff_area_day where company_id = ${db.companyId} and area_ids = '{}'`.execute(db);
  await db.deleteFrom("serviceArea").where("companyId", "=", db.companyId).where("id", "=", id).execute();
}

export type StaffDayRow = { staffId: string; weekday: number; areaIds: string[] };

export const staffDays = async (db: Db, businessId: string): Promise<StaffDayRow[]> =>
  await db
    .selectFrom("staffAreaDay")
    .select(["staffId", "weekday", "areaIds"])
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .orderBy("staffId")
    .orderBy("weekday")
    .execute();

export async function replaceStaffDays(
  db: Db,
  businessId: string,
  staffId: string,
  days: readonly Omit<StaffDayRow, "staffId">[],
): Promise<void> {
  const { companyId } = db;
  await db
    .deleteFrom("staffAreaDay")
    .where("companyId", "=", companyId)
    .where("businessId", "=", businessId)
    .where("staffId", "=", staffId)
    .execute();
  if (days.length === 0) return;
  await db
    .insertInto("staffAreaDay")
    .values(days.map((day) => ({ ...day, companyId, businessId, staffId })))
    .execute();
}
