import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { WireType } from "@bufbuild/protobuf/wire";
import { type Ctx, toWireDate } from "@leashline/kit";
import { DateSchema } from "@leashline/proto/google/type/date_pb.js";
import {
  type GetLodgingCalendarRequest,
  type GetLodgingCalendarResponse,
  GetLodgingCalendarResponseSchema,
  LodgingCalendarUnitSchema,
} from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { readLodgingCards, readRoomsShown } from "../cards/lodging-card.store.ts";
import { query } from "../db.ts";
import { type ExtraNight, readClosedDays, readExtras } from "../lodging/room.store.ts";
import type { Room } from "../lodging/room.ts";
import { spanOf } from "../scheduling/asked-days.ts";
import { drawAnew } from "./drawn.ts";
import { toExtraPlaces } from "./extra-places.ts";

const MOST_DAYS = 62;

/** The rows of the lodging calendar and the stays in them; those that were drawn in an earlier way are drawn anew first. */
export async function lodgingCalendar(ctx: Ctx, request: GetLodgingCalendarRequest): Promise<GetLodgingCalendarResponse> {
  const { businessId } = request;
  const { from, to } = spanOf(request, MOST_DAYS);
  const read = () =>
    query(ctx, (db) =>
      Promise.all([
        readLodgingCards(db, businessId, from, to),
        readRoomsShown(db, businessId, from, to),
        readClosedDays(db, businessId, from, to),
        readExtras(db, businessId, from, to),
      ]),
    );
  const first = await read();
  const [{ stale }] = first;
  if (stale) await drawAnew(ctx, stale);
  const [stays, rooms, closed, extras] = stale ? await read() : first;
  const extrasOf = Map.groupBy(extras, ({ unitId }) => unitId);
  const answer = create(GetLodgingCalendarResponseSchema, {
    units: rooms.map((room) => create(LodgingCalendarUnitSchema, toUnit(room, extrasOf.get(room.unitId)))),
    closedDates: closed.map((day) => create(DateSchema, toWireDate(day))),
  });
  // As it is stored: the encoder writes the first tag, what follows it goes out untouched.
  if (stays.cards && stays.cards.length > 0)
    answer.$unknown = [{ no: CARDS, wireType: WireType.LengthDelimited, data: stays.cards.subarray(1) }];
  return answer;
}

const CARDS = GetLodgingCalendarResponseSchema.field.cards.number;

const toUnit = (room: Room, extras: readonly ExtraNight[] = []): MessageInitShape<typeof LodgingCalendarUnitSchema> => ({
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
  extraPlaces: extras.map(toExtraPlaces),
});
