import { sql } from "kysely";
import type { Db } from "../db.ts";

const most = 200;

type Asked = { businessId: string; event: string; staffIds: readonly string[]; butStaffId: string; anyOf: readonly number[] };

/** Everybody wants to be told of everything until they say otherwise, at the address on their record or else at that of their account. */
export async function staffToTell(db: Db, { businessId, event, staffIds, butStaffId, anyOf }: Asked) {
  const { rows } = await sql<{ staffId: string; email: string }>`select s.id::text as staff_id, at.email from staff s
      cross join lateral (select coalesce(nullif(s.email, ''), a.email) as email from account_get(s.account_id) a) at
      join role r on r.company_id = s.company_id and r.id = s.role_id
    where s.company_id = ${db.companyId} and s.deleted_at is null and not s.inactive and s.account_id is not null and at.email <> ''
      and s.id <> ${butStaffId}::bigint and (cardinality(${staffIds}::bigint[]) = 0 or s.id = any(${staffIds}::bigint[]))
      and exists (select 1 from staff_business b where b.company_id = s.company_id and b.staff_id = s.id and b.business_id = ${businessId}::bigint)
      and coalesce((s.notification_preference ->> ${event})::boolean, true)
      and (cardinality(${anyOf}::int[]) = 0 or r.is_owner_role or r.permissions && ${anyOf}::int[])
    order by s.sort, s.id limit ${most}`.execute(db);
  return rows;
}
