import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Ctx, toWireDate } from "@leashline/kit";
import type { ChooseRoomsRequest, ChooseRoomsResponseSchema } from "@leashline/proto/leashline/calendar/v1/stay_hold_service_pb.js";
import { mustBeStay } from "../booking/book.ts";
import { query } from "../db.ts";
import { factsOf } from "../holds/stay-hold.ts";
import { type Chosen, choose } from "../lodging/choose.ts";
import { Places } from "../lodging/places.ts";
import { readRooms, readTaken } from "../lodging/room.store.ts";
import { rateOf } from "../lodging/room.ts";
import { overHolders } from "../occupancy/resource-lock.ts";
import { businessOf } from "../projections/business.ts";
import { calendarDay } from "../scheduling/asked-days.ts";
import { utcMinute } from "../scheduling/zone.ts";

/** The rooms that a stay would be given if it were booked now; looked for only where some cost something of their own. */
export async function chooseRooms(ctx: Ctx, request: ChooseRoomsRequest): Promise<MessageInitShape<typeof ChooseRoomsResponseSchema>> {
  const { startTime: start, endTime: end, lodgingTypeId, holdToken } = request;
  const span = { date: calendarDay(request.startDate, "startDate"), endDate: calendarDay(request.endDate, "endDate"), start, end };
  mustBeStay(span);
  const { businessId, zone, currency } = await businessOf(ctx, request.businessId);
  const spell = { businessId, from: span.date, to: span.endDate, ignoreToken: holdToken, overHolders: overHolders(ctx, false) };
  const found = await query(ctx, async (db) => {
    const rooms = await readRooms(db, businessId);
    return rooms.some(({ rate }) => rate) ? { rooms, taken: await readTaken(db, spell) } : null;
  });
  if (!found) return { pets: [] };
  const pets = factsOf(request.pets);
  const alone = pets.some(({ ownLodging }) => ownLodging);
  const rooms = found.rooms.filter((room) => lodgingTypeId === "0" || room.typeId === lodgingTypeId);
  const places = new Places(rooms, found.taken, span, (day, minute) => utcMinute(day, minute, zone), { alone });
  const chosen: Chosen = choose(places, span, pets) ?? new Map();
  const byId = new Map(rooms.map((room) => [room.unitId, room]));
  return {
    pets: pets.map(({ petId }) => ({
      rooms: (chosen.get(petId) ?? []).map(({ unitId, from, to }) => {
        const room = byId.get(unitId);
        return {
          ...{ startDate: toWireDate(from), endDate: toWireDate(to), lodgingTypeName: room?.typeName ?? "" },
          ...rateOf(room ?? {}, currency),
        };
      }),
    })),
  };
}
