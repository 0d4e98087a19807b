import type { ServiceStart } from "@leashline/proto/leashline/calendar/v1/appointment_booking_pb.js";
import type { Service } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { priceFor } from "@leashline/proto/rules/unit-price.ts";
import { minutesTogether } from "@leashline/proto/rules/walks.ts";
import { dayToIso, isDay } from "../../../../ui/format/dates.ts";
import { amountText, fromMinor, isAmount, type MoneyLike, parseMoney, toMinor } from "../../../../ui/format/money.ts";
import { type Appointment, type Move, NO_STAFF, type PetService, type Slot } from "../../shared/types.ts";
import { lengthOf, operationsOf, type Split, splitOf, wrongWith } from "./split.ts";

// A visit while it is put together or changed. Pure, so that what is shown, saved and kept after a conflict agree.

/** One service for one pet. What is undefined is as the visit or the catalogue has it. */
export type DraftLine = {
  readonly petId: string;
  readonly serviceId: string;
  /** The line of the visit that it keeps; "0" for a new one. */
  readonly petDetailId: string;
  /** Undefined: the visit's staff member. */
  readonly staffId: string | undefined;
  /** As typed; undefined: as the catalogue says. */
  readonly minutes: string | undefined;
  readonly price: string | undefined;
  /** What pet and service were called when they were booked. */
  readonly petName: string;
  readonly name: string;
  /** Who does what of it, where several people do it; its minutes are theirs. */
  readonly split?: Split | undefined;
  /** When it begins beside the line before it; undefined: as soon as everybody is free, and for one that is booked, as it stands. */
  readonly starts?: ServiceStart | undefined;
  /** On top of the pet's service before it, whose staff member it has where it has none of its own. */
  readonly addOn?: true;
};

export type Plan = {
  readonly date: string;
  readonly startTime: number | undefined;
  readonly staffId: string;
  readonly lines: readonly DraftLine[];
  readonly notes: string;
  readonly alert: string;
  /** Which of the client's addresses it is at; "0" for their primary one. */
  readonly addressId: string;
  /** Its own color on the calendar; empty: that of its first service. */
  readonly colorCode: string;
  /** For how many minutes it was marked on the calendar, which its first service then takes; 0: nobody did. */
  readonly marked: number;
};

export const newPlan = (slot: Slot): Plan => ({
  date: slot.date,
  startTime: slot.startTime,
  staffId: slot.staffId || NO_STAFF,
  lines: [],
  notes: "",
  alert: "",
  addressId: "0",
  colorCode: "",
  marked: slot.minutes ?? 0,
});

export const planOf = (visit: Appointment): Plan => ({
  date: isDay(visit.appointmentDate) ? dayToIso(visit.appointmentDate) : "",
  startTime: visit.startTime,
  staffId: visit.staffId,
  lines: visit.petServiceList.map((line) => ({
    petId: line.petId,
    serviceId: line.serviceId,
    petDetailId: line.petDetailId,
    staffId: ownStaffOf(visit, line),
    minutes: String(line.duration),
    price: amountText(line.price),
    petName: line.petName,
    name: line.serviceName,
    ...splitIn(line),
    ...(line.addOn && { addOn: true }),
  })),
  notes: visit.ticketComments,
  alert: visit.alertNotes,
  addressId: visit.addressId,
  colorCode: visit.colorCode,
  marked: 0,
});

/** Who does a booked line, where that is neither the visit's staff member nor, of an add-on, that of the service below it. */
export const ownStaffOf = ({ staffId, petServiceList }: Appointment, line: PetService): string | undefined =>
  line.staffId === (below(petServiceList, line)?.staffId ?? staffId) ? undefined : line.staffId;

/** The service that an add-on is on top of; none of a service. */
const below = <L extends { readonly petId: string; readonly addOn?: boolean }>(lines: readonly L[], line: L): L | undefined =>
  line.addOn ? lines.slice(0, lines.indexOf(line)).findLast((one) => one.petId === line.petId && !one.addOn) : undefined;

/** How several people share a booked line. */
export const splitIn = (line: PetService): Pick<DraftLine, "split"> => {
  const split = splitOf(line);
  return split ? { split } : {};
};

/** What one staff member charges and needs for a service: their own values win (growth §3). */
export const forStaff = (service: Service, staffId: string): { price: MoneyLike | undefined; duration: number } => {
  const own = service.staffOverrides.find((one) => one.staffId === staffId);
  return { price: own?.price ?? service.price, duration: own?.duration || service.duration };
};

