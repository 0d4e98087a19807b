import type { Ctx } from "@leashline/kit";
import type { Service } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { concernsAny } from "@leashline/proto/rules/pricing-rules.ts";
import { agreedPrice, type Priced, type Pricing } from "@leashline/proto/rules/stay-price.ts";
import { type Appointment, isBoarding, type ServiceLine } from "../appointments/appointment.ts";
import { catalogPrice, isOfADay, noRules, type PriceChange, pricingOf, servicesOf, visitPrices } from "../appointments/prices.ts";

// What becomes of the prices of a visit that is booked already, on another day, with somebody else or for another length.

export type Known = { readonly services: ReadonlyMap<string, Service>; readonly pricing: Pricing };
type Visit = Pick<Appointment, "lines" | "date" | "isNewClient">;

/** How the price of a line came about: what it is without rules, whether that is the catalogue's for it, and whether rules may change it. */
type Followed = { readonly plain: bigint; readonly catalog: boolean; readonly ruled: boolean };

const plainOf = (line: ServiceLine): bigint => (isOfADay(line) ? agreedPrice(line.priceParts) : null) ?? BigInt(line.price);

/**
 * The lines whose price was not agreed by hand, by their ids. One that rules look at on its day and that has no explanation was booked before them, or was given
 * that price by somebody: no rule makes it another.
 */
function followedIn({ lines, date, isNewClient: firstVisit }: Visit, { services, pricing }: Known): ReadonlyMap<string, Followed> {
  const ruled = visitPrices(lines, { date, firstVisit }, { services, pricing }, plainOf);
  return new Map(
    lines.flatMap((line) => {
      const service = services.get(line.serviceId);
      if (!service || isBoarding(line)) return [];
      const plain = plainOf(line);
      const catalog = plain === BigInt(catalogPrice(service, line.staffId, line.duration));
      const explained = isOfADay(line) && line.priceParts.length > 0;
      if (!catalog && !explained) return [];
      return [[line.id, { plain, catalog, ruled: explained || ruled.get(line)?.parts.length === 0 }] as const];
    }),
  );
}

const asPlain = (total: bigint): Priced => ({ total, parts: [] });

/**
 * The lines whose price would be another after a change: by the catalog where it is the catalog's for their staff member and length, and by the rules where it
 * moves to another day. One that was agreed by hand stays, and so does what rules made of it while nothing of that changes.
 */
export function priceChanges(before: Visit, after: Pick<Visit, "lines" | "date">, known: Known): PriceChange[] {
  const { services } = known;
  const [old, followed] = [new Map(before.lines.map((line) => [line.id, line])), followedIn(before, known)];
  const plain = (line: ServiceLine): bigint => {
    const [was, service] = [followed.get(line.id), services.get(line.serviceId)];
    return was?.catalog && service ? BigInt(catalogPrice(service, line.staffId, line.duration)) : (was?.plain ?? BigInt(line.price));
  };
  const ruled = visitPrices(after.lines, { date: after.date, firstVisit: before.isNewClient }, known, plain);
  const moves = before.date !== after.date;
  return after.lines.flatMap((line) => {
    const [was, how, service] = [old.get(line.id), followed.get(line.id), services.get(line.serviceId)];
    if (!was || !how || !service) return [];
    const now = plain(line);
    if (!moves && now === how.plain) return [];
    const { total, parts } = (how.ruled && ruled.get(line)) || asPlain(now);
    if (total.toString() === line.price) return [];
    const byLength = how.catalog && catalogPrice(service, was.staffId, line.duration) !== how.plain.toString();
    return [{ line, price: total.toString(), priceParts: parts, byLength, byDate: !byLength && moves && now === how.plain }];
  });
}

/** The lines with the prices of these changes. */
export function withPrices(lines: readonly ServiceLine[], changes: readonly PriceChange[]): ServiceLine[] {
  const changed = new Map(changes.map(({ line, price, priceParts }) => [line.id, { price, priceParts }]));
  return lines.map((line) => ({ ...line, ...changed.get(line.id) }));
}

/** What copies of these visits are priced by; nothing is asked of the catalogue where no rule looks at them, or did when they were booked. */
export async function knownForCopies(ctx: Ctx, businessId: string, visits: readonly Pick<Visit, "lines">[]): Promise<Known> {
  const lines = visits.flatMap((visit) => visit.lines).filter(isOfADay);
  const pricing = lines.length > 0 ? await pricingOf(ctx) : noRules;
  const careTypes = lines.map(({ careType }) => careType);
  if (!concernsAny(pricing, careTypes) && lines.every(({ priceParts }) => priceParts.length === 0)) return { services: new Map(), pricing };
  return { services: await servicesOf(ctx, businessId, lines), pricing };
}

/** The lines of a visit for the same once more on another day: at the prices they have, with what the rules make of that day instead of its own. */
export function linesOn(source: Visit, date: string, known: Known): ServiceLine[] {
  const followed = followedIn(source, known);
  const priced = visitPrices(source.lines, { date, firstVisit: false }, known, plainOf);
  return source.lines.map((line) => {
    const found = followed.get(line.id)?.ruled ? priced.get(line) : undefined;
    return found ? { ...line, price: found.total.toString(), priceParts: found.parts } : line;
  });
}
