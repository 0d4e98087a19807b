import { todayIn, toWireDate } from "@leashline/kit";
import type { Appointment, PetService } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { SlotService } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import { staffOnLines } from "@leashline/proto/rules/line-staff.ts";
import { isEarlyEnough, ruleOf } from "../storefront/bookable.ts";
import { missing, planFor, spanWithin, staffByDuration } from "../storefront/plan.ts";
import { offersOf, type Shop } from "../storefront/shop.ts";
import type { AvailableTimes } from "../storefront/times.ts";
import { firstWord } from "./linked.mapper.ts";

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

type Asked = { readonly from: string; readonly to: string };
export type MoveDay = AvailableTimes[number];

/** Who else may do all of it, in no more time, and takes bookings online, where it is with one person and clients choose whom; what is not on offer any more stays with them. */
async function othersFor(shop: Shop, { petServiceList: lines }: Appointment): Promise<string[]> {
  const [own, ...more] = new Set(staffOnLines(lines));
  if (own === undefined || more.length > 0 || !shop.setting.staffSelection) return [];
  const wishes = comingIn(lines).map(({ serviceIds }) => ({ serviceIds }));
  const offers = await offersOf(shop, wishes);
  if (missing(wishes, offers).length > 0) return [];
  const staff = shop.staff.map(({ staffId }) => staffId).filter((id) => id !== own);
  const most = planFor(wishes, offers, own).duration;
  return staffByDuration(wishes, offers, staff).flatMap(([minutes, ids]) => (minutes > most ? [] : ids));
}

/** How long, with which notice and in which steps an appointment is looked for, as far as was agreed with the client; its own time counts as free. */
const searchFor = ({ setting }: Shop, appointment: Appointment, span: Asked) => ({
  businessId: appointment.businessId,
  startDate: toWireDate(span.from),
  endDate: toWireDate(span.to),
  duration: Math.max(1, appointment.endTime - appointment.startTime),
  step: setting.timeslotLength,
  noticeMinutes: appointment.agreedPolicy?.noticeMinutes ?? setting.noticeMinutes,
  ignoreAppointmentId: appointment.id,
});

/** Starts at which everybody who is on the appointment is free for all of it, and takes its pets. */
async function withTheirs(shop: Shop, { petServiceList }: Appointment, search: ReturnType<typeof searchFor>): Promise<MoveDay[]> {
  const theirs = petServiceList.flatMap((line) => staffOnLines([line]).map((staffId) => ({ staffId, line })));
  const byStaff = Map.groupBy(theirs, ({ staffId }) => staffId);
  const slots = shop.ctx.client(SlotService);
  const [first = [], ...others] = await Promise.all(
    [...byStaff].map(async ([staffId, own]) => {
      const comingPets = comingIn(own.map(({ line }) => line));
      return (await slots.listFreeSlots({ ...search, staffIds: [staffId], comingPets })).days;
    }),
  );
  const staffIds = [...byStaff.keys()];
  return first.map(({ date }) => {
    const shared = startsOn(first, date).filter((start) => others.every((days) => startsOn(days, date).includes(start)));
    return { date, times: shared.map((startTime) => ({ startTime, staffIds })) };
  });
}

/** Starts at which one of these could do all of it instead. */
async function withOthers(
  shop: Shop,
  { petServiceList }: Appointment,
  search: ReturnType<typeof searchFor>,
  staffIds: string[],
): Promise<MoveDay[]> {
  if (staffIds.length === 0) return [];
  const comingPets = comingIn(petServiceList);
  const { days } = await shop.ctx.client(SlotService).listFreeSlots({ ...search, staffIds, comingPets, onlineOnly: true });
  return days.map(({ date, staff }) => ({
    date,
    times: staff.flatMap(({ staffId, startTimes }) => startTimes.map((startTime) => ({ startTime, staffIds: [staffId] }))),
  }));
}

/** The days of several in one, by date; of each start those first who were named first. */
function merged(days: readonly MoveDay[]): MoveDay[] {
  const byDate = [...Map.groupBy(days, ({ date }) => date)].sort(([a], [b]) => (a < b ? -1 : 1));
  return byDate.map(([date, some]) => {
    const starts = [
      ...Map.groupBy(
        some.flatMap(({ times }) => times),
        ({ startTime }) => startTime,
      ),
    ].sort(([a], [b]) => a - b);
    return { date, times: starts.map(([startTime, times]) => ({ startTime, staffIds: times.flatMap(({ staffIds }) => staffIds) })) };
  });
}

/** The starts that an appointment may move to, with whom: those whom it is with, or where that is one person somebody else who may do it. */
export async function moveTimes(shop: Shop, appointment: Appointment, asked: Asked): Promise<MoveDay[]> {
  const span = spanWithin(asked, todayIn(shop.business.timezoneName), ruleOf(shop));
  if (!span) return [];
  const search = searchFor(shop, appointment, span);
  const [theirs, others] = await Promise.all([
    withTheirs(shop, appointment, search),
    othersFor(shop, appointment).then((ids) => withOthers(shop, appointment, search, ids)),
  ]);
  const limits = { latestStart: appointment.agreedPolicy?.latestStart };
  return merged([...theirs, ...others])
    .map(({ date, times }) => ({ date, times: times.filter(({ startTime }) => isEarlyEnough(limits, startTime)) }))
    .filter(({ times }) => times.length > 0);
}

/** Whom the times name, as the client knows them. */
export function moveStaff(shop: Shop, { petServiceList: lines }: Appointment, days: readonly MoveDay[]) {
  const now = new Map(
    lines.flatMap((line) => [line, ...line.operationList]).map(({ staffId, staffName }) => [staffId, firstWord(staffName)]),
  );
  const names = new Map([...shop.staff.map(({ staffId, firstName }) => [staffId, firstName] as const), ...now]);
  const named = new Set(days.flatMap(({ times }) => times.flatMap(({ staffIds }) => staffIds)));
  return [...named].map((staffId) => ({ staffId, firstName: names.get(staffId) ?? "", isNow: now.has(staffId) }));
}
