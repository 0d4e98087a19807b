import { rowsOf } from "@leashline/kit";
import { type RawBuilder, sql } from "kysely";
import { type AppointmentRow, appointmentColumns, fromRow, lineColumns, toLineRow, toRow } from "../appointments/appointment.rows.ts";
import { appointmentWith } from "../appointments/appointment.store.ts";
import type { Appointment } from "../appointments/appointment.ts";
import { cardsOf } from "../cards/card.mapper.ts";
import { removeOtherCards, storeCards } from "../cards/card.store.ts";
import { storeLodgingCard } from "../cards/lodging-card.store.ts";
import { lodgingCardOf } from "../cards/lodging-card.ts";
import { namesOf, recordsOf, setOf } from "../columns.ts";
import type { CalendarTx, Db } from "../db.ts";
import { giveBack, take, takeAfter, takenByAppointment } from "../occupancy/occupancy.store.ts";
import { type Occupancy, Resource, Source } from "../occupancy/resource.ts";
import type { SlotPlace } from "../scheduling/pet-share.ts";
import { type Instants, instantOf } from "../scheduling/zone.ts";

const appointmentNames = namesOf(appointmentColumns);
const appointmentSet = setOf(appointmentColumns, "n");
const lineNames = namesOf(lineColumns);
const lineSet = setOf(lineColumns, "excluded");

/** What an appointment takes of a staff member's time, as it is stored. */
export type Taken = {
  readonly staffId: string;
  readonly exclusive: boolean;
  readonly during: Instants;
  readonly slot: SlotPlace | null;
};
export type Locked = { readonly appointment: Appointment; readonly taken: readonly Taken[]; readonly orderVersion: number };

/** Times are minutes since 1970 UTC. */
type TakenJson = [
  staffId: string,
  exclusive: boolean,
  from: number,
  to: number,
  slotStart: number | null,
  pets: number,
  capacity: number | null,
];
const takenJson = sql`, (select json_agg(json_build_array(resource_id::text, exclusive, from_utc, to_utc, slot_start, slot_pets, slot_capacity) order by part) from occupancy
  where company_id = a.company_id and source_kind = ${sql.lit(Source.APPOINTMENT)} and source_id = a.id and resource_kind = ${sql.lit(Resource.STAFF)}) as taken`;

export const appointmentLock = (id: string): string => `appointment:${id}`;

/** An appointment nobody else can change until this command ends. Always taken before the locks of staff days. */
export const lockAppointment = async (tx: CalendarTx, id: string, evenDeleted = false): Promise<Locked | null> =>
  (await lockAppointments(tx, [id], evenDeleted))[0] ?? null;

/** Several of them, by date. Unknown ones are left out, and deleted ones unless they are to be taken back. */
export async function lockAppointments(tx: CalendarTx, ids: readonly string[], evenDeleted = false): Promise<Locked[]> {
  tx.lock(ids.map(appointmentLock));
  const { rows } = await sql<LockedRow>`${appointmentWith(takenJson)}
    where a.company_id = ${tx.ctx.companyId} and a.id = any(${ids}::bigint[]) and (${evenDeleted} or a.deleted_at is null) order by a.date, a.id`.execute(
    tx.db,
  );
  return rows.map(toLocked);
}

type LockedRow = AppointmentRow & { taken: TakenJson[] | null };

function toLocked(row: LockedRow): Locked {
  const { taken, ...own } = row;
  const seats = (taken ?? []).map(([staffId, exclusive, from, to, start, pets, capacity]) => ({
    staffId,
    exclusive,
    during: { start: instantOf(from), end: instantOf(to) },
    slot: start === null ? null : { start, pets, capacity },
  }));
  return { appointment: fromRow(own), taken: seats, orderVersion: row.orderVersion };
}

export type Fresh = { appointmentIds: string[]; lineIds: string[] };

/** New ids as columns of a select whose parameters from `first` on say how many: appointments and lines. */
export const freshText = (first: number): string => `
  array(select nextval('appointment_id_seq')::text from generate_series(1, $${first}::int)) as "appointmentIds",
  array(select nextval('pet_service_id_seq')::text from generate_series(1, $${first + 1}::int)) as "lineIds"`;
const selectFresh = `select ${freshText(1)}`;

export async function freshIds(db: Db, appointments: number, lines: number): Promise<Fresh> {
  const [row] = await rowsOf<Fresh>(db, selectFresh, [appointments, lines]);
  return row as Fresh;
}

export const freshLineIds = async (db: Db, lines: number): Promise<string[]> => (lines === 0 ? [] : (await freshIds(db, 0, lines)).lineIds);

