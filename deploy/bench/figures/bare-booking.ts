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
  { table: "card", where: "appointment_id = $2" },
  { table: "change_log", where: "entity = 'appointment' and entity_id = $2" },
  { table: "outbox", where: "aggregate = $2::text" },
  { table: "idempotency", where: "key like '%|book' and $2::bigint > 0" },
] as const;

const instant = (day: string, minute: string) =>
  `((${day}::date + make_interval(mins => ${minute}::int)) at time zone 'America/Los_Angeles')`;

/** Writes what the last booking wrote, for another time: the same rows, six inserts in one transaction, every statement named. */
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
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and not (attname = 'id' and attidentity <> '') order by attnum`,
    [`calendar.${table}`],
  );
  const picked = columns.map(({ name }) => `"${name}"::text`).join(", ");
  const { rows } = await pool.query<Row>(`select ${picked} from calendar.${table} where company_id = $1 and ${where} limit 1`, [
    companyId,
    id,
  ]);
  const [row] = rows;
  if (!row) throw new Error(`a booking left no row in ${table}`);
  const values = columns.map(({ name, type }, index) => (name === "during" ? duringOf(columns, index) : `$${index + 1}::text::${type}`));
  const names = columns.map(({ name }) => `"${name}"`).join(", ");
  const back = table === "appointment" ? " returning id::text" : "";
  return { table, columns, row, insert: `insert into calendar.${table} (${names}) values (${values.join(", ")})${back}` };
}

/** The instants follow from the card's own day and minutes. */
function duringOf(columns: readonly Column[], index: number): string {
  const place = (name: string) => `$${columns.findIndex((column) => column.name === name) + 1}::text`;
  return `coalesce($${index + 1}::text::tstzrange, tstzrange(${instant(place("date"), place("start_minute"))}, ${instant(place("date"), place("end_minute"))}))`;
}

function filled({ table, row }: Template, name: string, { date, staffId, start }: Spot, id: string): string | null {
  switch (name) {
    case "date":
    case "end_date":
      return date;
    case "start_minute":
      return String(start);
    case "end_minute":
      return String(start + 60);
    case "staff_id":
      return staffId;
    case "during":
      return null;
    case "appointment_id":
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