/** What a service comes to with a staff member, for as many minutes as were typed or as it takes. */
export const priceOf = (service: Service, staffId: string, minutes: string | undefined): string => {
  const own = forStaff(service, staffId);
  const length = minutes !== undefined && areMinutes(minutes) ? Number(minutes) : own.duration;
  return amountText(own.price && fromMinor(priceFor(toMinor(own.price), service.priceUnit, length), own.price.currencyCode));
};

/** Other minutes for a line; a price that went by the minutes goes along. */
export const withMinutes = (plan: Plan, line: DraftLine, minutes: string, service: Service | undefined): Partial<DraftLine> => {
  const staffId = staffOf(plan, line);
  const followed = service && line.price !== undefined && line.price === priceOf(service, staffId, line.minutes);
  return { minutes, ...(followed && areMinutes(minutes) && { price: priceOf(service, staffId, minutes) }) };
};

export const staffOf = (plan: Plan, line: DraftLine): string => {
  const service = below(plan.lines, line);
  return line.staffId ?? (service ? leadOf(plan, service) : plan.staffId);
};

/** Who stands for a line: of several people the first, whose price it has. */
export const leadOf = (plan: Plan, line: DraftLine): string => line.split?.parts[0]?.staffId ?? staffOf(plan, line);

/** What a line shows in its fields. */
export const shownIn = (plan: Plan, line: DraftLine, service: Service | undefined) => {
  const staffId = leadOf(plan, line);
  const minutes = line.split ? String(lengthOf(line.split)) : line.minutes;
  return {
    staffId,
    name: line.name || service?.name || "",
    minutes: minutes ?? String(service ? forStaff(service, staffId).duration : 0),
    price: line.price ?? ((service && priceOf(service, staffId, minutes)) || "0"),
  };
};

export const areMinutes = (text: string): boolean => /^\d{1,4}$/.test(text) && Number(text) <= 1440;

/** A visit needs a start, at least one service, and in every field something that can be saved. */
export const isComplete = ({ lines, startTime }: Plan, currencyCode: string): boolean =>
  startTime !== undefined &&
  lines.length > 0 &&
  lines.every(
    ({ minutes, price, split }) =>
      (minutes === undefined || areMinutes(minutes)) &&
      (price === undefined || isAmount(price, currencyCode)) &&
      !(split && wrongWith(split)),
  );

/** `ruled`: what rules make of some of its lines, in the smallest coin. */
export const sumOf = (
  plan: Plan,
  services: readonly Service[],
  currencyCode: string,
  ruled: ReadonlyMap<DraftLine, { readonly total: bigint }> = new Map(),
): { minor: bigint; duration: number } => {
  const shown = plan.lines.map((line) => {
    const service = services.find((one) => one.id === line.serviceId);
    const { price, minutes } = shownIn(plan, line, service);
    const minor = ruled.get(line)?.total ?? toMinor(parseMoney(price, currencyCode));
    return { petId: line.petId, careType: service?.careType ?? "", minor, minutes: areMinutes(minutes) ? Number(minutes) : 0 };
  });
  return {
    minor: shown.reduce((sum, { minor }) => sum + minor, 0n),
    duration: minutesTogether(shown),
  };
};

/** What each pet gets, for the charges that put themselves onto the bill. */
export const chargedLines = ({ lines }: Plan, services: readonly Service[]) =>
  lines.map(({ petId, serviceId }) => ({ petId, careType: services.find((one) => one.id === serviceId)?.careType ?? "" }));

const isFor = (petId: string, serviceId: string) => (line: DraftLine) => line.petId === petId && line.serviceId === serviceId;

/** Adds a service behind the pet's others, or takes it away. One that the visit had before comes back as it was, where it was. */
export const toggled = (plan: Plan, petId: string, serviceId: string, before: readonly DraftLine[] = []): Plan => {
  const { lines } = plan;
  const same = isFor(petId, serviceId);
  if (lines.some(same)) return { ...plan, lines: lines.filter((line) => !same(line)) };
  const old = before.findIndex(same);
  const placeOf = ({ petDetailId }: DraftLine) => before.findIndex((one) => one.petDetailId === petDetailId);
  const follower = old === -1 ? -1 : lines.findIndex((line) => placeOf(line) > old);
  const behind = old === -1 ? lines.findLastIndex((line) => line.petId === petId) + 1 : 0;
  const unset = { petDetailId: "0", staffId: undefined, minutes: undefined, price: undefined, petName: "", name: "" };
  const at = follower === -1 ? behind || lines.length : follower;
  return { ...plan, lines: lines.toSpliced(at, 0, before[old] ?? { petId, serviceId, ...unset }) };
};

