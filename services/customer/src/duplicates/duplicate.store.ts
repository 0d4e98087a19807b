import { sql } from "kysely";
import type { Condition } from "../clients/visibility.store.ts";
import { idle, kinds, words } from "../clients/words.ts";
import type { Db } from "../db.ts";
import type { Traits } from "./duplicate.ts";

/** What people are told alike by, in the order in which the list goes through them: columns of theirs, then the place of an address. */
export const stages = ["phone_key", "email_key", "name_key", "place_key"] as const;
export type Stage = (typeof stages)[number];

const mostOfOne = 20;

/** The rows of a stage, as `c`, with whose they are. */
const rowsOf = (stage: Stage) =>
  stage === "place_key" ? { table: sql`address c`, client: sql.ref("c.client_id") } : { table: sql`client c`, client: sql.ref("c.id") };

/** Values of a stage that several clients have, above one; read off its index. */
export async function shared(db: Db, stage: Stage, after: string, size: number): Promise<string[]> {
  const column = sql.ref(`c.${stage}`);
  const { table, client } = rowsOf(stage);
  const { rows } = await sql<{ value: string }>`select ${column} as value from ${table}
    where c.company_id = ${db.companyId} and ${column} > ${after} and ${column} <> '' and c.deleted_at is null
    group by ${column} having count(distinct ${client}) > 1 order by ${column} limit ${size}`.execute(db);
  return rows.map(({ value }) => value);
}

const traits = sql`select c.id::text as id, c.phone_key as "phoneKey", c.email_key as "emailKey", c.name_key as "nameKey",
  array(select p.pet_name from pet p where p.company_id = c.company_id and p.client_id = c.id and p.deleted_at is null order by p.pet_name) as "petNames",
  array(select a.address1 || ' ' || a.zipcode from address a where a.company_id = c.company_id and a.client_id = c.id and a.deleted_at is null
    and a.address1 <> '') as places from client c`;
/** Standing clients in reach with one of these values, the oldest first, of the 20 oldest of each; with the value that they have. */
export async function havingOne(
  db: Db,
  stage: Stage,
  values: readonly string[],
  reach: Condition,
): Promise<(Traits & { value: string })[]> {
  const column = sql.ref(`c.${stage}`);
  const { table, client } = rowsOf(stage);
  const { rows } = await sql<Traits & { value: string }>`with of_each as (
      select distinct v.value, o.id from unnest(${values}::text[]) as v(value) cross join lateral (
        select ${client} as id from ${table} where c.company_id = ${db.companyId} and ${column} = v.value and ${column} <> '' and c.deleted_at is null
        order by ${client} limit ${mostOfOne}) o)
    select t.*, o.value from of_each o join lateral (${traits} where c.company_id = ${db.companyId} and c.id = o.id and c.deleted_at is null and ${reach}) t on true
    order by t.id::bigint`.execute(db);
  return rows;
}

/** People of one name, and of one word of a name, are looked through up to so many, for whoever has a pet in common. */
const mostOfName = 2_000;
const mostOfWord = 500;
/** Any kind of it may be that of an inactive client. */
const isKind = (column: string, kind: number) => sql<boolean>`${sql.ref(column)} % ${idle} = ${kind}`;
const hasPet = (client: string, pets: readonly string[]) => sql<boolean>`exists (select 1 from client_token p
  where p.company_id = d.company_id and p.client_id = ${sql.ref(client)} and p.token = any(${pets}::text[]) and ${isKind("p.kind", kinds.pet)})`;

/** Ids of whoever may be the same: by number, email and name the oldest 50; whoever has a word of the name and of a pet's in common; and all at one place. */
function candidatesFor(db: Db, one: Traits) {
  const alike = [one.phoneKey, one.emailKey, one.nameKey].map((value, index) => {
    const column = sql.ref(`d.${stages[index]}`);
    return sql`(select d.id from client d where d.company_id = ${db.companyId} and ${column} = ${value} and ${column} <> '' and d.deleted_at is null order by d.id limit 50)`;
  });
  const pets = [...new Set(one.petNames.flatMap(words))];
  const named = words(one.nameKey).map(
    (
      word,
    ) => sql`(select d.id from (select d.company_id, d.client_id as id from client_token d where d.company_id = ${db.companyId} and d.token = ${word}
        and ${isKind("d.kind", kinds.name)} order by d.client_id limit ${mostOfWord}) d where ${hasPet("d.id", pets)})`,
  );
  const ofName = sql`(select d.id from (select d.company_id, d.id from client d where d.company_id = ${db.companyId} and d.name_key = ${one.nameKey}
      and d.name_key <> '' and d.deleted_at is null order by d.id limit ${mostOfName}) d where ${hasPet("d.id", pets)})`;
  const atPlace = sql`(select a.client_id from address m join address a on a.company_id = m.company_id and a.place_key = m.place_key
    where m.company_id = ${db.companyId} and m.client_id = ${one.id} and m.place_key <> '' and a.place_key <> '' and m.deleted_at is null
      and a.deleted_at is null limit ${mostOfName})`;
  return sql.join([...alike, ...(pets.length > 0 ? [...named, ofName] : []), atPlace], sql` union `);
}

/** Standing clients in reach who have something in common with one, but for those of whom it was said that they are somebody else. */
export async function nearTo(db: Db, one: Traits, reach: Condition): Promise<Traits[]> {
  const { rows } = await sql<Traits>`${traits} where c.company_id = ${db.companyId} and c.id in (${candidatesFor(db, one)})
    and c.id <> ${one.id} and c.deleted_at is null and ${reach} and not exists (select 1 from not_the_same n where n.company_id = c.company_id
      and n.client_id = least(c.id, ${one.id}::bigint) and n.other_client_id = greatest(c.id, ${one.id}::bigint)) order by c.id`.execute(
    db,
  );
  return rows;
}

export async function traitsOfAll(db: Db, ids: readonly string[]): Promise<Traits[]> {
  const { rows } = await sql<Traits>`${traits} where c.company_id = ${db.companyId} and c.id = any(${ids}::bigint[])`.execute(db);
  return rows;
}

export const traitsOf = async (db: Db, id: string): Promise<Traits> => (await traitsOfAll(db, [id]))[0] as Traits;
