import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Ctx, fail, levelOf } from "@leashline/kit";
import type { BusinessAccessSchema, CompanyAccessSchema, ScopeGrantSchema } from "@leashline/proto/leashline/account/v1/session_pb.js";
import type { GetSessionInfoResponseSchema } from "@leashline/proto/leashline/account/v1/session_service_pb.js";
import { ScopeKindSchema } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { enterprisesOf, findAccount, placesOf } from "../accounts/account.store.ts";
import { toAccount } from "../accounts/account.ts";
import { type BusinessRow, listBusinesses } from "../businesses/business.store.ts";
import { toBusiness } from "../businesses/business.ts";
import { findCompany } from "../companies/company.store.ts";
import { toCompany, toPlanFeature, toPreference, versionOf } from "../companies/company.ts";
import { query } from "../db.ts";
import { allPermissions } from "../roles/role.ts";
import { isOpenNow, type LoginTime } from "../staff/login-time.ts";
import { findStaff } from "../staff/staff.store.ts";
import { toStaff } from "../staff/staff.ts";
import { isOwnerCategory, landingOf, type Place } from "./standing.ts";

/** Companies with their businesses, in the account's order, and those elsewhere that its role reaches. */
export function accessOf(places: readonly Place[], elsewhere: readonly BusinessRow[] = []): MessageInitShape<typeof CompanyAccessSchema>[] {
  const byCompany = Map.groupBy(places, (p) => p.companyId);
  return [...byCompany.values()].map((rows) => {
    const [first] = rows as [Place];
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

type Info = MessageInitShape<typeof GetSessionInfoResponseSchema>;

/** Everything a client needs to start, for whoever calls. */
export async function sessionInfo(ctx: Ctx): Promise<Info> {
  const { caller } = ctx;
  return await query(ctx, async (db) => {
    const account = await findAccount(db, caller.accountId);
    const places = await placesOf(db, caller.accountId);
    const enterprises = await enterprisesOf(db, caller.accountId);
    if (!account) throw fail("NO_AUTH");
    const start: Info = { account: toAccount(account), companies: accessOf(places), landing: landingOf(places, enterprises.length) };
    if (caller.companyId === "0") return start;
    const company = await findCompany(db);
    const businesses = await listBusinesses(db);
    const staff = await findStaff(db, caller.staffId);
    if (!company) return start;
    const business = businesses.find((b) => b.id === caller.businessId);
    const isOwner = isOwnerCategory(caller.employeeCategory);
    const isElsewhere = (row: BusinessRow) => !caller.businessIds.includes(row.id) && caller.companyBusinessIds.includes(row.id);
    return {
      ...start,
      companies: accessOf(places, businesses.filter(isElsewhere)),
      company: toCompany(
        company,
        businesses.filter((b) => caller.businessIds.includes(b.id)),
        { isOwner, isEnterpriseOwner: enterprises.some((e) => e.enterpriseId === company.enterpriseId && e.employeeCategory === 2) },
      ),
      ...(business ? { business: toBusiness(business) } : {}),
      ...(staff ? { staff: toStaff(staff) } : {}),
      preference: toPreference(company),
      planFeature: toPlanFeature(company, business?.appType ?? 2),
      permissions: caller.permissions === "all" ? [...allPermissions] : caller.permissions,
      isOwner,
      employeeCategory: caller.employeeCategory,
      scopes: scopesOf(caller.permissions),
      version: versionOf(company),
    };
  });
}