/**
 * A service with what is sold with it: all that is not there yet comes along, and what came along goes with it, unless a service of the catalogue that the pet keeps
 * comes with it too. Each can be taken off by itself.
 */
export const toggledWith = (
  plan: Plan,
  petId: string,
  { id, options }: Pick<Service, "id" | "options">,
  { before = [], catalog }: { before?: readonly DraftLine[]; catalog: readonly Pick<Service, "id" | "options">[] },
): Plan => {
  const bundle = options?.bundleServiceIds ?? [];
  const isThere = (one: Plan, serviceId: string) => one.lines.some(isFor(petId, serviceId));
  const stays = (one: Pick<Service, "id">) => one.id !== id && !bundle.includes(one.id) && isThere(plan, one.id);
  const needed = new Set(catalog.filter(stays).flatMap((one) => one.options?.bundleServiceIds ?? []));
  const wasThere = isThere(plan, id);
  return bundle.reduce(
    (now, one) => (isThere(now, one) === wasThere && !(wasThere && needed.has(one)) ? toggled(now, petId, one, before) : now),
    toggled(plan, petId, id, before),
  );
};

/** A time that was marked is filled by what is chosen first; what comes along with that keeps its own length. */
export const filled = (before: Plan, plan: Plan, catalog: readonly Service[]): Plan => {
  const [first, ...others] = plan.lines;
  if (plan.marked === 0 || before.lines.length > 0 || !first) return plan;
  const lengthOf = (line: DraftLine) =>
    Number(
      shownIn(
        plan,
        line,
        catalog.find(({ id }) => id === line.serviceId),
      ).minutes,
    );
  const minutes = others.reduce((left, line) => left - lengthOf(line), plan.marked);
  return minutes > 0 ? { ...plan, lines: [{ ...first, minutes: String(minutes) }, ...others] } : plan;
};

/** The whole visit goes along; who could not be had is replaced in every line. */
export const movedTo = (plan: Plan, { date, staffId, startTime, instead }: Move): Plan => ({
  ...plan,
  date,
  startTime: Math.max(0, (plan.startTime ?? 0) + startTime - instead.startTime),
  staffId: plan.staffId === instead.staffId ? staffId : plan.staffId,
  lines: plan.lines.map((line) => {
    const parts = line.split?.parts.map((part) => (part.staffId === instead.staffId ? { ...part, staffId } : part));
    const there = line.split && parts ? { ...line, split: { ...line.split, parts } } : line;
    return line.staffId === instead.staffId ? { ...there, staffId } : there;
  }),
});

/** The lines as the server takes them, in their order; neighbours of one pet go together. */
export const petServicesOf = (plan: Plan, currencyCode: string) => {
  const groups: { petId: string; services: ReturnType<typeof serviceOf>[] }[] = [];
  for (const line of plan.lines) {
    const last = groups.at(-1);
    const service = serviceOf(plan, line, currencyCode);
    if (last?.petId === line.petId) last.services.push(service);
    else groups.push({ petId: line.petId, services: [service] });
  }
  return groups;
};

const serviceOf = (plan: Plan, line: DraftLine, currencyCode: string) => {
  const price = line.price === undefined ? undefined : parseMoney(line.price, currencyCode);
  return {
    serviceId: line.serviceId,
    petDetailId: line.petDetailId,
    staffId: staffOf(plan, line),
    ...(line.minutes !== undefined && !line.split && { duration: Number(line.minutes) }),
    ...(price && { price }),
    ...(line.split ? operationsOf(line.split) : line.petDetailId !== "0" && { enableOperation: false }),
    ...(line.starts && { serviceStart: line.starts }),
  };
};

type Names = { pets: readonly { petId: string; petName: string }[]; services: readonly Pick<Service, "id" | "name">[] };
/** "Biscuit: Full groom, Nail trim; Moss: Bath". */
export const whatIn = ({ lines }: Plan, { pets, services }: Names): string =>
  [...Map.groupBy(lines, ({ petId }) => petId)]
    .map(([petId, theirs]) => {
      const named = theirs.map((line) => line.name || services.find(({ id }) => id === line.serviceId)?.name).filter(Boolean);
      return `${pets.find((pet) => pet.petId === petId)?.petName ?? "Pet"}: ${named.join(", ")}`;
    })
    .join("; ");
