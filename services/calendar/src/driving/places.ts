import { type Ctx, reachesBusiness } from "@leashline/kit";
import { BusinessService } from "@leashline/proto/leashline/account/v1/business_service_pb.js";
import { VanService } from "@leashline/proto/leashline/account/v1/van_service_pb.js";
import { AddressService } from "@leashline/proto/leashline/customer/v1/address_pb.js";
import { query } from "../db.ts";
import type { Parking } from "./day.ts";
import { listParkings, listRules } from "./rule.store.ts";
import { DEFAULT_LIMITS, type Limits } from "./rule.ts";
import type { Point } from "./ways.ts";

export type Lives = Point & { readonly zipcode: string };

/** Of whom is asked at once. */
const MOST_ASKED = 2000;

/** Where clients live, as far as it is known. */
export async function livesOf(ctx: Ctx, customerIds: readonly string[]): Promise<Map<string, Lives>> {
  const ids = [...new Set(customerIds)];
  const parts = Array.from({ length: Math.ceil(ids.length / MOST_ASKED) }, (_, n) => ids.slice(n * MOST_ASKED, (n + 1) * MOST_ASKED));
  const answers = await Promise.all(parts.map((part) => ctx.client(AddressService).batchGetClientPlaces({ customerIds: part })));
  const places = answers.flatMap((answer) => answer.places);
  return new Map(places.map(({ customerId, lat, lng, zipcode }) => [customerId, { lat, lng, zipcode }]));
}

/** Where the business is, once somebody said so: 0, 0 lies in the sea. */
export async function placeOfBusiness(ctx: Ctx, businessId: string): Promise<Point | undefined> {
  if (!reachesBusiness(ctx, businessId)) return undefined;
  const { businesses } = await ctx.client(BusinessService).batchGetBusinesses({ ids: [businessId] });
  const [{ addressLat: lat, addressLng: lng } = { addressLat: 0, addressLng: 0 }] = businesses;
  return lat === 0 && lng === 0 ? undefined : { lat, lng };
}

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
    query(ctx, async (db) => ({ rules: await listRules(db, businessId), parkings: await listParkings(db, businessId) })),
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
