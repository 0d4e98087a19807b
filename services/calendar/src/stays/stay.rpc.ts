import { type Ctx, implement, toTimestamp, toWireDate } from "@leashline/kit";
import { StayHoldService } from "@leashline/proto/leashline/calendar/v1/stay_hold_service_pb.js";
import { type FindPetStaysRequest, StayService } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { toAppointment } from "../appointments/appointment.mapper.ts";
import { query } from "../db.ts";
import { daycarePlaces, holdDaycare } from "../holds/daycare-hold.ts";
import { type HeldStay, holdStay } from "../holds/stay-hold.ts";
import { spanOf } from "../scheduling/asked-days.ts";
import { changeStay } from "./change-stay.ts";
import { chooseRooms } from "./choose-rooms.ts";
import { setExtraPlaces } from "./extra-places.ts";
import { findOpenings } from "./find-openings.ts";
import { fittingRooms } from "./fitting-rooms.ts";
import { freeLodgings } from "./free-lodgings.ts";
import { lodgingCalendar } from "./lodging-calendar.ts";
import { readPetStays } from "./pet-stays.store.ts";
import { pricedStays } from "./priced-stays.ts";
import { stayNights } from "./stay-nights.ts";

export const stayRpc = implement(StayService, {
  getLodgingCalendar: (request, ctx) => lodgingCalendar(ctx, request),
  findFreeLodgings: (request, ctx) => freeLodgings(ctx, request),
  findStayOpenings: (request, ctx) => findOpenings(ctx, request),
  setExtraPlaces: (request, ctx) => setExtraPlaces(ctx, request),
  findPetStays,
  listPricedStays: (request, ctx) => pricedStays(ctx, request),
  changeStay: async (request, ctx) => ({ appointment: toAppointment(await changeStay(ctx, request)) }),
});

export const stayHoldRpc = implement(StayHoldService, {
  getStayNights: (request, ctx) => stayNights(ctx, request),
  chooseRooms: (request, ctx) => chooseRooms(ctx, request),
  findFittingRooms: (request, ctx) => fittingRooms(ctx, request),
  holdStay: async (request, ctx) => toHold(await holdStay(ctx, request)),
  getDaycarePlaces: (request, ctx) => daycarePlaces(ctx, request),
  holdDaycare: async (request, ctx) => toHold(await holdDaycare(ctx, request)),
});

const toHold = ({ token: holdToken, expiresAt }: HeldStay) => ({
  holdToken,
  ...(holdToken && { expiresAt: toTimestamp(new Date(expiresAt)) }),
});

const MOST_DAYS = 181;

async function findPetStays(request: FindPetStaysRequest, ctx: Ctx) {
  const { petIds, appointmentId: ignoreAppointmentId } = request;
  const span = spanOf(request, MOST_DAYS);
  const stays = await query(ctx, (db) => readPetStays(db, { petIds, ...span, ignoreAppointmentId }));
  return { stays: stays.map((one) => ({ ...one, startDate: toWireDate(one.startDate), endDate: toWireDate(one.endDate) })) };
}
