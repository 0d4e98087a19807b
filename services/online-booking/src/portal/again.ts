import { fromWireDate, refusalForGood, todayIn } from "@leashline/kit";
import { type Appointment, AppointmentStatus, type PetService as Line } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { type Pet, PetLifeStatus } from "@leashline/proto/leashline/customer/v1/pet_pb.js";
import { PetService } from "@leashline/proto/leashline/customer/v1/pet_service_pb.js";
import { arrivalOn } from "../settings/arrival.ts";
import { withoutDays } from "../stays/without-days.ts";
import { withFittingAddOns } from "../storefront/add-ons.ts";
import { isBookable, ruleOf } from "../storefront/bookable.ts";
import { type Offer, spanWithin, summaryOf } from "../storefront/plan.ts";
import { offersOf, type Shop, weighed } from "../storefront/shop.ts";
import { availableTimes, groupsFor } from "../storefront/times.ts";
import type { Opened } from "./client-link.ts";

const MOST_LOOKED = 10;
const MOST_TIMES = 3;
const DAYS = 13;
/** Booked by the night or by the day. */
const WITHOUT_TIMES = ["BOARDING", "DAYCARE"];

/** Of the visits that are over, the last that the page offers as it was: all services of all pets that are still alive. */
export async function lastBooked({ shop, link }: Opened) {
  if (!shop.setting.isEnable) return undefined;
  const { customerId, businessId } = link;
  const calendar = shop.ctx.client(AppointmentService);
  const [{ appointments }, { pets }] = await Promise.all([
    calendar.listCustomerAppointments({ customerId, statuses: [AppointmentStatus.FINISHED], pageSize: MOST_LOOKED }),
    shop.ctx.client(PetService).listPets({ customerId }),
  ]);
  const theirs = appointments
    .filter((one) => one.businessId === businessId && one.petServiceList.length > 0)
    .map((one) => ({ ...one, petServiceList: withoutDays(one.petServiceList) }));
  const serviceIds = [...new Set(theirs.flatMap(({ petServiceList }) => petServiceList.map((line) => line.serviceId)))];
  if (serviceIds.length === 0) return undefined;
  const offers = await offersOf(shop, [{ serviceIds }]);
  const bookable = theirs.map((one) => ({
    ...one,
    petServiceList: one.petServiceList.filter(
      (line) => !line.addOn || (offers.has(line.serviceId) && !comesAlong(line, one.petServiceList, offers)),
    ),
  }));
  const alive = new Map(pets.filter((pet) => !pet.deleted && pet.lifeStatus !== PetLifeStatus.PASS_AWAY).map((pet) => [pet.petId, pet]));
  const last = bookable.find((one) => isRepeatable(one, offers, alive));
  return last && (await again(shop, last, offers, alive));
}

/** Whether the pet's boarding adds it to its stays: then it was perhaps not chosen, and comes along by itself where the new stay is long enough. */
const comesAlong = ({ petId, serviceId }: Line, lines: readonly Line[], offers: ReadonlyMap<string, Offer>): boolean =>
  lines.some((one) => {
    const { enable = false, applyRules = [] } = (one.petId === petId && offers.get(one.serviceId)?.added) || {};
    return enable && applyRules.some((added) => added.serviceId === serviceId);
  });

const isRepeatable = ({ petServiceList }: Appointment, offers: ReadonlyMap<string, Offer>, alive: ReadonlyMap<string, Pet>): boolean =>
  petServiceList.every(({ serviceId, petId, careType }) => offers.has(serviceId) && alive.has(petId) && careType !== "GROUP_CLASS");

async function again(
  shop: Shop,
  { appointmentDate, petServiceList }: Appointment,
  offers: Map<string, Offer>,
  alive: ReadonlyMap<string, Pet>,
) {
  const byPet = Map.groupBy(petServiceList, ({ petId }) => petId);
  const pets = [...byPet].map(([petId, lines]) => {
    const { petName = "", petType = "", breed = "", weight = 0, petSizeId = "0", coatType = "" } = alive.get(petId) ?? {};
    const had = [...new Set(lines.map(({ serviceId }) => serviceId))];
    const { serviceIds } = withFittingAddOns({ petType, breed, weight, petSizeId, coatType, serviceIds: had }, offers);
    return { petName, petType, breed, weight, serviceIds };
  });
  const names = (lines: readonly Line[], nth: number) =>
    lines.filter(({ serviceId }) => pets[nth]?.serviceIds.includes(serviceId)).map(({ serviceName }) => serviceName);
  const staff = shop.staff.find(({ staffId }) => staffId === petServiceList[0]?.staffId);
  const careType = petServiceList[0]?.careType ?? "";
  return {
    date: fromWireDate(appointmentDate, "appointmentDate"),
    summary: summaryOf([...byPet.values()].map((lines, nth) => ({ name: lines[0]?.petName ?? "", services: names(lines, nth) }))),
    ...arrivalOn(shop.setting, [careType]),
    ...{ careType, pets, staffId: staff?.staffId ?? "0", staffName: staff?.firstName ?? "" },
    times: WITHOUT_TIMES.includes(careType) ? [] : await nextTimes(shop, offers, pets, staff?.staffId ?? "0"),
  };
}

type Pets = { serviceIds: string[]; breed: string; weight: number }[];

/** The first of the coming days; none where they cannot be looked for, for example since a pet is too heavy by now. */
async function nextTimes(shop: Shop, offers: Map<string, Offer>, pets: Pets, staffId: string) {
  const today = todayIn(shop.business.timezoneName);
  const span = spanWithin({ from: today, to: "9999-12-31" }, today, ruleOf(shop));
  if (!span) return [];
  const to = [span.to, Temporal.PlainDate.from(span.from).add({ days: DAYS }).toString()].sort()[0] ?? span.to;
  const wishes = await weighed(shop, pets);
  try {
    const days = await availableTimes(shop, groupsFor(shop, offers, wishes, staffId), wishes, { ...span, to, offers });
    const times = days.flatMap(({ date, times: starts }) => starts.map(({ startTime }) => ({ date, startTime })));
    return times.filter(({ date, startTime }) => isBookable(shop, { date, startTime }, offers)).slice(0, MOST_TIMES);
  } catch (error) {
    if (refusalForGood(error)) return [];
    throw error;
  }
}
