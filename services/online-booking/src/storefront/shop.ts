import { asTenant, type Ctx, fail, fromMoney, type Refusal } from "@leashline/kit";
import type { Business } from "@leashline/proto/leashline/account/v1/business_pb.js";
import { BusinessService } from "@leashline/proto/leashline/account/v1/business_service_pb.js";
import { BusinessAppType, WeightUnitType } from "@leashline/proto/leashline/account/v1/enums_pb.js";
import { TaxService } from "@leashline/proto/leashline/account/v1/tax_service_pb.js";
import { PetSettingsService, type PetSize } from "@leashline/proto/leashline/customer/v1/pet_settings_pb.js";
import { VaccineService } from "@leashline/proto/leashline/customer/v1/vaccine_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { type ServiceCharge, ServiceChargeService } from "@leashline/proto/leashline/offering/v1/service_charge_service_pb.js";
import { type Service, ShowPrice } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { OrderSettingService } from "@leashline/proto/leashline/order/v1/order_setting_pb.js";
import { policyIn } from "@leashline/proto/rules/booking-policy.ts";
import { goesWith } from "@leashline/proto/rules/goes-with.ts";
import { parsePercent } from "@leashline/proto/rules/percent.ts";
import { sizeOf } from "@leashline/proto/rules/pet-size.ts";
import { liveDomainOf } from "../custom-domains/custom-domain.store.ts";
import { type Db, query } from "../db.ts";
import { keptAMinute } from "../settings/kept-a-minute.ts";
import { findClosedStorefront, findStorefront, readSetting } from "../settings/setting.store.ts";
import { type KeptPage, type PageFacts, type PageOffer, pageAt } from "./kept-page.ts";
import type { Offer, WeighedWish, Wish } from "./plan.ts";
import { readBusiness } from "./shop.store.ts";

/** Everything a call about a business's bookings needs of it. */
export type Shop = PageFacts & { ctx: Ctx };
/** One whose page was opened: what it shows may be in memory. */
export type OpenShop = Shop & { page: KeptPage };

/** Whether it comes to its clients in a van. A business of both kinds has a shop that pets may be brought to: it asks no address. */
export const visitsClients = ({ business }: Pick<Shop, "business">): boolean => business.appType === BusinessAppType.MOBILE_GROOMING;

const name = "Online booking";

/** Opens the page by its name, acting for its company from here on; unknown and switched-off pages are refused with the same code. */
export async function openShop(ctx: Ctx, pageName: string): Promise<OpenShop> {
  const owner = await query(ctx, (db) => findStorefront(db, pageName));
  if (!owner) throw await closed(ctx, pageName);
  const page = await pageAt(ctx, pageName, owner, () => readPage(asTenant(ctx, { ...owner, name }), owner.businessId));
  return { ...shopWith(ctx, page, name), page };
}

/** A page that is switched off names the business and its public phone; one that does not exist names nothing. */
async function closed(ctx: Ctx, pageName: string): Promise<Refusal> {
  const owner = await query(ctx, (db) => findClosedStorefront(db, pageName));
  if (!owner) return fail("NOT_AVAILABLE_ONLINE");
  const found = await query(asTenant(ctx, { ...owner, name }), (db) => readBusiness(db, owner.businessId));
  if (!found) return fail("NOT_AVAILABLE_ONLINE");
  const { businessName, phoneNumber, country } = found.business;
  return fail("NOT_AVAILABLE_ONLINE", { facts: { businessName, phoneNumber, country } });
}

/** A business of the caller's own company, as it is now. */
export async function shopOf(ctx: Ctx, businessId: string): Promise<Shop> {
  return shopWith(ctx, await readPage(ctx, businessId), ctx.caller.name);
}

async function readPage(ctx: Ctx, businessId: string): Promise<PageFacts> {
  const page = await query(ctx, (db) => readPageFacts(db, businessId));
  if (!page) throw fail("NOT_AVAILABLE_ONLINE");
  return page;
}

