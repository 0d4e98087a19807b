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
  firstName: row.first_name,
  lastName: row.last_name,
  employeeCategory: row.employee_category,
  roleId: row.role_id,
  roleName: row.role_name,
  phone: row.phone,
  email: row.email,
  avatarPath: row.avatar_path,
  ...(row.hire_date ? { hireDate: toWireDate(row.hire_date) } : {}),
  ...(row.fire_date ? { fireDate: toWireDate(row.fire_date) } : {}),
  allowLogin: row.allow_login,
  inactive: row.inactive,
  bookOnlineAvailable: row.book_online_available,
  showOnCalendar: row.show_on_calendar,
  linkStatus: linkStatuses[row.link_status] ?? StaffLinkStatus.UNSPECIFIED,
  colorCode: row.color_code,
  businessIds: row.business_ids,
  accountId: row.account_id ?? "0",
  sort: row.sort,
  note: row.note,
  deleted: row.deleted_at !== null,
  version: row.version,
  hasAccessCode: row.access_code !== "",
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
  row: Pick<StaffRow, "notification_preference">,
): MessageInitShape<typeof StaffNotificationPreferenceSchema> => ({
  ...everything,
  ...(row.notification_preference as object),
});
export const notificationJson = (p: StaffNotificationPreference): string =>
  JSON.stringify(
    Object.fromEntries(
      StaffNotificationPreferenceSchema.fields.map((f) => [f.localName, p[f.localName as keyof StaffNotificationPreference]]),
    ),
  );

export const toPay = (row: Pick<StaffRow, "pay_setting">): StaffPaySetting =>
  fromJson(PaySchema, (row.pay_setting ?? {}) as never, { ignoreUnknownFields: true });
export const payJson = (pay: StaffPaySetting): string => JSON.stringify(toJson(PaySchema, pay));

export const toDetail = (row: StaffRow, showSecrets: boolean, inviteCode: string): MessageInitShape<typeof StaffFullDetailSchema> => ({
  staff: toStaff(row),
  notificationPreference: toNotification(row),
  paySetting: toPay(row) as MessageInitShape<typeof PaySchema>,
  accessCode: showSecrets ? row.access_code : "",
  inviteCode: showSecrets ? inviteCode : "",
  createTime: toTimestamp(row.create_time),
  updateTime: toTimestamp(row.update_time),
  loginTime: { endMinute: 1440, ...(row.login_time as LoginTime) },
});

export const staffChanged = (row: StaffRow): MessageInitShape<typeof StaffChangedSchema> => ({
  staffId: row.id,
  firstName: row.first_name,
  lastName: row.last_name,
  colorCode: row.color_code,
  businessIds: row.business_ids,
  showOnCalendar: row.show_on_calendar && !row.inactive,
  bookOnlineAvailable: row.book_online_available && !row.inactive,
  deleted: row.deleted_at !== null,
  accountId: row.account_id ?? "0",
  sort: row.sort,
});

/** Whether the caller's reach over staff covers a person: everywhere, or where both work. */
export function reaches(ctx: Ctx, row: Pick<StaffRow, "business_ids">): boolean {
  const level = scopeLevel(ctx, ScopeKind.STAFF_MEMBERS);
  if (level >= ScopeLevel.ALL_LOCATIONS) return true;
  return level >= ScopeLevel.WORKING_LOCATIONS && row.business_ids.some((id) => ctx.caller.businessIds.includes(id));
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
  if (isOwnerCategory(row.employee_category) && !self && ctx.caller.via === "")
    throw fail("NO_PERMISSION", { message: "Only the owner can change the owner." });
  if (!self && !mayGive(ctx.caller, row.role_permissions))
    throw fail("NO_PERMISSION", { message: "This person's role can do more than yours." });
}
