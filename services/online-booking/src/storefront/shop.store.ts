import { rowsOf } from "@leashline/kit";
import type { Selectable } from "kysely";
import type { DB, Db } from "../db.ts";

export type Business = Selectable<DB["businessRef"]>;
export type Staff = Pick<Selectable<DB["staffRef"]>, "staffId" | "firstName" | "lastName" | "colorCode">;

const businessText = `select b.*, (select coalesce(jsonb_agg(jsonb_build_object('staffId', s.staff_id::text, 'firstName', s.first_name, 'lastName', s.last_name,
    'colorCode', s.color_code) order by s.sort, s.staff_id), '[]') from staff_ref s where s.company_id = $1 and s.bookable and $2 = any(s.business_ids)) as staff
  from business_ref b where b.company_id = $1 and b.business_id = $2`;

/** A business, and who takes online bookings there, in the order staff are shown. */
export async function readBusiness(db: Db, businessId: string): Promise<{ business: Business; staff: Staff[] } | undefined> {
  const [row] = await rowsOf<Business & { staff: Staff[] }>(db, businessText, [db.companyId, businessId]);
  if (!row) return undefined;
  const { staff, ...business } = row;
  return { business, staff };
}
