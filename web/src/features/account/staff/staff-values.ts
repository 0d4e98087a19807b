import type { Staff } from "@leashline/proto/leashline/account/v1/staff_pb.js";
import { dayToIso, isDay, isoToDay } from "../../../ui/format/dates.ts";

export const staffValues = (staff: Staff | undefined, accessCode: string, businessId: string) => ({
  firstName: staff?.firstName ?? "",
  lastName: staff?.lastName ?? "",
  phone: staff?.phone ?? "",
  email: staff?.email ?? "",
  roleId: staff?.roleId ?? "",
  colorCode: staff?.colorCode ?? "",
  businessIds: staff?.businessIds ?? [businessId],
  allowLogin: staff?.allowLogin ?? true,
  showOnCalendar: staff?.showOnCalendar ?? true,
  bookOnlineAvailable: staff?.bookOnlineAvailable ?? true,
  inactive: staff?.inactive ?? false,
  employeeCategory: String(staff?.employeeCategory ?? 0),
  accessCode,
  note: staff?.note ?? "",
  avatarPath: staff?.avatarPath ?? "",
  hireDate: isDay(staff?.hireDate) ? dayToIso(staff.hireDate) : "",
  fireDate: isDay(staff?.fireDate) ? dayToIso(staff.fireDate) : "",
});
export type StaffValues = ReturnType<typeof staffValues>;

/** What both create and update take. An untouched role or colour is left to the server. */
export const staffBody = ({ roleId, colorCode, hireDate, inactive: _i, fireDate: _f, employeeCategory: _c, ...values }: StaffValues) => ({
  ...values,
  hireDate: isoToDay(hireDate),
  ...(roleId && roleId !== "0" && { roleId }),
  ...(colorCode && { colorCode }),
});
