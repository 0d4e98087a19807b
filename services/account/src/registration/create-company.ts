import { asTenant, type Ctx, e164, fail, type Tx } from "@leashline/kit";
import type { CreateCompanyRequest } from "@leashline/proto/leashline/account/v1/company_service_pb.js";
import { EmployeeCategory } from "@leashline/proto/leashline/account/v1/enums_pb.js";
import { BusinessChangedSchema, StaffChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import { type AccountRow, findAccount } from "../accounts/account.store.ts";
import { addressColumns } from "../businesses/address.ts";
import { businessChanged } from "../businesses/business.mapper.ts";
import { findBusiness, insertBusiness, type NewBusiness } from "../businesses/business.store.ts";
import { newInvitationCode } from "../businesses/business.ts";
import { insertCompany, nextCompanyId } from "../companies/company.store.ts";
import { countryOf } from "../companies/countries.ts";
import { formatsFor, isCurrency, writingOf } from "../companies/formats.ts";
import { command, type DB, query } from "../db.ts";
import { insertRole } from "../roles/role.store.ts";
import { starterRoles } from "../roles/role.ts";
import { chooseBusiness } from "../sessions/session.store.ts";
import { mustBeWellFormed, phoneOf } from "../shared/fields.ts";
import { notifySessionsChanged } from "../shared/sessions-changed.ts";
import { staffChanged } from "../staff/staff.mapper.ts";
import { insertStaff } from "../staff/staff.store.ts";
import { palette } from "../staff/staff.ts";

export type Created = { companyId: string; businessId: string; staffId: string };

/** Takes a number first, then writes the company under it as its own tenant; both steps answer the same when repeated. */
export async function createCompany(ctx: Ctx, request: CreateCompanyRequest): Promise<Created> {
  const { timezoneName, website, contactEmail } = request;
  mustBeWellFormed({ timezoneName, website, contactEmail });
  const country = countryOf(request.countryAlpha2Code);
  if (!country) throw fail("PARAMS_INVALID", { field: "countryAlpha2Code", reason: "this country is not known" });
  const currency = request.currencyCode || country.currencyCode;
  if (!isCurrency(currency)) throw fail("PARAMS_INVALID", { field: "currencyCode", reason: "this currency is not known" });
  const owner = await query(ctx, (db) => findAccount(db, ctx.caller.accountId));
  if (!owner) throw fail("NO_AUTH");
  const nobodys = { ...ctx, companyId: "0", businessId: "0" };
  const companyId = await command(nobodys, (tx) => nextCompanyId(tx.db), { step: "number" });
  const tenant = asTenant(ctx, { companyId, zone: timezoneName, currency, name: ctx.caller.name });
  const created = await command(tenant, (tx) => write(tx, request, owner, currency), { step: "create" });
  // Announced once more: whoever asked between the two steps remembers the session in its old company.
  const choose = async (tx: Tx<DB>): Promise<void> => {
    await chooseBusiness(tx.db, ctx.caller.sessionId, companyId, created.businessId);
    notifySessionsChanged(tx, { accountId: owner.id });
  };
  await command(nobodys, choose, { step: "choose" });
  return created;
}

async function write(tx: Tx<DB>, request: CreateCompanyRequest, owner: AccountRow, currency: string): Promise<Created> {
  const { db, ctx } = tx;
  const { companyId } = ctx;
  await insertCompany(db, companyRow(companyId, request, owner, currency));
  const roleIds: string[] = [];
  for (const role of starterRoles) roleIds.push(await insertRole(db, role));
  const businessId = await insertBusiness(db, businessRow(request));
  const ownStaff = {
    firstName: owner.firstName,
    lastName: owner.lastName,
    email: owner.email,
    phone: await e164(owner.phoneNumber ?? "", request.countryAlpha2Code),
    avatarPath: owner.avatarPath,
    roleId: roleIds[0] as string,
    employeeCategory: EmployeeCategory.OWNER,
    accountId: owner.id,
    linkStatus: "linked",
    colorCode: palette[0] as string,
  };
  const staff = await insertStaff(db, ownStaff, [businessId]);
  const business = await findBusiness(db, businessId);
  if (business) tx.emit(BusinessChangedSchema, businessChanged(business), { key: businessId });
  tx.emit(StaffChangedSchema, staffChanged(staff), { key: staff.id });
  tx.log({ entity: "company", id: companyId, action: "created", after: { companyName: request.companyName }, businessId });
  notifySessionsChanged(tx, { accountId: owner.id });
  return { companyId, businessId, staffId: staff.id };
}

const companyRow = (companyId: string, request: CreateCompanyRequest, owner: AccountRow, currency: string) => {
  const [formats, writing] = [formatsFor(request.countryAlpha2Code), writingOf(request.countryAlpha2Code)];
  return {
    companyId,
    companyName: request.companyName.trim(),
    ownerAccountId: owner.id,
    careTypes: request.careTypes,
    countryAlpha2Code: request.countryAlpha2Code,
    currencyCode: currency,
    timezoneName: request.timezoneName,
    dateFormatType: request.dateFormatType || writing.dateFormatType,
    numberFormatType: request.numberFormatType || writing.numberFormatType,
    timeFormatType: formats.timeFormat,
    unitOfWeightType: formats.weight,
    unitOfDistanceType: formats.distance,
    calendarFormatType: formats.weekStart,
  };
};

function businessRow(request: CreateCompanyRequest): NewBusiness {
  const { address } = request;
  return {
    businessName: (request.businessName || request.companyName).trim(),
    appType: request.appType,
    timezoneName: request.timezoneName,
    invitationCode: newInvitationCode(),
    phoneNumber: phoneOf(request.phoneNumber),
    contactEmail: request.contactEmail,
    website: request.website,
    ...(address ? addressColumns(address) : {}),
  };
}
