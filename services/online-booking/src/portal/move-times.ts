import { todayIn, toWireDate } from "@leashline/kit";
import type { Appointment } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { SlotService } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import { ruleOf } from "../storefront/bookable.ts";
import { spanWithin } from "../storefront/plan.ts";
import type { Shop } from "../storefront/shop.ts";

type FreeDay = { date: string; staff: { startTimes: number[] }[] };

/** Starts at which everybody who is on the appointment is free for all of it. */
const sharedTimes = ({ staff }: FreeDay, staffCount: number): number[] => {
  const [first, ...others] = staff;
  if (!first || staff.length < staffCount) return [];
  return first.startTimes.filter((start) => others.every(({ startTimes }) => startTimes.includes(start)));
};

/** Free starts that the appointment could move to, with the staff it is with; its own time counts as free. */
export async function moveTimes(shop: Shop, appointment: Appointment, asked: { from: string; to: string }) {
  const span = spanWithin(asked, todayIn(shop.business.timezoneName), ruleOf(shop));
  if (!span) return [];
  const staffIds = [...new Set(appointment.petServiceList.map(({ staffId }) => staffId))];
  const { days } = await shop.ctx.client(SlotService).listFreeSlots({
    businessId: appointment.businessId,
    staffIds,
    startDate: toWireDate(span.from),
    endDate: toWireDate(span.to),
    duration: Math.max(1, appointment.endTime - appointment.startTime),
    step: shop.setting.timeslotLength,
    pets: new Set(appointment.petServiceList.map(({ petId }) => petId)).size,
    noticeMinutes: shop.setting.noticeMinutes,
    ignoreAppointmentId: appointment.id,
  });
  return days
    .map((day) => ({ date: day.date, times: sharedTimes(day, staffIds.length).map((startTime) => ({ startTime, staffIds })) }))
    .filter(({ times }) => times.length > 0);
}
