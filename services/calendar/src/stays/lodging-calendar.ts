import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Ctx, toWireDate } from "@leashline/kit";
import type {
  GetLodgingCalendarRequest,
  GetLodgingCalendarResponseSchema,
  LodgingCalendarUnitSchema,
  LodgingCardSchema,
} from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import type { Appointment, ServiceLine } from "../appointments/appointment.ts";
import { query } from "../db.ts";
import { readClosedDays, readRooms } from "../lodging/room.store.ts";
import type { Nights, Room } from "../lodging/room.ts";
import { spanOf } from "../scheduling/asked-days.ts";
import { readStays } from "./lodging-calendar.store.ts";

const MOST_DAYS = 62;

/** The rows of the lodging calendar and the stays in them. */
export async function lodgingCalendar(
  ctx: Ctx,
  request: GetLodgingCalendarRequest,
): Promise<MessageInitShape<typeof GetLodgingCalendarResponseSchema>> {
  const { businessId } = request;
  const { from, to } = spanOf(request, MOST_DAYS);
  return await query(ctx, async (db) => {
    const stays = await readStays(db, businessId, from, to);
    const named = stays.flatMap((stay) => stay.lines.flatMap((line) => line.lodgings.map(({ unitId }) => unitId)));
    const rooms = await readRooms(db, businessId, [...new Set(named)]);
    const closed = await readClosedDays(db, businessId, from, to);
    return {
      units: rooms.map(toUnit),
      cards: stays.flatMap(cardsOfStay).map(toCard),
      closedDates: closed.map((day) => toWireDate(day)),
    };
  });
}

const toUnit = (room: Room): MessageInitShape<typeof LodgingCalendarUnitSchema> => ({
  lodgingUnitId: room.unitId,
  name: room.name,
  lodgingTypeId: room.typeId,
  lodgingTypeName: room.typeName,
  isArea: room.area,
  capacity: room.capacity,
  closures: room.closures.map(({ startDate, endDate, reason }) => ({
    startDate: toWireDate(startDate),
    endDate: toWireDate(endDate),
    reason,
  })),
  deleted: room.deleted,
});

type Card = { stay: Appointment; nights: Nights; lines: ServiceLine[] };

/** The pets of a stay that are in one unit for the same nights are one card. */
export function cardsOfStay(stay: Appointment): Card[] {
  const cards = new Map<string, Card>();
  for (const line of stay.lines) {
    for (const nights of line.lodgings) {
      const key = `${nights.unitId} ${nights.from} ${nights.to}`;
      const card = cards.get(key) ?? { stay, nights, lines: [] };
      card.lines.push(line);
      cards.set(key, card);
    }
  }
  return [...cards.values()];
}

const toCard = ({ stay, nights, lines }: Card): MessageInitShape<typeof LodgingCardSchema> => ({
  customerId: stay.customerId,
  cardId: lines[0]?.id ?? "0",
  appointmentId: stay.id,
  lodgingUnitId: nights.unitId,
  petList: lines.map((line) => ({ petId: line.petId, petName: line.petName, breed: line.breed, petDetailId: line.id })),
  startDate: toWireDate(nights.from),
  endDate: toWireDate(nights.to),
  stayStartDate: toWireDate(stay.date),
  stayEndDate: toWireDate(stay.endDate),
  startTime: stay.start,
  endTime: stay.end,
  status: stay.status,
  serviceItemType: lines[0]?.careType ?? "",
  customerFirstName: stay.customerFirstName,
  customerLastName: stay.customerLastName,
  colorCode: stay.colorCode || (lines[0]?.colorCode ?? ""),
  version: stay.version,
});
