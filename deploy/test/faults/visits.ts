import type { Money } from "@leashline/proto/google/type/money_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { AutoMessageUseCase } from "@leashline/proto/leashline/message/v1/auto_message_pb.js";
import { AutoMessageService } from "@leashline/proto/leashline/message/v1/auto_message_service_pb.js";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { withHands } from "../../seed/api.ts";
import { type Shop, zone } from "../../seed/shop.ts";
import { wireDay } from "../wire.ts";
import type { Stubborn } from "./stubborn.ts";

export type Visit = { n: number; id: string; customerId: string; petId: string; phone: string; date: Temporal.PlainDate };

export const cents = (money: Money | undefined): number => Number(money?.units ?? 0n) * 100 + Math.round((money?.nanos ?? 0) / 10_000_000);

const minutes = 30;
const hands = 8;
type Place = { date: Temporal.PlainDate; startTime: number; staffId: string };

/** The working half hours of everybody from a day on, so that people's calendars fill side by side. */
function* places(shop: Shop, from: Temporal.PlainDate): Generator<Place> {
  for (let date = from; ; date = date.add({ days: 1 }))
    for (let startTime = 540; startTime + minutes <= 1_080; startTime += minutes)
      for (const { staffId, daysOff, from: begin, to } of shop.staff)
        if (!daysOff.includes(date.dayOfWeek % 7) && startTime >= begin && startTime + minutes <= to) yield { date, startTime, staffId };
}

/** Books so many visits, each for a client of its own, from a day on. */
export async function bookVisits(web: Stubborn, shop: Shop, from: Temporal.PlainDate, firstNumber: number, many: number): Promise<Visit[]> {
  const wanted = places(shop, from)
    .take(many)
    .map((place, index) => ({ place, n: firstNumber + index }))
    .toArray();
  return await withHands(wanted, hands, async ({ place, n }) => {
    const phone = `+1206555${String(1_000 + n).padStart(4, "0")}`;
    const made = await web.call(ClientService.method.createClientWithPets, {
      client: { firstName: "Visitor", lastName: `Number ${n}`, phoneNumber: phone },
      pets: [{ petName: `Pet ${n}` }],
    });
    const { customerId = "0" } = made.client ?? {};
    const { petId = "0" } = made.pets[0] ?? {};
    const { appointment } = await web.call(AppointmentService.method.bookAppointment, {
      customerId,
      staffId: place.staffId,
      appointmentDate: wireDay(place.date),
      startTime: place.startTime,
      petServices: [{ petId, services: [{ serviceId: shop.services[0]?.id ?? "0", duration: minutes }] }],
    });
    return { n, id: appointment?.id ?? "0", customerId, petId, phone, date: place.date };
  });
}

/** A day whose reminders may go out today, also when today is about to end. */
export const tomorrow = (): Temporal.PlainDate => Temporal.Now.zonedDateTimeISO(zone).add({ minutes: 10 }).toPlainDate().add({ days: 1 });

/** The first day from tomorrow on with room for so many visits: not everybody works at weekends. */
export function firstRoomyDay(shop: Shop, many: number): Temporal.PlainDate {
  const week = Array.from({ length: 7 }, (_, days) => tomorrow().add({ days }));
  const roomy = week.find((day) =>
    places(shop, day)
      .take(many)
      .every(({ date }) => date.equals(day)),
  );
  if (!roomy) throw new Error(`no day of the week has room for ${many} visits`);
  return roomy;
}

/** Lets the reminders of a day go out in this many minutes. */
export async function remindSoon(web: Stubborn, day: Temporal.PlainDate, inMinutes: number): Promise<void> {
  const due = Temporal.Now.zonedDateTimeISO(zone).add({ minutes: inMinutes });
  await web.call(AutoMessageService.method.updateAutoMessage, {
    useCase: AutoMessageUseCase.FIRST_REMINDER,
    isEnabled: true,
    clientReceive: [MessageMethod.SMS],
    daysBefore: due.toPlainDate().until(day).days,
    minutesAt: due.hour * 60 + due.minute,
  });
}
