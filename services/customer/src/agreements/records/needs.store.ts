import type { Page } from "@leashline/kit";
import { type RawBuilder, sql } from "kysely";
import type { Condition } from "../../clients/visibility.store.ts";
import type { Db } from "../../db.ts";
import { counts } from "../../smart-list/signature.store.ts";
import { asksLaterAt, countsUntil } from "./lasting.store.ts";
import { endsAt } from "./record.store.ts";

/** Visit `v` has still to come, or is here. */
const open = sql`v.status not in (3, 4) and v.ends_at > now() - interval '1 day'`;
const isFor = sql`a.required_type in (1, 2) and (a.business_ids = '{}' or v.business_id = any(a.business_ids))
  and (a.care_types = '{}' or a.care_types && v.care_types)`;
const forVisit = sql`(case a.required_type when 2 then v.appointment_id else 0 end)`;

/** Visit `v` is of those that ask for agreement `a`. */
const asks = sql`a.company_id = v.company_id and a.deleted_at is null and ${open} and ${isFor}`;
/** Record `r` is of agreement `a`, for visit `v` or all of its client's. */
const isOf = sql`r.company_id = v.company_id and r.client_id = v.client_id and r.agreement_id = a.id
  and (a.required_type = 1 or r.appointment_id = v.appointment_id)`;
/** Visit `v` needs agreement `a`, and the client has neither signed it so that it counts until the visit is over nor been let off. */
const unmet = sql`${asks} and not exists (select from agreement_record r
  where ${isOf} and (${countsUntil(sql`v.ends_at`)} or (r.waived and r.version_number >= a.valid_from_version)))`;

/**
 * Whether anything may be to settle for a client: some agreement that visits ask for stands, or something waits to be signed for one. Otherwise `settleRecords` finds
 * nothing, whatever the client's visits are.
 */
export const maySettle = (companyId: string, clientId: RawBuilder<unknown>): RawBuilder<boolean> => sql`(
  exists (select from agreement a where a.company_id = ${companyId} and a.deleted_at is null and a.required_type in (1, 2))
  or exists (select from agreement_record r where r.company_id = ${companyId} and r.client_id = ${clientId} and r.kind = 2 and not r.asked
    and r.deleted_at is null))`;

/** They signed it with the request that is being accepted: nobody is asked for it meanwhile. What was asked for already stays. */
const comes = sql`exists (select from expected_signature e where e.company_id = v.company_id and e.client_id = v.client_id and e.agreement_id = a.id
  and e.at > now() - interval '1 day')`;

/** Somebody asked the client of visit `v` for one that is still unsigned. */
const askedFor = sql`exists (select from agreement_record r join agreement a on a.company_id = r.company_id and a.id = r.agreement_id
  where r.company_id = v.company_id and r.client_id = v.client_id and r.kind = 2 and r.asked and r.deleted_at is null
    and r.appointment_id in (0, v.appointment_id) and a.deleted_at is null)`;

/** A record that came into being, and whether its link goes out by itself: of several of one text the first, whose page offers the others. */
export type Made = { id: string; clientId: string; businessId: string; send: boolean };

/**
 * Whoever signed what is signed only when somebody asks, and has to sign it anew: asked again, once, whether they have an appointment to come or not.
 */
export async function askAgain(db: Db, clientIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ clientId: string }>`insert into agreement_record (company_id, client_id, agreement_id, business_id, asked)
    select distinct on (s.client_id, a.id) s.company_id, s.client_id, a.id, s.business_id, true
    from agreement_record s join agreement a on a.company_id = s.company_id and a.id = s.agreement_id and a.required_type = 3 and a.deleted_at is null
      join client c on c.company_id = s.company_id and c.id = s.client_id and c.deleted_at is null
    where s.company_id = ${db.companyId} and s.client_id = any(${clientIds}::bigint[]) and s.kind <> 2 and s.deleted_at is null
      and not exists (select from agreement_record r where r.company_id = s.company_id and r.client_id = s.client_id and r.agreement_id = a.id
        and (${counts} or (r.waived and r.version_number >= a.valid_from_version) or (r.kind = 2 and r.deleted_at is null)))
    order by s.client_id, a.id, s.signed_at desc
    on conflict (company_id, client_id, agreement_id, appointment_id) where kind = 2 and deleted_at is null do nothing
    returning client_id as "clientId"`.execute(db);
  return rows.map(({ clientId }) => clientId);
}

