import { type Ctx, fail, type Impl, mustBeCurrent, mustExist, reachesBusiness, type Tx } from "@leashline/kit";
import {
  type CompanyService,
  UpdateCompanyPreferenceRequestSchema,
  UpdateCompanyRequestSchema,
} from "@leashline/proto/leashline/account/v1/company_service_pb.js";
import { EmployeeCategory } from "@leashline/proto/leashline/account/v1/enums_pb.js";
import { BusinessChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { enterprisesOf } from "../accounts/account.store.ts";
import { businessChanged, toBusiness } from "../businesses/business.mapper.ts";
import { listBusinesses } from "../businesses/business.store.ts";
import { toCompany, toPreference } from "../companies/company.mapper.ts";
import { countCompany, findCompany, lockCompany, updateCompany } from "../companies/company.store.ts";
import { countryOf } from "../companies/countries.ts";
import { isCurrency } from "../companies/formats.ts";
import { command, type DB, query } from "../db.ts";
import { staffLimit, vanLimit } from "../plans/plan.ts";
import { sortMemberships } from "../sessions/session.store.ts";
import { mustBeWellFormed } from "../shared/fields.ts";
import { patchOf } from "../shared/patch.ts";
import { notifySessionsChanged } from "../shared/sessions-changed.ts";
import { isOwnerCategory } from "../staff/owner-category.ts";

export const companyHandlers = {
  async getCompany(_request, ctx) {
    return { company: await companyShown(ctx) };
  },

  async updateCompany(request, ctx) {
    const patch = patchOf(UpdateCompanyRequestSchema, request, ["companyName"]);
    await command(
      ctx,
      async (tx) => {
        const before = mustExist(await lockCompany(tx.db));
        mustBeCurrent(request.version, before.version);
        await updateCompany(tx.db, { ...patch, version: before.version + 1 });
        tx.log({ entity: "company", id: ctx.companyId, action: "updated", before: { companyName: before.companyName }, after: patch });
        tx.notify("account.company");
      },
      { step: "update" },
    );
    return { company: await companyShown(ctx) };
  },

  async sortCompanies({ companyIds }, ctx) {
    await command(ctx, (tx) => sortMemberships(tx.db, ctx.caller.accountId, "company", companyIds), { step: "sort" });
    return {};
  },

  async getCompanyPreference(_request, ctx) {
    return { preference: toPreference(mustExist(await query(ctx, (db) => findCompany(db)))) };
  },

  async updateCompanyPreference(request, ctx) {
    const patch = patchOf(UpdateCompanyPreferenceRequestSchema, request, preferenceColumns);
    mustBeWellFormed({ timezoneName: request.timezoneName });
    if (request.currencyCode && !isCurrency(request.currencyCode))
      throw fail("PARAMS_INVALID", { field: "currencyCode", reason: "this currency is not known" });
    if (request.currencyCode) await mustHaveNoAmounts(ctx, request.currencyCode);
    if (request.countryAlpha2Code && !countryOf(request.countryAlpha2Code))
      throw fail("PARAMS_INVALID", { field: "countryAlpha2Code", reason: "this country is not known" });
    return await command(ctx, async (tx) => {
      const before = mustExist(await lockCompany(tx.db));
      mustBeCurrent(request.version, before.preferenceVersion);
      const after = await updateCompany(tx.db, { ...patch, preferenceVersion: before.preferenceVersion + 1 });
      tx.log({ entity: "company", id: ctx.companyId, action: "preference updated", after: patch });
      if (keptElsewhere.some((column) => before[column] !== after[column])) await announceBusinesses(tx);
      return { preference: toPreference(after) };
    });
  },

  async getCompanyExtraInfo(_request, ctx) {
    return await query(ctx, async (db) => {
      const company = await findCompany(db);
      const counts = await countCompany(db);
      const plan = { version: mustExist(company).planVersion, tier: mustExist(company).planTier, appType: counts.mobileOnly ? 0 : 1 };
      return {
        locationCount: counts.locations,
        staffCount: counts.staff,
        vanCount: counts.vans,
        staffLimit: staffLimit(plan),
        maxVansNum: vanLimit(plan),
        isFillQuestion: mustExist(company).question !== null,
      };
    });
  },
} satisfies Partial<Impl<typeof CompanyService>>;

/** Amounts that are stored are of a currency: another one would bend prices and what is owed. */
async function mustHaveNoAmounts(ctx: Ctx, wanted: string): Promise<void> {
  const { currencyCode: currency } = mustExist(await query(ctx, (db) => findCompany(db)));
  if (wanted === currency) return;
  const [{ services }, { orders }] = await Promise.all([
    ctx.client(CatalogService).listServices({ includeInactive: true, pageSize: 1 }),
    ctx.client(OrderService).listOrderRecords({ pageSize: 1 }),
  ]);
  if (services.length + orders.length > 0)
    throw fail("STATE_CONFLICT", {
      field: "currencyCode",
      reason: "prices or orders are kept in it",
      message: `Prices or orders are kept in ${currency}.`,
    });
}

const preferenceColumns = [
  "dateFormatType",
  "timeFormatType",
  "numberFormatType",
  "unitOfWeightType",
  "unitOfDistanceType",
  "calendarFormatType",
  "currencyCode",
  "countryAlpha2Code",
  "timezoneName",
  "notificationSoundEnable",
] as const;

const companyShown = (ctx: Ctx) =>
  query(ctx, async (db) => {
    const company = await findCompany(db);
    const businesses = await listBusinesses(db);
    const enterprises = await enterprisesOf(db, ctx.caller.accountId);
    const row = mustExist(company);
    const mine = businesses.filter((b) => reachesBusiness(ctx, b.id));
    const isEnterpriseOwner = enterprises.some(
      (e) => e.enterpriseId === row.enterpriseId && e.employeeCategory === EmployeeCategory.ENTERPRISE_OWNER,
    );
    return toCompany(row, mine.map(toBusiness), { isOwner: isOwnerCategory(ctx.caller.employeeCategory), isEnterpriseOwner });
  });

/** These are the company's, but other services keep them with each business. */
const keptElsewhere = ["currencyCode", "countryAlpha2Code", "timeFormatType", "dateFormatType", "numberFormatType"] as const;

async function announceBusinesses(tx: Tx<DB>): Promise<void> {
  for (const business of await listBusinesses(tx.db)) tx.emit(BusinessChangedSchema, businessChanged(business), { key: business.id });
  notifySessionsChanged(tx, { companyId: tx.ctx.companyId });
}
