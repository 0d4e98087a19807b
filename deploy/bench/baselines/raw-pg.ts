import http from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { type BusyRow, freeStarts } from "./sweep.ts";

// The least that answers the same questions: node:http, a pool of the services' own size, named statements. No session, no access check,
// no row-level security, no validation; it reads as a superuser.

const pool = new pg.Pool({ connectionString: process.env.BENCH_URL, max: Number(process.env.BENCH_POOL) });
pool.on("error", () => undefined);

const service = `select s.*, c.name as category_name from offering.service s
  left join offering.category c on c.company_id = s.company_id and c.id = s.category_id where s.company_id = $1 and s.id = any($2::bigint[])`;
const cards = `select json_agg(t order by date, "startTime", "staffId")::text as body from bench.card t where company_id = $1 and date between $2::date and $3::date`;
// Minutes of the day in Los Angeles, on its winter clock.
const busy = `select resource_id, day - $3::date, (from_utc - 480) % 1440, (to_utc - 480) % 1440 from calendar.occupancy
  where company_id = $1 and resource_kind = 1 and resource_id = any($2::bigint[]) and day between $3::date and $4::date order by resource_id, day, from_utc`;

type Answer = (query: URLSearchParams) => Promise<string>;
const answers: Record<string, Answer> = {
  "/service": async (query) => {
    const { rows } = await pool.query({ name: "service", text: service, values: [query.get("company"), [query.get("id")]] });
    return JSON.stringify(rows[0]);
  },
  "/cards": async (query) => {
    const { rows } = await pool.query({ name: "cards", text: cards, values: [query.get("company"), query.get("from"), query.get("to")] });
    return rows[0].body;
  },
  "/slots": async (query) => {
    const staff = (query.get("staff") ?? "").split(",");
    const values = [query.get("company"), staff, query.get("from"), query.get("to")];
    const { rows } = await pool.query<BusyRow>({ name: "busy", text: busy, values, rowMode: "array" });
    return JSON.stringify(freeStarts(rows, staff, Number(query.get("days")), 45, 15));
  },
};

const server = http.createServer((request, response) => {
  const url = new URL(request.url ?? "/", "http://localhost");
  const answer = answers[url.pathname];
  request.resume();
  if (!answer) return void response.writeHead(404, { "content-length": "0" }).end();
  answer(url.searchParams).then(
    (body) => {
      const bytes = Buffer.from(body);
      response.writeHead(200, { "content-type": "application/json", "content-length": bytes.length }).end(bytes);
    },
    (error: Error) => response.writeHead(500, { "content-length": Buffer.byteLength(error.message) }).end(error.message),
  );
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
