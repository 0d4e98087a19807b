import { fail, fromConnectError, fromTimestamp, toWireDate } from "@leashline/kit";
import { StayHoldService } from "@leashline/proto/leashline/calendar/v1/stay_hold_service_pb.js";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import type { Shop } from "../storefront/shop.ts";
import type { Hold } from "../visitors/visitor.ts";
import type { Stay, StayPet } from "./stay.ts";

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
