import type { Page } from "@leashline/kit";
import { type RawBuilder, sql } from "kysely";
import { maySettle } from "../agreements/records/needs.store.ts";
import type { Condition } from "../clients/visibility.store.ts";
import type { Db } from "../db.ts";
import { nextAppointmentEnd } from "../projections/projections.store.ts";
import { candidates } from "../search/search.store.ts";
import type { LeadNotes } from "./lead.ts";

export type LeadRow = LeadNotes & {
  id: string;
  firstName: string;
  lastName: string;
  phoneNumber: string;
  email: string;
  type: number;
  petNames: string[];
  referralSourceId: string;
  stageAt: Date;
  convertedAt: Date | null;
  convertedBy: string;
  createdAt: Date;
  version: number;
  /** 0 where it is of whoever is first, otherwise 1. */
  turn?: number;
};
export type Wanted = {
  readonly reach: Condition;
  readonly stage: number;
  readonly assignedStaffId: string;
  readonly referralSourceId: string;
  /** Null: no words were typed. */
  readonly terms: readonly string[] | null;
  readonly contact: boolean;
  /** Only those whose next step is due by this day. */
  readonly dueBy: string | null;
  /** Of those that are due, whose come first; "0" for nobody's. */
  readonly firstOf: string;
};

const joined = sql`client c left join lead l on l.company_id = c.company_id and l.client_id = c.id`;
/** Those of whom something is noted, found by what is. */
const noted = sql`lead l join client c on c.company_id = l.company_id and c.id = l.client_id`;
const columns = (
  companyId: string,
): RawBuilder<unknown> => sql`c.id, c.first_name, c.last_name, c.phone_number, c.email, c.type, c.referral_source_id, c.created_at,
  coalesce(l.stage, 1) as stage, coalesce(l.stage_at, c.created_at) as stage_at, coalesce(l.assigned_staff_id, 0) as assigned_staff_id,
  coalesce(l.next_step, '') as next_step, l.next_step_on::text as next_step_on, coalesce(l.lost_reason, '') as lost_reason, l.converted_at,
  coalesce(l.converted_by, 0) as converted_by, coalesce(l.version, 0) as version,
  array(select p.pet_name from pet p where p.company_id = ${companyId} and p.client_id = c.id and p.deleted_at is null and p.life_status <> 2 order by p.id) as pet_names`;

const found = (companyId: string, { terms, contact }: Wanted): Condition =>
  terms === null
    ? sql`true`
    : terms.length === 0
      ? sql`false`
      : sql`c.id in (select x.client_id from (${candidates(companyId, terms, { contact })}) x)`;

/** The leads that fit everything but the stage. */
const fitting = (companyId: string, wanted: Wanted): RawBuilder<unknown> => sql`from ${wanted.dueBy === null ? joined : noted}
  where c.company_id = ${companyId} and c.type = 1 and c.deleted_at is null and ${wanted.reach} and ${found(companyId, wanted)}
    and (${wanted.assignedStaffId}::bigint = 0 or l.assigned_staff_id = ${wanted.assignedStaffId}::bigint)
    and (${wanted.referralSourceId}::bigint = 0 or c.referral_source_id = ${wanted.referralSourceId}::bigint)
    and ${wanted.dueBy === null ? sql`true` : sql`l.company_id = ${companyId} and l.next_step_on <= ${wanted.dueBy}::date`}`;
const atStage = ({ stage }: Wanted): Condition =>
  stage === 0 ? sql`coalesce(l.stage, 1) <> 4` : sql`coalesce(l.stage, 1) = ${stage}::int`;

const FAR = "9999-12-31";