/** What is known of a business's page, for whoever reads it with something else; see `shopWith`. */
export async function readPageFacts(db: Db, businessId: string): Promise<PageFacts | undefined> {
  const [setting, found, customDomain] = await Promise.all([
    readSetting(db, businessId),
    readBusiness(db, businessId),
    liveDomainOf(db, businessId),
  ]);
  return setting && found && { setting, customDomain, ...found };
}

/** The business as it was read, for whoever acts there. */
export function shopWith(ctx: Ctx, { setting, business, staff, customDomain }: PageFacts, caller: string): Shop {
  const { companyId, businessId, timezoneName: zone, currencyCode: currency, country } = business;
  return { ctx: asTenant(ctx, { companyId, businessId, zone, currency, country, name: caller }), setting, business, staff, customDomain };
}

/** What the page offers, read once for each of its versions. */
export async function offerOfPage({ ctx, page }: OpenShop): Promise<PageOffer> {
  if (page.offer) return page.offer;
  const { businessId } = page;
  const { services, addOns } = await listedAt(ctx, businessId);
  const { businesses } = await ctx.client(BusinessService).batchGetBusinesses({ ids: [businessId] });
  const charges = await chargesOf(ctx, businessId);
  const added = await addedTo(ctx, services);
  page.offer = {
    ...{ services, addOns, added, charges },
    ...(await taxesOf(ctx, [...services, ...addOns, ...charges, ...added])),
    evaluations: await evaluationsOf(ctx, services),
    links: page.setting.published ? linksOf(businesses) : [],
    weightUnit: weightUnitOf(businesses[0]),
  };
  return page.offer;
}

/** In what a business says weights. */
export const weightUnitOf = (business: Business | undefined): "lb" | "kg" =>
  business?.unitOfWeightType === WeightUnitType.KILOGRAM ? "kg" : "lb";

/** What the business sells online, and the add-ons that go with something of it. */
async function listedAt(ctx: Ctx, businessId: string): Promise<Pick<PageOffer, "services" | "addOns">> {
  const listed = await ctx.client(CatalogService).listServices({ businessId, bookOnlineOnly: true, withAddOns: true, pageSize: 1000 });
  const offered = listed.services.filter((service) => isOffered(service, businessId));
  const services = whole(offered.filter(({ addOn }) => !addOn));
  return { services, addOns: offered.filter((one) => one.addOn && services.some((service) => goesWith(one, service))) };
}

async function addedTo(ctx: Ctx, services: readonly Service[]): Promise<Service[]> {
  const rules = services.flatMap(({ options }) => options?.additionalServiceRule ?? []);
  const ids = [...new Set(rules.filter(({ enable }) => enable).flatMap(({ applyRules }) => applyRules.map(({ serviceId }) => serviceId)))];
  if (ids.length === 0) return [];
  return await named(ctx, ids);
}

const named = async (ctx: Ctx, ids: readonly string[]): Promise<Service[]> =>
  (await ctx.client(CatalogService).batchGetServices({ ids: [...ids], businessId: ctx.businessId, allowMissing: true, withAddOns: true }))
    .services;

/** Of these services what a stay has besides, by id: as the page shows it, else as the catalogue has it now. */
export async function addedOffers(
  { ctx, business }: Shop,
  ids: ReadonlySet<string>,
  shown: readonly Service[],
): Promise<Map<string, Offer>> {
  const known = shown.filter(({ id }) => ids.has(id));
  const services = known.length === ids.size ? known : await named(ctx, [...ids]);
  const there = services.filter(({ deleted }) => !deleted);
  return new Map(there.map((service) => [service.id, offerOf(service, business.currencyCode)]));
}

/** What is sold with services that are not on the page is not on it either. */
function whole(services: Service[]): Service[] {
  const ids = new Set(services.map(({ id }) => id));
  const kept = services.filter(({ options }) => (options?.bundleServiceIds ?? []).every((id) => ids.has(id)));
  return kept.length < services.length ? whole(kept) : kept;
}

