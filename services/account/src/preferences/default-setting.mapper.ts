import { fail } from "@leashline/kit";
import type { CompanyRow } from "../companies/company.store.ts";
import type { Emails, SettingRow } from "./default-setting.store.ts";

export const toSetting = ({ type, value1, value2, value3, value4, value5 }: SettingRow) => ({
  type,
  value1,
  value2,
  value3,
  value4,
  value5,
});

export function toEmail(businessId: string, row: Emails | undefined) {
  if (!row) throw fail("NOT_FOUND", { field: "businessId" });
  return { businessId, notificationEmail: row.notificationEmails[0] ?? row.contactEmail, notificationEmailList: row.notificationEmails };
}

export const toFrequency = (row: CompanyRow | undefined) => ({
  accountId: row?.frequencyAccountId ?? "0",
  period: row?.frequencyPeriod ?? 2,
  value: row?.frequencyValue ?? 4,
});
