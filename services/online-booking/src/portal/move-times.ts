import { todayIn, toWireDate } from "@leashline/kit";
import type { Appointment, PetService } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { SlotService } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import { staffOnLines } from "@leashline/proto/rules/line-staff.ts";
import { isEarlyEnough, ruleOf } from "../storefront/bookable.ts";
import { spanWithin } from "../storefront/plan.ts";
import type { Shop } from "../storefront/shop.ts";

type FreeDay = { date: string; staff: { startTimes: number[] }[] };

/** The pets of some lines, as the calendar asks it for its limits by size, breed and service. */
const comingIn = (lines: readonly PetService[]) =>
  [...Map.groupBy(lines, ({ petId }) => petId).values()].map((own) => ({
    petSizeId: own[0]?.petSizeId ?? "0",
    breed: own[0]?.breed ?? "",
    serviceIds: [...new Set(own.filter(({ addOn }) => !addOn).map(({ serviceId }) => serviceId))],
  }));

const startsOn = (days: readonly FreeDay[], date: string): number[] =>
  days.filter((day) => day.date === date).flatMap(({ staff }) => staff.flatMap(({ startTimes }) => startTimes));

/** Starts at which everybody who is on the appointment is free for all of it, and takes its pets, as far as was agreed with the client; its own time counts as free. */
export async function moveTimes(shop: Shop, appointment: Appointment, asked: { from: string; to: string }) {
  const span = spanWithin(asked, todayIn(shop.business.timezoneName), ruleOf(shop));
  if (!span) return [];
  const agreed = appointment.agreedPolicy;
  const theirs = appointment.petServiceList.flatMap((line) => staffOnLines([line]).map((staffId) => ({ staffId, line })));
  const byStaff = Map.groupBy(theirs, ({ staffId }) => staffId);
  const [first = [], ...others] = await Promise.all(
    [...byStaff].map(async ([staffId, own]) => {
      const { days } = await shop.ctx.client(SlotService).listFreeSlots({
        businessId: appointment.businessId,
        staffIds: [staffId],
        startDate: toWireDate(span.from),
        endDate: toWireDate(span.to),
        duration: Math.max(1, appointment.endTime - appointment.startTime),
        step: shop.setting.timeslotLength,
        comingPets: comingIn(own.map(({ line }) => line)),
        noticeMinutes: agreed?.noticeMinutes ?? shop.setting.noticeMinutes,
        ignoreAppointmentId: appointment.id,
      });
      return days;
    }),
  );
  const staffIds = [...byStaff.keys()];
  return first
    .map(({ date }) => {
      const early = startsOn(first, date).filter((start) => isEarlyEnough({ latestStart: agreed?.latestStart }, start));
      const shared = early.filter((start) => others.every((days) => startsOn(days, date).includes(start)));
      return { date, times: shared.map((startTime) => ({ startTime, staffIds })) };
    })
    .filter(({ times }) => times.length > 0);
}
