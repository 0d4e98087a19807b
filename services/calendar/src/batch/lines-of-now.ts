import type { Service } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { agreedRate, type Pricing } from "@leashline/proto/rules/stay-price.ts";
import { priceFor } from "@leashline/proto/rules/unit-price.ts";
import { type Appointment, isBoarding, type ServiceLine } from "../appointments/appointment.ts";
import { catalogPrice, pricedLines } from "../appointments/prices.ts";
import { pricedOnItsDays } from "../lodging/day-lines.ts";

/** What became another: the price of a service, which was this; or the pricing rules, where it is "0". */
export type Repricing = { readonly serviceId: string; readonly was: bigint };
type Known = { readonly services: ReadonlyMap<string, Service>; readonly pricing: Pricing };
type Booked = Pick<Appointment, "lines" | "date" | "endDate" | "start" | "end" | "isNewClient">;

/** The lines at the prices of now; those that were agreed by hand, or at another price than the service had, stay. */
export function linesOfNow(booked: Booked, asked: Repricing, known: Known): ServiceLine[] {
  const meant = booked.lines.filter((line) => isMeant(line, asked, known.services));
  const anew = new Map(meant.map((line) => [line, asked.serviceId === "0" ? line : { ...line, priceParts: [] }]));
  const lines = booked.lines.map((line) => anew.get(line) ?? line);
  const wanted = new Set(anew.values());
  const priced = pricedLines(lines, booked, { ...known, firstVisit: booked.isNewClient }, (line) => wanted.has(line));
  return priced.map((line, index) => {
    const before = booked.lines[index] as ServiceLine;
    const service = known.services.get(line.serviceId);
    if (!anew.has(before) || isBoarding(line) || !service) return line;
    if (before.onDays) return pricedOnItsDays(before, BigInt(catalogPrice(service, line.staffId, line.duration)), booked);
    return { ...before, price: catalogPrice(service, line.staffId, line.duration) };
  });
}

function isMeant(line: ServiceLine, { serviceId, was }: Repricing, services: Known["services"]): boolean {
  const rate = agreedRate(line.priceParts);
  if (serviceId === "0") return isBoarding(line) && rate !== null;
  const service = services.get(serviceId);
  if (line.serviceId !== serviceId || !service) return false;
  const then = priceFor(was, service.priceUnit, line.duration);
  return isBoarding(line) ? rate === was : (rate ?? BigInt(line.price)) === then;
}

export const sumOf = (lines: readonly ServiceLine[]): bigint => lines.reduce((sum, { price }) => sum + BigInt(price), 0n);
