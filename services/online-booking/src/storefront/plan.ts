import type { AdditionalServiceRule, StayDay } from "@leashline/proto/leashline/offering/v1/additional_service_pb.js";
import type { PriceUnit } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import type { AddOnRules } from "@leashline/proto/rules/add-ons.ts";
import { onTopOf, type ServicePolicy } from "@leashline/proto/rules/booking-policy.ts";
import { goesWith } from "@leashline/proto/rules/goes-with.ts";
import { type ForWeights, fitsWeight } from "@leashline/proto/rules/pet-size.ts";
import type { PricePart } from "@leashline/proto/rules/stay-price.ts";
import { priceFor } from "@leashline/proto/rules/unit-price.ts";
import { minutesTogether } from "@leashline/proto/rules/walks.ts";

/** What a pet parent can choose, as the offering service tells it, in minor units and minutes. */
export type Offer = ForWeights & {
  serviceId: string;
  name: string;
  /** For example "GROOMING". */
  careType: string;
  /** Per unit. */
  minor: bigint;
  unit: PriceUnit;
  duration: number;
  /** Daycare: booked by the day, in which it takes a place and nobody's time. */
  byDay: boolean;
  /** Whether visitors are told what it costs. */
  showPrice: boolean;
  /** Whether visitors are told how long it takes. */
  showDuration: boolean;
  /** Who does it; empty means everybody. */
  staffIds: readonly string[];
  overrides: ReadonlyMap<string, { minor?: bigint; duration?: number }>;
  /** The evaluation that a pet must have passed; "0" for none. */
  evaluationServiceId: string;
  /** Boarding in a room that is shared with no other family. */
  ownLodging: boolean;
  /** What comes along whenever it is chosen. */
  bundleServiceIds: readonly string[];
  /** Boarding: what comes along on certain days of a stay. */
  added?: AdditionalServiceRule | undefined;
  taxId: string;
  /** What it says of its own about notice, changes, fee and deposit. */
  policy: ServicePolicy;
  /** "Dog", "Cat"; empty means all. */
  petTypes: readonly string[];
  /** Of an add-on: what it goes with, and which pets may have it. */
  addOn?: AddOnRules | undefined;
  /** Of an add-on of boarding: on which days of a stay it is. */
  stayDay?: StayDay;
};

/** What one pet is to get; its breed and weight where the person said them. */
export type Wish = { serviceIds: readonly string[]; breed?: string; weight?: number };
/** With the size that the weight comes to; "0" when not known. */
export type WeighedWish = Wish & { petSizeId: string };
/** `rate` is what a unit of a stay costs, or a visit of one day without rules where some make it another. */
export type PlannedService = {
  serviceId: string;
  name: string;
  careType: string;
  minor: bigint;
  duration: number;
  rate?: bigint;
  unshown?: boolean;
  /** Of what is on certain days of a stay: on which. */
  stayDay?: StayDay;
  addOn?: true;
  /** Of an add-on: the service that it is on top of. */
  on?: string;
  /** Of boarding: nights in rooms that cost something of their own. */
  rooms?: readonly { readonly name: string; readonly nights: number; readonly each: bigint }[];
  /** How rules make the price of a visit of one day. */
  parts?: readonly PricePart[];
  /** Of several days: what it costs on each of them, where that is not the same. */
  minorOn?: Readonly<Record<string, bigint>>;
};
export type Plan = { pets: PlannedService[][]; duration: number; minor: bigint };

/** The care types of what is on offer, each once. */
export const caresIn = (offers: ReadonlyMap<string, Offer>): string[] => [...new Set([...offers.values()].map(({ careType }) => careType))];

/** The services a wish names that are not on offer. */
export const missing = (wishes: readonly Wish[], offers: ReadonlyMap<string, Offer>): string[] =>
  wishes.flatMap((wish) => wish.serviceIds).filter((id) => !offers.has(id));

/** A service that a wish names without what comes along with it, and the first of those. What comes along itself brings nothing more: one step only. */
export const lackingBundled = (
  wishes: readonly Wish[],
  offers: ReadonlyMap<string, Offer>,
): { offer: Offer; serviceId: string } | undefined =>
  wishes
    .flatMap(({ serviceIds }) => {
      const chosen = serviceIds.flatMap((id) => offers.get(id) ?? []);
      const along = new Set(chosen.flatMap(({ bundleServiceIds }) => bundleServiceIds));
      return chosen.flatMap((offer) => {
        if (along.has(offer.serviceId)) return [];
        const serviceId = offer.bundleServiceIds.find((id) => !serviceIds.includes(id));
        return serviceId === undefined ? [] : [{ offer, serviceId }];
      });
    })
    .at(0);

