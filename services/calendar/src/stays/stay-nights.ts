import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Ctx, toWireDate } from "@leashline/kit";
import type { GetStayNightsRequest, GetStayNightsResponseSchema } from "@leashline/proto/leashline/calendar/v1/stay_hold_service_pb.js";
import { query } from "../db.ts";
import { factsOf } from "../holds/stay-hold.ts";
import { choose } from "../lodging/choose.ts";
import { Places, type TakenNight } from "../lodging/places.ts";
import { readClosedDays, readRooms, readTaken } from "../lodging/room.store.ts";
import { type PetFacts, type Room, rateOf, unfit } from "../lodging/room.ts";
import { overHolders } from "../occupancy/resource-lock.ts";
import { businessOf } from "../projections/business.ts";
import { spanOf } from "../scheduling/asked-days.ts";
import { addDays, datesBetween } from "../scheduling/dates.ts";
import { utcMinute } from "../scheduling/zone.ts";

const MOST_NIGHTS = 62;

/** Each night by itself, as if the pets came on its day and left on the next. */
export async function stayNights(ctx: Ctx, request: GetStayNightsRequest): Promise<MessageInitShape<typeof GetStayNightsResponseSchema>> {
  const { startTime: start, endTime: end, lodgingTypeId, holdToken } = request;
  const { from, to } = spanOf(request, MOST_NIGHTS);
  const { businessId, zone, currency } = await businessOf(ctx, request.businessId);
  const [all, taken, closed] = await query(ctx, async (db) => {
    const spell = { businessId, from, to: addDays(to, 1), ignoreToken: holdToken, overHolders: overHolders(ctx, false) };
    return await Promise.all([readRooms(db, businessId), readTaken(db, spell), readClosedDays(db, businessId, from, addDays(to, 1))]);
  });
  const rooms = all.filter((room) => lodgingTypeId === "0" || room.typeId === lodgingTypeId);
  const pets = factsOf(request.pets);
  const alone = pets.some(({ ownLodging }) => ownLodging);
  const byNight = Map.groupBy(taken, (one) => one.night);
  const nights = datesBetween(from, to).map((date) => {
    const next = addDays(date, 1);
    const near: TakenNight[] = [addDays(date, -1), date, next].flatMap((night) => byNight.get(night) ?? []);
    const span = { date, start, endDate: next, end };
    const places = new Places(rooms, near, span, (day, minute) => utcMinute(day, minute, zone), { alone });
    // Choosing gives rooms away: what is free is read before.
    const free = freeByType(places, date, pets);
    return { date: toWireDate(date), closed: closed.includes(date), rooms: free, free: choose(places, span, pets) !== null };
  });
  return {
    nights,
    roomTypes: typesOf(
      all.filter((room) => pets.length === 0 || pets.some((pet) => unfit(room, pet) === null)),
      currency,
    ),
  };
}

/** How many of these pets, or of others like them, the rooms of each type still take. */
function freeByType(places: Places, date: string, pets: readonly PetFacts[]) {
  const found = new Map<string, number>();
  for (const room of places.rooms) {
    if (!pets.some((pet) => places.holds(room, date, addDays(date, 1), [pet]))) continue;
    const left = places.left(room, { unitId: room.unitId, from: date, to: addDays(date, 1) }, date);
    found.set(room.typeId, (found.get(room.typeId) ?? 0) + left);
  }
  return [...found].map(([lodgingTypeId, free]) => ({ lodgingTypeId, places: free }));
}

/** The types of some rooms, in their order. */
export const typesOf = (rooms: readonly Room[], currency: string) => {
  const byType = new Map(rooms.filter((room) => !room.deleted).map((room) => [room.typeId, room]));
  return [...byType].map(([lodgingTypeId, room]) => ({
    ...{ lodgingTypeId, name: room.typeName, isArea: room.area },
    ...rateOf(room, currency),
  }));
};
