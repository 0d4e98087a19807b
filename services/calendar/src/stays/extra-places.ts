import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Ctx, fail, toWireDate } from "@leashline/kit";
import type {
  ExtraPlacesSchema,
  SetExtraPlacesRequest,
  SetExtraPlacesResponseSchema,
} from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { weekLocks } from "../booking/place-stay.ts";
import { command } from "../db.ts";
import { type ExtraNight, readExtras, readRooms, saveExtras } from "../lodging/room.store.ts";
import { businessOf } from "../projections/business.ts";
import { spanOf } from "../scheduling/asked-days.ts";
import { datesBetween } from "../scheduling/dates.ts";

const MOST_NIGHTS = 62;

/** How many pets a unit takes on some nights beyond what it holds. What is booked stays. */
export async function setExtraPlaces(
  ctx: Ctx,
  request: SetExtraPlacesRequest,
): Promise<MessageInitShape<typeof SetExtraPlacesResponseSchema>> {
  const { lodgingUnitId, places } = request;
  const { businessId } = await businessOf(ctx, request.businessId);
  const { from, to } = spanOf(request, MOST_NIGHTS);
  return await command(ctx, async (tx) => {
    tx.lock(weekLocks(businessId, { date: from, endDate: to }));
    const room = (await readRooms(tx.db, businessId)).find(({ unitId }) => unitId === lodgingUnitId);
    if (!room) throw fail("NOT_FOUND", { field: "lodgingUnitId", reason: "there is no such lodging unit at this location" });
    const ofUnit = async () => (await readExtras(tx.db, businessId, from, to)).filter(({ unitId }) => unitId === lodgingUnitId);
    const before = await ofUnit();
    await saveExtras(tx, businessId, lodgingUnitId, datesBetween(from, to), { places, note: request.note.trim() });
    const after = await ofUnit();
    const what = { entity: "extra places", id: lodgingUnitId, action: "update", businessId };
    tx.log({ ...what, before: { nights: before }, after: { nights: after } });
    tx.notify("calendar.setting", { businessId });
    return { extraPlaces: after.map(toExtraPlaces) };
  });
}

export const toExtraPlaces = ({ night, places, note }: ExtraNight): MessageInitShape<typeof ExtraPlacesSchema> => ({
  night: toWireDate(night),
  places,
  note,
});