/** A service that is not for a pet of the weight that was said. */
export const unfit = (wishes: readonly WeighedWish[], offers: ReadonlyMap<string, Offer>): Offer | undefined =>
  wishes
    .flatMap(({ serviceIds, weight = 0, petSizeId }) =>
      serviceIds.flatMap((id) => offers.get(id) ?? []).filter((offer) => !fitsWeight(offer, weight, petSizeId)),
    )
    .at(0);

/** The service of a pet that an add-on is on top of. */
export const beneath = ({ addOn }: Offer, chosen: readonly Offer[]): string | undefined =>
  addOn && chosen.find((one) => !one.addOn && goesWith(addOn, { id: one.serviceId, careType: one.careType }))?.serviceId;

/** What the service of a line says of its own, or of an add-on the service that it is on top of. */
export const policyOf = (
  { serviceId, on }: Pick<PlannedService, "serviceId" | "on">,
  offers: ReadonlyMap<string, Pick<Offer, "policy">>,
): ServicePolicy => (on === undefined ? offers.get(serviceId)?.policy : onTopOf(offers.get(on)?.policy ?? {})) ?? {};

/** What the wishes come to with one staff member: pets one after the other, dogs on a walk together. */
export function planFor(wishes: readonly Wish[], offers: ReadonlyMap<string, Offer>, staffId: string): Plan {
  const pets = wishes.map((wish) => {
    const chosen = wish.serviceIds.map((id) => offers.get(id) as Offer);
    return chosen.map((offer): PlannedService => {
      const { serviceId, name, careType, unit } = offer;
      const own = offer.overrides.get(staffId);
      const duration = own?.duration ?? offer.duration;
      const on = beneath(offer, chosen);
      return {
        ...{ serviceId, name, careType, minor: priceFor(own?.minor ?? offer.minor, unit, duration), duration },
        ...(!offer.showPrice && { unshown: true }),
        ...(offer.addOn && { addOn: true }),
        ...(on !== undefined && { on }),
      };
    });
  });
  // What is given during a day of daycare does not make the day longer.
  const minutesOf = ({ careType, duration, addOn }: PlannedService) => (addOn && careType === "DAYCARE" ? 0 : duration);
  const timed = pets.flatMap((own, nth) => own.map((one) => ({ petId: String(nth), careType: one.careType, minutes: minutesOf(one) })));
  return { pets, duration: minutesTogether(timed), minor: pets.flat().reduce((sum, s) => sum + s.minor, 0n) };
}

/** Which staff can do everything wished for, grouped by how long they take, quickest first, each group in the given order. */
export function staffByDuration(
  wishes: readonly Wish[],
  offers: ReadonlyMap<string, Offer>,
  staff: readonly string[],
): [number, string[]][] {
  const wanted = wishes.flatMap((wish) => wish.serviceIds).map((id) => offers.get(id) as Offer);
  const able = staff.filter((id) => wanted.every((offer) => offer.staffIds.length === 0 || offer.staffIds.includes(id)));
  const groups = new Map<number, string[]>();
  for (const id of able) {
    const { duration } = planFor(wishes, offers, id);
    groups.set(duration, [...(groups.get(duration) ?? []), id]);
  }
  return [...groups].sort(([a], [b]) => a - b);
}

// Americans of the trade write no comma before the last, which is the other English.
const list = new Intl.ListFormat("en-GB", { type: "conjunction" });
/** "A, B and C". */
export const inWords = (names: readonly string[]): string => list.format(names);

/** "Full groom for Biscuit, Bath and brush for Moss". */
export function summaryOf(pets: readonly { name: string; services: readonly string[] }[]): string {
  return pets.map((pet) => `${inWords(pet.services)} for ${pet.name}`).join(", ");
}

/** The bookable days around today, both included; null when the asked days lie outside. */
export function spanWithin(
  asked: { from: string; to: string },
  today: string,
  rule: { soonest: number; farthest: number },
): { from: string; to: string } | null {
  const first = Temporal.PlainDate.from(today).add({ days: rule.soonest }).toString();
  const last = Temporal.PlainDate.from(today).add({ days: rule.farthest }).toString();
  const [, from = first] = [asked.from, first].sort();
  const [to = last] = [asked.to, last].sort();
  return from <= to ? { from, to } : null;
}
