import { mannerOf, rowsOf, type Tx } from "@leashline/kit";
import type { BusinessChanged, StaffChanged } from "@leashline/proto/leashline/account/v1/events_pb.js";
import type { Selectable } from "kysely";
import type { DB, Db } from "../db.ts";

export type BusinessRef = Selectable<DB["businessRef"]>;
export type StaffRef = Pick<Selectable<DB["staffRef"]>, "staffId" | "firstName" | "lastName" | "colorCode">;

export async function keepBusiness(tx: Tx<DB>, event: BusinessChanged): Promise<void> {
  const facts = {
    businessName: event.businessName,
    timezoneName: event.timezoneName,
    currencyCode: event.currencyCode,
    country: event.countryAlpha2Code,
    phoneNumber: event.phoneNumber,
    address: event.address,
    ...mannerOf(event),
  };
  await tx.db
    .insertInto("businessRef")
    .values({ companyId: tx.ctx.companyId, businessId: event.businessId, ...facts })
    .onConflict((oc) => oc.columns(["companyId", "businessId"]).doUpdateSet(facts))
    .execute();
}

export async function keepStaff(tx: Tx<DB>, event: StaffChanged): Promise<void> {
  const facts = {
    firstName: event.firstName,
    lastName: event.lastName,
    colorCode: event.colorCode,
    businessIds: event.businessIds,
    bookable: event.bookOnlineAvailable,
    sort: event.sort,
  };
  await tx.db
    .insertInto("staffRef")
    .values({ companyId: tx.ctx.companyId, staffId: event.staffId, ...facts })
    .onConflict((oc) => oc.columns(["companyId", "staffId"]).doUpdateSet(facts))
    .execute();
}

export async function removeStaff(tx: Tx<DB>, staffId: string): Promise<void> {
  await tx.db.deleteFrom("staffRef").where("companyId", "=", tx.ctx.companyId).where("staffId", "=", staffId).execute();
}

const shopText = `select b.*, (select coalesce(jsonb_agg(jsonb_build_object('staffId', s.staff_id::text, 'firstName', s.first_name, 'lastName', s.last_name,
    'colorCode', s.color_code) order by s.sort, s.staff_id), '[]') from staff_ref s where s.company_id = $1 and s.bookable and $2 = any(s.business_ids)) as staff
  from business_ref b where b.company_id = $1 and b.business_id = $2`;

/** A business, and who takes online bookings there, in the order staff are shown. */
export async function readShop(db: Db, businessId: string): Promise<{ business: BusinessRef; staff: StaffRef[] } | undefined> {
  const [row] = await rowsOf<BusinessRef & { staff: StaffRef[] }>(db, shopText, [db.companyId, businessId]);
  if (!row) return undefined;
  const { staff, ...business } = row;
  return { business, staff };
}
