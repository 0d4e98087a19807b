import { randomUUID } from "node:crypto";
import type pg from "pg";

// Every row that booking a stay leaves behind, by what finds it, and what is another in a copy: $1 company, $2 the stay that is copied, $3 the copy, $4 by how many
// days it is later. What the database numbers by itself is left to it.
const days = "make_interval(days => $4::int)";
const tables = [
  {
    table: "appointment",
    where: "id = $2::bigint",
    set: {
      id: "$3::bigint",
      date: "date + $4::int",
      end_date: "end_date + $4::int",
      start_at: `start_at + ${days}`,
      end_at: `end_at + ${days}`,
    },
  },
  { table: "pet_service", where: "appointment_id = $2::bigint", set: { appointment_id: "$3::bigint" } },
  {
    table: "occupancy",
    where: "source_kind = 1 and source_id = $2::bigint",
    set: { source_id: "$3::bigint", day: "day + $4::int", from_utc: "from_utc + 1440 * $4::int", to_utc: "to_utc + 1440 * $4::int" },
  },
  {
    table: "lodging_card",
    where: "appointment_id = $2::bigint",
    set: { appointment_id: "$3::bigint", date: "date + $4::int", end_date: "end_date + $4::int" },
  },
  { table: "change_log", where: "entity = 'appointment' and entity_id = $2::bigint", set: { entity_id: "$3::bigint" } },
  // Already sent: nobody shall be told of it.
  { table: "outbox", where: "aggregate = $2::text", set: { aggregate: "$3::text", published_at: "now()" } },
  { table: "idempotency", where: "key = $2::text", set: { key: "$3::text", created_at: "now()" } },
] as const satisfies readonly { table: string; where: string; set: Record<string, string> }[];

/** Writes what one stay wrote, for other days: the same rows, one insert for each table in one transaction, every statement named. */
export async function bareStay(pool: pg.Pool, companyId: string, stayId: string, key: string): Promise<() => Promise<void>> {
  const texts = await Promise.all(tables.map(async (one) => ({ ...one, text: await copyOf(pool, one) })));
  let copies = 0;
  return async () => {
    const later = (1 + copies++) * 14;
    const client = await pool.connect();
    try {
      await client.query({ name: "begin", text: "begin" });
      const { rows } = await client.query({ name: "id", text: "select nextval('calendar.appointment_id_seq')::text as id" });
      for (const { table, text } of texts) {
        const ids = table === "idempotency" ? [key, randomUUID()] : [stayId, rows[0].id];
        await client.query({ name: `stay ${table}`, text, values: [companyId, ...ids, later] });
      }
      await client.query({ name: "commit", text: "commit" });
    } finally {
      client.release();
    }
  };
}

async function copyOf(
  pool: pg.Pool,
  { table, where, set }: { table: string; where: string; set: Record<string, string> },
): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      and (attidentity = '' or attname = any($2::name[])) order by attnum`,
    [`calendar.${table}`, Object.keys(set)],
  );
  const names = rows.map(({ name }) => `"${name}"`).join(", ");
  const values = rows.map(({ name }) => set[name] ?? `"${name}"`).join(", ");
  return `insert into calendar.${table} (${names}) select ${values} from calendar.${table} where company_id = $1::bigint and ${where} and $4::int > 0`;
}
