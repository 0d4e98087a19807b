import { type Kysely, sql } from "kysely";
import type { DB } from "../db.gen.ts";
import type { RoleRow, StarterRole } from "./role.ts";

const staffCount = sql<number>`(select count(*)::int from staff s where s.company_id = role.company_id and s.role_id = role.id and s.deleted_at is null)`;
const columns = ["id", "name", "permissions", "isOwnerRole", "version"] as const;

export const listRoles = async (db: Kysely<DB>, companyId: string): Promise<RoleRow[]> =>
  await db
    .selectFrom("role")
    .select(columns)
    .select(staffCount.as("staffCount"))
    .where("companyId", "=", companyId)
    .orderBy("isOwnerRole", "desc")
    .orderBy(sql`lower(name)`)
    .limit(200)
    .execute();

export const findRole = async (db: Kysely<DB>, companyId: string, id: string): Promise<RoleRow | undefined> =>
  await db
    .selectFrom("role")
    .select(columns)
    .select(staffCount.as("staffCount"))
    .where("companyId", "=", companyId)
    .where("id", "=", id)
    .executeTakeFirst();

/** The role, held until the command ends, so that nobody gets it while it is being deleted. */
export async function lockRole(db: Kysely<DB>, companyId: string, id: string): Promise<RoleRow | undefined> {
  await db.selectFrom("role").select("id").where("companyId", "=", companyId).where("id", "=", id).forUpdate().executeTakeFirst();
  return await findRole(db, companyId, id);
}

export async function insertRole(db: Kysely<DB>, companyId: string, role: StarterRole): Promise<string> {
  const made = await db
    .insertInto("role")
    .values({ companyId, name: role.name, permissions: role.permissions, isOwnerRole: role.isOwnerRole })
    .returning("id")
    .executeTakeFirstOrThrow();
  return made.id;
}

export async function updateRole(
  db: Kysely<DB>,
  companyId: string,
  id: string,
  patch: { name?: string; permissions?: number[] },
): Promise<void> {
  await db
    .updateTable("role")
    .set({ ...patch, version: sql`version + 1`, updateTime: sql`now()` })
    .where("companyId", "=", companyId)
    .where("id", "=", id)
    .execute();
}

/** People deleted earlier still name it: they move to the role named. */
export async function deleteRole(db: Kysely<DB>, companyId: string, id: string, heirRoleId: string): Promise<void> {
  await db
    .updateTable("staff")
    .set({ roleId: heirRoleId })
    .where("companyId", "=", companyId)
    .where("roleId", "=", id)
    .where("deletedAt", "is not", null)
    .execute();
  await db.deleteFrom("role").where("companyId", "=", companyId).where("id", "=", id).execute();
}
