import { create } from "@bufbuild/protobuf";
import { type Ctx, fail, implement, mustBeCurrent, named, type Tx } from "@leashline/kit";
import { type CompanyQuestionRecord, CompanyQuestionRecordSchema } from "@leashline/proto/leashline/account/v1/company_pb.js";
import {
  CompanyService,
  type SaveCompanyQuestionRecordRequest,
  SaveCompanyQuestionRecordRequestSchema,
  UpdateCompanyPreferenceRequestSchema,
  UpdateCompanyRequestSchema,
} from "@leashline/proto/leashline/account/v1/company_service_pb.js";
import { BusinessChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { enterprisesOf } from "../accounts/account.store.ts";
import { listBusinesses } from "../businesses/business.store.ts";
import { businessChanged } from "../businesses/business.ts";
import { countryOf } from "../businesses/countries.ts";
import { isCurrency } from "../businesses/formats.ts";
import { command, type DB, query } from "../db.ts";
import { staffLimit, vanLimit } from "../plans/plan.ts";
import { sortPlaces } from "../sessions/session.store.ts";
import { isOwnerCategory } from "../sessions/standing.ts";
import { mustBeWellFormed } from "../shared/fields.ts";
import { tellSessionsChanged } from "../shared/notices.ts";
import { patchOf } from "../shared/patch.ts";
import { type CompanyRow, countCompany, findCompany, lockCompany, updateCompany } from "./company.store.ts";
import { toCompany, toPreference, toQuestionRecord } from "./company.ts";
import { createCompany } from "./create-company.ts";

const found = (row: CompanyRow | undefined): CompanyRow => {
  if (!row) throw fail("NOT_FOUND");
  return row;
};

export const companyRpc = implement(CompanyService, {
  async createCompany(request, ctx) {
    const { companyId, businessId, staffId } = await createCompany(ctx, request);
    const inside: Ctx = { ...ctx, companyId };
    const company = await query(inside, async (db) =>
      toCompany(found(await findCompany(db)), await listBusinesses(db), { isOwner: true, isEnterpriseOwner: false }),
    );
    return { company, businessId, staffId };
  },

  async getCompany(_request, ctx) {
    return { company: await companyShown(ctx) };
  },

  async updateCompany(request, ctx) {
    const patch = patchOf(UpdateCompanyRequestSchema, request, ["companyName"]);
    await command(
      ctx,
      async (tx) => {
        const before = found(await lockCompany(tx.db));
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
    await command(ctx, (tx) => sortPlaces(tx.db, ctx.caller.accountId, "company", companyIds), { step: "sort" });
    return {};
  },

  async getCompanyPreference(_request, ctx) {
    return { preference: toPreference(found(await query(ctx, (db) => findCompany(db)))) };
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
      const before = found(await lockCompany(tx.db));
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
      const plan = { version: found(company).planVersion, tier: found(company).planTier, appType: counts.mobileOnly ? 0 : 1 };
      return {
        locationCount: counts.locations,
        staffCount: counts.staff,
        vanCount: counts.vans,
        staffLimit: staffLimit(plan),
        maxVansNum: vanLimit(plan),
        isFillQuestion: found(company).question !== null,
      };
    });
  },

  async getCompanyQuestionRecord(_request, ctx) {
    return { record: toQuestionRecord(found(await query(ctx, (db) => findCompany(db)))) };
  },

  async saveCompanyQuestionRecord(request, ctx) {
    return await command(ctx, async (tx) => {
      tx.lock(["company_question"]);
      const before = create(CompanyQuestionRecordSchema, toQuestionRecord(found(await findCompany(tx.db))));
      const question = JSON.stringify(answersOf(request, before));
      return { record: toQuestionRecord(await updateCompany(tx.db, { question, questionTime: new Date() })) };
    });
  },
});

/** Amounts that are stored are of a currency: another one would bend prices and what is owed. */
async function mustHaveNoAmounts(ctx: Ctx, wanted: string): Promise<void> {
  const { currencyCode: currency } = found(await query(ctx, (db) => findCompany(db)));
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

function answersOf(request: SaveCompanyQuestionRecordRequest, before: CompanyQuestionRecord) {
  const isNamed = named(SaveCompanyQuestionRecordRequestSchema, request, request.updateMask).has("goals");
  return {
    staffCount: request.staffCount ?? before.staffCount,
    locationCount: request.locationCount ?? before.locationCount,
    yearsInBusiness: request.yearsInBusiness ?? before.yearsInBusiness,
    previousSoftware: request.previousSoftware ?? before.previousSoftware,
    referral: request.referral ?? before.referral,
    goals: isNamed ? request.goals : before.goals,
    note: request.note ?? before.note,
  };
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
    const row = found(company);
    const mine = ctx.caller.via === "" ? businesses.filter((b) => ctx.caller.businessIds.includes(b.id)) : businesses;
    const isEnterpriseOwner = enterprises.some((e) => e.enterpriseId === row.enterpriseId && e.employeeCategory === 2);
    return toCompany(row, mine, { isOwner: isOwnerCategory(ctx.caller.employeeCategory), isEnterpriseOwner });
  });

/** These are the company's, but other services keep them with each business. */
const keptElsewhere = ["currencyCode", "countryAlpha2Code", "timeFormatType", "dateFormatType", "numberFormatType"] as const;

async function announceBusinesses(tx: Tx<DB>): Promise<void> {
  for (const business of await listBusinesses(tx.db)) tx.emit(BusinessChangedSchema, businessChanged(business), { key: business.id });
  tellSessionsChanged(tx, { companyId: tx.ctx.companyId });
}
