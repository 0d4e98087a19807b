import { type RawBuilder, sql } from "kysely";
import { factsAt, type Places } from "../clients/overview.store.ts";
import type { Db } from "../db.ts";
import { candidates, nearCandidates } from "../search/search.store.ts";
import type { ConditionOf, Facts } from "./filter.store.ts";

type Condition = RawBuilder<boolean>;

/** What is asked of the list: who the caller reaches, the locations they are told of, the filter, and the words typed. */
export type Asked = {
  reach: Condition;
  at: Places;
  filter: ConditionOf;
  terms: readonly string[] | null;
  contact: boolean;
  nearly?: boolean;
};
export type Order = { property: string; descending: boolean };
export type Slice = { offset: number; limit: number; after: { value: string; id: string } | null };

const keyed: Record<string, RawBuilder<string>> = {
  first_name: sql`c.first_name_key`,
  last_name: sql`c.last_name_key`,
  create_date: sql`c.created_at`,
};
const facts: Record<string, string> = {
  last_visit_date: "lastVisit",
  next_visit_date: "nextVisit",
  total_paid: "paidMinor",
  outstanding_balance: "outstandingMinor",
  finished_count: "finishedCount",
  total_count: "totalCount",
};

export const isKeyed = (property: string): boolean => property in keyed;

export const kept = (companyId: string, { reach, filter, terms, contact, nearly }: Asked, facts: Facts = "joined"): Condition =>
  sql<boolean>`c.company_id = ${companyId} and c.deleted_at is null and ${reach} and ${filter(facts)}${
    terms === null
      ? sql``
      : terms.length === 0
        ? sql` and false`
        : sql` and c.id in (select x.client_id from (${nearly ? nearCandidates(companyId, terms) : candidates(companyId, terms, { contact })}) x)`
  }`;
export const joined = (companyId: string, { at }: Asked): RawBuilder<unknown> =>
  sql`client c left join ${factsAt(companyId, at)} f on f.company_id = c.company_id and f.client_id = c.id`;

export type Place = { id: string; value: string };

/** A page in the order of names or creation: one range of that order's index. */
export async function pageByKey(db: Db, asked: Asked, order: Order, slice: Slice): Promise<Place[]> {
  const key = keyed[order.property] ?? keyed.first_name!;
  const direction = order.descending ? sql`desc` : sql`asc`;
  const type = order.property === "create_date" ? sql`timestamptz` : sql`text`;
  const beyond = slice.after
    ? sql` and (${key}, c.id) ${order.descending ? sql`<` : sql`>`} (${slice.after.value}::${type}, ${slice.after.id}::bigint)`
    : sql``;
  const { rows } =
    await sql<Place>`select c.id, ${key}::text as value from ${joined(db.companyId, asked)} where ${kept(db.companyId, asked)}${beyond}
    order by ${key} ${direction}, c.id ${direction} offset ${slice.offset} limit ${slice.limit}`.execute(db);
  return rows;
}

/**
 * A page in the order of a fact. Clients nothing is known of stand last; where a small number comes first they have none, and stand first. They are asked
 * for apart: of a condition on facts it is then plain beforehand whether one of them can fulfill it.
 */
export async function pageByFact(db: Db, asked: Asked, order: Order, { offset, limit }: Slice): Promise<Place[]> {
  const column = sql.ref(`f.${facts[order.property] ?? "lastVisit"}`);
  const direction = order.descending ? sql`desc` : sql`asc`;
  const known = factsAt(db.companyId, asked.at);
  const there = sql`${known} f join client c on c.company_id = f.company_id and c.id = f.client_id where f.company_id = ${db.companyId} and ${kept(db.companyId, asked, "there")}`;
  const absent = sql`client c where not exists (select 1 from ${known} f where f.company_id = c.company_id and f.client_id = c.id) and ${kept(db.companyId, asked, "none")}`;
  const ordered = { from: sql`${there} and ${column} is not null`, by: sql`${column} ${direction}, f.client_id ${direction}` };
  const blank = { from: sql`${there} and ${column} is null`, by: sql`f.client_id` };
  const without = { from: absent, by: sql`c.id` };
  if (order.property.endsWith("_date")) return await pageOfParts(db, [ordered, blank, without], offset, limit);
  return await pageOfParts(db, order.descending ? [ordered, without] : [without, ordered], offset, limit);
}

type Part = { from: RawBuilder<unknown>; by: RawBuilder<unknown> };

/** A page of what several statements find, one after the other. */
async function pageOfParts(db: Db, parts: readonly Part[], offset: number, limit: number): Promise<Place[]> {
  const found: Place[] = [];
  let skip = offset;
  for (const [index, { from, by }] of parts.entries()) {
    const { rows } =
      await sql<Place>`select c.id, '' as value from ${from} order by ${by} offset ${skip} limit ${limit - found.length}`.execute(db);
    found.push(...rows);
    if (found.length >= limit || index === parts.length - 1) break;
    if (rows.length === 0 && skip > 0) {
      const { rows: counted } = await sql<{ n: number }>`select count(*)::int as n from ${from}`.execute(db);
      skip = Math.max(0, skip - (counted[0]?.n ?? 0));
    } else skip = 0;
  }
  return found;
}

/** Exactly these clients. */
export const amongIds =
  (ids: readonly string[]): ConditionOf =>
  () =>
    sql<boolean>`c.id = any(${ids}::bigint[])`;

/** Locks clients in the order of their ids until the command ends. */
export async function lockClients(db: Db, ids: readonly string[]): Promise<void> {
  await db
    .selectFrom("client")
    .select("id")
    .where("companyId", "=", db.companyId)
    .where("id", "=", sql<string>`any(${ids}::bigint[])`)
    .orderBy("id")
    .forUpdate()
    .execute();
}

/** The ids of every client a selection means, up to a bound. */
export async function idsOf(db: Db, asked: Asked, except: readonly string[], most: number): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`select c.id from ${joined(db.companyId, asked)} where ${kept(db.companyId, asked)} and c.id <> all(${except}::bigint[])
    order by c.id limit ${most}`.execute(db);
  return rows.map((row) => row.id);
}

/** These clients, and which of them want no marketing. */
export async function unsubscribedAmong(db: Db, ids: readonly string[]): Promise<{ customerId: string; isUnsubscribed: boolean }[]> {
  return await db
    .selectFrom("client")
    .select(["id as customerId", "isUnsubscribed"])
    .where("companyId", "=", db.companyId)
    .where("id", "=", sql<string>`any(${ids}::bigint[])`)
    .orderBy("id")
    .execute();
}
