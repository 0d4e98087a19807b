import { mannerOf, rowsOf, type Tx } from "@leashline/kit";
import type { BusinessChanged, StaffChanged } from "@leashline/proto/leashline/account/v1/events_pb.js";
import type { Kysely, Selectable } from "kysely";
import type { DB } from "../db.ts";

export type BusinessRef = Selectable<DB["business_ref"]>;
export type StaffRef = Pick<Selectable<DB["staff_ref"]>, "staff_id" | "first_name" | "last_name" | "color_code">;

export async function keepBusiness(tx: Tx<DB>, event: BusinessChanged): Promise<void> {
  const { clock, dateFormat: date_format, numberFormat: number_format } = mannerOf(event);
  const facts = {
    business_name: event.businessName,
    timezone_name: event.timezoneName,
    currency_code: event.currencyCode,
    country: event.countryAlpha2Code,
    phone_number: event.phoneNumber,
    address: event.address,
    clock,
    date_format,
    number_format,
  };
  await tx.db
    .insertInto("business_ref")
    .values({ company_id: tx.ctx.companyId, business_id: event.businessId, ...facts })
    .onConflict((oc) => oc.columns(["company_id", "business_id"]).doUpdateSet(facts))
    .execute();
}

export async function keepStaff(tx: Tx<DB>, event: StaffChanged): Promise<void> {
  const facts = {
    first_name: event.firstName,
    last_name: event.lastName,
    color_code: event.colorCode,
    business_ids: event.businessIds,
    bookable: event.bookOnlineAvailable,
    sort: event.sort,
  };
  await tx.db
    .insertInto("staff_ref")
    .values({ company_id: tx.ctx.companyId, staff_id: event.staffId, ...facts })
    .onConflict((oc) => oc.columns(["company_id", "staff_id"]).doUpdateSet(facts))
    .execute();
}

export async function removeStaff(tx: Tx<DB>, staffId: string): Promise<void> {
  await tx.db.deleteFrom("staff_ref").where("company_id", "=", tx.ctx.companyId).where("staff_id", "=", staffId).execute();
}

const shopText = `select to_jsonb(b) as business, (select coalesce(jsonb_agg(jsonb_build_object('staff_id', s.staff_id::text, 'first_name', s.first_name, 'last_name', s.last_name,
    'color_code', s.color_code) order by s.sort, s.staff_id), '[]') from staff_ref s where s.company_id = $1 and s.bookable and $2 = any(s.business_ids)) as staff
  from business_ref b where b.company_id = $1 and b.business_id = $2`;

/** A business, and who takes online bookings there, in the order staff are shown. */
export async function readShop(
  db: Kysely<DB>,
  companyId: string,
  businessId: string,
): Promise<{ business: BusinessRef; staff: StaffRef[] } | undefined> {
  const [row] = await rowsOf<{ business: BusinessRef; staff: StaffRef[] }>(db, shopText, [companyId, businessId]);
  return row && { business: { ...row.business, company_id: companyId, business_id: businessId }, staff: row.staff };
}