/** A client of whom a visit asks for something later that it does not as yet, because what they signed runs out before it. */
type Later = { clientId: string; at: Date };
type Settled = { id: string | null; at: Date | null } & Omit<Made, "id">;
type Settling = { changed: string[]; made: Made[]; later: Later[] };

/** Makes what waits to be signed exactly what is needed: records that nobody needs any more go, those that are missing come. Answers whose changed, and whose will. */
export async function settleRecords(db: Db, clientIds: readonly string[]): Promise<Settling> {
  const { rows } = await sql<Settled>`with gone as (update agreement_record r set deleted_at = now()
      where r.company_id = ${db.companyId} and r.client_id = any(${clientIds}::bigint[]) and r.kind = 2 and not r.asked and r.deleted_at is null
        and not exists (select from visit v join agreement a on ${unmet}
          where v.company_id = r.company_id and v.client_id = r.client_id and a.id = r.agreement_id and ${forVisit} = r.appointment_id)
      returning r.id, r.client_id),
    made as (insert into agreement_record (company_id, client_id, agreement_id, appointment_id, business_id)
      select distinct on (v.client_id, a.id, ${forVisit}) v.company_id, v.client_id, a.id, ${forVisit}, v.business_id
      from visit v join agreement a on ${unmet}
      where v.company_id = ${db.companyId} and v.client_id = any(${clientIds}::bigint[]) and not ${comes}
      order by v.client_id, a.id, ${forVisit}, v.date
      on conflict (company_id, client_id, agreement_id, appointment_id) where kind = 2 and deleted_at is null do nothing
      returning company_id, id, client_id, agreement_id, business_id)
    select null as id, g.client_id::text as "clientId", '0' as "businessId", false as send, null::timestamptz as at, null::int as sort,
      null::bigint as "agreementId" from gone g
    union all
    select null, v.client_id::text, '0', false, min(l.at), null, null from visit v join agreement a on ${asks}
      cross join lateral ${asksLaterAt(isOf)} as l(at)
    where v.company_id = ${db.companyId} and v.client_id = any(${clientIds}::bigint[]) and a.expire_months > 0 group by v.client_id
    union all
    select m.id::text, m.client_id::text, m.business_id::text, a.send_on_booking
      and m.id = min(m.id) over (partition by m.client_id, m.agreement_id) and not exists (select from agreement_record o
        where o.company_id = m.company_id and o.client_id = m.client_id and o.agreement_id = m.agreement_id and o.kind = 2 and o.deleted_at is null
          and o.id not in (select g.id from gone g)), null, a.sort, a.id
    from made m join agreement a on a.company_id = m.company_id and a.id = m.agreement_id order by sort, "agreementId"`.execute(db);
  const made = rows.flatMap(({ id, clientId, businessId, send }) => (id === null ? [] : { id, clientId, businessId, send }));
  const later = rows.flatMap(({ clientId, at }) => (at ? [{ clientId, at }] : []));
  return { changed: [...new Set(rows.filter(({ at }) => !at).map(({ clientId }) => clientId))], made, later };
}

