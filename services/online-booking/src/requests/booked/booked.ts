import { fromMoney, fromWireDate } from "@leashline/kit";
import type { Appointment, PetService } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { rebilled, type ToldBill } from "../../payment-groups/told-bill.ts";
import { nightsOf } from "../../stays/stay.ts";
import { summaryOf } from "../../storefront/plan.ts";
import { type AskedPet, type AskedService, type RequestRow, visitsIn } from "../request.ts";

// What a request comes to when it is accepted at another time than was asked for: the price of its visits as the calendar booked them.

export type Visit = Pick<Appointment, "appointmentDate" | "petServiceList">;
/** In minor units. Nothing of the bill where its tax cannot be told. */
export type Cost = { total: string; pets: AskedPet[]; bill: ToldBill | null };
type Of = { visits: readonly Visit[]; petIds: readonly string[]; taxRates: ReadonlyMap<string, bigint> | null };

/** Undefined where the calendar does not say what each line costs. */
export function costOf(row: RequestRow, { visits, petIds, taxRates }: Of): Cost | undefined {
  const lines = visits.flatMap(({ petServiceList }) => petServiceList);
  if (lines.length === 0 || lines.some(({ price }) => !price || fromMoney(price).currency !== row.currency)) return undefined;
  const total = lines.reduce((sum, { price }) => sum + fromMoney(price).minor, 0n).toString();
  const pets = row.pets.map((pet, nth) => ({ ...pet, services: servicesOf(pet, visits, petIds[nth] ?? "0") }));
  return { total, pets, bill: row.bill && taxRates && billOf(row, { bill: row.bill, lines, taxRates }) };
}

/** Of a pet that the calendar booked nothing for, what was asked for. */
function servicesOf({ services }: AskedPet, visits: readonly Visit[], petId: string): AskedService[] {
  const ofPet = ({ petServiceList }: Visit) => petServiceList.filter((line) => line.petId === petId);
  const [first] = visits.map(ofPet);
  if (!first || first.length === 0) return services;
  return first.map((line) => {
    const onDays = visits.map((visit): [string, string] => {
      const same = ofPet(visit).find((one) => isSame(one, line)) ?? line;
      return [fromWireDate(visit.appointmentDate, "appointmentDate"), minorOf(same)];
    });
    const differs = onDays.some(([, minor]) => minor !== minorOf(line));
    return { ...askedAs(services, line), minor: minorOf(line), ...(differs && { minorOn: Object.fromEntries(onDays) }) };
  });
}

const minorOf = ({ price }: PetService): string => fromMoney(price).minor.toString();
const isSame = (one: PetService, other: PetService): boolean => one.serviceId === other.serviceId && one.stayDay === other.stayDay;

/** As it was asked for, or what comes along on the days that were booked and did not on those that were asked for. */
function askedAs(services: readonly AskedService[], line: PetService): AskedService {
  const { serviceId, serviceName: name, careType, duration, stayDay, addOn } = line;
  const asked = services.find((one) => one.serviceId === serviceId && (one.stayDay ?? 0) === stayDay);
  if (!asked) return { serviceId, name, careType, minor: minorOf(line), duration, ...(stayDay && { stayDay }), ...(addOn && { addOn }) };
  const { minorOn: _, rooms = [], ...rest } = asked;
  const nights = roomsOf(rooms, line);
  return { ...rest, ...(nights.length > 0 && { rooms: nights }) };
}

type Rooms = NonNullable<AskedService["rooms"]>;

/** The rooms with a price of their own that were asked for, for as many nights as are booked at that price. */
const roomsOf = (rooms: Rooms, { lodgings }: PetService): Rooms =>
  rooms.flatMap((room) => {
    const own = lodgings.filter(({ nightlyPrice }) => nightlyPrice && fromMoney(nightlyPrice).minor === BigInt(room.each));
    const nights = own.reduce(
      (sum, { startDate, endDate }) =>
        sum + nightsOf({ date: fromWireDate(startDate, "startDate"), endDate: fromWireDate(endDate, "endDate") }),
      0,
    );
    return nights > 0 ? [{ ...room, nights }] : [];
  });

type Billed = { bill: ToldBill; lines: readonly PetService[]; taxRates: ReadonlyMap<string, bigint> };

/** Null where the tax of something that was asked for, and is not booked, is not known. */
function billOf(row: RequestRow, { bill, lines, taxRates }: Billed): ToldBill | null {
  const taxIds = new Map(lines.map(({ serviceId, taxId }) => [serviceId, taxId]));
  const before = visitsIn(row).flat();
  if (taxRates.size > 0 && before.some(({ serviceId }) => !taxIds.has(serviceId))) return null;
  const rateOf = (serviceId: string) => taxRates.get(taxIds.get(serviceId) ?? "0") ?? 0n;
  return rebilled(bill, {
    before: before.map(({ serviceId, minor }) => ({ minor, rate: rateOf(serviceId) })),
    now: lines.map(({ serviceId, price }) => ({ minor: fromMoney(price).minor, rate: rateOf(serviceId) })),
  });
}

/** "Boarding for Rex, 3 nights". */
export function staySummary(pets: readonly AskedPet[], stay: { date: string; endDate: string }): string {
  const nights = nightsOf(stay);
  const what = summaryOf(pets.map(({ petName: name, services }) => ({ name, services: services.map((one) => one.name) })));
  return `${what}, ${nights === 1 ? "1 night" : `${nights} nights`}`;
}
