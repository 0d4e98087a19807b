import { sql } from "kysely";
import type { Db } from "../../db.ts";
import { counts } from "../../smart-list/signature.store.ts";
import { endsAt } from "../records/record.store.ts";

export type Behind = { clientId: string; agreementId: string };
export type Ending = Behind & { businessId: string };

/**
 * Whose last signature under an agreement runs out within the days that the agreement says, and who was not asked anew since they gave it; the next of them.
 * One that is signed for every booking is asked for with the next one.
 */
export async function endingSoon(db: Db, after: Behind | undefined, limit: number): Promise<Ending[]> {
  const behind = after ? sql`(r.client_id, a.id) > (${after.clientId}::bigint, ${after.agreementId}::bigint)` : sql`true`;
  const { rows } = await sql<Ending>`with last as (
      select distinct on (r.client_id, a.id) r.client_id, a.id as agreement_id, r.business_id, r.signed_at, a.remind_days_before, ${endsAt} as ends_at
      from agreement a join agreement_record r on r.company_id = a.company_id and r.agreement_id = a.id and r.kind <> 2 and r.deleted_at is null
      where a.company_id = ${db.companyId} and a.deleted_at is null and a.required_type in (1, 3) and a.remind_days_before > 0
        and r.version_number >= a.valid_from_version and ${behind}
      order by r.client_id, a.id, r.signed_at desc)
    select l.client_id::text as "clientId", l.agreement_id::text as "agreementId", l.business_id::text as "businessId"
    from last l join client c on c.company_id = ${db.companyId} and c.id = l.client_id and c.deleted_at is null and not c.inactive
    where l.ends_at > now() and l.ends_at <= now() + make_interval(days => l.remind_days_before)
      and not exists (select from agreement_record n where n.company_id = ${db.companyId} and n.client_id = l.client_id
        and n.agreement_id = l.agreement_id and n.kind = 2 and (n.created_at > l.signed_at or n.deleted_at is null))
    order by l.client_id, l.agreement_id limit ${limit}`.execute(db);
  return rows;
}

/** Whether the business wants its clients to hear before any agreement runs out. */
export async function wantsRenewals(db: Db): Promise<boolean> {
  const found = await db
    .selectFrom("agreement")
    .select("id")
    .where("companyId", "=", db.companyId)
    .where("deletedAt", "is", null)
    .where("remindDaysBefore", ">", 0)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * What these clients have to sign under an agreement that reminds, unless a signature of theirs counts again; those that were sent a link within a day are
 * left in peace.
 */
export async function waitingUnder(db: Db, agreementId: string, clientIds: readonly string[]) {
  const { rows } = await sql<{ id: string; clientId: string; businessId: string }>`select distinct on (w.client_id) w.id::text,
      w.client_id::text as "clientId", w.business_id::text as "businessId"
    from agreement_record w join agreement a on a.company_id = w.company_id and a.id = w.agreement_id
      join client c on c.company_id = w.company_id and c.id = w.client_id and c.deleted_at is null and not c.inactive
    where w.company_id = ${db.companyId} and w.agreement_id = ${agreementId} and w.client_id = any(${clientIds}::bigint[])
      and w.kind = 2 and w.deleted_at is null and a.deleted_at is null and a.required_type in (1, 3) and a.remind_days_before > 0
      and not exists (select from agreement_record r where r.company_id = w.company_id and r.client_id = w.client_id and r.agreement_id = a.id and ${counts})
      and not exists (select from agreement_step s where s.company_id = w.company_id and s.record_id = w.id and s.what in ('sent', 'reminded')
        and s.at > now() - interval '1 day')
    order by w.client_id, w.id`.execute(db);
  return rows;
}
