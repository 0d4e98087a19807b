import { rowsOf } from "@leashline/kit";
import { sql } from "kysely";
import { type AppointmentRow, appointmentColumns, fromRow, lineColumns, toLineRow, toRow } from "../appointments/appointment.rows.ts";
import { appointmentWith } from "../appointments/appointment.store.ts";
import type { Appointment } from "../appointments/appointment.ts";
import { type CardRow, cardColumns } from "../cards/card.mapper.ts";
import { namesOf, recordsOf, setOf } from "../columns.ts";
import type { CalendarTx, Db } from "../db.ts";
import { type Instants, instantOf } from "../scheduling/zone.ts";

const appointmentNames = namesOf(appointmentColumns);
const appointmentSet = setOf(appointmentColumns, "n");
const lineNames = namesOf(lineColumns);
const lineSet = setOf(lineColumns, "excluded");
const cardNames = namesOf(cardColumns);
const cardSet = setOf(cardColumns, "n");

/** A stored card: which segment it is, and whether it keeps others out. */
export type StoredCard = { readonly id: string; readonly staffId: string; readonly exclusive: boolean; readonly during: Instants };

export type Locked = { readonly appointment: Appointment; readonly cards: readonly StoredCard[]; readonly orderVersion: number };

/** Times are minutes since 1970 UTC. */
type CardJson = [id: string, staffId: string, exclusive: boolean, from: number, to: number];
const cardsJson = sql`, (select json_agg(json_build_array(id::text, staff_id::text, exclusive, from_utc, to_utc) order by id) from card
  where company_id = a.company_id and appointment_id = a.id) as cards`;

/** An appointment nobody else can change until this command ends. Always taken before the locks of staff days. */
export async function lockAppointment(tx: CalendarTx, id: string): Promise<Locked | null> {
  tx.lock([`appointment:${id}`]);
  const { rows } = await sql<
    AppointmentRow & { cards: CardJson[] | null }
  >`${appointmentWith(cardsJson)} where a.company_id = ${tx.ctx.companyId} and a.id = ${id} and a.deleted_at is null`.execute(tx.db);
  const [row] = rows;
  if (!row) return null;
  const cards = (row.cards ?? []).map(([cardId, staffId, exclusive, from, to]) => {
    return { id: cardId, staffId, exclusive, during: { start: instantOf(from), end: instantOf(to) } };
  });
  return { appointment: fromRow(row), cards, orderVersion: row.orderVersion };
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

/** Appointment, lines and cards in one statement; a hold that the appointment takes the place of goes with it. */
export async function insertAppointment(
  tx: CalendarTx,
  appointment: Appointment,
  cards: readonly CardRow[],
  holdToken: string,
): Promise<void> {
  const { companyId } = tx.ctx;
  const lines = appointment.lines.map((line, position) => toLineRow(companyId, appointment.id, line, position));
  await sql`with stored as (insert into appointment (${appointmentNames}) select ${appointmentNames} from ${recordsOf("appointment", [toRow(companyId, appointment, { orderVersion: 0, deletedAt: null })])}),
    lined as (insert into pet_service (${lineNames}) select ${lineNames} from ${recordsOf("pet_service", lines)}),
    held as (delete from slot_hold where company_id = ${companyId} and token = ${holdToken})
    insert into card (${cardNames}) select ${cardNames} from ${recordsOf("card", cards)}`.execute(tx.db);
}

/** Appointments that claim a booking request without being what it becomes; answers their ids. They stay as they are otherwise. */
export async function unclaimRequest(tx: CalendarTx, bookingRequestId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`update appointment set booking_request_id = 0
    where company_id = ${tx.ctx.companyId} and booking_request_id = ${bookingRequestId} returning id`.execute(tx.db);
  return rows.map(({ id }) => id);
}

export type Saved = {
  readonly appointment: Appointment;
  readonly cards: readonly CardRow[];
  readonly orderVersion: number;
  readonly linesChanged: boolean;
  readonly deletedAt?: string;
};

/** The appointment as it is now; lines only when they changed, cards as they come out. One statement. */
export async function updateAppointment(
  tx: CalendarTx,
  { appointment, cards, orderVersion, linesChanged, deletedAt }: Saved,
): Promise<void> {
  const { companyId } = tx.ctx;
  const lines = linesChanged ? appointment.lines.map((line, position) => toLineRow(companyId, appointment.id, line, position)) : [];
  const row = toRow(companyId, appointment, { orderVersion, deletedAt: deletedAt ?? null });
  await sql`with fresh as materialized (select * from ${recordsOf("card", cards)}),
    stored as (update appointment a set ${appointmentSet} from ${recordsOf("appointment", [row])} n where a.company_id = ${companyId} and a.id = ${appointment.id}),
    unlined as (delete from pet_service where company_id = ${companyId} and appointment_id = ${appointment.id} and ${linesChanged}
      and id <> all(${appointment.lines.map((line) => line.id)}::bigint[])),
    lined as (insert into pet_service (${lineNames}) select ${lineNames} from ${recordsOf("pet_service", lines)}
      on conflict (company_id, id) do update set ${lineSet}),
    gone as (delete from card where company_id = ${companyId} and appointment_id = ${appointment.id} and id <> all(${cards.map((card) => card.id)}::bigint[]) returning id),
    kept as (update card c set ${cardSet} from fresh n where c.company_id = ${companyId} and c.id = n.id and (select count(*) from gone) >= 0 returning c.id)
    insert into card (${cardNames}) select ${cardNames} from fresh where id not in (select id from kept)`.execute(tx.db);
}
