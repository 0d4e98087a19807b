import { can, fail, implement, mustBeCurrent, mustExist, named, permissionTable, type Tx, unlessTaken } from "@leashline/kit";
import { askedPermissions } from "@leashline/proto/asked-permissions.gen.ts";
import { RoleService, UpdateRolePermissionsRequestSchema } from "@leashline/proto/leashline/account/v1/role_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { command, type DB, query } from "../db.ts";
import { notifySessionsChanged } from "../shared/sessions-changed.ts";
import { toRole } from "./role.mapper.ts";
import { deleteRole, findRole, insertRole, listRoles, lockRole, roleIdOf, updateRole } from "./role.store.ts";
import { mustGive, permissionSet, type RoleRow } from "./role.ts";

export const roleRpc = implement(RoleService, {
  async listRoles(_request, ctx) {
    return { roles: (await query(ctx, (db) => listRoles(db))).map(toRole) };
  },

  async getRolePermissions({ roleId }, ctx) {
    const [role, ownRoleId] = await query(ctx, async (db) => [await findRole(db, roleId), await roleIdOf(db, ctx.caller.staffId)] as const);
    const mayRead =
      ownRoleId === roleId ||
      [Permission.MANAGE_ROLES, Permission.ACCESS_STAFF_MEMBERS, Permission.ACCESS_STAFF_MEMBERS_ALL_LOCATIONS].some((p) => can(ctx, p));
    if (!role || !mayRead) throw fail("NOT_FOUND", { field: "roleId" });
    return { role: toRole(role) };
  },

  async createRole({ name, permissions }, ctx) {
    const set = permissionSet(permissions);
    mustGive(ctx.caller, set);
    return { role: await add(ctx, name, set) };
  },

  async duplicateRole({ roleId, name }, ctx) {
    const source = mustExist(await query(ctx, (db) => findRole(db, roleId)), "roleId");
    const set = toRole(source).permissions as number[];
    mustGive(ctx.caller, set);
    return { role: await add(ctx, name || `Copy of ${source.name}`.slice(0, 60), set) };
  },

  async updateRole({ roleId, roleName, version }, ctx) {
    return { role: await change(ctx, roleId, version, { name: roleName.trim() }) };
  },

  async updateRolePermissions(request, ctx) {
    const isNamed = named(UpdateRolePermissionsRequestSchema, request, request.updateMask).has("permissions");
    const set = permissionSet(request.permissions);
    mustGive(ctx.caller, set);
    return { role: await change(ctx, request.roleId, request.version, { permissions: isNamed ? set : null }) };
  },

  async deleteRole({ roleId }, ctx) {
    return await command(ctx, async (tx) => {
      const role = await mustFind(tx, roleId);
      if (role.staffCount > 0) throw fail("ROLE_IN_USE", { facts: { staff: String(role.staffCount) } });
      const owner = (await listRoles(tx.db)).find((r) => r.isOwnerRole) as RoleRow;
      await deleteRole(tx.db, roleId, owner.id);
      tx.log({ entity: "role", id: roleId, action: "deleted", before: role });
      tx.notify("account.role", { ids: [roleId] });
      return {};
    });
  },

  async listPermissions() {
    const rows = permissionTable.toSorted((a, b) => a.category.localeCompare(b.category) || a.id - b.id);
    return { permissions: rows.map(({ id, ...row }) => ({ permission: id, ...row, asked: askedPermissions.has(id) })) };
  },
});

type CommandCtx = Parameters<typeof command>[0];

const refusing = <T>(done: Promise<T>): Promise<T> => unlessTaken(done, { role_name_once: ["NAME_IN_USE", "name"] });

async function add(ctx: CommandCtx, name: string, permissions: number[]) {
  const id = await refusing(
    command(
      ctx,
      async (tx) => {
        const made = await insertRole(tx.db, { name: name.trim(), permissions, isOwnerRole: false });
        tx.log({ entity: "role", id: made, action: "created", after: { name, permissions } });
        tx.notify("account.role", { ids: [made] });
        return made;
      },
      { step: "create" },
    ),
  );
  return toRole((await query(ctx, (db) => findRole(db, id))) as RoleRow);
}

async function change(ctx: CommandCtx, roleId: string, version: number, wish: { name?: string; permissions?: number[] | null }) {
  await refusing(
    command(
      ctx,
      async (tx) => {
        const before = await mustFind(tx, roleId);
        mustBeCurrent(version, before.version);
        if (wish.permissions !== undefined) mustGive(ctx.caller, before.permissions);
        const patch = { name: wish.name ?? before.name, permissions: wish.permissions ?? before.permissions };
        await updateRole(tx.db, roleId, patch);
        tx.log({ entity: "role", id: roleId, action: "updated", before, after: patch });
        tx.notify("account.role", { ids: [roleId] });
        notifySessionsChanged(tx, { companyId: ctx.companyId });
      },
      { step: "change" },
    ),
  );
  return toRole((await query(ctx, (db) => findRole(db, roleId))) as RoleRow);
}

async function mustFind(tx: Tx<DB>, roleId: string): Promise<RoleRow> {
  const role = mustExist(await lockRole(tx.db, roleId), "roleId");
  if (role.isOwnerRole) throw fail("STATE_CONFLICT", { message: "The Owner role always has every permission and cannot be changed." });
  return role;
}
