import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { Spot } from "./bookings.ts";

type Column = { name: string; type: string };
type Row = Record<string, string | null>;
type Template = { insert: string; table: string; columns: Column[]; row: Row };

// Every row a booking leaves behind, by the column that names the visit; what the database numbers by itself is left to it.
const tables = [
  { table: "appointment", where: "id = $2" },
  { table: "pet_service", where: "appointment_id = $2" },
  { table: "occupancy", where: "source_kind = 1 and source_id = $2" },
  { table: "calendar_card", where: "source_kind = 1 and source_id = $2" },
  { table: "change_log", where: "entity = 'appointment' and entity_id = $2" },
  { table: "outbox", where: "aggregate = $2::text" },
  { table: "idempotency", where: "key like '%|book' and $2::bigint > 0" },
] as const;

/** Minutes of the universal clock. */
const utcMinute = (day: string, minute: number): string => {
  const midnight = Temporal.PlainDate.from(day).toZonedDateTime("America/Los_Angeles");
  return String(midnight.add({ minutes: minute }).epochMilliseconds / 60_000);
};

/** Writes what the last booking wrote, for another time: the same rows, an insert for each table in one transaction, every statement named. */
export async function bareBooking(pool: pg.Pool, companyId: string): Promise<(spot: Spot) => Promise<void>> {
  const { rows } = await pool.query("select max(id)::text as id from calendar.appointment where company_id = $1", [companyId]);
  const templates = await Promise.all(tables.map(({ table, where }) => templateOf(pool, table, where, companyId, rows[0].id)));
  return async (spot) => {
    const client = await pool.connect();
    try {
      await client.query({ name: "begin", text: "begin" });
      let id = "";
      for (const template of templates) {
        const values = template.columns.map((column) => filled(template, column.name, spot, id));
        const answer = await client.query({ name: template.table, text: template.insert, values });
        if (template.table === "appointment") id = answer.rows[0].id;
      }
      await client.query({ name: "commit", text: "commit" });
    } finally {
      client.release();
    }
  };
}

async function templateOf(pool: pg.Pool, table: string, where: string, companyId: string, id: string): Promise<Template> {
  const { rows: columns } = await pool.query<Column>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and not (attname = 'id' and attidentity <> '') order by attnum`,
    [`calendar.${table}`],
  );
  const picked = columns.map(({ name }) => `"${name}"::text`).join(", ");
  const { rows } = await pool.query<Row>(`select ${picked} from calendar.${table} where company_id = $1 and ${where} limit 1`, [
    companyId,
    id,
  ]);
  const [row] = rows;
  if (!row) throw new Error(`a booking left no row in ${table}`);
  const values = columns.map(({ type }, index) => `$${index + 1}::text::${type}`);
  const names = columns.map(({ name }) => `"${name}"`).join(", ");
  const back = table === "appointment" ? " returning id::text" : "";
  return { table, columns, row, insert: `insert into calendar.${table} (${names}) values (${values.join(", ")})${back}` };
}

function filled({ table, row }: Template, name: string, { date, staffId, start }: Spot, id: string): string | null {
  switch (name) {
    case "date":
    case "end_date":
    case "day":
      return date;
    case "start_minute":
      return String(start);
    case "end_minute":
      return String(start + 60);
    case "staff_id":
    case "resource_id":
      return staffId;
    case "from_utc":
      return utcMinute(date, start);
    case "to_utc":
      return utcMinute(date, start + 60);
    case "appointment_id":
    case "source_id":
    case "entity_id":
    case "aggregate":
      return id;
    case "key":
      return randomUUID();
    // Already sent: nobody shall be told of it.
    case "published_at":
      return new Date().toISOString();
    default:
      return table === "idempotency" && name === "created_at" ? new Date().toISOString() : (row[name] ?? null);
  }
}
