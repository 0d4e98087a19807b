import type { Service } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { agreedPrice, agreedRate, type Priced, type Pricing } from "@leashline/proto/rules/stay-price.ts";
import { priceFor } from "@leashline/proto/rules/unit-price.ts";
import { type Appointment, isBoarding, type ServiceLine } from "../appointments/appointment.ts";
import { catalogPrice, isOfADay, pricedLines, visitPrices } from "../appointments/prices.ts";
import { pricedOnItsDays } from "../lodging/day-lines.ts";

/** What became another: the price of a service, which was this; or the pricing rules, where it is "0". */
export type Repricing = { readonly serviceId: string; readonly was: bigint };
type Known = { readonly services: ReadonlyMap<string, Service>; readonly pricing: Pricing };
type Booked = Pick<Appointment, "lines" | "date" | "endDate" | "start" | "end" | "isNewClient">;

/** The lines at the prices of now; those that were agreed by hand, or at another price than the service had, stay. */
export function linesOfNow(booked: Booked, asked: Repricing, known: Known): ServiceLine[] {
  const meant = booked.lines.filter((line) => isMeant(line, asked, known.services));
  const stays = (line: ServiceLine): boolean => asked.serviceId === "0" || isOfADay(line);
  const anew = new Map(meant.map((line) => [line, stays(line) ? line : { ...line, priceParts: [] }]));
  const lines = booked.lines.map((line) => anew.get(line) ?? line);
  const visit = visitOfNow(booked, asked, known);
  const wanted = new Set(anew.values());
  const priced = pricedLines(lines, booked, { ...known, firstVisit: booked.isNewClient }, (line) => wanted.has(line));
  return priced.map((line, index) => {
    const before = booked.lines[index] as ServiceLine;
    const service = known.services.get(line.serviceId);
    if (!anew.has(before) || isBoarding(line) || !service) return line;
    const found = visit.get(before);
    if (found) return { ...before, price: found.total.toString(), priceParts: found.parts };
    if (asked.serviceId === "0") return before;
    if (before.onDays) return pricedOnItsDays(before, BigInt(catalogPrice(service, line.staffId, line.duration)), booked);
    return { ...before, price: catalogPrice(service, line.staffId, line.duration) };
  });
}

/**
 * What the lines of a visit of one day come to: where a service became dearer, what rules make of its new price, of a line that they have looked at; where rules
 * became others, what they make of the price that was agreed.
 */
function visitOfNow(booked: Booked, { serviceId }: Repricing, known: Known): ReadonlyMap<ServiceLine, Priced> {
  const plain = (line: ServiceLine): bigint => {
    const service = known.services.get(line.serviceId);
    if (serviceId === line.serviceId && service) return BigInt(catalogPrice(service, line.staffId, line.duration));
    return agreedPrice(line.priceParts) ?? BigInt(line.price);
  };
  const priced = visitPrices(booked.lines, { date: booked.date, firstVisit: booked.isNewClient }, known, plain);
  const frozen = (line: ServiceLine): boolean => serviceId !== "0" && line.priceParts.length === 0;
  return new Map([...priced].map(([line, found]) => [line, frozen(line) ? { total: plain(line), parts: [] } : found]));
}

function isMeant(line: ServiceLine, { serviceId, was }: Repricing, services: Known["services"]): boolean {
  const rate = agreedRate(line.priceParts);
  if (serviceId === "0") return isBoarding(line) ? rate !== null : isOfADay(line) && isRegular(line, services.get(line.serviceId));
  const service = services.get(serviceId);
  if (line.serviceId !== serviceId || !service) return false;
  const then = priceFor(was, service.priceUnit, line.duration);
  if (isBoarding(line)) return rate === was;
  return ((isOfADay(line) ? agreedPrice(line.priceParts) : rate) ?? BigInt(line.price)) === then;
}

/** Explained, or at what the catalogue says: nobody agreed on it by hand. */
const isRegular = ({ priceParts, price, staffId, duration }: ServiceLine, service: Service | undefined): boolean =>
  priceParts.length > 0 || (service !== undefined && catalogPrice(service, staffId, duration) === price);

export const sumOf = (lines: readonly ServiceLine[]): bigint => lines.reduce((sum, { price }) => sum + BigInt(price), 0n);
