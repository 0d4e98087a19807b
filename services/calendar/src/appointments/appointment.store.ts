import { columnName } from "@leashline/kit";
import { type RawBuilder, sql } from "kysely";
import { namesOf } from "../columns.ts";
import type { Db } from "../db.ts";
import { type AppointmentRow, appointmentColumns, fromRow, lineFields } from "./appointment.rows.ts";
import type { Appointment } from "./appointment.ts";

const readNames = namesOf(
  appointmentColumns.filter((column) => column !== "companyId"),
  "a.",
);
const lineFieldsText = Object.entries(lineFields).map(([name, as]) => `l.${columnName(name)}${as}`);
const namesJson = `case when l.work is null then null else (select json_object_agg(o.staff_id, o.first_name || ' ' || o.last_name) from staff o
  where o.company_id = l.company_id and (o.staff_id = l.staff_id or o.staff_id = any(l.other_staff_ids))) end`;
const linesJson = sql`(select json_agg(json_build_array(s.first_name || ' ' || s.last_name, ${sql.raw(namesJson)}, ${sql.raw(lineFieldsText.join(", "))}) order by l.position)
  from pet_service l left join staff s on s.company_id = l.company_id and s.staff_id = l.staff_id
  where l.company_id = a.company_id and l.appointment_id = a.id) as lines`;

/** An appointment's columns and lines, and what else is asked, for a statement that names the table `a`. */
export const appointmentWith = (more: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select ${readNames}, ${linesJson} ${more} from appointment a`;
const appointmentSql = appointmentWith(sql``);

export const readRows = async (db: Db, rest: RawBuilder<unknown>): Promise<AppointmentRow[]> =>
  (await sql<AppointmentRow>`${appointmentSql} ${rest}`.execute(db)).rows;

export const appointmentsWhere = async (db: Db, rest: RawBuilder<unknown>): Promise<Appointment[]> =>
  (await readRows(db, rest)).map(fromRow);

/** In the order asked; what is unknown or deleted is left out. */
export async function readAppointments(db: Db, ids: readonly string[]): Promise<Appointment[]> {
  const found = await appointmentsWhere(
    db,
    sql`where a.company_id = ${db.companyId} and a.id = any(${ids}::bigint[]) and a.deleted_at is null`,
  );
  const byId = new Map(found.map((appointment) => [appointment.id, appointment]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