async function chargesOf(ctx: Ctx, businessId: string): Promise<ServiceCharge[]> {
  const { serviceCharges } = await ctx.client(ServiceChargeService).listServiceCharges({ activeOnly: true, pageSize: 200 });
  return serviceCharges.filter(({ autoApply, businessIds }) => autoApply && (businessIds.length === 0 || businessIds.includes(businessId)));
}

function linksOf(businesses: readonly Business[]): string[] {
  return businesses
    .flatMap(({ website, facebook, instagram, google, yelp, tiktok }) => [website, facebook, instagram, google, yelp, tiktok])
    .filter((link) => link !== "");
}

/** The sizes that pets come in, where something on the page is for some of them only. */
export const sizesOn = async (ctx: Ctx, { services, addOns }: PageOffer): Promise<PetSize[]> =>
  [...services, ...addOns].some(({ availability }) => (availability?.petSizeIds.length ?? 0) > 0) ? await sizesOf(ctx) : [];

type Required = { name: string; careTypes: string[]; petTypes: string[] };

const requiredVaccines = keptAMinute(async (ctx) =>
  (await ctx.client(VaccineService).listVaccines({})).vaccines.filter(({ requiredForScheduling }) => requiredForScheduling),
);

/** The vaccines that a service of the page needs. The page is there without them, too: they are asked for again before a visit is booked. */
export async function vaccinesOn(ctx: Ctx, { services }: PageOffer): Promise<Required[]> {
  const offered = new Set(services.map(({ careType }) => careType));
  return ((await requiredVaccines(ctx)) ?? [])
    .filter(({ requiredCareTypes: types }) => types.length === 0 || types.some((one) => offered.has(one)))
    .map(({ name, requiredCareTypes, specificPetType, petTypes }) => ({
      name,
      careTypes: requiredCareTypes,
      petTypes: specificPetType ? petTypes : [],
    }));
}

/** The names of the evaluations that services ask for, whether or not they can be booked online themselves. */
async function evaluationsOf(ctx: Ctx, services: readonly Service[]): Promise<PageOffer["evaluations"]> {
  const ids = [...new Set(services.map(({ options }) => options?.evaluationServiceId ?? "0"))].filter((id) => id !== "0");
  if (ids.length === 0) return new Map();
  return new Map((await named(ctx, ids)).map(({ id, name: evaluation }) => [id, evaluation]));
}

type Taxes = Pick<PageOffer, "taxRates" | "taxesIncluded">;

/** What is added to prices; nothing to those that hold their tax. */
async function taxesOf(ctx: Ctx, taxed: readonly Pick<Service, "taxId">[]): Promise<Taxes> {
  if (taxed.every(({ taxId }) => taxId === "0")) return { taxRates: new Map(), taxesIncluded: false };
  const { setting } = await ctx.client(OrderSettingService).getOrderSetting({});
  if (setting?.taxesIncluded) return { taxRates: new Map(), taxesIncluded: true };
  const { taxRules } = await ctx.client(TaxService).listTaxRules({});
  return { taxRates: new Map(taxRules.map(({ id, taxRate }) => [id, parsePercent(taxRate) ?? 0n])), taxesIncluded: false };
}

export const taxRatesOf = async (ctx: Ctx, taxed: readonly Pick<Service, "taxId">[]): Promise<Taxes["taxRates"]> =>
  (await taxesOf(ctx, taxed)).taxRates;

/** The services of some wishes as the page shows them: for looking at times. What is held or booked is asked of the catalogue: see `offersOf`. */
export async function shownOffers(shop: OpenShop, wishes: readonly Wish[]): Promise<Map<string, Offer>> {
  const ids = new Set(wishes.flatMap(({ serviceIds }) => serviceIds));
  const { services, addOns } = await offerOfPage(shop);
  const shown = [...services, ...addOns].filter(({ id }) => ids.has(id));
  // One that is not shown may be newer than the page.
  return shown.length === ids.size ? offersIn(shop, shown) : await offersOf(shop, wishes);
}

