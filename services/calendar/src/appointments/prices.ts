import { type Ctx, minorOf } from "@leashline/kit";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { PriceUnit, type Service } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { priceFor } from "@leashline/proto/rules/unit-price.ts";
import type { Span } from "../lodging/room.ts";
import { daysBetween } from "../scheduling/dates.ts";
import { isBoarding, minutesOfSpan, type ServiceLine } from "./appointment.ts";

/** What one staff member needs and charges for a service: their own values win (growth §3). */
export const ownTerms = ({ staffOverrides, duration, price }: Service, staffId: string) => {
  const own = staffOverrides.find((one) => one.staffId === staffId);
  return { duration: own?.duration || duration, price: own?.price ?? price };
};

/** What a service comes to with a staff member for so many minutes. */
export const catalogPrice = (service: Service, staffId: string, minutes: number): string =>
  priceFor(BigInt(minorOf(ownTerms(service, staffId).price)), service.priceUnit, minutes).toString();

/** How many of a unit of price a stay comes to: its nights, its days with the day of leaving, its minutes by the hour, or one. */
const unitsIn = (span: Span, unit: PriceUnit): bigint => {
  const nights = daysBetween(span.date, span.endDate);
  if (unit === PriceUnit.PER_NIGHT) return BigInt(nights);
  if (unit === PriceUnit.PER_DAY) return BigInt(nights + 1);
  return unit === PriceUnit.PER_HOUR ? BigInt(minutesOfSpan(span)) : 1n;
};

/** What a boarding service comes to for a stay. */
export const stayPrice = (service: Service, staffId: string, span: Span): string => {
  const each = BigInt(minorOf(ownTerms(service, staffId).price));
  const units = unitsIn(span, service.priceUnit);
  return (service.priceUnit === PriceUnit.PER_HOUR ? (each * units) / 60n : each * units).toString();
};

/** A price that was agreed for a stay, at the same rate for another length; rounded half up. */
export function priceAtRate(price: string, unit: PriceUnit, before: Span, after: Span): string {
  const [had, has] = [unitsIn(before, unit), unitsIn(after, unit)];
  return had === has || had === 0n ? price : ((BigInt(price) * has * 2n + had) / (had * 2n)).toString();
}

/** A line whose price would be another where it moves to. */
export type PriceChange = { readonly line: ServiceLine; readonly price: string; readonly byLength: boolean };

/** The lines whose price is the catalog's for their staff member and length, and would be another with the new ones. One that was agreed by hand stays. */
export function priceChanges(
  before: readonly ServiceLine[],
  after: readonly ServiceLine[],
  services: ReadonlyMap<string, Service>,
): PriceChange[] {
  const old = new Map(before.map((line) => [line.id, line]));
  return after.flatMap((line) => {
    const [was, service] = [old.get(line.id), services.get(line.serviceId)];
    if (!was || !service || isBoarding(was) || was.price !== catalogPrice(service, was.staffId, was.duration)) return [];
    const price = catalogPrice(service, line.staffId, line.duration);
    const byLength = catalogPrice(service, was.staffId, line.duration) !== was.price;
    return price === line.price ? [] : [{ line, price, byLength }];
  });
}

/** The services of these lines that the catalog still has; a line of another keeps its price. */
export async function servicesOf(ctx: Ctx, businessId: string, lines: readonly ServiceLine[]): Promise<ReadonlyMap<string, Service>> {
  const ids = [...new Set(lines.map((line) => line.serviceId))];
  const { services } = await ctx.client(CatalogService).batchGetServices({ ids, businessId, allowMissing: true });
  return new Map(services.filter((service) => !service.deleted).map((service) => [service.id, service]));
}
