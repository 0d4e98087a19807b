import { fail, instantAt, todayIn } from "@leashline/kit";
import { isForType } from "@leashline/proto/rules/pet-type.ts";
import type { SettingRow } from "../settings/setting.store.ts";
import { type Offer, spanWithin, type Wish } from "./plan.ts";
import type { Shop } from "./shop.ts";

/** So long a time is held for who chose it. */
export const holdMinutes = 10;

export const ruleOf = ({ setting }: Pick<Shop, "setting">) => ({ soonest: setting.soonestAvailable, farthest: setting.farthestAvailable });

const isDayOffered = (shop: Shop, date: string): boolean =>
  spanWithin({ from: date, to: date }, todayIn(shop.business.timezoneName), ruleOf(shop)) !== null;

const isAfterNotice = ({ business, setting }: Shop, date: string, startTime: number, late = 0): boolean =>
  instantAt(date, startTime, business.timezoneName).getTime() >= Date.now() + (setting.noticeMinutes - late) * 60_000;

/** Whether a pet parent may take this time, as far as the shop's rules go. */
export const isBookable = (shop: Shop, date: string, startTime: number): boolean =>
  isDayOffered(shop, date) && isAfterNotice(shop, date, startTime);

/** A day that is offered, and after the notice; who filled in a form meanwhile is `late` by no more minutes than a time is held. */
export function mustBeBookable(shop: Shop, date: string, startTime: number, late = 0): void {
  if (!isDayOffered(shop, date)) throw fail("PARAMS_INVALID", { field: "date", reason: "this day cannot be booked online" });
  if (!isAfterNotice(shop, date, startTime, late))
    throw fail("PARAMS_INVALID", { field: "startTime", reason: "this time is too soon to be booked online" });
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
