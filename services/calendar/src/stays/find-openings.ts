import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Ctx, toWireDate } from "@leashline/kit";
import type {
  FindStayOpeningsRequest,
  FindStayOpeningsResponseSchema,
  StayOpeningChoiceSchema,
} from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { query } from "../db.ts";
import { factsOf } from "../holds/stay-hold.ts";
import { type Choice, openingsOf } from "../lodging/openings.ts";
import { readClosedDays, readRooms, readTaken } from "../lodging/room.store.ts";
import type { PetFacts, Room } from "../lodging/room.ts";
import { overHolders } from "../occupancy/resource-lock.ts";
import { businessOf } from "../projections/business.ts";
import { calendarDay } from "../scheduling/asked-days.ts";
import { addDays } from "../scheduling/dates.ts";
import { utcMinute } from "../scheduling/zone.ts";

const STARTS = 31;
const TOLD = 5;

/** The next gaps for so many nights. */
export async function findOpenings(
  ctx: Ctx,
  request: FindStayOpeningsRequest,
): Promise<MessageInitShape<typeof FindStayOpeningsResponseSchema>> {
  const { nights, startTime: start, endTime: end, lodgingTypeIds, limit } = request;
  const from = calendarDay(request.startDate, "startDate");
  const to = addDays(from, STARTS - 1 + nights);
  const { businessId, zone } = await businessOf(ctx, request.businessId);
  const [all, taken, closed] = await query(ctx, async (db) => {
    const spell = { businessId, from, to, overHolders: overHolders(ctx, false) };
    return await Promise.all([readRooms(db, businessId), readTaken(db, spell), readClosedDays(db, businessId, from, to)]);
  });
  const rooms = all.filter((room) => lodgingTypeIds.length === 0 || lodgingTypeIds.includes(room.typeId));
  const pets = factsOf(request.pets);
  const minute = (date: string, minutes: number) => utcMinute(date, minutes, zone);
  const search = { rooms, taken, closed: new Set(closed), pets, from, starts: STARTS, nights, start, end, limit: limit || TOLD, minute };
  const openings = openingsOf(search);
  return {
    openings: openings.map(({ date, endDate, choices }) => ({
      startDate: toWireDate(date),
      endDate: toWireDate(endDate),
      choices: choices.map((choice) => toChoice(choice, pets, rooms)),
    })),
  };
}

const toChoice = (
  { room, chosen }: Choice,
  pets: readonly PetFacts[],
  rooms: readonly Room[],
): MessageInitShape<typeof StayOpeningChoiceSchema> => ({
  ...(room && { lodgingTypeId: room.typeId, lodgingTypeName: room.typeName }),
  pets: pets.map(({ petId }) => ({
    rooms: (chosen.get(petId) ?? []).map(({ unitId, from, to }) => ({
      lodgingUnitId: unitId,
      name: rooms.find((one) => one.unitId === unitId)?.name ?? "",
      startDate: toWireDate(from),
      endDate: toWireDate(to),
    })),
  })),
});
