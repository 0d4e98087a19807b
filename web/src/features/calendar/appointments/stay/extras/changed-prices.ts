import { useQuery } from "@connectrpc/connect-query";
import { PricingRuleType } from "@leashline/proto/leashline/offering/v1/pricing_rule_pb.js";
import { PricingRuleService } from "@leashline/proto/leashline/offering/v1/pricing_rule_service_pb.js";
import type { Service } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { type OnDays, repricedOnDays, timesOf } from "@leashline/proto/rules/day-services.ts";
import { pricingFrom } from "@leashline/proto/rules/pricing-rules.ts";
import { priceAtRate, type StayDays, sameLength } from "@leashline/proto/rules/stay-length.ts";
import { agreedRate, type PricePart, type Pricing, priceStay } from "@leashline/proto/rules/stay-price.ts";
import { fromMinor, type MoneyLike, toMinor } from "../../../../../ui/format/money.ts";
import { mainLines } from "../../../shared/stay/day-words.ts";
import { BOARDING } from "../../../shared/stay/refusal-text.ts";
import { spanOf } from "../../../shared/stay/stay-days.ts";
import type { Appointment, PetService } from "../../../shared/types.ts";
import { isPricedAnew, ownNights, roomsIn } from "../room-prices.ts";
import type { Rooms } from "../StayRooms.tsx";
import { type Extra, priceOf } from "./extras.ts";

/** So much for each day, where that is the same, and for all of them. */
export type OnItsDays = { readonly total: MoneyLike; readonly each?: MoneyLike };
type Change = {
  stay: Appointment;
  span: StayDays;
  extras: readonly Extra[];
  services: readonly Service[];
  /** The rooms as they are to be, by line; absent: as they are. */
  rooms?: Rooms;
};

/** What of its parts a price goes on by. */
const partsOf = ({ priceParts: [base] }: PetService): PricePart[] => {
  if (!base) return [];
  const { name, unit, count, each } = base;
  return [{ ruleId: "0", name, unit, count, each: each ? toMinor(each).toString() : "", percent: "", amount: "0" }];
};

/** What a service of the stay comes to on its days as they are to be: at what was agreed where the stay has it, else as the catalogue says. */
export function extraPrice(extra: Extra, { stay, span, services }: Omit<Change, "extras">): bigint {
  const line = stay.petServiceList.find(({ petDetailId }) => petDetailId === extra.petDetailId);
  if (!line) return priceOf(extra, services, span);
  const steps: [Pick<OnDays, "when">, StayDays][] = [
    [{ when: line.stayDay }, span],
    [{ when: extra.stayDay }, span],
  ];
  let held = { price: toMinor(line.price).toString(), priceParts: partsOf(line) };
  let had = timesOf({ when: line.stayDay }, spanOf(stay));
  for (const [days, of] of steps) {
    const times = timesOf(days, of);
    if (times === had) continue;
    const { total, parts } = repricedOnDays(held, had, days, of);
    [held, had] = [{ price: total.toString(), priceParts: [...parts] }, times];
  }
  return BigInt(held.price);
}

/** What the boarding comes to for the days as they are to be; undefined where that is not known here. */
export function boardingPrice(
  { stay, span, services, rooms = {} }: Omit<Change, "extras">,
  pricing: Pricing | undefined,
): bigint | undefined {
  const main = mainLines(stay);
  const lines = main.filter(({ careType }) => careType === BOARDING);
  const beside = main.filter(({ careType }) => careType !== BOARDING).map(({ price }) => toMinor(price));
  const sum = (prices: readonly bigint[]) => prices.reduce((all, one) => all + one, 0n);
  const was = spanOf(stay);
  const same = sameLength(was, span);
  const roomsOf = (line: PetService) => rooms[line.petDetailId] ?? roomsIn(line);
  const anew = new Set(lines.filter((line) => isPricedAnew(line, roomsOf(line))));
  if (same && anew.size === 0) return sum(main.map(({ price }) => toMinor(price)));
  // Whether the client came for the first time is known where the stay was booked.
  const welcomes = ({ type, careType }: Pricing["rules"][number]) => type === PricingRuleType.FIRST_VISIT && careType === BOARDING;
  if (!pricing || pricing.rules.some(welcomes)) return undefined;
  const reckoned = lines.map((line) => {
    const { petId, serviceId } = line;
    const service = services.find(({ id }) => id === serviceId);
    const agreed = agreedRate(partsOf(line));
    const unit = agreed === null ? (service?.priceUnit ?? 0) : (line.priceParts[0]?.unit ?? 0);
    return {
      line,
      agreed,
      service,
      as: { petId, serviceId, own: ownNights(roomsOf(line), line.price?.currencyCode), rate: agreed ?? toMinor(service?.price), unit },
    };
  });
  const priced = priceStay(
    reckoned.map(({ as }) => as),
    { ...span, firstVisit: false },
    pricing,
  );
  const again = reckoned.map(({ line, agreed, service }, at) => {
    if (anew.has(line) || (agreed !== null && !same)) return priced[at]?.total ?? 0n;
    if (same) return toMinor(line.price);
    return service ? priceAtRate(toMinor(line.price), service.priceUnit, was, span) : toMinor(line.price);
  });
  return sum([...beside, ...again]);
}

/** What each service of a stay comes to after a change, by its key, and the stay with all of them; without the total until the rules are known. */
export function useChangedPrices(change: Change) {
  const { data } = useQuery(PricingRuleService.method.listPricingRules, { pageSize: 1000, activeOnly: true }, { meta: { quiet: true } });
  const boarding = boardingPrice(change, data && pricingFrom(data, toMinor));
  const prices = change.extras.map((one) => ({ one, minor: extraPrice(one, change) }));
  const currency = change.stay.petServiceList[0]?.price?.currencyCode ?? "USD";
  const texts = prices.map(({ one, minor }): [string, OnItsDays] => {
    const times = timesOf({ when: one.stayDay }, change.span);
    const each = times > 1 && minor % BigInt(times) === 0n ? fromMinor(minor / BigInt(times), currency) : undefined;
    return [one.key, { total: fromMinor(minor, currency), ...(each && { each }) }];
  });
  const total =
    boarding === undefined
      ? undefined
      : fromMinor(
          prices.reduce((all, { minor }) => all + minor, boarding),
          currency,
        );
  const before = change.stay.petServiceList.reduce((all, { price }) => all + toMinor(price), 0n);
  return { extras: new Map(texts), total, before: fromMinor(before, currency) };
}
