import type { Ctx } from "@leashline/kit";
import { VanService } from "@leashline/proto/leashline/account/v1/van_service_pb.js";
import { query } from "../db.ts";
import { placeOfBusiness } from "../service-areas/circles.ts";
import type { Parking } from "./day.ts";
import { listParkings, listRules } from "./rule.store.ts";
import { DEFAULT_LIMITS, type Limits } from "./rule.ts";

export type Fleet = {
  readonly parkingOf: (staffId: string) => Parking;
  readonly limitsOf: (staffId: string) => Limits;
  readonly vanOf: (staffId: string) => string;
};

/** Who drives which van, by which rule, from where to where. Without a place of their own they start and end at the business. */
export async function fleetOf(ctx: Ctx, businessId: string): Promise<Fleet> {
  const [{ vans }, place, kept] = await Promise.all([
    ctx.client(VanService).listVans({ businessId }),
    placeOfBusiness(ctx, businessId),
    query(ctx, async (db) => {
      const [rules, parkings] = await Promise.all([listRules(db, businessId), listParkings(db, businessId)]);
      return { rules, parkings };
    }),
  ]);
  const vanOf = (staffId: string) => vans.find((van) => van.staffIdList.includes(staffId));
  return {
    parkingOf: (staffId) => {
      const parking = kept.parkings.find(({ id }) => id === vanOf(staffId)?.locationId);
      return parking ? { start: parking.startAt, end: parking.endAt ?? parking.startAt } : { start: place, end: place };
    },
    limitsOf: (staffId) => kept.rules.find(({ id }) => id === vanOf(staffId)?.drivingRuleId) ?? DEFAULT_LIMITS,
    vanOf: (staffId) => vanOf(staffId)?.nickName ?? "",
  };
}
