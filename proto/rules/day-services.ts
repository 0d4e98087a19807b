import { StayDay } from "@leashline/proto/leashline/offering/v1/additional_service_pb.js";
import { PriceUnit } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import type { Priced, PricePart } from "./stay-price.ts";

// What a pet gets on certain days of its boarding stay: on which days, and what that comes to. For calendar, storefront and the web client.

/** The days of a line; the date is empty unless it is one that is named. */
export type OnDays = { readonly when: StayDay; readonly date: string };
/** Local days: the first one, and the one on which the pet leaves. */
type Days = { readonly from: string; readonly to: string };

const DAY_MS = 86_400_000;
const nightsOf = ({ from, to }: Days): number => Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS));

export const isOn = (day: string, { when, date }: OnDays, { from, to }: Days): boolean => {
  if (when === StayDay.FIRST) return day === from;
  if (when === StayDay.LAST) return day === to;
  return when === StayDay.EVERY ? from <= day && day <= to : day === date;
};

/** On how many days. */
export const timesOf = ({ when }: Pick<OnDays, "when">, days: Days): number => (when === StayDay.EVERY ? nightsOf(days) + 1 : 1);

/** So much for each of the days; on every day the price is explained by their number. */
export function priceOnDays(each: bigint, onDays: Pick<OnDays, "when">, days: Days): Priced {
  if (onDays.when !== StayDay.EVERY) return { total: each, parts: [] };
  const count = timesOf(onDays, days);
  const total = each * BigInt(count);
  const unit = PriceUnit.PER_DAY;
  return {
    total,
    parts: [{ ruleId: "0", name: "", unit, count, each: each.toString(), percent: "", amount: total.toString() }],
  };
}

type Had = { readonly price: string; readonly priceParts: readonly PricePart[] };

/** The price for another number of days: so much for each as it was agreed; in proportion where it was set by hand for all of them, rounded half up. */
export function repricedOnDays({ price, priceParts }: Had, had: number, onDays: Pick<OnDays, "when">, days: Days): Priced {
  const each = priceParts[0]?.each;
  if (each !== undefined && each !== "") return priceOnDays(BigInt(each), onDays, days);
  if (had === 1) return priceOnDays(BigInt(price), onDays, days);
  const [n, times] = [BigInt(had), BigInt(timesOf(onDays, days))];
  return { total: (BigInt(price) * times * 2n + n) / (n * 2n), parts: [] };
}

type Rule = { enable: boolean; minStayLength: number; applyRules: readonly { serviceId: string; stayDay: StayDay }[] };

/** What comes along with a boarding service for a stay of these days. */
export const comingAlong = (rule: Rule | undefined, days: Days): readonly { serviceId: string; stayDay: StayDay }[] =>
  rule?.enable && nightsOf(days) >= rule.minStayLength ? rule.applyRules : [];
