import { fail, fromMoney, fromWireDate, inList, notBlank } from "@leashline/kit";
import type { LodgingRate } from "@leashline/proto/leashline/offering/v1/lodging_rate_pb.js";
import { type OutOfService as OutOfServiceWire, SpaceType } from "@leashline/proto/leashline/offering/v1/lodging_service_pb.js";

/** Local days on which nobody stays in a unit, both ends included. */
export type OutOfService = { readonly startDate: string; readonly endDate: string; readonly reason: string };

export type LodgingTypeFields = {
  name: string;
  description: string;
  images: string[];
  spaceType: number;
  capacity: number;
  maxWeight: number;
  petTypes: string[];
  petSizeIds: string[];
} & RateFields;

/** What a night costs, where that is not what the boarding costs; kind 0: as the boarding. */
export type RateFields = { rateKind: number; rateMinor: string; rateCurrency: string };

export type LodgingUnitFields = {
  name: string;
  lodgingTypeId: string;
  cameraUrl: string;
  capacity: number;
  outOfService: OutOfService[];
};

/** The names of new units, each once. */
export function namesOf(given: readonly string[]): string[] {
  const names = given.map((name) => notBlank(name, "names"));
  const twice = names.find((name, index) => names.findIndex((other) => other.toLowerCase() === name.toLowerCase()) !== index);
  if (twice !== undefined) throw fail("PARAMS_INVALID", { field: "names", reason: `${twice} is named twice` });
  return names;
}

const CLOSED_AT_MOST_DAYS = 3_660;

/** Closures in order, without two that touch the same day. */
export function closuresOf(given: readonly OutOfServiceWire[]): OutOfService[] {
  const closures = given.map(({ startDate: start, endDate: end, reason }, index) => {
    const at = inList("outOfService", index);
    const startDate = fromWireDate(start, `${at}.startDate`);
    const endDate = fromWireDate(end, `${at}.endDate`);
    if (endDate < startDate) throw fail("PARAMS_INVALID", { field: `${at}.endDate`, reason: "must not be before the start" });
    if (Temporal.PlainDate.from(startDate).until(endDate).days > CLOSED_AT_MOST_DAYS)
      throw fail("PARAMS_INVALID", { field: `${at}.endDate`, reason: "at most ten years" });
    return { startDate, endDate, reason: reason.trim() };
  });
  const ordered = closures.toSorted((a, b) => (a.startDate < b.startDate ? -1 : 1));
  if (ordered.some((one, index) => index > 0 && one.startDate <= (ordered[index - 1] as OutOfService).endDate))
    throw fail("PARAMS_INVALID", { field: "outOfService", reason: "two of the periods share a day" });
  return ordered;
}

type SaidRate = { readonly rate?: LodgingRate | undefined };

const rateOf = ({ rate }: SaidRate, currency: string): RateFields =>
  rate
    ? { rateKind: rate.kind, rateMinor: fromMoney(rate.amount, currency).minor.toString(), rateCurrency: currency }
    : { rateKind: 0, rateMinor: "0", rateCurrency: "" };

type Said = Omit<LodgingTypeFields, keyof RateFields>;

/** What a new type is where its request does not say; the currency is the company's. */
export const newType = ({ rate, ...given }: Said & SaidRate, currency: string): LodgingTypeFields => ({
  ...given,
  ...rateOf({ rate }, currency),
  name: notBlank(given.name, "name"),
  spaceType: given.spaceType || SpaceType.ROOM_KENNEL,
  capacity: given.capacity || 1,
});

type Given<F> = { readonly [K in keyof F]?: F[K] | undefined };

/** What an update of a type changes, from the fields it names. One that is named and not sent becomes empty. */
export function typeChange(given: Given<Said> & SaidRate, fields: ReadonlySet<string>, currency: string): Partial<LodgingTypeFields> {
  const all: Said = {
    name: given.name ?? "",
    description: given.description ?? "",
    images: given.images ?? [],
    spaceType: given.spaceType ?? SpaceType.ROOM_KENNEL,
    capacity: given.capacity ?? 1,
    maxWeight: given.maxWeight ?? 0,
    petTypes: given.petTypes ?? [],
    petSizeIds: given.petSizeIds ?? [],
  };
  if (fields.has("name")) all.name = notBlank(all.name, "name");
  const said = Object.fromEntries(Object.entries(all).filter(([name]) => fields.has(name)));
  return { ...said, ...(fields.has("rate") && rateOf(given, currency)) };
}

type UnitGiven = Given<Omit<LodgingUnitFields, "outOfService">> & { readonly outOfService: readonly OutOfServiceWire[] };

/** The same of a unit; its type cannot be taken away. */
export function unitChange(given: UnitGiven, fields: ReadonlySet<string>): Partial<LodgingUnitFields> {
  return {
    ...(fields.has("name") && { name: notBlank(given.name, "name") }),
    ...(fields.has("lodgingTypeId") && given.lodgingTypeId !== undefined && { lodgingTypeId: given.lodgingTypeId }),
    ...(fields.has("cameraUrl") && { cameraUrl: given.cameraUrl ?? "" }),
    ...(fields.has("capacity") && { capacity: given.capacity ?? 0 }),
    ...(fields.has("outOfService") && { outOfService: closuresOf(given.outOfService) }),
  };
}

/** The days of new closures that no earlier one held. */
export const newlyClosed = (before: readonly OutOfService[], after: readonly OutOfService[]): OutOfService[] =>
  after.filter((one) => !before.some((old) => old.startDate <= one.startDate && one.endDate <= old.endDate));
