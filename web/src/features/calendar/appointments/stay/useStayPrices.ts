import { useQuery } from "@connectrpc/connect-query";
import { ClientAppointmentService } from "@leashline/proto/leashline/calendar/v1/client_appointment_service_pb.js";
import { PricingRuleType } from "@leashline/proto/leashline/offering/v1/pricing_rule_pb.js";
import { PricingRuleService } from "@leashline/proto/leashline/offering/v1/pricing_rule_service_pb.js";
import type { Service } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { pricingFrom } from "@leashline/proto/rules/pricing-rules.ts";
import { priceStay } from "@leashline/proto/rules/stay-price.ts";
import { fromMinor, type MoneyLike, toMinor } from "../../../../ui/format/money.ts";
import { type Format, useFormat } from "../../../../ui/format/useFormat.ts";
import { type ShownPart, shownPart } from "../../../../ui/prices/price-parts.ts";
import { type DueCharges, useAutoCharges } from "../../shared/prices/useAutoCharges.ts";
import { dayText } from "../../shared/stay/day-words.ts";
import { type Extra, priceOf } from "./extras/extras.ts";
import type { OwnNightsOf } from "./rated-rooms.ts";
import type { StaySpan } from "./StayWhen.tsx";

export type StayPrices = {
  total: MoneyLike;
  pets: { petId: string; parts: ShownPart[] }[];
  /** What they get on certain days besides. */
  extras: { key: string; petId: string; text: string; price: MoneyLike }[];
  /** What puts itself onto the bill. */
  due: DueCharges;
};

/** "last day", or the day that is named: "Fri, Nov 28". */
const wordOf = ({ stayDay, date }: Extra, format: Format): string =>
  date ? format.shortDay(date) : dayText({ stayDay }, format).toLowerCase();

/** What a stay will cost, pet by pet, as it will be booked; undefined until the rules are known. */
export function useStayPrices(
  service: Service | undefined,
  petIds: readonly string[],
  span: StaySpan,
  customerId: string | undefined,
  { extras, catalog, rooms }: { extras: readonly Extra[]; catalog: readonly Service[]; rooms: (boarding: Service) => OwnNightsOf },
): StayPrices | undefined {
  const format = useFormat();
  const { data } = useQuery(PricingRuleService.method.listPricingRules, { pageSize: 1000, activeOnly: true });
  const pricing = data && pricingFrom(data, toMinor);
  const welcomes = pricing?.rules.some(({ type }) => type === PricingRuleType.FIRST_VISIT) ?? false;
  const asked = { enabled: welcomes && customerId !== undefined, meta: { quiet: true } };
  const firstVisit = useQuery(ClientAppointmentService.method.countByPet, { customerId }, asked).data?.firstVisit ?? welcomes;
  const due = useAutoCharges([
    ...petIds.map((petId) => ({ petId, careType: service?.careType ?? "" })),
    ...extras.map(({ petId, serviceId }) => ({ petId, careType: catalog.find(({ id }) => id === serviceId)?.careType ?? "" })),
  ]);
  if (!service || !pricing || span.to <= span.from) return undefined;
  const rate = toMinor(service.price);
  const ownOf = rooms(service);
  const lines = petIds.map((petId) => ({ petId, serviceId: service.id, rate, unit: service.priceUnit, own: ownOf(petId) }));
  const times = { from: span.from, to: span.to, start: span.start ?? 0, end: span.end ?? 0, firstVisit };
  const priced = priceStay(lines, times, pricing);
  const currency = service.price?.currencyCode ?? "USD";
  const besides = extras.map((one) => ({ one, minor: priceOf(one, catalog, span) }));
  const total = besides.reduce(
    (sum, { minor }) => sum + minor,
    priced.reduce((sum, { total: own }) => sum + own, due.minor),
  );
  return {
    total: fromMinor(total, currency),
    due,
    extras: besides.map(({ one, minor }) => ({
      ...{ key: one.key, petId: one.petId, price: fromMinor(minor, currency) },
      text: [catalog.find(({ id }) => id === one.serviceId)?.name, wordOf(one, format)].filter(Boolean).join(" · "),
    })),
    pets: petIds.map((petId, index) => ({ petId, parts: (priced[index]?.parts ?? []).map((part) => shownPart(part, currency)) })),
  };
}
