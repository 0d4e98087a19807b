import { rowsOf } from "@leashline/kit";
import { type RawBuilder, sql } from "kysely";
import type { CalendarTx, Db } from "../db.ts";
import { instantOf } from "../scheduling/zone.ts";
import { appointmentColumns, cardColumns, lineColumns } from "./visit.columns.ts";
import { type AppointmentRow, type CardJson, type cardRow, fromLine, fromVisit, type StoredCard, toVisit } from "./visit.rows.ts";
import type { Visit } from "./visit.ts";

// Lists of columns are written once, as one text each: a statement is put together with every call.
const names = (columns: readonly string[], prefix = ""): RawBuilder<unknown> =>
  sql.raw(columns.map((column) => `${prefix}${column}`).join(", "));
const set = (columns: readonly string[], from: string): RawBuilder<unknown> =>
  sql.raw(
    columns
      .filter((column) => column !== "company_id" && column !== "id")
      .map((column) => `${column} = ${from}.${column}`)
      .join(", "),
  );
const visitNames = names(appointmentColumns);
const visitSet = set(appointmentColumns, "n");
const readNames = names(
  appointmentColumns.filter((column) => column !== "company_id"),
  "a.",
);
const lineNames = names(lineColumns);
const lineSet = set(lineColumns, "excluded");
const cardNames = names(cardColumns);
const cardSet = set(cardColumns, "n");

const linesJson = sql`(select json_agg(json_build_array(l.id::text, l.pet_id::text, l.pet_name, l.breed, l.service_id::text, l.service_name, l.care_type,
    l.color_code, l.staff_id::text, s.first_name || ' ' || s.last_name, l.start_minute, l.duration, l.price_minor::text, l.tax_id::text) order by l.position)
  from pet_service l left join staff s on s.company_id = l.company_id and s.staff_id = l.staff_id
  where l.company_id = a.company_id and l.appointment_id = a.id) as lines`;

/** A visit's columns and lines, for a statement that names the table `a`. */
export const visitSql = sql`select ${readNames}, ${linesJson} from appointment a`;

export async function visitsWhere(db: Db, rest: RawBuilder<unknown>): Promise<Visit[]> {
  const { rows } = await sql<AppointmentRow>`${visitSql} ${rest}`.execute(db);
  return rows.map(toVisit);
}

