import { ErrorCode, fail, fromConnectError, fromMoney, fromTimestamp, fromWireDate, toMoney } from "@leashline/kit";
import { ClassHoldService, type OpenClass } from "@leashline/proto/leashline/calendar/v1/class_hold_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import type { Service } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { percentOf } from "@leashline/proto/rules/percent.ts";
import type { HeldStay } from "../stays/rooms.ts";
import { refuse, type StayPet } from "../stays/stay.ts";
import { isBookable, mustBeForThem } from "../storefront/bookable.ts";
import { missing, type Offer, type Plan, unfit } from "../storefront/plan.ts";
import { isHidden, type OpenShop, offerOfPage, type Shop } from "../storefront/shop.ts";
import type { Hold } from "../visitors/visitor.ts";

export const GROUP_CLASS = "GROUP_CLASS";

type Session = { readonly date: string; readonly startTime: number; readonly endTime: number };
export type Bookable = {
  readonly classId: string;
  readonly serviceId: string;
  readonly name: string;
  readonly staffId: string;
  readonly staffName: string;
  readonly minor: bigint;
  readonly taxId: string;
  readonly free: number;
  /** By time, one at least. */
  readonly sessions: readonly Session[];
};

function bookable({ groupClass, free, taxId }: OpenClass): Bookable[] {
  const sessions = (groupClass?.sessions ?? []).map(({ date, startTime, endTime }) => ({
    ...{ date: fromWireDate(date, "date"), startTime, endTime },
  }));
  if (!groupClass || sessions.length === 0) return [];
  const { id: classId, serviceId, name, staffId, staffName, price } = groupClass;
  return [{ classId, serviceId, name, staffId, staffName, minor: fromMoney(price).minor, taxId, free, sessions }];
}

/** Classes that begin on a day that can be booked. */
async function classesOf(shop: Shop, serviceIds: readonly string[]): Promise<Bookable[]> {
  if (serviceIds.length === 0) return [];
  const asked = { businessId: shop.setting.businessId, serviceIds: [...serviceIds] };
  const { classes } = await shop.ctx.client(ClassHoldService).getOpenClasses(asked);
  return classes.flatMap(bookable).filter(({ sessions: [first] }) => first && isBookable(shop, first));
}

/** The classes that a page shows, as visitors see them. */
export async function shownClasses(shop: OpenShop, serviceId: string) {
  const offer = await offerOfPage(shop);
  const services = offer.services.filter(({ id, careType }) => careType === GROUP_CLASS && (serviceId === "0" || id === serviceId));
  const byId = new Map(services.map((service) => [service.id, service]));
  const [classes, names] = await Promise.all([classesOf(shop, [...byId.keys()]), prerequisitesOf(shop, services)]);
  const currency = shop.business.currencyCode;
  return classes.flatMap(({ staffId: _, minor, taxId, ...one }) => {
    const service = byId.get(one.serviceId);
    if (!service) return [];
    const tax = percentOf(minor, offer.taxRates.get(taxId) ?? 0n);
    const cost = !isHidden(service) && { price: toMoney(minor, currency), tax: toMoney(tax, currency) };
    const first = service.options?.prerequisiteClassIds ?? [];
    return [{ ...one, ...cost, sessions: [...one.sessions], prerequisites: first.flatMap((id) => names.get(id) ?? []) }];
  });
}

async function prerequisitesOf({ ctx }: Shop, services: readonly Service[]): Promise<Map<string, string>> {
  const ids = [...new Set(services.flatMap(({ options }) => options?.prerequisiteClassIds ?? []))];
  if (ids.length === 0) return new Map();
  const found = await ctx.client(CatalogService).batchGetServices({ ids, businessId: ctx.businessId, allowMissing: true });
  return new Map(found.services.map(({ id, name }) => [id, name]));
}

/** The class among those that can be joined. */
async function classAmong(shop: Shop, classId: string, offers: ReadonlyMap<string, Offer>): Promise<Bookable> {
  const found = (await classesOf(shop, [...offers.keys()])).find((one) => one.classId === classId);
  if (!found)
    throw fail("NOT_FOUND", { field: "classId", message: "This class can no longer be booked online. Please choose another one." });
  return found;
}

/** The day on which a class begins. */
export const firstDayOf = async (shop: Shop, classId: string, offers: ReadonlyMap<string, Offer>): Promise<string> =>
  (await classAmong(shop, classId, offers)).sessions[0]?.date ?? "";

/** The class that is asked for: one that can be joined, of the one service that each of the pets is to have. */
export async function mustBeOpen(
  shop: Shop,
  classId: string,
  pets: readonly StayPet[],
  offers: ReadonlyMap<string, Offer>,
): Promise<Bookable> {
  const [unknown] = missing(pets, offers);
  if (unknown !== undefined) throw fail("SERVICE_NOT_FOUND", { field: "pets", facts: { serviceId: unknown } });
  const found = await classAmong(shop, classId, offers);
  const misfit = unfit(pets, offers);
  if (misfit) throw refuse("pets", `${misfit.name} is not for a pet of this weight.`);
  if (pets.some(({ serviceIds }) => serviceIds.length !== 1 || serviceIds[0] !== found.serviceId))
    throw refuse("pets", `${found.name} is booked by itself.`);
  mustBeForThem(pets, offers);
  return found;
}

/** Each pet's bill of a class that can be joined; none where places are waited for. */
export async function billsInClass(
  shop: Shop,
  classId: string,
  pets: readonly unknown[],
  offers: ReadonlyMap<string, Offer>,
): Promise<{ serviceId: string; minor: bigint }[][]> {
  const found = classId === "0" ? undefined : (await classesOf(shop, [...offers.keys()])).find((one) => one.classId === classId);
  return found ? pets.map(() => [{ serviceId: found.serviceId, minor: found.minor }]) : [];
}

/** The class as a request keeps it: each pet for the price of the class. */
export function classPlan(pets: readonly StayPet[], { serviceId, name, minor }: Bookable, offers: ReadonlyMap<string, Offer>): Plan {
  const unshown = offers.get(serviceId)?.showPrice === false && { unshown: true };
  const line = { serviceId, name, careType: GROUP_CLASS, minor, duration: 0, ...unshown };
  return { pets: pets.map(() => [line]), duration: 0, minor: minor * BigInt(pets.length) };
}

type Wanted = { classId: string; pets: number; holdMinutes: number; replaceToken: string; visitor: Hold };

/** Keeps places in all sessions of the class. */
export async function holdSeats({ ctx, setting: { businessId } }: Shop, wanted: Wanted): Promise<HeldStay> {
  const { holdToken, expiresAt } = await ctx.client(ClassHoldService).holdClassPlaces({ businessId, ...wanted });
  return { token: holdToken, expiresAt: holdToken ? fromTimestamp(expiresAt) : null };
}

export const isFull = (error: unknown): boolean => fromConnectError(error)?.code === ErrorCode.ROOM_NOT_AVAILABLE;

/** Whether it cannot be joined any more: it is full, canceled or has begun. */
export const isClosed = (error: unknown): boolean => isFull(error) || fromConnectError(error)?.code === ErrorCode.STATE_CONFLICT;

export const fullOnline = (pets: number) =>
  fail("ROOM_NOT_AVAILABLE", {
    field: "classId",
    message:
      pets > 1
        ? "This class has not enough places left for all your pets. Choose another one, or wait for places in it."
        : "This class is full by now. Choose another one, or wait for a place in it.",
    facts: { why: "classFull" },
  });
