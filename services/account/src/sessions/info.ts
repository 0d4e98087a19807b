import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Ctx, fail } from "@leashline/kit";
import { EmployeeCategory } from "@leashline/proto/leashline/account/v1/enums_pb.js";
import type { GetSessionInfoResponseSchema } from "@leashline/proto/leashline/account/v1/session_service_pb.js";
import { toAccount } from "../accounts/account.mapper.ts";
import { enterprisesOf, findAccount, membershipsOf } from "../accounts/account.store.ts";
import { toBusiness } from "../businesses/business.mapper.ts";
import { type BusinessRow, listBusinesses } from "../businesses/business.store.ts";
import { toCompany, toPlanFeature, toPreference } from "../companies/company.mapper.ts";
import { findCompany } from "../companies/company.store.ts";
import { versionOf } from "../companies/company.ts";
import { query } from "../db.ts";
import { allPermissions } from "../roles/role.ts";
import { isOwnerCategory } from "../staff/owner-category.ts";
import { toStaff } from "../staff/staff.mapper.ts";
import { findStaff } from "../staff/staff.store.ts";
import { accessOf, scopesOf } from "./session.mapper.ts";
import { landingOf } from "./standing.ts";

type Info = MessageInitShape<typeof GetSessionInfoResponseSchema>;

/** Everything a client needs to start, for whoever calls. */
export async function sessionInfo(ctx: Ctx): Promise<Info> {
  const { caller } = ctx;
  return await query(ctx, async (db) => {
    const account = await findAccount(db, caller.accountId);
    const memberships = await membershipsOf(db, caller.accountId);
    const enterprises = await enterprisesOf(db, caller.accountId);
    if (!account) throw fail("NO_AUTH");
    const start: Info = {
      account: toAccount(account),
      companies: accessOf(memberships),
      landing: landingOf(memberships, enterprises.length),
    };
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
      companies: accessOf(memberships, businesses.filter(isElsewhere)),
      company: toCompany(company, businesses.filter((b) => caller.businessIds.includes(b.id)).map(toBusiness), {
        isOwner,
        isEnterpriseOwner: enterprises.some(
          (e) => e.enterpriseId === company.enterpriseId && e.employeeCategory === EmployeeCategory.ENTERPRISE_OWNER,
        ),
      }),
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
