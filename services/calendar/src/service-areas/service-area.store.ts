import type { Page } from "@leashline/kit";
import { BusinessAppType } from "@leashline/proto/leashline/account/v1/enums_pb.js";
import { type Selectable, sql } from "kysely";
import type { ServiceArea } from "../db.gen.ts";
import type { Db } from "../db.ts";
import type { Area, AreaFields, Point } from "./service-area.ts";

export type AreaRow = Area & { readonly businessId: string; readonly colorCode: string; readonly version: number };

const MILLION = 1_000_000;

const fromRow = (stored: Selectable<ServiceArea>): AreaRow => {
  const { companyId: _, polygon, byZipcode, byDistance, radiusMeters, centerLat, centerLng, centerAddress, atLocation, ...row } = stored;
  const isCircle = radiusMeters !== null && centerLat !== null && centerLng !== null;
  const center = { lat: (centerLat ?? 0) / MILLION, lng: (centerLng ?? 0) / MILLION };
  return {
    ...row,
    kind: byDistance ? "circle" : byZipcode ? "zipcodes" : "polygon",
    polygon: (polygon as [number, number][]).map(([lat, lng]) => ({ lat, lng })),
    circle: isCircle ? { radiusMeters, center, address: centerAddress, atLocation } : null,
  };
};

const inMillionths = ({ lat, lng }: Point) => ({ centerLat: Math.round(lat * MILLION), centerLng: Math.round(lng * MILLION) });
const noCircle = { radiusMeters: null, centerLat: null, centerLng: null, centerAddress: "", atLocation: false };

const columnsOf = ({ kind, polygon, zipcodes, circle, ...fields }: AreaFields) => ({
  ...fields,
  byZipcode: kind === "zipcodes",
  byDistance: kind === "circle",
  zipcodes: [...zipcodes],
  polygon: JSON.stringify(polygon.map(({ lat, lng }) => [lat, lng])),
  ...(circle
    ? {
        ...inMillionths(circle.center),
        ...{ radiusMeters: circle.radiusMeters, centerAddress: circle.address, atLocation: circle.atLocation },
      }
    : noCircle),
});

/** Whether clients come to this business: then it has no service areas, also none that it had before it settled down (growth §6). */
const staysAtItsPlace = (db: Db, businessId: string) => sql<boolean>`exists (select from business
  where company_id = ${db.companyId} and business_id = ${businessId} and app_type = ${sql.lit(BusinessAppType.FACILITY)})`;

export async function isFacility(db: Db, businessId: string): Promise<boolean> {
  const { rows } = await sql<{ facility: boolean }>`select ${staysAtItsPlace(db, businessId)} as facility`.execute(db);
  return rows[0]!.facility;
}

const areas = (db: Db) => db.selectFrom("serviceArea").selectAll().where("companyId", "=", db.companyId);

const areasAt = (db: Db, businessId: string) =>
  areas(db)
    .where("businessId", "=", businessId)
    .where((where) => where.not(staysAtItsPlace(db, businessId)))
    .orderBy("id");

export const areasOf = async (db: Db, businessId: string): Promise<AreaRow[]> => (await areasAt(db, businessId).execute()).map(fromRow);

export async function listAreas(db: Db, businessId: string, { limit, offset, after }: Page): Promise<AreaRow[]> {
  const rows = areasAt(db, businessId).limit(limit);
  return (await (after ? rows.where("id", ">", after[0] ?? "0") : rows.offset(offset)).execute()).map(fromRow);
}

export async function countAreas(db: Db, businessId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from service_area
    where company_id = ${db.companyId} and business_id = ${businessId} and not ${staysAtItsPlace(db, businessId)}`.execute(db);
  return rows[0]?.total ?? 0;
}

export async function findArea(db: Db, id: string): Promise<AreaRow | undefined> {
  const row = await areas(db).where("id", "=", id).executeTakeFirst();
  return row && fromRow(row);
}

export async function lockArea(db: Db, id: string): Promise<AreaRow | undefined> {
  const row = await areas(db).where("id", "=", id).forUpdate().executeTakeFirst();
  return row && fromRow(row);
}

export async function insertArea(db: Db, businessId: string, area: AreaFields): Promise<AreaRow> {
  const row = { ...columnsOf(area), businessId, companyId: db.companyId };
  return fromRow(await db.insertInto("serviceArea").values(row).returningAll().executeTakeFirstOrThrow());
}

export async function updateArea(db: Db, id: string, area: AreaFields): Promise<AreaRow> {
  const row = await db
    .updateTable("serviceArea")
    .set({ ...columnsOf(area), version: sql`version + 1` })
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return fromRow(row);
}

/** The circles around a location are around where it is now. */
export async function moveCirclesTo(db: Db, businessId: string, center: Point): Promise<string[]> {
  const { centerLat, centerLng } = inMillionths(center);
  const moved = await db
    .updateTable("serviceArea")
    .set({ centerLat, centerLng, version: sql`version + 1` })
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .where("atLocation", "=", true)
    .where(sql<boolean>`(center_lat, center_lng) is distinct from (${centerLat}::int, ${centerLng}::int)`)
    .returning("id")
    .execute();
  return moved.map(({ id }) => id);
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
    .where((where) => where.not(staysAtItsPlace(db, businessId)))
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