/** In the order asked; what is unknown or deleted is left out. */
export async function readVisits(db: Db, companyId: string, ids: readonly string[]): Promise<Visit[]> {
  const found = await visitsWhere(db, sql`where a.company_id = ${companyId} and a.id = any(${ids}::bigint[]) and a.deleted_at is null`);
  const byId = new Map(found.map((visit) => [visit.id, visit]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export type Locked = { readonly visit: Visit; readonly cards: readonly StoredCard[]; readonly orderVersion: number };

/** A visit nobody else can change until this command ends. Always taken before the locks of staff days. */
export async function lockVisit(tx: CalendarTx, id: string): Promise<Locked | null> {
  tx.lock([`appointment:${id}`]);
  const { rows } = await sql<AppointmentRow & { cards: CardJson[] | null }>`select ${readNames}, ${linesJson},
    (select json_agg(json_build_array(id::text, staff_id::text, exclusive, from_utc, to_utc) order by id) from card where company_id = a.company_id and appointment_id = a.id) as cards
    from appointment a where a.company_id = ${tx.ctx.companyId} and a.id = ${id} and a.deleted_at is null`.execute(tx.db);
  const [row] = rows;
  if (!row) return null;
  const cards = (row.cards ?? []).map(([cardId, staffId, exclusive, from, to]) => {
    return { id: cardId, staffId, exclusive, during: { start: instantOf(from), end: instantOf(to) } };
  });
  return { visit: toVisit(row), cards, orderVersion: row.order_version };
}

export type Fresh = { appointmentIds: string[]; lineIds: string[]; cardIds: string[] };

/** New ids as columns of a select whose parameters from `first` on say how many: appointments, lines, cards. */
export const freshText = (first: number): string => `
  array(select nextval('appointment_id_seq')::text from generate_series(1, $${first}::int)) as "appointmentIds",
  array(select nextval('pet_service_id_seq')::text from generate_series(1, $${first + 1}::int)) as "lineIds",
  array(select nextval('card_id_seq')::text from generate_series(1, $${first + 2}::int)) as "cardIds"`;
const selectFresh = `select ${freshText(1)}`;

export async function freshIds(db: Db, lines: number, cards: number): Promise<Fresh> {
  if (lines + cards === 0) return { appointmentIds: [], lineIds: [], cardIds: [] };
  const [row] = await rowsOf<Fresh>(db, selectFresh, [0, lines, cards]);
  return row as Fresh;
}

export type CardRow = ReturnType<typeof cardRow>;

const recordsOf = (table: "pet_service" | "card", rows: unknown): RawBuilder<unknown> =>
  sql`jsonb_populate_recordset(null::${sql.raw(table)}, ${JSON.stringify(rows)}::jsonb)`;
const recordOf = (row: unknown): RawBuilder<unknown> => sql`jsonb_populate_record(null::appointment, ${JSON.stringify(row)}::jsonb)`;

/** Visit, lines and cards in one statement; a hold that the visit takes the place of goes with it. */
export async function insertVisit(tx: CalendarTx, visit: Visit, cards: readonly CardRow[], holdToken: string): Promise<void> {
  const { companyId } = tx.ctx;
  const lines = visit.lines.map((line, position) => fromLine(companyId, visit.id, line, position));
  await sql`with stored as (insert into appointment (${visitNames}) select ${visitNames} from ${recordOf(fromVisit(companyId, visit, 0))}),
    lined as (insert into pet_service (${lineNames}) select ${lineNames} from ${recordsOf("pet_service", lines)}),
    held as (delete from slot_hold where company_id = ${companyId} and token = ${holdToken})
    insert into card (${cardNames}) select ${cardNames} from ${recordsOf("card", cards)}`.execute(tx.db);
}

/** Visits that claim a booking request without being what it becomes; answers their ids. They stay as they are otherwise. */
export async function unclaimRequest(tx: CalendarTx, bookingRequestId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`update appointment set booking_request_id = 0
    where company_id = ${tx.ctx.companyId} and booking_request_id = ${bookingRequestId} returning id`.execute(tx.db);
  return rows.map(({ id }) => id);
}

export type Saved = {
  readonly visit: Visit;
  readonly cards: readonly CardRow[];
  readonly orderVersion: number;
  readonly linesChanged: boolean;
  readonly deletedAt?: string;
};

/** The visit as it is now; lines only when they changed, cards as they come out. One statement. */
export async function updateVisit(tx: CalendarTx, { visit, cards, orderVersion, linesChanged, deletedAt }: Saved): Promise<void> {
  const { companyId } = tx.ctx;
  const lines = linesChanged ? visit.lines.map((line, position) => fromLine(companyId, visit.id, line, position)) : [];
  const row = { ...fromVisit(companyId, visit, orderVersion), deleted_at: deletedAt ?? null };
  await sql`with fresh as materialized (select * from ${recordsOf("card", cards)}),
    stored as (update appointment a set ${visitSet} from ${recordOf(row)} n where a.company_id = ${companyId} and a.id = ${visit.id}),
    unlined as (delete from pet_service where company_id = ${companyId} and appointment_id = ${visit.id} and ${linesChanged}
      and id <> all(${visit.lines.map((line) => line.id)}::bigint[])),
    lined as (insert into pet_service (${lineNames}) select ${lineNames} from ${recordsOf("pet_service", lines)}
      on conflict (company_id, id) do update set ${lineSet}),
    gone as (delete from card where company_id = ${companyId} and appointment_id = ${visit.id} and id <> all(${cards.map((card) => card.id)}::bigint[]) returning id),
    kept as (update card c set ${cardSet} from fresh n where c.company_id = ${companyId} and c.id = n.id and (select count(*) from gone) >= 0 returning c.id)
    insert into card (${cardNames}) select ${cardNames} from fresh where id not in (select id from kept)`.execute(tx.db);
}
