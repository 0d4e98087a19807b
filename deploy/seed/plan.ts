import { type Chance, chanceFrom } from "./chance.ts";
import type { Household } from "./people.ts";
import type { Person } from "./shop.ts";

export type Outcome = "finished" | "inStore" | "ready" | "confirmed" | "unconfirmed" | "cancelled" | "noShow";
export type Visit = {
  key: string;
  date: string;
  staffId: string;
  startTime: number;
  household: Household;
  petServices: { petId: string; serviceIds: string[] }[];
  outcome: Outcome;
  tipPercent: number;
  pay: "cash" | "card" | "part" | "later";
};

type Pet = Household["pets"][number];
/** `quick`: comes on top of a bath or a groom, or alone. */
export type Offer = { id: string; duration: number; quick: boolean; fits: (pet: Pet) => boolean };
type Input = {
  today: string;
  now: number;
  staff: readonly Person[];
  households: readonly Household[];
  offers: readonly Offer[];
  daysBefore: number;
  daysAfter: number;
};

const snap = (minutes: number): number => Math.ceil(minutes / 15) * 15;

/** Visits back to back with breaks between them, the same at every run of the same day. */
export function planVisits({ today, now, staff, households, offers, daysBefore, daysAfter }: Input): Visit[] {
  const visits: Visit[] = [];
  for (let offset = -daysBefore; offset <= daysAfter; offset++) {
    const day = Temporal.PlainDate.from(today).add({ days: offset });
    const weekday = day.dayOfWeek % 7;
    for (const [index, person] of staff.entries()) {
      if (person.daysOff.includes(weekday)) continue;
      const chance = chanceFrom(day.toPlainDateTime().toZonedDateTime("UTC").epochMilliseconds / 86_400_000 + index * 997);
      // The further ahead, the emptier the book.
      const wanted = offset > 10 ? 2 : offset > 3 ? 3 : 5;
      let at = person.from + chance.pick([0, 0, 15, 30]);
      for (let count = 0; count < wanted; count++) {
        const household = chance.pick(households);
        const pets = household.pets.length > 1 && chance.percent(55) ? household.pets : household.pets.slice(0, 1);
        const petServices = pets.map((pet) => ({
          petId: pet.petId,
          serviceIds: servicesFor(pet, offers, chance),
        }));
        const length = petServices
          .flatMap((pet) => pet.serviceIds)
          .reduce((sum, id) => sum + (offers.find((offer) => offer.id === id)?.duration ?? 60), 0);
        if (at + length > person.to) break;
        const end = at + length;
        const key = `${day}-${person.staffId}-${at}`;
        visits.push({
          key,
          date: day.toString(),
          staffId: person.staffId,
          startTime: at,
          household,
          petServices,
          outcome: outcomeOf(offset, at, end, now, chance.next()),
          tipPercent: chance.pick([0, 0, 15, 18, 20, 25]),
          pay: chance.pick(["card", "card", "card", "cash", "cash", "part", "later"]),
        });
        at = snap(end + chance.pick([0, 0, 15, 30, 45]));
      }
    }
  }
  return visits;
}

type Service = { id: string; name: string; duration: number; availability?: Limits | undefined };
type Limits = { petTypes: readonly { petType: string }[]; weightFrom: number; weightTo: number };

/** A service of the catalogue as the plan weighs it. */
export function offerOf({ id, name, duration, availability }: Service): Offer {
  const { petTypes = [], weightFrom = 0, weightTo = 0 } = availability ?? {};
  const puppies = /puppy/i.test(name);
  return {
    id,
    duration,
    quick: duration <= 30,
    fits: ({ petType, weight }) =>
      (petTypes.length === 0 || petTypes.some((one) => one.petType === petType)) &&
      weight >= weightFrom &&
      (weightTo === 0 || weight < weightTo + 1) &&
      (!puppies || weight < 14),
  };
}

/** What a pet of its kind and size is brought for. */
function servicesFor(pet: Pet, offers: readonly Offer[], chance: Chance): string[] {
  const fitting = offers.filter((offer) => offer.fits(pet));
  const [quick, whole] = [fitting.filter((offer) => offer.quick), fitting.filter((offer) => !offer.quick)];
  const asked = chance.percent(88) && whole.length > 0 ? [chance.pick(whole)] : [];
  if (quick.length > 0 && (asked.length === 0 || chance.percent(20))) asked.push(chance.pick(quick));
  return asked.map((offer) => offer.id);
}

function outcomeOf(offset: number, start: number, end: number, now: number, luck: number): Outcome {
  if (luck < 0.05) return "cancelled";
  const over = offset < 0 || (offset === 0 && end <= now);
  if (over) return luck < 0.08 ? "noShow" : "finished";
  if (offset === 0 && start <= now) return end - now < 25 ? "ready" : "inStore";
  return luck < 0.4 ? "unconfirmed" : "confirmed";
}
