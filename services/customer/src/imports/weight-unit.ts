import type { Ctx } from "@leashline/kit";
import { CompanyService } from "@leashline/proto/leashline/account/v1/company_service_pb.js";
import { WeightUnitType } from "@leashline/proto/leashline/account/v1/enums_pb.js";
import type { WeightUnit } from "./reading/values.ts";

/** What the business weighs in now. */
export async function weightUnitOf(ctx: Ctx): Promise<WeightUnit> {
  const { preference } = await ctx.client(CompanyService).getCompanyPreference({});
  return preference?.unitOfWeightType === WeightUnitType.KILOGRAM ? "kg" : "lb";
}
