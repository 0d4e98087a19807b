import { fromJson, type MessageInitShape, toJson } from "@bufbuild/protobuf";
import { type Ctx, fail, scopeLevel, toTimestamp, toWireDate } from "@leashline/kit";
import type { StaffChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import {
  StaffPaySettingSchema as PaySchema,
  type StaffFullDetailSchema,
  StaffLinkStatus,
  type StaffNotificationPreference,
  StaffNotificationPreferenceSchema,
  type StaffPaySetting,
  type StaffSchema,
} from "@leashline/proto/leashline/account/v1/staff_pb.js";
import { ScopeKind, ScopeLevel } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { mayGive } from "../roles/role.ts";
import { isOwnerCategory } from "../sessions/standing.ts";
import type { LoginTime } from "./login-time.ts";
import type { StaffRow } from "./staff.store.ts";

/** Colours given in turn to new people; far enough apart to tell columns of a calendar from each other. */
export const palette = ["#2A7383", "#8253A1", "#9E561F", "#467336", "#A8456B", "#2A66A8", "#7A6A2F", "#5B5F97", "#8A4B3C", "#3F7D6E"];
export const nextColor = (taken: number): string => palette[taken % palette.length] as string;

const linkStatuses: Record<string, StaffLinkStatus> = {
  unspecified: StaffLinkStatus.UNSPECIFIED,
  pending: StaffLinkStatus.PENDING,
  unlinked: StaffLinkStatus.UNLINKED,
  linked: StaffLinkStatus.LINKED,
};

export const toStaff = (row: StaffRow): MessageInitShape<typeof StaffSchema> => ({
  id: row.id,
  firstName: row.firstName,
  lastName: row.lastName,
  employeeCategory: row.employeeCategory,
  roleId: row.roleId,
  roleName: row.roleName,
  phone: row.phone,
  email: row.email,
  avatarPath: row.avatarPath,
  ...(row.hireDate ? { hireDate: toWireDate(row.hireDate) } : {}),
  ...(row.fireDate ? { fireDate: toWireDate(row.fireDate) } : {}),
  allowLogin: row.allowLogin,
  inactive: row.inactive,
  bookOnlineAvailable: row.bookOnlineAvailable,
  showOnCalendar: row.showOnCalendar,
  linkStatus: linkStatuses[row.linkStatus] ?? StaffLinkStatus.UNSPECIFIED,
  colorCode: row.colorCode,
  businessIds: row.businessIds,
  accountId: row.accountId ?? "0",
  sort: row.sort,
  note: row.note,
  deleted: row.deletedAt !== null,
  version: row.version,
  hasAccessCode: row.accessCode !== "",
});

/** What people who do not manage staff see of their colleagues. */
export const toColleague = (row: StaffRow): MessageInitShape<typeof StaffSchema> => ({
  ...toStaff(row),
  phone: "",
  email: "",
  note: "",
  accountId: "0",
});

const everything = Object.fromEntries(StaffNotificationPreferenceSchema.fields.map((f) => [f.localName, true]));
export const toNotification = (
  row: Pick<StaffRow, "notificationPreference">,
): MessageInitShape<typeof StaffNotificationPreferenceSchema> => ({
  ...everything,
  ...(row.notificationPreference as object),
});
export const notificationJson = (p: StaffNotificationPreference): string =>
  JSON.stringify(
    Object.fromEntries(
      StaffNotificationPreferenceSchema.fields.map((f) => [f.localName, p[f.localName as keyof StaffNotificationPreference]]),
    ),
  );

export const toPay = (row: Pick<StaffRow, "paySetting">): StaffPaySetting =>
  fromJson(PaySchema, (row.paySetting ?? {}) as never, { ignoreUnknownFields: true });
export const payJson = (pay: StaffPaySetting): string => JSON.stringify(toJson(PaySchema, pay));

export const toDetail = (row: StaffRow, showSecrets: boolean, inviteCode: string): MessageInitShape<typeof StaffFullDetailSchema> => ({
  staff: toStaff(row),
  notificationPreference: toNotification(row),
  paySetting: toPay(row) as MessageInitShape<typeof PaySchema>,
  accessCode: showSecrets ? row.accessCode : "",
  inviteCode: showSecrets ? inviteCode : "",
  createTime: toTimestamp(row.createTime),
  updateTime: toTimestamp(row.updateTime),
  loginTime: { endMinute: 1440, ...(row.loginTime as LoginTime) },
});

export const staffChanged = (row: StaffRow): MessageInitShape<typeof StaffChangedSchema> => ({
  staffId: row.id,
  firstName: row.firstName,
  lastName: row.lastName,
  colorCode: row.colorCode,
  businessIds: row.businessIds,
  showOnCalendar: row.showOnCalendar && !row.inactive,
  bookOnlineAvailable: row.bookOnlineAvailable && !row.inactive,
  deleted: row.deletedAt !== null,
  accountId: row.accountId ?? "0",
  sort: row.sort,
});

/** Whether the caller's reach over staff covers a person: everywhere, or where both work. */
export function reaches(ctx: Ctx, row: Pick<StaffRow, "businessIds">): boolean {
  const level = scopeLevel(ctx, ScopeKind.STAFF_MEMBERS);
  if (level >= ScopeLevel.ALL_LOCATIONS) return true;
  return level >= ScopeLevel.WORKING_LOCATIONS && row.businessIds.some((id) => ctx.caller.businessIds.includes(id));
}

/** Locations a person may be given: the caller's own, unless their reach is all locations. */
export function mustAssign(ctx: Ctx, businessIds: readonly string[]): void {
  if (scopeLevel(ctx, ScopeKind.STAFF_MEMBERS) >= ScopeLevel.ALL_LOCATIONS) return;
  if (!businessIds.every((id) => ctx.caller.businessIds.includes(id))) throw fail("NO_PERMISSION", { field: "businessIds" });
}

/** The owner's record is the owner's own business; nobody changes a person who may do more than they may. */
export function mustManage(ctx: Ctx, row: StaffRow): void {
  if (!reaches(ctx, row)) throw fail("NOT_FOUND", { field: "id" });
  const self = row.id === ctx.caller.staffId;
  if (isOwnerCategory(row.employeeCategory) && !self && ctx.caller.via === "")
    throw fail("NO_PERMISSION", { message: "Only the owner can change the owner." });
  if (!self && !mayGive(ctx.caller, row.rolePermissions))
    throw fail("NO_PERMISSION", { message: "This person's role can do more than yours." });
}
