import { type Ctx, fail, implement, inList, named, type Tx } from "@leashline/kit";
import {
  StorefrontConfigService,
  type UpdateStorefrontConfigRequest,
  UpdateStorefrontConfigRequestSchema,
} from "@leashline/proto/leashline/online_booking/v1/storefront_config_pb.js";
import { analyticsProblem } from "@leashline/proto/rules/analytics-id.ts";
import { webAddressProblem } from "@leashline/proto/rules/web-address.ts";
import type { Updateable } from "kysely";
import { setDomain } from "../custom-domains/custom-domain.jobs.ts";
import { readDomain } from "../custom-domains/custom-domain.store.ts";
import { mustBeOwnDomain } from "../custom-domains/own-domain.ts";
import { type DB, query } from "../db.ts";
import { saveSetting, settingOf } from "./kept-setting.ts";
import { isOwnPicture, type Landing } from "./landing.ts";
import type { SettingRow } from "./setting.store.ts";

const plain = {
  bookingEnabled: "isEnable",
  published: "published",
  aboutUs: "aboutUs",
  welcomeMessage: "welcomeMessage",
  themeColor: "themeColor",
  thankYouUrl: "thankYouUrl",
  analyticsId: "analyticsId",
  pageComponents: "pageComponents",
} as const satisfies Record<string, keyof DB["setting"]>;

/** Lists and records, which are stored as JSON. */
const jsonOf = {
  gallery: ({ gallery }) => gallery.map(({ path, caption }) => ({ path, caption })),
  teams: ({ teams }) => teams.map(({ name, title, introduction, picture }) => ({ name, title, introduction, picture })),
  amenities: ({ amenities }) => ({ features: amenities?.features ?? [], payments: amenities?.payments ?? [] }),
} satisfies Record<string, (request: UpdateStorefrontConfigRequest) => unknown>;

function mustBeOwnPictures({ companyId }: Ctx, { gallery, teams }: UpdateStorefrontConfigRequest): void {
  const given = [
    ...gallery.map(({ path }, at) => ({ field: inList("gallery", at, "path"), path })),
    ...teams.map(({ picture }, at) => ({ field: inList("teams", at, "picture"), path: picture })),
  ];
  const wrong = given.find(({ path }) => path !== "" && !isOwnPicture(companyId, path));
  if (wrong) throw fail("PARAMS_INVALID", { field: wrong.field, reason: "must be a public picture that your business has uploaded" });
}

function changeOf(request: UpdateStorefrontConfigRequest): Updateable<DB["setting"]> {
  const problem = webAddressProblem(request.thankYouUrl ?? "");
  if (problem) throw fail("PARAMS_INVALID", { field: "thankYouUrl", reason: problem, message: problem });
  const wrongId = analyticsProblem(request.analyticsId ?? "");
  if (wrongId) throw fail("PARAMS_INVALID", { field: "analyticsId", reason: wrongId });
  const fields = named(UpdateStorefrontConfigRequestSchema, request, request.updateMask);
  const entries = Object.entries(plain).flatMap(([field, column]): [string, unknown][] => {
    const value = request[field as keyof typeof plain];
    return fields.has(field) && value !== undefined ? [[column, value]] : [];
  });
  const lists = Object.entries(jsonOf).filter(([field]) => fields.has(field));
  return { ...Object.fromEntries(entries), ...Object.fromEntries(lists.map(([field, made]) => [field, JSON.stringify(made(request))])) };
}

/** The domain goes beside the setting: it stands as DNS says. */
async function domainIn(ctx: Ctx, request: UpdateStorefrontConfigRequest): Promise<((tx: Tx<DB>) => Promise<void>) | undefined> {
  const { businessId, customDomainName, updateMask } = request;
  if (customDomainName === undefined || !named(UpdateStorefrontConfigRequestSchema, request, updateMask).has("customDomainName"))
    return undefined;
  const domain = await mustBeOwnDomain(ctx, customDomainName);
  return (tx) => setDomain(tx, businessId, domain);
}

async function wire(ctx: Ctx, row: SettingRow) {
  const { gallery, teams, amenities } = row as unknown as Landing;
  const domain = await query(ctx, (db) => readDomain(db, row.businessId));
  return {
    ...Object.fromEntries(Object.entries(plain).map(([field, column]) => [field, row[column]])),
    businessId: row.businessId,
    bookOnlineName: row.bookOnlineName,
    gallery,
    teams,
    amenities,
    version: row.revision,
    customDomainName: domain?.domain ?? "",
  };
}

export const storefrontConfigRpc = implement(StorefrontConfigService, {
  async getStorefrontConfig({ businessId }, ctx) {
    return { config: await wire(ctx, await settingOf(ctx, businessId)) };
  },

  async updateStorefrontConfig(request, ctx) {
    mustBeOwnPictures(ctx, request);
    const { businessId, version: revision } = request;
    const also = await domainIn(ctx, request);
    const row = await saveSetting(ctx, { businessId, revision, change: changeOf(request), ...(also && { also }) });
    return { config: await wire(ctx, row) };
  },
});
