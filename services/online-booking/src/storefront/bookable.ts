import { fail, instantAt, todayIn } from "@leashline/kit";
import { type Limits, strictest } from "@leashline/proto/rules/booking-policy.ts";
import { isForType } from "@leashline/proto/rules/pet-type.ts";
import type { SettingRow } from "../settings/setting.store.ts";
import { type Offer, spanWithin, type Wish } from "./plan.ts";
import type { Shop } from "./shop.ts";

/** So long a time is held for who chose it. */
export const holdMinutes = 10;

export const ruleOf = ({ setting }: Pick<Shop, "setting">) => ({ soonest: setting.soonestAvailable, farthest: setting.farthestAvailable });

const isDayOffered = (shop: Shop, date: string): boolean =>
  spanWithin({ from: date, to: date }, todayIn(shop.business.timezoneName), ruleOf(shop)) !== null;

type Offers = ReadonlyMap<string, Pick<Offer, "policy" | "careType" | "addOn">>;

const noticeIn = ({ setting }: Pick<Shop, "setting">, offers: readonly Pick<Offer, "careType">[]): number =>
  offers.some(({ careType }) => careType === "BOARDING") ? setting.stayNoticeHours * 60 : setting.noticeMinutes;

/** What holds for services that are booked together; where nothing is said of them, the shop's own rules. */
export function limitsOf(shop: Pick<Shop, "setting">, offers: Offers = new Map()): Limits {
  const { clientChanges, changeNoticeHours } = shop.setting;
  // An add-on has no rules of its own, and does not make those of its service stricter.
  const chosen = [...offers.values()].filter(({ addOn }) => !addOn);
  const business = { noticeMinutes: noticeIn(shop, chosen), changeNoticeHours: clientChanges ? changeNoticeHours : undefined };
  return strictest(
    chosen.map(({ policy }) => policy),
    business,
  );
}

type When = { date: string; startTime: number };

const isAfterNotice = ({ business }: Shop, { date, startTime }: When, { noticeMinutes }: Limits, late = 0): boolean =>
  instantAt(date, startTime, business.timezoneName).getTime() >= Date.now() + (noticeMinutes - late) * 60_000;

/** Whether a visit with the services may begin as late in the day. */
export const isEarlyEnough = ({ latestStart }: Pick<Limits, "latestStart">, startTime: number): boolean =>
  latestStart === undefined || startTime <= latestStart;

/** Whether a pet parent may take this time, as far as the shop's rules and those of the services go. */
export const isBookable = (shop: Shop, when: When, offers?: Offers): boolean => {
  const limits = limitsOf(shop, offers);
  return isDayOffered(shop, when.date) && isAfterNotice(shop, when, limits) && isEarlyEnough(limits, when.startTime);
};

/** A day that is offered, after the notice and not too late in the day; who filled in a form meanwhile is `late` by no more minutes than a time is held. */
export function mustBeBookable(shop: Shop, when: When, offers: Offers, late = 0): void {
  const limits = limitsOf(shop, offers);
  if (!isDayOffered(shop, when.date)) throw fail("PARAMS_INVALID", { field: "date", reason: "this day cannot be booked online" });
  if (!isAfterNotice(shop, when, limits, late))
    throw fail("PARAMS_INVALID", { field: "startTime", reason: "this time is too soon to be booked online" });
  if (!isEarlyEnough(limits, when.startTime))
    throw fail("PARAMS_INVALID", { field: "startTime", reason: "this time is too late in the day for these services" });
}

/** How the business takes stays, as its page says it. */
export const stayRulesOf = (setting: SettingRow) => ({
  minNights: setting.stayMinNights,
  maxNights: setting.stayMaxNights,
  noticeHours: setting.stayNoticeHours,
  arrivalFrom: setting.stayArrivalFrom,
  arrivalTo: setting.stayArrivalTo,
  departureFrom: setting.stayDepartureFrom,
  departureTo: setting.stayDepartureTo,
});

/** Each pet is of a kind that its services are for. */
export function mustBeForThem(pets: readonly (Wish & { petType: string })[], offers: ReadonlyMap<string, Offer>): void {
  for (const { petType, serviceIds } of pets) {
    const wrong = serviceIds.flatMap((id) => offers.get(id) ?? []).find(({ petTypes }) => !isForType(petTypes, petType));
    if (wrong) throw fail("PARAMS_INVALID", { field: "pets", message: `${wrong.name} is not for a ${petType.trim().toLowerCase()}.` });
  }
}
