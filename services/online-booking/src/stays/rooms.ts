import { Code, ConnectError } from "@connectrpc/connect";
import { type Ctx, fail, fromConnectError, fromMoney, fromTimestamp, fromWireDate, toWireDate } from "@leashline/kit";
import { type ChooseRoomsResponse, StayHoldService } from "@leashline/proto/leashline/calendar/v1/stay_hold_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import type { RatedNights } from "@leashline/proto/rules/room-rate.ts";
import type { Shop } from "../storefront/shop.ts";
import type { Hold } from "../visitors/visitor.ts";
import { roomed, type Stay, type StayPet } from "./stay.ts";

/** Without a token the rooms are free, but not kept. */
export type HeldStay = { token: string; expiresAt: Date | null };

const coming = (pets: readonly StayPet[]) =>
  pets.map(({ petType, weight = 0, petSizeId, ownLodging = false }) => ({ petType, weight, petSizeId, ownLodging }));

type Wanted = {
  stay: Stay;
  pets: readonly StayPet[];
  lodgingTypeId: string;
  holdMinutes: number;
  replaceToken: string;
  visitor: Hold;
};

/** The pets, with whether they share their room with no other family, as the catalogue says of their services now: also of those that are booked online no more. */
export async function roomedNow<P extends Pick<StayPet, "serviceIds">>(ctx: Ctx, businessId: string, pets: readonly P[]) {
  const ids = [...new Set(pets.flatMap(({ serviceIds }) => serviceIds))];
  const { services } = await ctx.client(CatalogService).batchGetServices({ ids, businessId, allowMissing: true });
  return roomed(pets, new Map(services.map(({ id, options }) => [id, { ownLodging: options?.requireDedicatedLodging ?? false }])));
}

/** Keeps rooms for all the pets, as a booking would be given them. */
export async function holdRooms(shop: Shop, { stay, pets, ...wanted }: Wanted): Promise<HeldStay> {
  const { businessId } = shop.setting;
  const { startTime, endTime } = stay;
  const days = { startDate: toWireDate(stay.date), endDate: toWireDate(stay.endDate) };
  const held = await shop.ctx.client(StayHoldService).holdStay({ businessId, ...days, startTime, endTime, pets: coming(pets), ...wanted });
  return { token: held.holdToken, expiresAt: held.holdToken ? fromTimestamp(held.expiresAt) : null };
}

type Asked = { span: { from: string; to: string }; pets: readonly StayPet[]; lodgingTypeId: string; holdToken: string };

/** Night by night what is free, for who comes and leaves in the middle of the times that are offered. */
export async function nightsIn({ ctx, setting }: Shop, { span, pets, lodgingTypeId, holdToken }: Asked) {
  return await ctx.client(StayHoldService).getStayNights({
    businessId: setting.businessId,
    startDate: toWireDate(span.from),
    endDate: toWireDate(span.to),
    startTime: setting.stayArrivalTo,
    endTime: setting.stayDepartureFrom,
    pets: coming(pets),
    lodgingTypeId,
    holdToken,
  });
}

type Choosing = Pick<Wanted, "stay" | "pets"> & { rooms: ForRooms };

/** Which rooms a stay is looked at for: a type that is asked for, and those that are kept for it. */
export type ForRooms = { readonly lodgingTypeId: string; readonly holdToken: string };

/** What the rooms say of prices that a stay would be given now, pet by pet; empty where none says anything. */
export async function roomRates(
  { ctx, setting }: Shop,
  { stay, pets, rooms: { lodgingTypeId, holdToken } }: Choosing,
): Promise<RatedNights[][]> {
  const { businessId } = setting;
  const { startTime, endTime } = stay;
  const days = { startDate: toWireDate(stay.date), endDate: toWireDate(stay.endDate) };
  const asked = { businessId, ...days, startTime, endTime, pets: coming(pets), lodgingTypeId, holdToken };
  const chosen = await ctx.client(StayHoldService).chooseRooms(asked).catch(noneOfBefore);
  return chosen.pets.map((pet) =>
    pet.rooms.flatMap(({ startDate, endDate, lodgingTypeName: name, rate }) => {
      if (!rate) return [];
      const [from, to] = [fromWireDate(startDate, "startDate"), fromWireDate(endDate, "endDate")];
      return { from, to, name, rate: { kind: rate.kind, minor: fromMoney(rate.amount).minor } };
    }),
  );
}

/** A calendar of before rooms had prices knows of none. */
function noneOfBefore(error: unknown): Pick<ChooseRoomsResponse, "pets"> {
  if (error instanceof ConnectError && error.code === Code.Unimplemented) return { pets: [] };
  throw error;
}

/** Whether the rooms are somebody else's by now, or the house is closed. */
export function roomless(error: unknown): boolean {
  const code = fromConnectError(error)?.code;
  return code === ErrorCode.ROOM_NOT_AVAILABLE || code === ErrorCode.OUTSIDE_WORKING_HOURS || code === ErrorCode.HOLD_EXPIRED;
}

/** A person at the storefront reads of their nights, not of the rooms of others. */
export function inTheirWords(error: unknown): unknown {
  if (!roomless(error)) return error;
  if (fromConnectError(error)?.code === ErrorCode.OUTSIDE_WORKING_HOURS)
    return fail("OUTSIDE_WORKING_HOURS", { field: "date", message: "We are closed on a day of this stay. Please choose other nights." });
  return fail("ROOM_NOT_AVAILABLE", {
    field: "date",
    message: "There is no longer room for all these nights. Please choose other nights.",
  });
}