/** Appointment, lines, time and cards in one statement; a hold that the appointment takes the place of goes with it. */
const insertion = (companyId: string, appointment: Appointment, taken: readonly Occupancy[], holdToken: string): RawBuilder<unknown> => {
  const lines = appointment.lines.map((line, position) => toLineRow(companyId, appointment.id, line, position));
  const row = toRow(companyId, appointment, { orderVersion: 0, deletedAt: null });
  return sql`with stored as (insert into appointment (${appointmentNames}) select ${appointmentNames} from ${recordsOf("appointment", [row])}),
    lined as (insert into pet_service (${lineNames}) select ${lineNames} from ${recordsOf("pet_service", lines)}),
    ${giveUpHold(companyId, holdToken, appointment)},
    ${storeLodgingCard(companyId, appointment.id, lodgingCardOf(companyId, appointment))},
    taken as (${take(takenByAppointment(companyId, appointment.id), taken)})
    ${storeCards(cardsOf(companyId, appointment))}`;
};

type Insertion = [tx: CalendarTx, appointment: Appointment, taken: readonly Occupancy[], holdToken: string];

/** Stores a new appointment; refused here where its time is taken. */
export async function insertAppointment(...[{ ctx, db }, ...stored]: Insertion): Promise<void> {
  await insertion(ctx.companyId, ...stored).execute(db);
}

/** The same with the next statement: where its time is taken, that one is refused. */
export function writeAppointment(...[{ ctx, db, write }, ...stored]: Insertion): void {
  const all = insertion(ctx.companyId, ...stored);
  write({ compile: () => all.compile(db) });
}

/** The hold goes with the appointment that takes its place; where it keeps other days too, it keeps those on. */
function giveUpHold(companyId: string, token: string, { date, endDate }: Appointment): RawBuilder<unknown> {
  const others = sql`select 1 from jsonb_array_elements(h.places) p where (p->>'day')::date not between ${date}::date and ${endDate}::date`;
  const own = sql`h.company_id = ${companyId} and h.token = ${token}`;
  return sql`held as (delete from slot_hold where company_id = ${companyId} and token = ${token}),
    roomed as (delete from stay_hold h where ${own} and not exists (${others})),
    kept as (update stay_hold h set places = (select jsonb_agg(p) from jsonb_array_elements(h.places) p
      where (p->>'day')::date not between ${date}::date and ${endDate}::date) where ${own} and exists (${others}))`;
}

/** Appointments that claim a booking request without being what it becomes; answers their ids. They stay as they are otherwise. */
export async function unclaimRequest(tx: CalendarTx, bookingRequestId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`update appointment set booking_request_id = 0
    where company_id = ${tx.ctx.companyId} and booking_request_id = ${bookingRequestId} and booking_request_id <> 0 returning id`.execute(
    tx.db,
  );
  return rows.map(({ id }) => id);
}

export type Saved = {
  readonly appointment: Appointment;
  /** What it takes now; left out when that is what it took. */
  readonly taken?: readonly Occupancy[];
  readonly orderVersion: number;
  readonly linesChanged: boolean;
  readonly deletedAt?: string;
  /** A hold that it takes the place of. */
  readonly holdToken?: string;
};

/** The appointment as it is now; lines and time only when they changed, cards as they come out. One statement. */
export async function updateAppointment(
  tx: CalendarTx,
  { appointment, taken, orderVersion, linesChanged, deletedAt, holdToken = "" }: Saved,
): Promise<void> {
  const { companyId } = tx.ctx;
  const lines = linesChanged ? appointment.lines.map((line, position) => toLineRow(companyId, appointment.id, line, position)) : [];
  const row = toRow(companyId, appointment, { orderVersion, deletedAt: deletedAt ?? null });
  const taker = takenByAppointment(companyId, appointment.id);
  const cards = deletedAt ? [] : cardsOf(companyId, appointment);
  await sql`with stored as (update appointment a set ${appointmentSet} from ${recordsOf("appointment", [row])} n where a.company_id = ${companyId} and a.id = ${appointment.id}),
    unlined as (delete from pet_service where company_id = ${companyId} and appointment_id = ${appointment.id} and ${linesChanged}
      and id <> all(${appointment.lines.map((line) => line.id)}::bigint[])),
    lined as (insert into pet_service (${lineNames}) select ${lineNames} from ${recordsOf("pet_service", lines)}
      on conflict (company_id, id) do update set ${lineSet}),
    ${holdToken === "" ? sql`` : sql`${giveUpHold(companyId, holdToken, appointment)},`}
    freed as (${giveBack(taker, taken !== undefined)}),
    taken as (${takeAfter("freed", taker, taken ?? [])}),
    ${storeLodgingCard(companyId, appointment.id, deletedAt ? [] : lodgingCardOf(companyId, appointment))},
    cleared as (${removeOtherCards(taker, cards)})
    ${storeCards(cards)}`.execute(tx.db);
}
