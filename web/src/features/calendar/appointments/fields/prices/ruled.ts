import type { Service } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { BOARDING, type Priced, type Pricing, priceVisit } from "@leashline/proto/rules/stay-price.ts";
import { parseMoney, toMinor } from "../../../../../ui/format/money.ts";
import { type DraftLine, type Plan, shownIn } from "../draft.ts";

/** The lines whose price rules make another, and what it is made of. One that is typed or booked already stays; it counts as a pet. */
export type Ruled = ReadonlyMap<DraftLine, Priced>;

type Known = {
  readonly services: readonly Service[];
  readonly pricing: Pricing;
  readonly firstVisit: boolean;
  readonly currencyCode: string;
};

/** What rules make of a visit while it is put together, as the server will when it is saved. */
export function ruledIn(plan: Plan, { services, pricing, firstVisit, currencyCode }: Known): Ruled {
  const serviceOf = ({ serviceId }: DraftLine) => services.find(({ id }) => id === serviceId);
  if (pricing.rules.length === 0 || plan.lines.some((line) => serviceOf(line)?.careType === BOARDING)) return new Map();
  const priced = priceVisit(
    plan.lines.map((line) => {
      const service = serviceOf(line);
      const { petId, serviceId, addOn = false } = line;
      const price = toMinor(parseMoney(shownIn(plan, line, service).price, currencyCode));
      return { petId, serviceId, careType: service?.careType ?? "", unit: service?.priceUnit ?? 0, addOn, price };
    }),
    { date: plan.date, firstVisit },
    pricing,
  );
  return new Map(
    plan.lines.flatMap((line, index) => {
      const found = priced[index];
      return found && found.parts.length > 0 && line.price === undefined ? [[line, found] as const] : [];
    }),
  );
}
