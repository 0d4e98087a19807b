import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Ctx, fail, fromMoney, minorOf, toMoney } from "@leashline/kit";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { DiscountSetting, type PricePartSchema, PricingRuleType } from "@leashline/proto/leashline/offering/v1/pricing_rule_pb.js";
import { PricingRuleService } from "@leashline/proto/leashline/offering/v1/pricing_rule_service_pb.js";
import { PriceUnit, type Service } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { formatPercent } from "@leashline/proto/rules/percent.ts";
import { DAY_CARE_TYPES, pricingFrom } from "@leashline/proto/rules/pricing-rules.ts";
import { priceAtRate, sameLength } from "@leashline/proto/rules/stay-length.ts";
import {
  agreedPrice,
  agreedRate,
  type Priced,
  type PricePart,
  type Pricing,
  priceStay,
  priceVisit,
  type StayLine,
  type StaySpan,
  type VisitDay,
} from "@leashline/proto/rules/stay-price.ts";
import { priceFor } from "@leashline/proto/rules/unit-price.ts";
import { pricedWithStay } from "../lodging/day-lines.ts";
import type { Span } from "../lodging/room.ts";
import { isBoarding, type ServiceLine } from "./appointment.ts";

/** What one staff member needs and charges for a service: their own values win (growth §3). */
export const ownTerms = ({ staffOverrides, duration, price }: Service, staffId: string) => {
  const own = staffOverrides.find((one) => one.staffId === staffId);
  return { duration: own?.duration || duration, price: own?.price ?? price };
};

/** What a service comes to with a staff member for so many minutes. */
export const catalogPrice = (service: Service, staffId: string, minutes: number): string =>
  priceFor(BigInt(minorOf(ownTerms(service, staffId).price)), service.priceUnit, minutes).toString();

/** A line whose price would be another where it moves to, and what it would be made of. */
export type PriceChange = {
  readonly line: ServiceLine;
  readonly price: string;
  readonly priceParts: readonly PricePart[];
  readonly byLength: boolean;
  readonly byDate: boolean;
};

/** The services of these lines that the catalog still has; a line of another keeps its price. */
export async function servicesOf(
  ctx: Ctx,
  businessId: string,
  lines: readonly Pick<ServiceLine, "serviceId">[],
): Promise<ReadonlyMap<string, Service>> {
  const ids = [...new Set(lines.map((line) => line.serviceId))];
  const { services } = await ctx.client(CatalogService).batchGetServices({ ids, businessId, allowMissing: true, withAddOns: true });
  return new Map(services.filter((service) => !service.deleted).map((service) => [service.id, service]));
}

// What the rules of the company make of the service's rate, and how it is told.

const MOST_RULES = 1_000;

/** The rules that are active now. */
export async function pricingOf(ctx: Ctx): Promise<Pricing> {
  return pricingIn(await ctx.client(PricingRuleService).listPricingRules({ pageSize: MOST_RULES, activeOnly: true }));
}

type Answer = Parameters<typeof pricingFrom>[0];
const pricingIn = (answer: Answer): Pricing => pricingFrom(answer, (money) => fromMoney(money).minor);

/** The same as it came with something else. Who says nothing of how rules apply is of before they came along, and is asked for them. */
export const pricingWith = async (ctx: Ctx, answer: Answer): Promise<Pricing> =>
  answer.discountSetting === DiscountSetting.UNSPECIFIED ? await pricingOf(ctx) : pricingIn(answer);

type Line = Omit<ServiceLine, "start">;
export type PricedBy = {
  readonly pricing: Pricing;
  readonly services: ReadonlyMap<string, Service>;
  /** The client had nothing else on the calendar when it was booked. */
  readonly firstVisit: boolean;
};

/** Whether what a client comes to for the first time has a price of its own. */
export const welcomes = ({ rules }: Pricing): boolean => rules.some(({ type }) => type === PricingRuleType.FIRST_VISIT);

const spanOf = ({ date: from, endDate: to, start, end }: Span, firstVisit: boolean): StaySpan => ({ from, to, start, end, firstVisit });

/** A line as its price is reckoned: at the rate that was agreed, else at the service's. Without either it only counts as a pet. */
export const stayLine = (line: Line, services: ReadonlyMap<string, Service>): StayLine => {
  const { petId, serviceId, priceParts, staffId } = line;
  const agreed = agreedRate(priceParts);
  const own = line.lodgings.flatMap((one) =>
    one.own ? [{ from: one.from, to: one.to, each: BigInt(one.own.each), name: one.own.name }] : [],
  );
  if (agreed !== null) return { petId, serviceId, own, rate: agreed, unit: priceParts[0]?.unit ?? 0 };
  const service = services.get(serviceId);
  return { petId, serviceId, own, rate: service ? BigInt(minorOf(ownTerms(service, staffId).price)) : 0n, unit: service?.priceUnit ?? 0 };
};

export const noRules: Pricing = { rules: [], inSequence: false };

