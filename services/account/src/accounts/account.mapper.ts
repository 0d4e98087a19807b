import type { MessageInitShape } from "@bufbuild/protobuf";
import { toTimestamp } from "@leashline/kit";
import { type AccountSchema, AccountStatus, type RelatedAccountSchema } from "@leashline/proto/leashline/account/v1/account_pb.js";
import type { AccountRow } from "./account.store.ts";
import type { Membership } from "./membership.ts";

export const toAccount = (row: AccountRow): MessageInitShape<typeof AccountSchema> => ({
  id: row.id,
  email: row.email,
  avatarPath: row.avatarPath,
  firstName: row.firstName,
  lastName: row.lastName,
  phoneNumber: row.phoneNumber ?? "",
  lastBusinessId: row.lastBusinessId,
  status: row.status === "normal" ? AccountStatus.NORMAL : AccountStatus.DISABLED,
  createTime: toTimestamp(row.createTime),
  updateTime: toTimestamp(row.updateTime),
  passwordUpdateTime: toTimestamp(row.passwordUpdateTime),
  secondFactorEnabled: row.secondFactorEnabled,
  version: row.version,
});

/** One entry per business, or one without when the account has none yet. */
export function relatedOf(row: AccountRow, memberships: readonly Membership[]): MessageInitShape<typeof RelatedAccountSchema>[] {
  const who = { accountId: row.id, firstName: row.firstName, lastName: row.lastName, email: row.email };
  if (memberships.length === 0) return [who];
  return memberships.map((p) => ({
    ...who,
    businessId: p.businessId ?? "0",
    businessName: p.businessName ?? "",
    employeeCategory: p.employeeCategory,
    staffId: p.staffId,
    companyId: p.companyId,
  }));
}