/** Whether an appointment that is still to come waits for a record; its reminders go on until then. */
export async function isForVisitToCome(db: Db, record: { clientId: string; agreementId: string; appointmentId: string }): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (select from visit v join agreement a on ${unmet}
    where v.company_id = ${db.companyId} and v.client_id = ${record.clientId} and a.id = ${record.agreementId}
      and ${record.appointmentId}::bigint in (0, v.appointment_id)) as found`.execute(db);
  return rows[0]?.found ?? false;
}

/** Visits that somebody may name who does not reach all clients: at their locations, of their clients or their own. */
export const namable = (clients: Condition, { businessIds, staffId }: { businessIds: string[]; staffId: string }): Condition =>
  sql<boolean>`v.business_id = any(${businessIds}::bigint[]) and (${clients} or (${staffId}::bigint <> 0 and ${staffId}::bigint = any(v.staff_ids)))`;

/** Of these visits those that may be named and for which something has to be signed. */
export async function requiredSigns(db: Db, appointmentIds: readonly string[], may: Condition): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select v.appointment_id::text as id from visit v
    join client c on c.company_id = v.company_id and c.id = v.client_id and ${may}
    where v.company_id = ${db.companyId} and v.appointment_id = any(${appointmentIds}::bigint[]) and ${open}
      and (exists (select from agreement a where ${unmet}) or ${askedFor})`.execute(db);
  return rows.map(({ id }) => id);
}

