import type { Page } from "@leashline/kit";
import { type Selectable, sql } from "kysely";
import type { DrivingRule, ParkingLocation } from "../db.gen.ts";
import type { Db } from "../db.ts";

export type RuleRow = Omit<Selectable<DrivingRule>, "companyId">;
export type RuleFields = Pick<RuleRow, "name" | "maxDist" | "maxTime">;
export type Place = { readonly address: string; readonly lat: number; readonly lng: number };
export type ParkingFields = { readonly name: string; readonly startAt: Place; readonly endAt: Place | null };
export type ParkingRow = ParkingFields & { readonly id: string; readonly businessId: string; readonly version: number };
export const MOST = 200;

const rules = (db: Db) =>
  db.selectFrom("drivingRule").select(["id", "businessId", "name", "maxDist", "maxTime", "version"]).where("companyId", "=", db.companyId);

const all: Page = { size: MOST, limit: MOST, offset: 0, after: null };
export async function listRules(db: Db, businessId: string, { limit, offset, after }: Page = all): Promise<RuleRow[]> {
  const rows = rules(db).where("businessId", "=", businessId).orderBy("id").limit(limit);
  return await (after ? rows.where("id", ">", after[0] ?? "0") : rows.offset(offset)).execute();
}
export const lockRule = (db: Db, id: string): Promise<RuleRow | undefined> => rules(db).where("id", "=", id).forUpdate().executeTakeFirst();

export async function saveRule(db: Db, id: string | undefined, businessId: string, fields: RuleFields): Promise<RuleRow> {
  const { companyId } = db;
  const kept = ["id", "businessId", "name", "maxDist", "maxTime", "version"] as const;
  if (id === undefined)
    return await db
      .insertInto("drivingRule")
      .values({ ...fields, businessId, companyId })
      .returning(kept)
      .executeTakeFirstOrThrow();
  const update = db.updateTable("drivingRule").set({ ...fields, version: sql`version + 1` });
  return await update.where("companyId", "=", companyId).where("id", "=", id).returning(kept).executeTakeFirstOrThrow();
}

const parkings = (db: Db) => db.selectFrom("parkingLocation").selectAll().where("companyId", "=", db.companyId);
const toParking = ({ companyId: _, startAt, endAt, ...row }: Selectable<ParkingLocation>): ParkingRow => ({
  ...row,
  startAt: startAt as Place,
  endAt: endAt as Place | null,
});

export async function listParkings(db: Db, businessId: string, { limit, offset, after }: Page = all): Promise<ParkingRow[]> {
  const rows = parkings(db).where("businessId", "=", businessId).orderBy("id").limit(limit);
  return (await (after ? rows.where("id", ">", after[0] ?? "0") : rows.offset(offset)).execute()).map(toParking);
}

export async function countOf(db: Db, table: "drivingRule" | "parkingLocation", businessId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from ${sql.table(table)}
    where company_id = ${db.companyId} and business_id = ${businessId}`.execute(db);
  return rows[0]?.total ?? 0;
}

export async function lockParking(db: Db, id: string): Promise<ParkingRow | undefined> {
  const row = await parkings(db).where("id", "=", id).forUpdate().executeTakeFirst();
  return row && toParking(row);
}

export async function saveParking(db: Db, id: string | undefined, businessId: string, fields: ParkingFields): Promise<ParkingRow> {
  const { companyId } = db;
  const row = { name: fields.name, startAt: JSON.stringify(fields.startAt), endAt: fields.endAt && JSON.stringify(fields.endAt) };
  if (id === undefined)
    return toParking(
      await db
        .insertInto("parkingLocation")
        .values({ ...row, businessId, companyId })
        .returningAll()
        .executeTakeFirstOrThrow(),
    );
  const update = db.updateTable("parkingLocation").set({ ...row, version: sql`version + 1` });
  return toParking(await update.where("companyId", "=", companyId).where("id", "=", id).returningAll().executeTakeFirstOrThrow());
}

export async function deleteOf(db: Db, table: "drivingRule" | "parkingLocation", id: string): Promise<void> {
  await db.deleteFrom(table).where("companyId", "=", db.companyId).where("id", "=", id).execute();
}
