import { fail, fromWireDate, implement, todayIn, toWireDate } from "@leashline/kit";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { AppointmentLinkService } from "@leashline/proto/leashline/online_booking/v1/appointment_link_pb.js";
import { toLinkedBusiness } from "../storefront/business.ts";
import { cancel, confirm, move } from "./changes.ts";
import { linkedAppointment, openAppointment, openLink } from "./client-link.ts";
import { allowedOn, toLinkedAppointment, toPage } from "./linked.mapper.ts";
import { moveStaff, moveTimes } from "./move-times.ts";
import { inTurn } from "./visits.ts";
import { walkOf } from "./walk.ts";
import { askedOf, askForChange } from "./write.ts";

const MOST_DAYS = 31;
const MOST_AHEAD = 50;
const AHEAD = [AppointmentStatus.UNCONFIRMED, AppointmentStatus.CONFIRMED];

export const appointmentLinkRpc = implement(AppointmentLinkService, {
  async getLinkedAppointment({ token }, ctx) {
    const opened = await openLink(ctx, token);
    const business = toLinkedBusiness(opened.shop);
    if (opened.link.appointmentId === "0") return { business };
    const appointment = await linkedAppointment(opened);
    const [page, asked, walk] = await Promise.all([
      toPage(opened, appointment),
      askedOf(opened, [appointment.id]),
      walkOf(opened, appointment),
    ]);
    return { business, appointment: { ...page, ...asked(appointment.id), ...walk } };
  },

  async getUpcomingAppointments({ token }, ctx) {
    const opened = await openLink(ctx, token);
    const { shop, link } = opened;
    const startDate = toWireDate(todayIn(shop.business.timezoneName));
    const asked = { customerId: link.customerId, startDate, statuses: AHEAD, pageSize: 200 };
    const { appointments } = await shop.ctx.client(AppointmentService).listCustomerAppointments(asked);
    const here = inTurn(appointments.filter(({ businessId }) => businessId === link.businessId));
    return {
      business: toLinkedBusiness(shop),
      appointments: here.slice(0, MOST_AHEAD).map((appointment) => toLinkedAppointment(opened, appointment)),
    };
  },

  async getMoveTimes({ token, startDate, endDate }, ctx) {
    const { shop, appointment } = await openAppointment(ctx, token);
    const span = { from: fromWireDate(startDate, "startDate"), to: fromWireDate(endDate, "endDate") };
    if (Temporal.PlainDate.from(span.from).until(span.to).days > MOST_DAYS)
      throw fail("PARAMS_INVALID", { field: "endDate", reason: `at most ${MOST_DAYS} days after the start` });
    if (!allowedOn(shop, appointment).mayMove) return { days: [] };
    const days = await moveTimes(shop, appointment, span);
    return { days, staff: moveStaff(shop, appointment, days) };
  },

  async confirmLinkedAppointment({ token }, ctx) {
    const opened = await openAppointment(ctx, token);
    return { appointment: await toPage(opened, await confirm(opened)) };
  },

  async moveLinkedAppointment({ token, date, startTime, staffId }, ctx) {
    const opened = await openAppointment(ctx, token);
    const wish = { date: fromWireDate(date, "date"), startTime, staffId };
    return { appointment: await toPage(opened, await move(opened, wish)) };
  },

  async cancelLinkedAppointment({ token, reason }, ctx) {
    const opened = await openAppointment(ctx, token);
    return { appointment: await toPage(opened, await cancel(opened, reason)) };
  },

  async askForChange({ token, wish, text }, ctx) {
    await askForChange(await openAppointment(ctx, token), wish, text);
    return {};
  },
});
