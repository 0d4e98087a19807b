import { type Ctx, can, fail, scopeLevel } from "@leashline/kit";
import { Permission, ScopeKind, ScopeLevel } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { mayGive } from "../roles/role.ts";
import { isOwnerCategory } from "./owner-category.ts";
import type { StaffRow } from "./staff.store.ts";

/** Colors given in turn to new staff; far enough apart to tell columns of a calendar from each other. */
export const palette = ["#2A7383", "#8253A1", "#9E561F", "#467336", "#A8456B", "#2A66A8", "#7A6A2F", "#5B5F97", "#8A4B3C", "#3F7D6E"];

export const nextColor = (taken: number): string => palette[taken % palette.length] as string;

/** Whether the caller's reach over staff covers a staff member: everywhere, or where both work. */
export function reaches(ctx: Ctx, row: Pick<StaffRow, "businessIds">): boolean {
  const level = scopeLevel(ctx, ScopeKind.STAFF_MEMBERS);
  if (level >= ScopeLevel.ALL_LOCATIONS) return true;
  return level >= ScopeLevel.WORKING_LOCATIONS && row.businessIds.some((id) => ctx.caller.businessIds.includes(id));
}

/** Locations a staff member may be given: the caller's own, unless their reach is all locations. */
export function mustAssign(ctx: Ctx, businessIds: readonly string[]): void {
  if (scopeLevel(ctx, ScopeKind.STAFF_MEMBERS) >= ScopeLevel.ALL_LOCATIONS) return;
  if (!businessIds.every((id) => ctx.caller.businessIds.includes(id))) throw fail("NO_PERMISSION", { field: "businessIds" });
}

/** The owner's record is the owner's own business; nobody changes a staff member who may do more than they may. */
export function mustManage(ctx: Ctx, row: StaffRow): void {
  if (!reaches(ctx, row)) throw fail("NOT_FOUND", { field: "id" });
  const self = row.id === ctx.caller.staffId;
  if (isOwnerCategory(row.employeeCategory) && !self && ctx.caller.via === "")
    throw fail("NO_PERMISSION", { message: "Only the owner can change the owner." });
  if (!self && !mayGive(ctx.caller, row.rolePermissions))
    throw fail("NO_PERMISSION", { message: "This person's role can do more than yours." });
}

export const managesStaff = (ctx: Ctx): boolean =>
  can(ctx, Permission.ACCESS_STAFF_MEMBERS) || can(ctx, Permission.ACCESS_STAFF_MEMBERS_ALL_LOCATIONS);
