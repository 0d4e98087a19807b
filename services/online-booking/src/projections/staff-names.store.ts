import { type Ctx, rowsOf } from "@leashline/kit";
import { query } from "../db.ts";

const text = `select staff_id::text as "staffId", trim(first_name || ' ' || last_name) as name from staff_ref
  where company_id = $1 and staff_id = any($2::bigint[])`;

/** What staff are called, also those who take no online bookings or are gone. */
export async function staffNames(ctx: Ctx, staffIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await query(ctx, (db) => rowsOf<{ staffId: string; name: string }>(db, text, [db.companyId, [...new Set(staffIds)]]));
  return new Map(rows.map(({ staffId, name }) => [staffId, name]));
}
