import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { CareKind, CareService } from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";
import { StayService } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { LodgingService, SpaceType } from "@leashline/proto/leashline/offering/v1/lodging_service_pb.js";
import { type Api, until } from "./api.ts";
import { chanceFrom } from "./chance.ts";
import type { Household } from "./people.ts";

const kinds = [
  { name: "Suites", capacity: 2, petTypes: ["Dog"], rooms: ["Suite 1", "Suite 2", "Suite 3"] },
  { name: "Kennels", capacity: 1, maxWeight: 60, petTypes: ["Dog"], rooms: ["Kennel 1", "Kennel 2", "Kennel 3", "Kennel 4"] },
  { name: "Cat condos", capacity: 2, petTypes: ["Cat"], rooms: ["Condo 1", "Condo 2", "Condo 3"] },
  { name: "Garden room", capacity: 10, spaceType: SpaceType.AREA, petTypes: ["Dog"], rooms: ["Garden room"] },
];
const stays = 16;
const [comes, leaves] = [14 * 60, 11 * 60];

const dateOf = (day: Temporal.PlainDate) => ({ year: day.year, month: day.month, day: day.day });

/** The rooms of the hotel next door, and who stays there around today. Answers how many stays. */
export async function openHotel(api: Api, households: readonly Household[], today: string): Promise<number> {
  let rooms = 0;
  for (const { rooms: names, ...kind } of kinds) {
    const { lodgingType } = await api.once(LodgingService, `lodging-${kind.name}`).createLodgingType(kind);
    const lodgingTypeId = lodgingType?.lodgingTypeId ?? "0";
    await api.once(LodgingService, `rooms-${kind.name}`).createLodgingUnits({ lodgingTypeId, names });
    rooms += names.length;
  }
  const day = Temporal.PlainDate.from(today);
  const span = { startDate: dateOf(day), endDate: dateOf(day) };
  await until(async () => {
    const { units } = await api.client(StayService).getLodgingCalendar(span);
    return units.length === rooms ? units : undefined;
  }, "The rooms on the lodging calendar");
  const chance = chanceFrom(day.year * 400 + day.dayOfYear);
  await api.once(CatalogService, "boarding").createStarterCatalog({ careTypes: ["BOARDING"] });
  const { services } = await api.client(CatalogService).listServices({ careType: "BOARDING", pageSize: 50 });
  const serviceId = services[0]?.id;
  if (!serviceId) throw new Error("with rooms there is boarding to sell");
  // Those who come last in the list have the fewest visits.
  let booked = 0;
  for (const [index, household] of households.slice(-stays).entries()) {
    const from = day.add({ days: (index % 8) - 3 });
    const to = from.add({ days: chance.pick([1, 2, 3, 4, 6]) });
    if (await stay(api, { household, serviceId, from, to, day })) booked += 1;
  }
  return booked;
}

type Stay = { household: Household; serviceId: string; from: Temporal.PlainDate; to: Temporal.PlainDate; day: Temporal.PlainDate };

async function stay(api: Api, { household, serviceId, from, to, day }: Stay): Promise<boolean> {
  const key = `stay-${household.customerId}`;
  const petIds = household.pets.slice(0, 2).map((pet) => pet.petId);
  const times = { startDate: dateOf(from), startTime: comes, endDate: dateOf(to), endTime: leaves };
  const { chosen } = await api.client(StayService).findFreeLodgings({ customerId: household.customerId, petIds, ...times });
  // The house is full for pets like these.
  if (chosen.length === 0) return false;
  const { appointment } = await api.once(AppointmentService, key).bookAppointment({
    customerId: household.customerId,
    staffId: "-10",
    appointmentDate: dateOf(from),
    startTime: comes,
    endDate: dateOf(to),
    endTime: leaves,
    petServices: petIds.map((petId) => ({ petId, services: [{ serviceId }] })),
    status: AppointmentStatus.CONFIRMED,
  });
  if (Temporal.PlainDate.compare(from, day) >= 0) return true;
  const past = Temporal.PlainDate.compare(to, day) <= 0;
  for (const status of past ? [AppointmentStatus.CHECKED_IN, AppointmentStatus.FINISHED] : [AppointmentStatus.CHECKED_IN])
    await api.once(AppointmentService, `${key}-${status}`).updateStatus({ id: appointment?.id ?? "0", status });
  if (!past) await feed(api, key, { appointmentId: appointment?.id ?? "0", petId: petIds[0] ?? "0" });
  return true;
}

/** Who is in the house eats twice a day: the tasks of the day have something to do. */
async function feed(api: Api, key: string, whom: { appointmentId: string; petId: string }): Promise<void> {
  const meal = { kind: CareKind.FEEDING, name: "Kibble", amount: "1/2", unit: "cup", times: [8 * 60, 18 * 60] };
  await api.once(CareService, `${key}-meals`).createCareSchedule({ ...whom, ...meal });
}
