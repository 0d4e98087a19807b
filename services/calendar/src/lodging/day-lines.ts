import { fail, fromWireDate } from "@leashline/kit";
import type { PetServicesInput, ServiceInput } from "@leashline/proto/leashline/calendar/v1/appointment_booking_pb.js";
import { StayDay } from "@leashline/proto/leashline/offering/v1/additional_service_pb.js";
import { isOn, type OnDays, priceOnDays, repricedOnDays, timesOf } from "@leashline/proto/rules/day-services.ts";
import type { PricePart } from "@leashline/proto/rules/stay-price.ts";
import { calendarDay } from "../scheduling/asked-days.ts";
import { addDays, daysBetween, laterOf } from "../scheduling/dates.ts";
import { isBoarding, isDaycare } from "../scheduling/line-up.ts";
import type { Span } from "./room.ts";

// Services on certain days of a boarding stay. They take nobody's time, and move with the stay.

type Dated = { readonly onDays?: OnDays };
type Line = Dated & { readonly price: string; readonly priceParts: readonly PricePart[] };
type Named = Dated & {
  readonly id: string;
  readonly serviceName: string;
  readonly careType: string;
  readonly petId: string;
  readonly petName: string;
  readonly addOn?: true;
};

const FIELD = "petServices";
const daysOf = ({ date: from, endDate: to }: Pick<Span, "date" | "endDate">) => ({ from, to });
const refused = (reason: string) => fail("PARAMS_INVALID", { field: FIELD, reason });

/** On which days a caller asks for a service; one that is kept stays on its days. */
export function daysAsked({ stayDay, serviceDate }: ServiceInput, old: Dated | undefined, span: Span): OnDays | undefined {
  if (stayDay === StayDay.UNSPECIFIED) return old?.onDays;
  if (stayDay !== StayDay.ON_DATE) return { when: stayDay, date: "" };
  const date = calendarDay(serviceDate, "serviceDate");
  if (date < span.date || date > span.endDate) throw fail("PARAMS_INVALID", { field: "serviceDate", reason: "is not a day of this stay" });
  return { when: stayDay, date };
}

type Asked = Pick<PetServicesInput, "petId" | "services">;

/** What is asked of a stay that moves at once: a line whose named day is said as it was stays on its day, and so moves with the stay. */
export function withTheirDays<A extends Asked>(asked: readonly A[], before: readonly (Dated & { readonly id: string })[]): A[] {
  const dates = new Map(before.map(({ id, onDays: days }) => [id, days?.when === StayDay.ON_DATE ? days.date : undefined]));
  const isAsItWas = ({ petDetailId, stayDay, serviceDate }: ServiceInput): boolean =>
    stayDay === StayDay.ON_DATE && serviceDate !== undefined && dates.get(petDetailId) === fromWireDate(serviceDate, "serviceDate");
  return asked.map((pet) => ({
    ...pet,
    services: pet.services.map((input) => (isAsItWas(input) ? { ...input, stayDay: StayDay.UNSPECIFIED } : input)),
  }));
}

/** A line on the days asked for, with what it comes to on them: a new one is priced for one time. */
export function onDays<L extends Line>(line: L, days: OnDays, old: Dated | undefined, span: Span): L {
  const stay = daysOf(span);
  const same = old?.onDays && timesOf(old.onDays, stay) === timesOf(days, stay);
  if (same) return { ...line, onDays: days };
  const had = old?.onDays ? timesOf(old.onDays, stay) : 1;
  const { total, parts } = old ? repricedOnDays(line, had, days, stay) : priceOnDays(BigInt(line.price), days, stay);
  return { ...line, onDays: days, price: total.toString(), priceParts: parts };
}

/** A line as its stay moves or gets another length. A day that is named moves with the whole stay, and becomes the nearest one where the stay no longer has it. */
export function withStay<L extends Dated>(line: L, before: Span, after: Span): L {
  if (line.onDays?.when !== StayDay.ON_DATE) return line;
  const moved = daysBetween(before.date, after.date);
  const whole = moved === daysBetween(before.endDate, after.endDate);
  const date = whole ? addDays(line.onDays.date, moved) : line.onDays.date;
  const within = laterOf(after.date, [date, after.endDate].sort()[0] as string);
  return { ...line, onDays: { ...line.onDays, date: within } };
}

/** What a line comes to where its stay gets another length. */
export function pricedWithStay<L extends Line>(line: L, before: Span, after: Span): L {
  if (!line.onDays) return line;
  const [had, has] = [timesOf(line.onDays, daysOf(before)), timesOf(line.onDays, daysOf(after))];
  if (had === has) return line;
  const { total, parts } = repricedOnDays(line, had, line.onDays, daysOf(after));
  return { ...line, price: total.toString(), priceParts: parts };
}

/** A line at so much for each of its days. */
export function pricedOnItsDays<L extends Line>(line: L, each: bigint, span: Pick<Span, "date" | "endDate">): L {
  if (!line.onDays) return line;
  const { total, parts } = priceOnDays(each, line.onDays, daysOf(span));
  return { ...line, price: total.toString(), priceParts: parts };
}

/** Refuses on certain days what is neither grooming nor an add-on of the stay or the daycare, or whose pet has none, and what comes to a stay without its days. */
export function mustBeOfAStay(lines: readonly Named[], before: readonly Pick<Named, "careType" | "onDays">[] = []): void {
  const staying = new Set(lines.filter(isBoarding).map(({ petId }) => petId));
  const becomesStay = !before.some(isBoarding);
  const whole = lines.find((line) => !isBoarding(line) && !line.onDays && (becomesStay || line.id === "0"));
  if (staying.size > 0 && whole)
    throw refused(`${whole.serviceName} is no boarding: say on which days of the stay (stayDay), or book it as an appointment of its own`);
  const byDay = new Set(lines.filter(isDaycare).map(({ petId }) => petId));
  for (const { onDays: days, serviceName, careType, petId, petName, addOn = false } of lines) {
    if (!days) continue;
    if (addOn && careType === "DAYCARE" && byDay.has(petId)) {
      if (days.when !== StayDay.FIRST) throw refused(`${serviceName} is given on the day of daycare itself: leave out stayDay`);
      continue;
    }
    if (careType !== "GROOMING" && !(addOn && careType === "BOARDING"))
      throw refused(`${serviceName} is no grooming: only that and add-ons of boarding are given on certain days of a stay`);
    if (!staying.has(petId)) throw refused(`${petName} has no boarding stay that ${serviceName} could be a part of`);
  }
}

/** The services of a stay that are on a day of it. */
export const linesOn = <L extends Dated>(day: string, { lines, ...span }: Pick<Span, "date" | "endDate"> & { lines: readonly L[] }): L[] =>
  lines.filter((line) => line.onDays && isOn(day, line.onDays, daysOf(span)));

const WORDS: Partial<Record<StayDay, string>> = { [StayDay.FIRST]: "first day", [StayDay.LAST]: "last day", [StayDay.EVERY]: "every day" };

/** "Bath (last day)", as the log tells it. */
export const lineText = ({ serviceName, onDays: days }: Pick<Named, "serviceName" | "onDays">): string =>
  days ? `${serviceName} (${WORDS[days.when] ?? days.date})` : serviceName;