/** A page of leads: the next step that is due first, one's own before all others' where only those are asked for, then those without one, the newest first. */
export async function readLeads(db: Db, wanted: Wanted, page: Page): Promise<LeadRow[]> {
  const due = wanted.dueBy === null ? sql`coalesce(l.next_step_on, ${FAR}::date)` : sql`l.next_step_on`;
  const turn =
    wanted.dueBy === null
      ? sql`1::int`
      : sql`case when l.assigned_staff_id = ${wanted.firstOf}::bigint and l.assigned_staff_id <> 0 then 0 else 1 end`;
  const [day = FAR, id = "0", after = "1"] = page.after ?? [];
  const beyond = page.after
    ? sql`and (${turn} > ${after}::int or (${turn} = ${after}::int and (${due} > ${day}::date or (${due} = ${day}::date and c.id < ${id}::bigint))))`
    : sql``;
  const { rows } =
    await sql<LeadRow>`select ${columns(db.companyId)}, ${turn} as turn ${fitting(db.companyId, wanted)} and ${atStage(wanted)} ${beyond}
    order by ${wanted.dueBy === null ? sql`` : sql`${turn}, `}${due}, c.id desc limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows;
}
export const placeOf = (row: LeadRow): [string, string, string] => [row.nextStepOn ?? FAR, row.id, String(row.turn ?? 1)];

export async function countByStage(db: Db, wanted: Wanted): Promise<Map<number, number>> {
  const { rows } = await sql<{ stage: number; n: number }>`select coalesce(l.stage, 1) as stage, count(*)::int as n
    ${fitting(db.companyId, wanted)} group by 1`.execute(db);
  return new Map(rows.map(({ stage, n }) => [stage, n]));
}

/** A lead, or a client who was one. */
export async function leadById(db: Db, id: string, reach: Condition): Promise<LeadRow | undefined> {
  const { rows } =
    await sql<LeadRow>`select ${columns(db.companyId)} from ${joined} where c.company_id = ${db.companyId} and c.id = ${id}::bigint
    and c.deleted_at is null and ${reach} and (c.type = 1 or l.converted_at is not null)`.execute(db);
  return rows[0];
}

export async function putNotes(db: Db, clientId: string, notes: LeadNotes): Promise<void> {
  await sql`insert into lead (company_id, client_id, stage, assigned_staff_id, next_step, next_step_on, lost_reason)
    values (${db.companyId}, ${clientId}, ${notes.stage}, ${notes.assignedStaffId}, ${notes.nextStep}, ${notes.nextStepOn}, ${notes.lostReason})
    on conflict (company_id, client_id) do update set stage = excluded.stage, assigned_staff_id = excluded.assigned_staff_id,
      next_step = excluded.next_step, next_step_on = excluded.next_step_on, lost_reason = excluded.lost_reason, version = lead.version + 1,
      stage_at = case when lead.stage = excluded.stage then lead.stage_at else now() end`.execute(db);
}

/** Those who became clients, the last one first. */
export async function readConverted(db: Db, reach: Condition, page: Page): Promise<(LeadRow & { total: number })[]> {
  const [at = "infinity", id = "0"] = page.after ?? [];
  const beyond = page.after ? sql`where (converted_at, id) < (${at}::timestamptz, ${id}::bigint)` : sql``;
  const { rows } = await sql<LeadRow & { total: number }>`with won as (
      select ${columns(db.companyId)} from lead l join client c on c.company_id = l.company_id and c.id = l.client_id
      where l.company_id = ${db.companyId} and l.converted_at is not null and c.deleted_at is null and ${reach})
    select *, (select count(*)::int from won) as total from won ${beyond} order by converted_at desc, id desc limit ${page.limit} offset ${page.offset}`.execute(
    db,
  );
  return rows;
}

export type Came = { month: string; source: string; added: number; converted: number; lost: number };

/** Everybody who ever was a lead, `c` with what is noted of them, `l`; whoever becomes a client is at the stage lost no more. */
const ever = (companyId: string, reach: Condition, columns: RawBuilder<unknown>) => sql`
  select ${columns} from ${joined} where c.company_id = ${companyId} and c.deleted_at is null and c.type = 1 and ${reach}
  union all select ${columns} from lead l join client c on c.company_id = l.company_id and c.id = l.client_id
  where l.company_id = ${companyId} and l.converted_at is not null and c.deleted_at is null and c.type <> 1 and ${reach}`;
const lostAt = sql`case when l.stage = 4 then l.stage_at end`;
type Since = { since: string; zone: string };
const firstOf = ({ since, zone }: Since) => sql`(${since}::date::timestamp at time zone ${zone})`;

/** What happened to leads since the first of a month, by month in a zone and by source. */
export async function readCame(db: Db, reach: Condition, span: Since): Promise<Came[]> {
  const month = (at: RawBuilder<unknown>) => sql`to_char(${at} at time zone ${span.zone}, 'YYYY-MM')`;
  const first = firstOf(span);
  const columns = sql`c.referral_source_id::text as source, c.created_at, l.converted_at, ${lostAt} as lost_at`;
  const { rows } = await sql<Came>`with ever as (${ever(db.companyId, reach, columns)}),
    told as (
      select ${month(sql`created_at`)} as month, source, 1 as added, 0 as converted, 0 as lost from ever where created_at >= ${first}
      union all select ${month(sql`converted_at`)}, source, 0, 1, 0 from ever where converted_at >= ${first}
      union all select ${month(sql`lost_at`)}, source, 0, 0, 1 from ever where lost_at >= ${first})
    select month, source, sum(added)::int as added, sum(converted)::int as converted, sum(lost)::int as lost from told group by 1, 2`.execute(
    db,
  );
  return rows;
}

/** Why leads were lost since then, as it was written, most first. */
export async function readLost(db: Db, reach: Condition, span: Since): Promise<{ reason: string; count: number }[]> {
  const { rows } = await sql<{ reason: string; count: number }>`
    with ever as (${ever(db.companyId, reach, sql`l.lost_reason, ${lostAt} as lost_at`)})
    select min(lost_reason) as reason, count(*)::int as count from ever where lost_at >= ${firstOf(span)}
    group by lower(trim(lost_reason)) order by 2 desc, 1`.execute(db);
  return rows;
}

const booked = sql<boolean>`exists (select 1 from visit v where v.company_id = c.company_id and v.client_id = c.id and v.business_id <> 0 and v.status <> 4)`;

/** What follows for a client from their visits as these are now. */
type Following = {
  clientId: string;
  /** When the next one is over. */
  endsAt: Date | null;
  maySign: boolean;
  isBookedLead: boolean;
};

export async function readFollowing(db: Db, clientIds: readonly string[]): Promise<Following[]> {
  const { companyId } = db;
  const { rows } = await sql<Following>`select k.id::text as "clientId", ${nextAppointmentEnd(companyId, sql`k.id`)} as "endsAt",
      ${maySettle(companyId, sql`k.id`)} as "maySign",
      exists (select from client c where c.company_id = ${companyId} and c.id = k.id and c.type = 1 and c.deleted_at is null and ${booked}) as "isBookedLead"
    from unnest(${clientIds}::bigint[]) as k(id) order by k.id`.execute(db);
  return rows;
}

export async function hasBooked(db: Db, clientId: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from client c where c.company_id = ${db.companyId} and c.id = ${clientId}::bigint and ${booked}`.execute(db);
  return rows.length > 0;
}
