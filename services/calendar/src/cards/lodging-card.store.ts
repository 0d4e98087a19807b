import { type RawBuilder, sql } from "kysely";
import { namesOf, recordsOf } from "../columns.ts";
import type { CalendarTx, Db } from "../db.ts";
import { readRoomsWith } from "../lodging/room.store.ts";
import type { Room } from "../lodging/room.ts";
import { LODGING_RENDER_VERSION, type LodgingCardRow } from "./lodging-card.ts";

const columns = [
  "companyId",
  "appointmentId",
  "businessId",
  "date",
  "endDate",
  "unitIds",
  "renderVersion",
  "body",
] as const satisfies (keyof LodgingCardRow)[];
const names = namesOf(columns);
const set = sql.join(columns.slice(2).map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`));

/** Part of a statement: a stay on the lodging calendar as it is now; without a row it is not there any more. */
export const storeLodgingCard = (companyId: string, appointmentId: string, rows: readonly LodgingCardRow[]): RawBuilder<unknown> =>
  rows.length === 0
    ? sql`lodged as (delete from lodging_card where company_id = ${companyId} and appointment_id = ${appointmentId})`
    : sql`lodged as (insert into lodging_card (${names}) select ${names} from ${recordsOf("lodging_card", rows)}
        on conflict (company_id, appointment_id) do update set ${set})`;

export type FoundStays = {
  /** The cards, one after the other, by the day on which their stay begins. */
  readonly cards: Buffer | null;
  /** Stays that were drawn in an earlier way. */
  readonly stale: string[] | null;
};

/** Part of a statement: the stays of a business that have a unit on a night from one day to another, or leave on it. */
const staysShown = (companyId: string, businessId: string, from: string, to: string): RawBuilder<unknown> =>
  sql`lodging_card where company_id = ${companyId} and business_id = ${businessId} and end_date >= ${from}::date and date <= ${to}::date`;

/** The rooms of a business, and deleted ones where these stays have one. */
export const readRoomsShown = (db: Db, businessId: string, from: string, to: string): Promise<Room[]> =>
  readRoomsWith(db, businessId, sql`any (select unnest(unit_ids) from ${staysShown(db.companyId, businessId, from, to)})`);

/** The cards of these stays. They may be many: in base64 they are a third shorter on their way than in the database's own way of writing bytes, and read sooner. */
export async function readLodgingCards(db: Db, businessId: string, from: string, to: string): Promise<FoundStays> {
  const { rows } = await sql<{ cards: string | null; stale: string[] | null }>`select
      encode(string_agg(body, '' order by date, appointment_id), 'base64') as cards,
      array_agg(appointment_id::text) filter (where render_version <> ${LODGING_RENDER_VERSION}) as stale
    from ${staysShown(db.companyId, businessId, from, to)}`.execute(db);
  const [{ cards, stale } = { cards: null, stale: null }] = rows;
  return { cards: cards === null ? null : Buffer.from(cards, "base64"), stale };
}

/** Makes the rows of these stays what they should be; answers of how many they were missing, different or too many. */
export async function replaceLodgingCards(tx: CalendarTx, ids: readonly string[], rows: readonly LodgingCardRow[]): Promise<number> {
  const found = await sql<{ corrected: number }>`with fresh as materialized (select ${names} from ${recordsOf("lodging_card", rows)}),
    stored as materialized (select ${names} from lodging_card where company_id = ${tx.ctx.companyId} and appointment_id = any(${ids}::bigint[])),
    gone as (delete from lodging_card c using (select * from stored except select * from fresh) s
      where c.company_id = ${tx.ctx.companyId} and c.appointment_id = s.appointment_id
        and not exists (select from fresh f where f.appointment_id = c.appointment_id) returning c.appointment_id),
    put as (insert into lodging_card (${names}) select ${names} from (select * from fresh except select * from stored) f
      on conflict (company_id, appointment_id) do update set ${set} returning appointment_id)
    select count(distinct appointment_id)::int as corrected from (select * from gone union all select * from put) changed`.execute(tx.db);
  return found.rows[0]?.corrected ?? 0;
}

/** The next stays above an id, of those that are drawn and of all appointments that go over a night. */
export async function staysAfter(db: Db, after: string, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from (
      (select id from appointment where company_id = ${db.companyId} and id > ${after}::bigint and end_date > date order by id limit ${most})
      union (select appointment_id from lodging_card where company_id = ${db.companyId} and appointment_id > ${after}::bigint
        order by appointment_id limit ${most})) found order by id limit ${most}`.execute(db);
  return rows.map(({ id }) => id);
}
