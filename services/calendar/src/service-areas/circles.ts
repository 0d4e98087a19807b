import { type Ctx, fail, reachesBusiness } from "@leashline/kit";
import { BusinessService } from "@leashline/proto/leashline/account/v1/business_service_pb.js";
import type { BusinessChanged } from "@leashline/proto/leashline/account/v1/events_pb.js";
import type { AreaCircle } from "@leashline/proto/leashline/calendar/v1/service_area_service_pb.js";
import { type CalendarTx, command, query } from "../db.ts";
import { heardOfBusiness } from "../projections/business.store.ts";
import { moveCirclesTo } from "./service-area.store.ts";
import { type Circle, checkedCircle, type Point } from "./service-area.ts";

/** Nobody moves the circles of a business until the command ends. */
const keepPlace = (tx: CalendarTx, businessId: string): void => tx.lock([`area-place:${businessId}`]);

const MOST_TRIES = 3;
const movedOn = fail("VERSION_CONFLICT", { field: "circle.atLocation", message: "The location moved just now. Please try again." });

/** A command that needs to know where a business is. That is asked before anything is locked; where the business has told of itself since, all is done once more. */
export async function atItsPlace<T extends object>(
  ctx: Ctx,
  businessId: string,
  work: (tx: CalendarTx, here: Point | undefined) => Promise<T>,
  triesLeft = MOST_TRIES,
): Promise<T> {
  const heard = await query(ctx, (db) => heardOfBusiness(db, businessId));
  const here = await placeOfBusiness(ctx, businessId);
  try {
    return await command(ctx, async (tx) => {
      keepPlace(tx, businessId);
      // A telling that comes from now on waits, and takes along what is saved here.
      if ((await heardOfBusiness(tx.db, businessId)) !== heard) throw movedOn;
      return await work(tx, here);
    });
  } catch (error) {
    if (error !== movedOn || triesLeft === 1) throw error;
    return await atItsPlace(ctx, businessId, work, triesLeft - 1);
  }
}

/** Where the business is, once somebody said so: 0, 0 lies in the sea. */
export async function placeOfBusiness(ctx: Ctx, businessId: string): Promise<Point | undefined> {
  if (!reachesBusiness(ctx, businessId)) return undefined;
  const { businesses } = await ctx.client(BusinessService).batchGetBusinesses({ ids: [businessId] });
  const [business] = businesses;
  return business && placed(business);
}

const placed = ({ addressLat: lat, addressLng: lng }: { addressLat: number; addressLng: number }): Point | undefined =>
  lat === 0 && lng === 0 ? undefined : { lat, lng };

/** A circle as it is kept: around the location it is around where that is. */
export function circleOf({ radiusMeters, center, address, atLocation }: AreaCircle, here: Point | undefined): Circle {
  const given = center && { lat: center.lat, lng: center.lng };
  return checkedCircle({ radiusMeters, center: atLocation ? here : given, address, atLocation });
}

/** A location that moved takes the circles around it along; one that says no place leaves them where they are. */
export async function moveCircles(tx: CalendarTx, facts: readonly BusinessChanged[]): Promise<void> {
  for (const { businessId, ...fact } of facts) {
    const place = placed(fact);
    if (place) keepPlace(tx, businessId);
    const ids = place ? await moveCirclesTo(tx.db, businessId, place) : [];
    if (ids.length > 0) tx.notify("calendar.serviceArea", { businessId, ids });
  }
}
