import type { MessageInitShape } from "@bufbuild/protobuf";
import { fromJson, toJson } from "@bufbuild/protobuf";
import { toTimestamp, toWireDate } from "@leashline/kit";
import type { StaffChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import type {
  StaffFullDetailSchema,
  StaffNotificationPreference,
  StaffPaySetting,
  StaffSchema,
} from "@leashline/proto/leashline/account/v1/staff_pb.js";
import {
  StaffPaySettingSchema as PaySchema,
  StaffLinkStatus,
  StaffNotificationPreferenceSchema,
} from "@leashline/proto/leashline/account/v1/staff_pb.js";
import type { LoginTime } from "./login-time.ts";
import type { StaffRow } from "./staff.store.ts";

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

/** What those who do not manage staff see of their colleagues. */
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
