import type { Ctx } from "@leashline/kit";
import type { ServiceCharge } from "@leashline/proto/leashline/offering/v1/service_charge_service_pb.js";
import type { Service } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import type { Percent } from "@leashline/proto/rules/percent.ts";
import { LRUCache } from "lru-cache";
import type { SettingRow, Storefront } from "../settings/setting.store.ts";
import type { Business, Staff } from "./shop.store.ts";

/** What a page shows, as it was at one version of it. */
export type PageFacts = { setting: SettingRow; business: Business; staff: Staff[] /** Empty while none is live. */; customDomain: string };
export type KeptPage = PageFacts & Storefront & { offer: PageOffer | null };
/** What can be booked, by id the rates of tax and the evaluations that services name, the business's own pages elsewhere, and in what it weighs. */
export type PageOffer = {
  services: Service[];
  /** On top of which more can be booked. */
  addOns: Service[];
  /** What stays on it have on certain days besides, whether or not it can be booked online itself. */
  added: Service[];
  taxRates: ReadonlyMap<string, Percent>;
  /** Prices of what is taxed hold the tax already. */
  taxesIncluded: boolean;
  evaluations: ReadonlyMap<string, string>;
  links: string[];
  /** What puts itself onto the bill of a visit at the page's business. */
  charges: ServiceCharge[];
  weightUnit: string;
};

/** A process keeps as many pages; the ones asked for longest ago go. */
const most = 200;
const pages = new WeakMap<Ctx["runtime"], LRUCache<string, KeptPage>>();

function pagesOf({ runtime }: Ctx): LRUCache<string, KeptPage> {
  const known = pages.get(runtime) ?? new LRUCache<string, KeptPage>({ max: most });
  pages.set(runtime, known);
  return known;
}

const isSame = (a: Storefront, b: Storefront): boolean =>
  a.companyId === b.companyId && a.businessId === b.businessId && a.pageVersion === b.pageVersion;

/** The page of that name as it is at this version: from memory when this process has read it, else as `read` finds it. */
export async function pageAt(ctx: Ctx, name: string, at: Storefront, read: () => Promise<PageFacts>): Promise<KeptPage> {
  const known = pagesOf(ctx).get(name);
  if (known && isSame(known, at)) return known;
  const page = { ...at, ...(await read()), offer: null };
  pagesOf(ctx).set(name, page);
  return page;
}
