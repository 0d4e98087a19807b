import { lockRow } from "@leashline/kit";
import { EmployeeCategory } from "@leashline/proto/leashline/account/v1/enums_pb.js";
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from "kysely";
import type { Staff } from "../db.gen.ts";
import type { Db } from "../db.ts";

export type StaffRow = Selectable<Staff> & { roleName: string; rolePermissions: number[]; businessIds: string[] };

const businessIds = sql<string[]>`array(
  select sb.business_id from staff_business sb join business b on b.company_id = sb.company_id and b.id = sb.business_id
  where sb.company_id = s.company_id and sb.staff_id = s.id order by b.sort, b.id)`.as("businessIds");

const staffRows = (db: Db) =>
  db
    .selectFrom("staff as s")
    .innerJoin("role as r", (j) => j.onRef("r.companyId", "=", "s.companyId").onRef("r.id", "=", "s.roleId"))
    .selectAll("s")
    .select(["r.name as roleName", "r.permissions as rolePermissions"])
    .select(businessIds)
    .where("s.companyId", "=", db.companyId);

/** A staff member who is still there. */
export const findStaff = async (db: Db, id: string): Promise<StaffRow | undefined> =>
  await staffRows(db).where("s.id", "=", id).where("s.deletedAt", "is", null).executeTakeFirst();

export async function lockStaff(db: Db, id: string): Promise<StaffRow | undefined> {
  await lockRow(db, "staff", id);
  return await findStaff(db, id);
}

export async function batchStaff(db: Db, ids: readonly string[]): Promise<StaffRow[]> {
  if (ids.length === 0) return [];
  const rows = await staffRows(db)
    .where("s.id", "=", sql<string>`any(${ids as string[]}::bigint[])`)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export type StaffFilter = {
  includeInactive: boolean;
  includeDeleted?: boolean;
  keyword?: string;
  businessId?: string;
  onCalendarOnly?: boolean;
  after?: string[] | null;
  offset?: number;
  limit: number;
};

/** Staff in the company's order, one row more than asked so that the caller knows whether there are others. */
export async function listStaff(db: Db, f: StaffFilter): Promise<StaffRow[]> {
  let found = staffRows(db).where((eb) => eb.and(conditions(f)));
  if (f.after) found = found.where(sql<boolean>`(s.sort, s.id) > (${f.after[0]}::int, ${f.after[1]}::bigint)`);
  return await found
    .orderBy("s.sort")
    .orderBy("s.id")
    .offset(f.offset ?? 0)
    .limit(f.limit)
    .execute();
}

export async function countStaff(db: Db, f: Omit<StaffFilter, "limit">): Promise<number> {
  const counted = db
    .selectFrom("staff as s")
    .select(sql<number>`count(*)::int`.as("n"))
    .where("s.companyId", "=", db.companyId)
    .where((eb) => eb.and(conditions(f)));
  return (await counted.executeTakeFirstOrThrow()).n;
}

function conditions(f: Omit<StaffFilter, "limit">): RawBuilder<boolean>[] {
  const all = [];
  if (!f.includeDeleted) all.push(sql<boolean>`s.deleted_at is null`);
  if (!f.includeInactive) all.push(sql<boolean>`not s.inactive`);
  if (f.onCalendarOnly) all.push(sql<boolean>`s.show_on_calendar`);
  if (f.keyword) all.push(sql<boolean>`position(lower(${f.keyword}) in lower(s.first_name || ' ' || s.last_name)) > 0`);
  if (f.businessId)
    all.push(
      sql<boolean>`exists (select 1 from staff_business sb where sb.company_id = s.company_id and sb.staff_id = s.id and sb.business_id = ${f.businessId}::bigint)`,
    );
  return all;
}

export type NewStaff = Omit<Insertable<Staff>, "companyId">;
export async function insertStaff(db: Db, row: NewStaff, businesses: readonly string[]): Promise<StaffRow> {
  const sort = sql<number>`(select coalesce(max(sort), 0) + 1 from staff where company_id = ${db.companyId})`;
  const { id } = await db
    .insertInto("staff")
    .values({ sort, ...row, companyId: db.companyId })
    .returning("id")
    .executeTakeFirstOrThrow();
  await setBusinesses(db, id, businesses);
  return (await findStaff(db, id)) as StaffRow;
}

export async function updateStaff(db: Db, id: string, patch: Updateable<Staff>): Promise<StaffRow> {
  await db
    .updateTable("staff")
    .set({ ...patch, version: sql`version + 1`, updateTime: sql`now()` })
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .execute();
  return (await batchStaff(db, [id]))[0] as StaffRow;
}

export async function setBusinesses(db: Db, staffId: string, businesses: readonly string[]): Promise<void> {
  await db.deleteFrom("staffBusiness").where("companyId", "=", db.companyId).where("staffId", "=", staffId).execute();
  if (businesses.length === 0) return;
  await db
    .insertInto("staffBusiness")
    .values(businesses.map((businessId) => ({ companyId: db.companyId, staffId, businessId })))
    .execute();
}

/** The named ones first, the others after them in their old order; answers everybody whose place changed. */
export async function sortStaff(db: Db, ids: readonly string[]): Promise<StaffRow[]> {
  const moved = sql<{ id: string }>`
    with wanted as (
      select s.id, row_number() over (order by u.n nulls last, s.sort, s.id)::int as place
      from staff s left join unnest(${ids as string[]}::bigint[]) with ordinality as u (id, n) on u.id = s.id
      where s.company_id = ${db.companyId} and s.deleted_at is null
    )
    update staff s set sort = w.place from wanted w where s.company_id = ${db.companyId} and s.id = w.id and s.sort <> w.place returning s.id`;
  const { rows } = await moved.execute(db);
  return await batchStaff(
    db,
    rows.map((row) => row.id),
  );
}

/** Which of the ids are businesses of the company. */
export async function knownBusinesses(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom("business")
    .select("id")
    .where("companyId", "=", db.companyId)
    .where("id", "=", sql<string>`any(${ids as string[]}::bigint[])`)
    .execute();
  return rows.map((row) => row.id);
}

/** The staff who own the company, or its enterprise. */
export const ownerIds = async (db: Db): Promise<string[]> =>
  (
    await db
      .selectFrom("staff")
      .select("id")
      .where("companyId", "=", db.companyId)
      .where("employeeCategory", "in", [EmployeeCategory.OWNER, EmployeeCategory.ENTERPRISE_OWNER])
      .where("deletedAt", "is", null)
      .execute()
  ).map(({ id }) => id);

/** Whether an account is linked to a staff member of the company already. */
export const hasStaffOf = async (db: Db, accountId: string): Promise<boolean> =>
  (await db
    .selectFrom("staff")
    .select("id")
    .where("companyId", "=", db.companyId)
    .where("accountId", "=", accountId)
    .where("deletedAt", "is", null)
    .executeTakeFirst()) !== undefined;
