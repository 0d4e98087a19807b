import { mannerOf, type Tx } from "@leashline/kit";
import type { BusinessChanged, StaffChanged } from "@leashline/proto/leashline/account/v1/events_pb.js";
import type { Kysely, Selectable } from "kysely";
import type { DB } from "../db.ts";

export type BusinessRef = Selectable<DB["business_ref"]>;
export type StaffRef = Pick<Selectable<DB["staff_ref"]>, "staff_id" | "first_name" | "last_name" | "color_code">;

export async function keepBusiness(tx: Tx<DB>, event: BusinessChanged): Promise<void> {
  const facts = {
    business_name: event.businessName,
    timezone_name: event.timezoneName,
    currency_code: event.currencyCode,
    country: event.countryAlpha2Code,
    phone_number: event.phoneNumber,
    address: event.address,
    ...mannerOf(event),
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

export const readBusiness = (db: Kysely<DB>, businessId: string): Promise<BusinessRef | undefined> =>
  db.selectFrom("business_ref").selectAll().where("business_id", "=", businessId).executeTakeFirst();

/** Who takes online bookings at a business, in the order staff are shown. */
export const readBookableStaff = (db: Kysely<DB>, businessId: string): Promise<StaffRef[]> =>
  db
    .selectFrom("staff_ref")
    .select(["staff_id", "first_name", "last_name", "color_code"])
    .where("bookable", "=", true)
    .where((eb) => eb(eb.val(businessId), "=", eb.fn.any("business_ids")))
    .orderBy("sort")
    .orderBy("staff_id")
    .execute();
