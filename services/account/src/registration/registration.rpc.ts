import { type Ctx, type Impl, mustExist } from "@leashline/kit";
import type { CompanyService } from "@leashline/proto/leashline/account/v1/company_service_pb.js";
import { toBusiness } from "../businesses/business.mapper.ts";
import { listBusinesses } from "../businesses/business.store.ts";
import { toCompany } from "../companies/company.mapper.ts";
import { findCompany } from "../companies/company.store.ts";
import { query } from "../db.ts";
import { createCompany } from "./create-company.ts";

export const registrationHandlers = {
  async createCompany(request, ctx) {
    const { companyId, businessId, staffId } = await createCompany(ctx, request);
    const inside: Ctx = { ...ctx, companyId };
    const company = await query(inside, async (db) =>
      toCompany(mustExist(await findCompany(db)), (await listBusinesses(db)).map(toBusiness), {
        isOwner: true,
        isEnterpriseOwner: false,
      }),
    );
    return { company, businessId, staffId };
  },
} satisfies Partial<Impl<typeof CompanyService>>;