/** Of these clients those in reach who have something to sign; whoever was merged as who they became. */
export async function requiredOf(db: Db, clientIds: readonly string[], reach: Condition): Promise<string[]> {
  if (clientIds.length === 0) return [];
  const { rows } = await sql<{ id: string }>`select k.id::text as id from client k
    join client c on c.company_id = k.company_id and c.id = case k.merged_into when 0 then k.id else k.merged_into end and ${reach}
    where k.company_id = ${db.companyId} and k.id = any(${clientIds}::bigint[])
      and (exists (select from visit v join agreement a on ${unmet} where v.company_id = c.company_id and v.client_id = c.id)
        or exists (select from agreement_record r join agreement a on a.company_id = r.company_id and a.id = r.agreement_id
          where r.company_id = c.company_id and r.client_id = c.id and r.kind = 2 and r.asked and r.deleted_at is null and a.deleted_at is null))`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

export type Status = {
  agreementId: string;
  header: string;
  requiredType: number;
  recordId: string | null;
  requiredSign: boolean;
  unsignedRecordId: string | null;
  signedAt: Date | null;
  expireAt: Date | null;
};

/** What each agreement asks of a client, or of one visit of theirs; those that ask nothing and were never signed are left out. */
export async function statusesOf(db: Db, clientId: string, appointmentId: string): Promise<Status[]> {
  const { rows } =
    await sql<Status>`select a.id::text as "agreementId", a.header, a.required_type as "requiredType", s.id::text as "recordId",
      s.signed_at as "signedAt", s.ends_at as "expireAt", u.id::text as "unsignedRecordId", (n.needed or coalesce(u.asked, false)) as "requiredSign"
    from agreement a
    left join lateral (select r.id, r.signed_at, ${endsAt} as ends_at from agreement_record r where r.company_id = a.company_id and r.client_id = ${clientId}
      and r.agreement_id = a.id and ${counts} and (a.required_type <> 2 or ${appointmentId}::bigint in (0, r.appointment_id))
      order by r.signed_at desc, r.id desc limit 1) s on true
    left join lateral (select min(r.id) as id, bool_or(r.asked) as asked from agreement_record r where r.company_id = a.company_id
      and r.client_id = ${clientId} and r.agreement_id = a.id and r.kind = 2 and r.deleted_at is null
      and (${appointmentId}::bigint = 0 or r.appointment_id in (0, ${appointmentId}::bigint))) u on true
    cross join lateral (select exists (select from visit v where v.company_id = a.company_id and v.client_id = ${clientId}
      and ${appointmentId}::bigint in (0, v.appointment_id) and ${unmet}) as needed) n
    where a.company_id = ${db.companyId} and a.deleted_at is null and (n.needed or coalesce(u.asked, false) or s.id is not null)
    order by a.sort, a.id`.execute(db);
  return rows;
}

type Waits = { id: string; sort: number; agreementId: string; total: number };
type WaitsAsked = Pick<Page, "after" | "offset" | "limit"> & { clientId: string; appointmentId: string };

/** Which unsigned records a visit needs, or all of the client's where none is named; those of agreements that stand, in their order. */
export async function waitingFor(db: Db, { clientId, appointmentId, after, offset, limit }: WaitsAsked): Promise<Waits[]> {
  const [sort, agreementId, recordId] = after ?? [];
  const { rows } = await sql<Waits>`with waits as (select r.id, a.sort, a.id as agreement_id from agreement_record r
      join agreement a on a.company_id = r.company_id and a.id = r.agreement_id
      where r.company_id = ${db.companyId} and r.client_id = ${clientId} and r.kind = 2 and r.deleted_at is null and a.deleted_at is null
        and (${appointmentId}::bigint = 0 or r.appointment_id = ${appointmentId}::bigint or (r.appointment_id = 0 and (r.asked or exists (
          select from visit v where v.company_id = r.company_id and v.appointment_id = ${appointmentId}::bigint and v.client_id = r.client_id
            and ${unmet})))))
    select id::text, sort, agreement_id::text as "agreementId", (select count(*)::int from waits) as total from waits
    where ${after === null} or (sort, agreement_id, id) > (${sort ?? null}::int, ${agreementId ?? null}::bigint, ${recordId ?? null}::bigint)
    order by sort, agreement_id, id offset ${offset} limit ${limit}`.execute(db);
  return rows;
}

export type Signer = { clientId: string; firstName: string; lastName: string; versionNumber: number; signedAt: Date; expired: boolean };
type SignersAsked = { within: Condition; agreementId: string; after: string[] | null; offset: number; limit: number };

/** Clients whose last signature under an agreement counts no longer, latest first. */
export async function signersToAskAgain(
  db: Db,
  { within, agreementId, after, offset, limit }: SignersAsked,
): Promise<(Signer & { total: number })[]> {
  const [at, id] = after ?? [];
  const { rows } = await sql<Signer & { total: number }>`with last as (
      select distinct on (r.client_id) r.client_id, r.version_number, r.signed_at, r.version_number >= a.valid_from_version as expired, (${counts}) as good
      from agreement_record r join agreement a on a.company_id = r.company_id and a.id = r.agreement_id
      where r.company_id = ${db.companyId} and r.agreement_id = ${agreementId} and r.kind <> 2 and r.deleted_at is null
      order by r.client_id, (${counts}) desc, r.signed_at desc),
    again as (select l.*, c.first_name, c.last_name from last l join client c on c.company_id = ${db.companyId} and c.id = l.client_id
      and c.deleted_at is null where not l.good and ${within})
    select client_id::text as "clientId", first_name as "firstName", last_name as "lastName", version_number as "versionNumber",
      signed_at as "signedAt", expired, (select count(*)::int from again) as total
    from again where ${at === undefined} or (signed_at, client_id) < (${at ?? null}::timestamptz, ${id ?? null}::bigint)
    order by signed_at desc, client_id desc offset ${after ? 0 : offset} limit ${limit}`.execute(db);
  return rows;
}

/** Clients whom a change of an agreement may concern, by id: with a visit to come, with something to sign, or asked before and to be asked again. */
export async function clientsConcerned(db: Db, agreementId: string, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id::text from (
      select v.client_id as id from visit v where v.company_id = ${db.companyId} and v.client_id > ${after} and ${open}
      union select r.client_id from agreement_record r where r.company_id = ${db.companyId} and r.agreement_id = ${agreementId}
        and r.client_id > ${after} and r.kind = 2 and r.deleted_at is null
      union select r.client_id from agreement_record r join agreement a on a.company_id = r.company_id and a.id = r.agreement_id and a.required_type = 3
        where r.company_id = ${db.companyId} and r.agreement_id = ${agreementId} and r.client_id > ${after} and r.kind <> 2 and r.deleted_at is null
          and not (${counts})) c
    order by c.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