/** A service of a visit that lies within a day. What a stay has on certain days is priced with it. */
export const isOfADay = ({ careType, onDays }: Pick<ServiceLine, "careType" | "onDays">): boolean =>
  DAY_CARE_TYPES.includes(careType) && !onDays;

/** What rules make of the lines of a visit: `plain` says what one comes to without them, and others count as pets. A stay has no such lines. */
export function visitPrices<L extends Line>(
  lines: readonly L[],
  day: VisitDay,
  { pricing, services }: Pick<PricedBy, "pricing" | "services">,
  plain: (line: L) => bigint,
): ReadonlyMap<L, Priced> {
  const own = lines.some(isBoarding) ? [] : lines.filter(isOfADay);
  const priced = priceVisit(
    own.map((line) => {
      const { petId, serviceId, careType, addOn = false } = line;
      return { petId, serviceId, careType, addOn, price: plain(line), unit: unitOf(line, services) };
    }),
    day,
    pricing,
  );
  return new Map(own.map((line, index) => [line, priced[index] as Priced]));
}

const unitOf = ({ serviceId, priceParts: [base] }: Line, services: PricedBy["services"]): number =>
  base?.unit ?? services.get(serviceId)?.priceUnit ?? 0;

/** What a line of a visit comes to without rules: as it was agreed where that is explained, else as the catalogue says. */
function plainPrice({ serviceId, staffId, duration, price, priceParts }: Line, services: PricedBy["services"]): bigint {
  const service = services.get(serviceId);
  return agreedPrice(priceParts) ?? BigInt(service ? catalogPrice(service, staffId, duration) : price);
}

/** The lines of a stay or a visit with prices for those that are asked for and that rules look at; what others are here decides which pet is the second. */
export function pricedLines<L extends Line>(lines: readonly L[], span: Span, known: PricedBy, wanted: (line: L) => boolean): L[] {
  const day = { date: span.date, firstVisit: known.firstVisit };
  const visit = visitPrices(lines, day, known, (line) => plainPrice(line, known.services));
  return stayLines(lines, span, known, wanted).map((line, index) => {
    const found = visit.get(lines[index] as L);
    return found && found.parts.length > 0 && wanted(line) ? { ...line, price: found.total.toString(), priceParts: found.parts } : line;
  });
}

function stayLines<L extends Line>(
  lines: readonly L[],
  span: Span,
  { pricing, services, firstVisit }: PricedBy,
  wanted: (line: L) => boolean,
): L[] {
  const boarding = lines.filter(isBoarding);
  const priced = priceStay(
    boarding.map((line) => stayLine(line, services)),
    spanOf(span, firstVisit),
    pricing,
  );
  const byLine = new Map(boarding.map((line, index) => [line, priced[index]]));
  return lines.map((line) => {
    const found = byLine.get(line);
    return found && wanted(line) ? { ...line, price: found.total.toString(), priceParts: found.parts } : line;
  });
}

/** Only boarding that is priced by the night can cost something of its own in a room. */
export function mustBeByTheNight(lines: readonly Line[], services: ReadonlyMap<string, Service>, field: string): void {
  const other = lines.find((line) => line.lodgings.some(({ own }) => own) && stayLine(line, services).unit !== PriceUnit.PER_NIGHT);
  if (other)
    throw fail("PARAMS_INVALID", {
      field,
      reason: `${other.serviceName} is not priced by the night: its rooms have no price of their own`,
    });
}

/** The lines of a stay that gets another length, or whose rooms (`anew`) get other prices: explained ones by the rules of now at the rate that was agreed, others in proportion. */
export function repricedLines(
  lines: readonly ServiceLine[],
  before: Span,
  after: Span,
  known: PricedBy,
  anew: ReadonlySet<ServiceLine> = new Set(),
): ServiceLine[] {
  const [had, has] = [spanOf(before, known.firstVisit), spanOf(after, known.firstVisit)];
  const same = sameLength(had, has);
  if (same && anew.size === 0) return [...lines];
  const explained = (line: ServiceLine): boolean => agreedRate(line.priceParts) !== null;
  return pricedLines(lines, after, known, (line) => anew.has(line) || (!same && explained(line))).map((line) => {
    if (line.onDays) return pricedWithStay(line, before, after);
    const service = known.services.get(line.serviceId);
    if (!service || explained(line)) return line;
    const price = priceAtRate(BigInt(line.price), service.priceUnit, had, has).toString();
    return price === line.price ? line : { ...line, price, priceParts: [] };
  });
}

/** A part of a price as the contract shows it. */
export const partToWire = (part: PricePart, currency: string): MessageInitShape<typeof PricePartSchema> => ({
  pricingRuleId: part.ruleId,
  name: part.name,
  unit: part.unit,
  count: part.count,
  amount: toMoney(part.amount, currency),
  ...(part.each && { each: toMoney(part.each, currency) }),
  percent: part.percent && signedPercent(BigInt(part.percent)),
});

const signedPercent = (percent: bigint): string => (percent < 0n ? `-${formatPercent(-percent)}` : formatPercent(percent));
