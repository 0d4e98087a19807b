import { lockRow } from "@leashline/kit";
import { sql } from "kysely";
import type { Db } from "../db.ts";

import type { RoleRow, StarterRole } from "./role.ts";

const staffCount = sql<number>`(select count(*)::int from staff s where s.company_id = role.company_id and s.role_id = role.id and s.deleted_at is null)`;
const columns = ["id", "name", "permissions", "isOwnerRole", "version"] as const;

export const listRoles = async (db: Db): Promise<RoleRow[]> =>
  await db
    .selectFrom("role")
    .select(columns)
    .select(staffCount.as("staffCount"))
    .where("companyId", "=", db.companyId)
    .orderBy("isOwnerRole", "desc")
    .orderBy(sql`lower(name)`)
    .limit(200)
    .execute();

export const findRole = async (db: Db, id: string): Promise<RoleRow | undefined> =>
  await db
    .selectFrom("role")
    .select(columns)
    .select(staffCount.as("staffCount"))
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .executeTakeFirst();

/** The role, held until the command ends, so that nobody gets it while it is being deleted. */
export async function lockRole(db: Db, id: string): Promise<RoleRow | undefined> {
  await lockRow(db, "role", id);
  return await findRole(db, id);
}

/** The role of a staff member who is still there. */
export const roleIdOf = async (db: Db, staffId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom("staff")
      .select("roleId")
      .where("companyId", "=", db.companyId)
      .where("id", "=", staffId)
      .where("deletedAt", "is", null)
      .executeTakeFirst()
  )?.roleId;

export async function insertRole(db: Db, role: StarterRole): Promise<string> {
  const made = await db
    .insertInto("role")
    .values({ companyId: db.companyId, name: role.name, permissions: role.permissions, isOwnerRole: role.isOwnerRole })
    .returning("id")
    .executeTakeFirstOrThrow();
  return made.id;
}

export async function updateRole(db: Db, id: string, patch: { name?: string; permissions?: number[] }): Promise<void> {
  await db
    .updateTable("role")
    .set({ ...patch, version: sql`version + 1`, updateTime: sql`now()` })
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .execute();
}

/** Staff deleted earlier still name it: they move to the other role. */
export async function deleteRole(db: Db, id: string, otherRoleId: string): Promise<void> {
  await db
    .updateTable("staff")
    .set({ roleId: otherRoleId })
    .where("companyId", "=", db.companyId)
    .where("roleId", "=", id)
    .where("deletedAt", "is not", null)
    .execute();
  await db.deleteFrom("role").where("companyId", "=", db.companyId).where("id", "=", id).execute();
}
