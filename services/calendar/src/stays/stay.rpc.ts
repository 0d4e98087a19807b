import { implement, toTimestamp } from "@leashline/kit";
import { StayHoldService } from "@leashline/proto/leashline/calendar/v1/stay_hold_service_pb.js";
import { StayService } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { toAppointment } from "../appointments/appointment.mapper.ts";
import { holdStay } from "../holds/stay-hold.ts";
import { changeStay } from "./change-stay.ts";
import { freeLodgings } from "./free-lodgings.ts";
import { lodgingCalendar } from "./lodging-calendar.ts";
import { stayNights } from "./stay-nights.ts";

export const stayRpc = implement(StayService, {
  getLodgingCalendar: (request, ctx) => lodgingCalendar(ctx, request),
  findFreeLodgings: (request, ctx) => freeLodgings(ctx, request),
  changeStay: async (request, ctx) => ({ appointment: toAppointment(await changeStay(ctx, request)) }),
});

export const stayHoldRpc = implement(StayHoldService, {
  getStayNights: (request, ctx) => stayNights(ctx, request),
  holdStay: async (request, ctx) => {
    const { token: holdToken, expiresAt } = await holdStay(ctx, request);
    return { holdToken, ...(holdToken && { expiresAt: toTimestamp(new Date(expiresAt)) }) };
  },
});
