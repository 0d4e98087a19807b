import { type Kysely, type RawBuilder, sql } from "kysely";
import type { DB } from "../db.ts";
import { candidates } from "../search/search.store.ts";

type Condition = RawBuilder<boolean>;

/** What is asked of the list: who the caller reaches, the filter, and the words typed. */
export type Asked = { reach: Condition; filter: Condition; terms: readonly string[] | null; contact: boolean };
export type Order = { property: string; descending: boolean };
export type Slice = { offset: number; limit: number; after: { value: string; id: string } | null };

const keyed: Record<string, RawBuilder<string>> = {
  first_name: sql`c.first_name_key`,
  last_name: sql`c.last_name_key`,
  create_date: sql`c.created_at`,
};
const facts: Record<string, string> = {
  last_visit_date: "last_visit",
  next_visit_date: "next_visit",
  total_paid: "paid_minor",
  outstanding_balance: "outstanding_minor",
  finished_count: "finished_count",
  total_count: "total_count",
};

export const isKeyed = (property: string): boolean => property in keyed;

const kept = ({ reach, filter, terms, contact }: Asked): Condition =>
  sql<boolean>`c.deleted_at is null and ${reach} and ${filter}${
    terms === null
      ? sql``
      : terms.length === 0
        ? sql` and false`
        : sql` and c.id in (select x.client_id from (${candidates(terms, { contact })}) x)`
  }`;
const joined = sql`client c left join client_fact f on f.company_id = c.company_id and f.client_id = c.id`;

export async function countClients(db: Kysely<DB>, asked: Asked): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${joined} where ${kept(asked)}`.execute(db);
  return rows[0]?.n ?? 0;
}

export type Place = { id: string; value: string };

/** A page in the order of names or creation: one range of that order's index. */
export async function pageByKey(db: Kysely<DB>, asked: Asked, order: Order, slice: Slice): Promise<Place[]> {
  const key = keyed[order.property] ?? keyed.first_name!;
  const direction = order.descending ? sql`desc` : sql`asc`;
  const type = order.property === "create_date" ? sql`timestamptz` : sql`text`;
  const beyond = slice.after
    ? sql` and (${key}, c.id) ${order.descending ? sql`<` : sql`>`} (${slice.after.value}::${type}, ${slice.after.id}::bigint)`
    : sql``;
  const { rows } = await sql<Place>`select c.id, ${key}::text as value from ${joined} where ${kept(asked)}${beyond}
    order by ${key} ${direction}, c.id ${direction} offset ${slice.offset} limit ${slice.limit}`.execute(db);
  return rows;
}

/** A page in the order of a fact. Clients nothing is known of stand last; where a small number comes first they have none, and stand first. */
export async function pageByFact(db: Kysely<DB>, asked: Asked, order: Order, { offset, limit }: Slice): Promise<Place[]> {
  const column = sql.ref(`f.${facts[order.property] ?? "last_visit"}`);
  const direction = order.descending ? sql`desc` : sql`asc`;
  const known = sql`client_fact f join client c on c.company_id = f.company_id and c.id = f.client_id where ${column} is not null and ${kept(asked)}`;
  const unknown = sql`${joined} where ${column} is null and ${kept(asked)}`;
  const isDate = order.property.endsWith("_date");
  const blankFirst = !isDate && !order.descending;
  const parts = [
    { from: known, by: sql`${column} ${direction}, f.client_id ${direction}` },
    { from: unknown, by: sql`c.id` },
  ];
  if (blankFirst) parts.reverse();
  const found: Place[] = [];
  let skip = offset;
  for (const [index, { from, by }] of parts.entries()) {
    const { rows } =
      await sql<Place>`select c.id, '' as value from ${from} order by ${by} offset ${skip} limit ${limit - found.length}`.execute(db);
    found.push(...rows);
    if (found.length >= limit || index === 1) break;
    if (rows.length === 0 && skip > 0) {
      const { rows: counted } = await sql<{ n: number }>`select count(*)::int as n from ${from}`.execute(db);
      skip = Math.max(0, skip - (counted[0]?.n ?? 0));
    } else skip = 0;
  }
  return found;
}

/** The ids of every client a selection means, up to a bound. */
export async function idsOf(db: Kysely<DB>, asked: Asked, except: readonly string[], most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select c.id from ${joined} where ${kept(asked)} and c.id <> all(${except}::bigint[])
    order by c.id limit ${most}`.execute(db);
  return rows.map((row) => row.id);
}
