import { lockRow } from "@leashline/kit";
import { type Selectable, sql, type Updateable } from "kysely";
import type { Van } from "../db.gen.ts";
import type { Db } from "../db.ts";

export type Driver = { staffId: string; firstName: string; lastName: string; colorCode: string };
export type VanRow = Selectable<Van> & { drivers: Driver[] };

const drivers = sql<Driver[]>`coalesce((
  select json_agg(json_build_object('staffId', s.id::text, 'firstName', s.first_name, 'lastName', s.last_name, 'colorCode', s.color_code) order by s.sort, s.id)
  from van_staff vs join staff s on s.company_id = vs.company_id and s.id = vs.staff_id
  where vs.company_id = v.company_id and vs.van_id = v.id and vs.end_time is null), '[]')`.as("drivers");

const vans = (db: Db) =>
  db.selectFrom("van as v").selectAll("v").select(drivers).where("v.companyId", "=", db.companyId).where("v.deletedAt", "is", null);

export const listVans = async (db: Db, businessId: string): Promise<VanRow[]> =>
  await vans(db).where("v.businessId", "=", businessId).orderBy(sql`lower(v.nick_name)`).limit(500).execute();
export const findVan = async (db: Db, id: string): Promise<VanRow | undefined> => await vans(db).where("v.id", "=", id).executeTakeFirst();

export async function lockVan(db: Db, id: string): Promise<VanRow | undefined> {
  await lockRow(db, "van", id);
  return await findVan(db, id);
}

export type NewVan = Pick<Selectable<Van>, "businessId" | "nickName"> & Partial<Selectable<Van>>;
export const insertVan = async (db: Db, row: NewVan): Promise<string> =>
  (
    await db
      .insertInto("van")
      .values({ ...row, companyId: db.companyId })
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;
export const updateVan = async (db: Db, id: string, patch: Updateable<Van>): Promise<void> =>
  void (await db
    .updateTable("van")
    .set({ ...patch, version: sql`version + 1`, updateTime: sql`now()` })
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .execute());

/** Who drives a van from now on. Whoever is new leaves the van they drove before; history keeps every span. */
export async function setDrivers(db: Db, vanId: string, staffIds: readonly string[]): Promise<void> {
  const wanted = staffIds as string[];
  await sql`update van_staff set end_time = now() where company_id = ${db.companyId} and end_time is null
    and ((van_id = ${vanId} and staff_id <> all (${wanted}::bigint[])) or (van_id <> ${vanId} and staff_id = any (${wanted}::bigint[])))`.execute(
    db,
  );
  await sql`insert into van_staff (company_id, van_id, staff_id)
    select ${db.companyId}, ${vanId}, s.id from staff s where s.company_id = ${db.companyId} and s.id = any (${wanted}::bigint[]) and s.deleted_at is null
      and not exists (select 1 from van_staff vs where vs.company_id = s.company_id and vs.staff_id = s.id and vs.end_time is null)`.execute(
    db,
  );
}

export type HistoryRow = Driver & { startTime: Date; endTime: Date | null };
export const driverHistory = async (db: Db, vanId: string): Promise<HistoryRow[]> =>
  await db
    .selectFrom("vanStaff as vs")
    .innerJoin("staff as s", (j) => j.onRef("s.companyId", "=", "vs.companyId").onRef("s.id", "=", "vs.staffId"))
    .select(["vs.staffId", "s.firstName", "s.lastName", "s.colorCode", "vs.startTime", "vs.endTime"])
    .where("vs.companyId", "=", db.companyId)
    .where("vs.vanId", "=", vanId)
    .orderBy("vs.id", "desc")
    .limit(500)
    .execute();
