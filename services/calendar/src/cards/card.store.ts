import { type RawBuilder, sql } from "kysely";
import { namesOf, recordsOf } from "../columns.ts";
import type { CalendarTx, Db } from "../db.ts";
import type { Taker } from "../occupancy/occupancy.store.ts";
import { Source } from "../occupancy/resource.ts";
import type { CardRow } from "./card.mapper.ts";
import { RENDER_VERSION } from "./card.ts";

const columns = [
  "companyId",
  "sourceKind",
  "sourceId",
  "staffId",
  "part",
  "businessId",
  "status",
  "date",
  "endDate",
  "startMinute",
  "renderVersion",
  "lean",
  "fullCard",
] as const satisfies (keyof CardRow)[];
const names = namesOf(columns);
const set = sql.join(columns.slice(5).map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`));

/** Part of a statement: these cards as they are now. */
export const storeCards = (cards: readonly CardRow[]): RawBuilder<unknown> =>
  sql`insert into calendar_card (${names}) select ${names} from ${recordsOf("calendar_card", cards)}
    on conflict (company_id, source_kind, source_id, staff_id, part) do update set ${set}`;

/** Part of a statement: all cards of a source but these go. */
export const removeOtherCards = ({ companyId, sourceKind, sourceId }: Taker, cards: readonly CardRow[]): RawBuilder<unknown> =>
  sql`delete from calendar_card where company_id = ${companyId} and source_kind = ${sourceKind} and source_id = ${sourceId}
    and (staff_id, part) not in (select * from unnest(${cards.map((card) => card.staffId)}::bigint[], ${cards.map((card) => card.part)}::smallint[]))`;

export type CardsQuestion = {
  businessId: string;
  from: string;
  to: string;
  staffIds: readonly string[];
  statuses: readonly number[];
  notes: boolean;
  /** Held times, and of whom booking requests are: null everybody's; left out no held times at all. */
  holds?: { requestsOf: readonly string[] | null };
};

const where = ({ companyId }: Db, q: CardsQuestion): RawBuilder<unknown> => {
  const staff = q.staffIds.length > 0 ? sql`and staff_id = any(${q.staffIds}::bigint[])` : sql``;
  const status = q.statuses.length > 0 ? sql`and (status = any(${q.statuses}::int[]) or source_kind <> ${Source.APPOINTMENT})` : sql``;
  return sql`company_id = ${companyId} and business_id = ${q.businessId} ${staff} ${status}`;
};

/** Held times, as further rows of the cards, after what stands at the same time for the same person. */
function holds({ companyId }: Db, q: CardsQuestion): RawBuilder<unknown> {
  if (!q.holds || q.statuses.length > 0) return sql``;
  const { requestsOf } = q.holds;
  const staff = q.staffIds.length > 0 ? sql`and staff_id = any(${q.staffIds}::bigint[])` : sql``;
  const seen = requestsOf === null ? sql`` : sql`and (request_id = 0 or staff_id = any(${requestsOf}::bigint[]))`;
  return sql`union all
    select card, date, start_minute, staff_id, 3::smallint, request_id, ${RENDER_VERSION}::int from slot_hold
    where company_id = ${companyId} and business_id = ${q.businessId} and date between ${q.from}::date and ${q.to}::date
      and card is not null and expires_at > clock_timestamp() ${staff} ${seen}`;
}

export type FoundCards = {
  /** The rendered cards, one after the other, by date, start and staff; stays that began earlier come first. */
  readonly cards: Buffer | null;
  /** Those of them that were rendered in an earlier way: the ids of their appointments, blocks and sessions of classes. */
  readonly staleAppointments: string[] | null;
  readonly staleBlocks: string[] | null;
  readonly staleSessions: string[] | null;
};

export async function readCards(db: Db, q: CardsQuestion): Promise<FoundCards> {
  const body = q.notes ? sql`coalesce(full_card, lean)` : sql`lean`;
  const shown = sql`${body} as body, date, start_minute, staff_id, source_kind, source_id, render_version from calendar_card where ${where(db, q)}`;
  const stale = (kind: Source) =>
    sql`array_agg(source_id::text) filter (where render_version <> ${RENDER_VERSION} and source_kind = ${kind})`;
  const { rows } = await sql<FoundCards>`select string_agg(body, '' order by date, start_minute, staff_id, source_kind, source_id) as cards,
      ${stale(Source.APPOINTMENT)} as stale_appointments, ${stale(Source.BLOCK)} as stale_blocks,
      ${stale(Source.CLASS_SESSION)} as stale_sessions from (
    select ${shown} and date between ${q.from}::date and ${q.to}::date
    union all
    select ${shown} and end_date >= ${q.from}::date and end_date > date and date < ${q.from}::date
    ${holds(db, q)}) as shown`.execute(db);
  return rows[0] as FoundCards;
}

/** How many cards of appointments and class sessions begin on a day, and of how many of each. */
export type DayCount = { readonly date: string; readonly cards: number; readonly appointments: number; readonly classSessions: number };
export type FoundMonth = FoundCards & { readonly days: readonly DayCount[] | null };

/** Of each day the first cards of appointments and class sessions, and how many there are. */
export async function readMonth(db: Db, q: CardsQuestion, perDay: number): Promise<FoundMonth> {
  const [visit, session] = [sql.lit(Source.APPOINTMENT), sql.lit(Source.CLASS_SESSION)];
  const of = sql`from calendar_card where ${where(db, q)} and source_kind in (${visit}, ${session})`;
  const stale = (kind: RawBuilder<unknown>) =>
    sql`array_agg(source_id::text) filter (where render_version <> ${RENDER_VERSION} and source_kind = ${kind})`;
  const { rows } = await sql<FoundMonth>`with days as materialized (
      select date, count(*)::int as cards, count(distinct source_id) filter (where source_kind = ${visit})::int as appointments,
        count(*) filter (where source_kind = ${session})::int as class_sessions
      ${of} and date between ${q.from}::date and ${q.to}::date group by date)
    select string_agg(lean, '' order by date, start_minute, staff_id, source_kind, source_id) as cards,
      ${stale(visit)} as stale_appointments, null::text[] as stale_blocks, ${stale(session)} as stale_sessions,
      (select json_agg(json_build_object('date', date, 'cards', cards, 'appointments', appointments, 'classSessions', class_sessions) order by date)
        from days) as days
    from days cross join lateral (select lean, start_minute, staff_id, source_kind, source_id, render_version ${of} and date = days.date
      order by start_minute, staff_id, source_kind, source_id limit ${perDay}) as first`.execute(db);
  return rows[0] as FoundMonth;
}

/** Makes the cards of these sources what they should be; answers of how many sources some were missing, different or too many. */
export async function replaceCards(tx: CalendarTx, kind: Source, ids: readonly string[], cards: readonly CardRow[]): Promise<number> {
  const { rows } = await sql<{ corrected: number }>`with fresh as materialized (select ${names} from ${recordsOf("calendar_card", cards)}),
    stored as materialized (select ${names} from calendar_card
      where company_id = ${tx.ctx.companyId} and source_kind = ${kind} and source_id = any(${ids}::bigint[])),
    gone as (delete from calendar_card c using (select * from stored except select * from fresh) s
      where c.company_id = ${tx.ctx.companyId} and c.source_kind = s.source_kind and c.source_id = s.source_id and c.staff_id = s.staff_id and c.part = s.part
      returning c.source_id),
    put as (insert into calendar_card (${names}) select ${names} from (select * from fresh except select * from stored) f
      where (select count(*) from gone) >= 0 returning source_id)
    select count(distinct source_id)::int as corrected from (select source_id from gone union all select source_id from put) changed`.execute(
    tx.db,
  );
  return rows[0]?.corrected ?? 0;
}

/** The next sources above an id, of those that have cards and those of the owning table. */
export async function sourcesAfter(db: Db, kind: Source, after: string, most: number): Promise<string[]> {
  const owner = kind === Source.BLOCK ? sql`block` : kind === Source.CLASS_SESSION ? sql`class_session` : sql`appointment`;
  const { rows } = await sql<{ id: string }>`select id from (
      (select id from ${owner} where company_id = ${db.companyId} and id > ${after}::bigint order by id limit ${most})
      union (select distinct source_id from calendar_card
        where company_id = ${db.companyId} and source_kind = ${kind} and source_id > ${after}::bigint order by source_id limit ${most})) found
    order by id limit ${most}`.execute(db);
  return rows.map(({ id }) => id);
}
