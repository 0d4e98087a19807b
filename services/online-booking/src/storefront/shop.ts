import { asTenant, type Ctx, fail, fromMoney, type Refusal } from "@leashline/kit";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import type { Service } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { query } from "../db.ts";
import { type BusinessRef, readShop, type StaffRef } from "../refs/refs.store.ts";
import { findClosedStorefront, findStorefront, readSetting, type SettingRow } from "../settings/setting.store.ts";
import type { Offer, Wish } from "./plan.ts";

/** Everything a storefront call needs of the business whose page it is. */
export type Shop = { ctx: Ctx; setting: SettingRow; business: BusinessRef; staff: StaffRef[] };

/** Opens the page by its name, acting for its company from here on; unknown and switched-off pages are refused with the same code. */
export async function openShop(ctx: Ctx, name: string): Promise<Shop> {
  const owner = await query(ctx, (db) => findStorefront(db, name));
  if (!owner) throw await closed(ctx, name);
  return await shopOf(asTenant(ctx, { ...owner, name: "Online booking" }), owner.businessId);
}

/** A page that is switched off names the shop and its public phone; one that does not exist names nothing. */
async function closed(ctx: Ctx, name: string): Promise<Refusal> {
  const owner = await query(ctx, (db) => findClosedStorefront(db, name));
  if (!owner) return fail("NOT_AVAILABLE_ONLINE");
  const { businessId } = owner;
  const shop = await query(asTenant(ctx, { ...owner, name: "Online booking" }), (db) => readShop(db, businessId));
  if (!shop) return fail("NOT_AVAILABLE_ONLINE");
  const { businessName, phoneNumber, country } = shop.business;
  return fail("NOT_AVAILABLE_ONLINE", { facts: { businessName, phoneNumber, country } });
}

export async function shopOf(ctx: Ctx, businessId: string): Promise<Shop> {
  const [setting, shop] = await query(ctx, async (db) => [await readSetting(db, businessId), await readShop(db, businessId)]);
  if (!setting || !shop) throw fail("NOT_AVAILABLE_ONLINE");
  const { business, staff } = shop;
  const inside = asTenant(ctx, {
    companyId: ctx.companyId,
    businessId,
    zone: business.timezoneName,
    currency: business.currencyCode,
    country: business.country,
    name: ctx.caller.name,
  });
  return { ctx: inside, setting, business, staff };
}

export async function servicesOf(shop: Shop): Promise<Service[]> {
  const client = shop.ctx.client(CatalogService);
  const { services } = await client.listServices({ businessId: shop.setting.businessId, bookOnlineOnly: true, pageSize: 500 });
  return services;
}

/** The services of some wishes, as far as they are on offer: the catalogue may be long, and a wish is short. */
export async function offersOf(shop: Shop, wishes: readonly Wish[]): Promise<Map<string, Offer>> {
  const { businessId } = shop.setting;
  const currency = shop.business.currencyCode;
  const ids = [...new Set(wishes.flatMap(({ serviceIds }) => serviceIds))];
  const { services } = await shop.ctx.client(CatalogService).batchGetServices({ ids, businessId, allowMissing: true });
  return new Map(services.filter((service) => isOffered(service, businessId)).map((service) => [service.id, offerOf(service, currency)]));
}

function isOffered({ deleted, inactive, bookOnlineAvailable, availability, byStay }: Service, businessId: string): boolean {
  const at = availability?.businessIds ?? [];
  return !deleted && !inactive && !byStay && bookOnlineAvailable && (at.length === 0 || at.includes(businessId));
}

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
    staffIds: service.availability?.staffIds ?? [],
    overrides: new Map(overrides),
  };
}