const offersIn = ({ setting, business }: Shop, services: readonly Service[]): Map<string, Offer> =>
  new Map(
    services
      .filter((service) => isOffered(service, setting.businessId))
      .map((service) => [service.id, offerOf(service, business.currencyCode)]),
  );

/** The services of some wishes, as far as they are on offer: the catalogue may be long, and a wish is short. */
export const offersOf = async (shop: Shop, wishes: readonly Wish[]): Promise<Map<string, Offer>> =>
  offersIn(shop, (await catalogued(shop, wishes, false)).services);

/** The same for whoever reckons with them next: the rules come along. */
export async function pricedOffersOf(shop: Shop, wishes: readonly Wish[]) {
  const { services, ...rules } = await catalogued(shop, wishes, true);
  return { offers: offersIn(shop, services), rules };
}

async function catalogued({ ctx, setting: { businessId } }: Shop, wishes: readonly Wish[], withPricingRules: boolean) {
  const ids = [...new Set(wishes.flatMap(({ serviceIds }) => serviceIds))];
  return await ctx.client(CatalogService).batchGetServices({ ids, businessId, allowMissing: true, withAddOns: true, withPricingRules });
}

/** The wishes with the size that each pet's weight comes to. */
export async function weighed<W extends Wish>({ ctx }: Shop, wishes: readonly W[]): Promise<(W & WeighedWish)[]> {
  const sizes = wishes.some(({ weight = 0 }) => weight > 0) ? await sizesOf(ctx) : [];
  return wishes.map((wish) => ({ ...wish, petSizeId: sizeOf(wish.weight ?? 0, sizes) }));
}

const sizesOf = async (ctx: Ctx): Promise<PetSize[]> => (await ctx.client(PetSettingsService).listPetSizes({})).petSizes;

/** What is booked by the night or by the day. */
const STAYING = ["BOARDING", "DAYCARE"];

function isOffered(service: Service, businessId: string): boolean {
  const { deleted, inactive, bookOnlineAvailable, availability, byStay, careType, addOn } = service;
  const at = availability?.businessIds ?? [];
  const isSold = addOn || !byStay || STAYING.includes(careType);
  return !deleted && !inactive && isSold && bookOnlineAvailable && (at.length === 0 || at.includes(businessId));
}

/** Whether its price is kept from visitors. */
export const isHidden = ({ options }: Service): boolean =>
  options?.showBasePrice === ShowPrice.HIDE || options?.showBasePrice === ShowPrice.VARIES;

function offerOf(service: Service, currency: string): Offer {
  const overrides = service.staffOverrides.map(
    (o) =>
      [
        o.staffId,
        { ...(o.price ? { minor: fromMoney(o.price, currency).minor } : {}), ...(o.duration ? { duration: o.duration } : {}) },
      ] as const,
  );
  return {
    serviceId: service.id,
    name: service.name,
    careType: service.careType,
    minor: fromMoney(service.price, currency).minor,
    unit: service.priceUnit,
    duration: service.duration,
    byDay: service.byStay && service.careType === "DAYCARE",
    showPrice: !isHidden(service),
    showDuration: service.options?.showDuration !== false,
    staffIds: service.availability?.staffIds ?? [],
    weightFrom: service.availability?.weightFrom ?? 0,
    weightTo: service.availability?.weightTo ?? 0,
    petSizeIds: service.availability?.petSizeIds ?? [],
    overrides: new Map(overrides),
    evaluationServiceId: service.options?.evaluationServiceId ?? "0",
    bundleServiceIds: service.options?.bundleServiceIds ?? [],
    added: service.options?.additionalServiceRule,
    taxId: service.taxId,
    policy: policyIn(service.options?.bookingPolicy, (money) => fromMoney(money, currency).minor),
    ownLodging: service.options?.requireDedicatedLodging ?? false,
    petTypes: service.availability?.petTypes.map(({ petType }) => petType) ?? [],
    ...(service.addOn && { addOn: service, ...(service.stayDay && { stayDay: service.stayDay }) }),
  };
}
