import type { Ctx } from "@leashline/kit";
import { DrivingInfoService } from "@leashline/proto/leashline/calendar/v1/driving_info_service_pb.js";
import type { toPlace } from "./entry/waitlist.mapper.ts";
import type { EntryRow } from "./entry/waitlist.ts";

type Place = ReturnType<typeof toPlace>;

/** The calendar is asked about so many; of the others nothing is said. */
const mostAsked = 500;

/** The same places, each with how somebody would drive there. Without a map, or the calendar, they are as good. */
export async function withDrives(ctx: Ctx, businessId: string, rows: readonly EntryRow[], places: Place[]) {
  const of = new Map(rows.map((row) => [row.id, row]));
  const asked = places.filter(({ staffId }) => staffId !== "0").slice(0, mostAsked);
  const visits = asked.map(({ waitListId, staffId, date, startTime, endTime, apptId }) => {
    const { customerId = "0", addressId = "0" } = of.get(waitListId) ?? {};
    return { staffId, customerId, addressId, date, startTime, endTime, appointmentId: apptId };
  });
  if (visits.length === 0) return places;
  const { drivings } = await ctx
    .client(DrivingInfoService)
    .getDrivingToVisits({ businessId, visits })
    .catch(() => ({ drivings: [] }));
  const drives = new Map(asked.map((place, nth) => [place, drivings[nth]]));
  return places.map((place) => {
    const drivingInfo = drives.get(place);
    return drivingInfo?.drivingMinutes === undefined ? place : { ...place, drivingInfo };
  });
}
