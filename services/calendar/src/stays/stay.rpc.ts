import { implement } from "@leashline/kit";
import { StayService } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { toAppointment } from "../appointments/appointment.mapper.ts";
import { changeStay } from "./change-stay.ts";
import { freeLodgings } from "./free-lodgings.ts";
import { lodgingCalendar } from "./lodging-calendar.ts";

export const stayRpc = implement(StayService, {
  getLodgingCalendar: (request, ctx) => lodgingCalendar(ctx, request),
  findFreeLodgings: (request, ctx) => freeLodgings(ctx, request),
  changeStay: async (request, ctx) => ({ appointment: toAppointment(await changeStay(ctx, request)) }),
});
