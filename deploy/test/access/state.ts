import type { Client } from "pg";
import { tablesOf } from "../walls/tables.ts";

/** Work and news on their way, which go on without anybody calling. */
const onTheirWay = new Set(["outbox", "inbox", "job", "idempotency", "webhook_event", "webhook_delivery"]);

/** What a company holds, as the superuser sees it: for every table the number of its rows and a sum over their contents. */
export async function stateOf(admin: Client, schemas: readonly string[], companyId: string): Promise<Record<string, string>> {
  let before: Record<string, string> = {};
  for (let tries = 0; tries < 100; tries++) {
    const waiting = await hurried(admin, companyId);
    const now = await lookOnce(admin, schemas, companyId);
    if (waiting === 0 && JSON.stringify(now) === JSON.stringify(before)) return now;
    before = now;
    await new Promise((resolve) => setTimeout(resolve, 400));
  }
  throw new Error("the company does not come to rest");
}

/** Messages that wait their minute, in case what they tell of is taken back, go at once; answers how many there are. */
async function hurried(admin: Client, companyId: string): Promise<number> {
  const { rowCount } = await admin.query(
    `update message.job set due_at = least(due_at, clock_timestamp())
     where company_id = $1 and state in ('due', 'running') and due_at < clock_timestamp() + interval '2 minutes'`,
    [companyId],
  );
  return rowCount ?? 0;
}

async function lookOnce(admin: Client, schemas: readonly string[], companyId: string): Promise<Record<string, string>> {
  const tables = (await tablesOf(admin, schemas)).filter((table) => table.open && !onTheirWay.has(table.name));
  const parts = tables.map(
    ({
      schema,
      name,
    }) => `select '${schema}.${name}' as place, count(*) || ' rows, ' || coalesce(sum(hashtextextended((to_jsonb(t) - 'last_used_time')::text, 0)::numeric), 0) as held
      from "${schema}"."${name}" t where company_id = ${companyId}`,
  );
  const { rows } = await admin.query<{ place: string; held: string }>(parts.join(" union all "));
  return Object.fromEntries(rows.map(({ place, held }) => [place, held]));
}
