import type { MessageInitShape } from "@bufbuild/protobuf";
import { levelOf } from "@leashline/kit";
import type { BusinessAccessSchema, CompanyAccessSchema, ScopeGrantSchema } from "@leashline/proto/leashline/account/v1/session_pb.js";
import { ScopeKindSchema } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import type { Membership } from "../accounts/membership.ts";
import type { BusinessRow } from "../businesses/business.store.ts";
import type { LoginTime } from "../staff/login-time.ts";
import { isOpenNow } from "../staff/login-time.ts";

/** Companies with their businesses, in the account's order, and those elsewhere that its role reaches. */
export function accessOf(
  memberships: readonly Membership[],
  elsewhere: readonly BusinessRow[] = [],
): MessageInitShape<typeof CompanyAccessSchema>[] {
  const byCompany = Map.groupBy(memberships, (p) => p.companyId);
  return [...byCompany.values()].map((rows) => {
    const [first] = rows as [Membership];
    return {
      companyId: first.companyId,
      companyName: first.companyName,
      staffId: first.staffId,
      employeeCategory: first.employeeCategory,
      isOwner: first.isOwner,
      ...((first.loginTime as LoginTime | null)?.limited && { loginTime: { endMinute: 1440, ...(first.loginTime as LoginTime) } }),
      outsideLoginTime: !rows.some((row) => isOpenNow(row)),
      elsewhere: elsewhere.filter((row) => row.companyId === first.companyId).map(accessTo),
      businesses: rows.flatMap((p) =>
        p.businessId === null
          ? []
          : [
              {
                businessId: p.businessId,
                businessName: p.businessName ?? "",
                avatarPath: p.avatarPath ?? "",
                appType: p.appType ?? 0,
                timezoneName: p.zone ?? "",
                currencyCode: p.currency,
              },
            ],
      ),
    };
  });
}

const accessTo = (row: BusinessRow): MessageInitShape<typeof BusinessAccessSchema> => ({
  businessId: row.id,
  businessName: row.businessName,
  avatarPath: row.avatarPath,
  appType: row.appType,
  timezoneName: row.timezoneName,
  currencyCode: row.currencyCode,
});

/** The level each scope kind reaches, kinds without any left out. */
export const scopesOf = (permissions: readonly number[] | "all"): MessageInitShape<typeof ScopeGrantSchema>[] =>
  ScopeKindSchema.values
    .filter((kind) => kind.number !== 0)
    .map((kind) => ({ scopeKind: kind.number, scopeLevel: levelOf(permissions, kind.number) }))
    .filter((grant) => grant.scopeLevel !== 0);
