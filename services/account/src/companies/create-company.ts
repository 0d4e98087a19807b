import { randomBytes } from "node:crypto";
import { asTenant, type Ctx, e164, fail, type Tx } from "@leashline/kit";
import type { CreateCompanyRequest } from "@leashline/proto/leashline/account/v1/company_service_pb.js";
import { BusinessChangedSchema, StaffChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import { type AccountRow, findAccount } from "../accounts/account.store.ts";
import { findBusiness, insertBusiness, type NewBusiness } from "../businesses/business.store.ts";
import { businessChanged } from "../businesses/business.ts";
import { countryOf } from "../businesses/countries.ts";
import { formatsFor, isCurrency } from "../businesses/formats.ts";
import { command, type DB, query } from "../db.ts";
import { insertRole } from "../roles/role.store.ts";
import { starterRoles } from "../roles/role.ts";
import { choosePlace } from "../sessions/session.store.ts";
import { mustBeWellFormed, phoneOf } from "../shared/fields.ts";
import { tellSessionsChanged } from "../shared/notices.ts";
import { insertStaff } from "../staff/staff.store.ts";
import { palette, staffChanged } from "../staff/staff.ts";
import { insertCompany, nextCompanyId } from "./company.store.ts";

export const newInvitationCode = (): string => randomBytes(6).toString("hex").toUpperCase();

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
  // Told once more: whoever asked between the two steps remembers the session in its old place.
  const choose = async (tx: Tx<DB>): Promise<void> => {
    await choosePlace(tx.db, ctx.caller.sessionId, companyId, created.businessId);
    tellSessionsChanged(tx, { accountId: owner.id });
  };
  await command(nobodys, choose, { step: "choose" });
  return created;
}

async function write(tx: Tx<DB>, request: CreateCompanyRequest, owner: AccountRow, currency: string): Promise<Created> {
  const { db, ctx } = tx;
  const { companyId } = ctx;
  await insertCompany(db, companyRow(companyId, request, owner, currency));
  const roleIds: string[] = [];
  for (const role of starterRoles) roleIds.push(await insertRole(db, companyId, role));
  const businessId = await insertBusiness(db, companyId, businessRow(request));
  const person = {
    first_name: owner.first_name,
    last_name: owner.last_name,
    email: owner.email,
    phone: await e164(owner.phone_number ?? "", request.countryAlpha2Code),
    avatar_path: owner.avatar_path,
    role_id: roleIds[0] as string,
    employee_category: 1,
    account_id: owner.id,
    link_status: "linked",
    color_code: palette[0] as string,
  };
  const staff = await insertStaff(db, companyId, person, [businessId]);
  const business = await findBusiness(db, companyId, businessId);
  if (business) tx.emit(BusinessChangedSchema, businessChanged(business), { key: businessId });
  tx.emit(StaffChangedSchema, staffChanged(staff), { key: staff.id });
  tx.log({ entity: "company", id: companyId, action: "created", after: { companyName: request.companyName }, businessId });
  tellSessionsChanged(tx, { accountId: owner.id });
  return { companyId, businessId, staffId: staff.id };
}

const companyRow = (companyId: string, request: CreateCompanyRequest, owner: AccountRow, currency: string) => {
  const formats = formatsFor(request.countryAlpha2Code);
  return {
    company_id: companyId,
    company_name: request.companyName.trim(),
    owner_account_id: owner.id,
    care_types: request.careTypes,
    country_alpha2_code: request.countryAlpha2Code,
    currency_code: currency,
    timezone_name: request.timezoneName,
    ...(request.dateFormatType ? { date_format_type: request.dateFormatType } : {}),
    ...(request.numberFormatType ? { number_format_type: request.numberFormatType } : {}),
    time_format_type: formats.timeFormat,
    unit_of_weight_type: formats.weight,
    unit_of_distance_type: formats.distance,
    calendar_format_type: formats.weekStart,
  };
};

function businessRow(request: CreateCompanyRequest): NewBusiness {
  const { address } = request;
  return {
    business_name: (request.businessName || request.companyName).trim(),
    app_type: request.appType,
    timezone_name: request.timezoneName,
    invitation_code: newInvitationCode(),
    phone_number: phoneOf(request.phoneNumber),
    contact_email: request.contactEmail,
    website: request.website,
    ...(address ? addressColumns(address) : {}),
  };
}

type Address = NonNullable<CreateCompanyRequest["address"]>;
export const addressColumns = (a: Address) => ({
  address1: a.address1,
  address2: a.address2,
  address_city: a.city,
  address_state: a.state,
  address_zipcode: a.zipcode,
  address_country: a.country,
  address_lat: a.coordinate?.latitude ?? 0,
  address_lng: a.coordinate?.longitude ?? 0,
});
