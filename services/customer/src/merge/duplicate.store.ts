import { sql } from "kysely";
import type { Condition } from "../clients/visibility.store.ts";
import type { Db } from "../db.ts";
import type { Traits } from "./duplicate.ts";

/** The columns people are told alike by, in the order in which the list goes through them. */
export const stages = ["phone_key", "email_key", "name_key"] as const;
export type Stage = (typeof stages)[number];

/** Values of a column that several standing clients have, above one; read off its index. */
export async function shared(db: Db, stage: Stage, after: string, size: number): Promise<string[]> {
  const column = sql.ref(`c.${stage}`);
  const { rows } = await sql<{ value: string }>`select ${column} as value from client c
    where c.company_id = ${db.companyId} and ${column} > ${after} and ${column} <> '' and c.deleted_at is null
    group by ${column} having count(*) > 1 order by ${column} limit ${size}`.execute(db);
  return rows.map(({ value }) => value);
}

const traits = sql`select c.id::text as id, c.phone_key as "phoneKey", c.email_key as "emailKey", c.name_key as "nameKey",
  array(select p.pet_name from pet p where p.company_id = c.company_id and p.client_id = c.id and p.deleted_at is null order by p.pet_name) as "petNames",
  array(select a.address1 || ' ' || a.zipcode from address a where a.company_id = c.company_id and a.client_id = c.id and a.deleted_at is null
    and a.address1 <> '') as places from client c`;
const mostOfOne = 20;

/** Standing clients in reach with one of these values, the oldest first, at most 20 of each. */
export async function havingOne(db: Db, stage: Stage, values: readonly string[], reach: Condition): Promise<Traits[]> {
  const column = sql.ref(`c.${stage}`);
  const { rows } = await sql<Traits>`${traits} cross join lateral (select count(*) as n from client e where e.company_id = c.company_id
      and ${sql.ref(`e.${stage}`)} = ${column} and e.deleted_at is null and e.id < c.id) as earlier
    where c.company_id = ${db.companyId} and ${column} = any(${values}::text[]) and ${column} <> '' and c.deleted_at is null and earlier.n < ${mostOfOne}
      and ${reach} order by c.id`.execute(db);
  return rows;
}

/** Standing clients in reach who have something in common with one. */
export async function nearTo(db: Db, one: Traits, reach: Condition): Promise<Traits[]> {
  const alike = stages.map((stage, index) => {
    const value = [one.phoneKey, one.emailKey, one.nameKey][index] ?? "";
    const column = sql.ref(`d.${stage}`);
    return sql`(select d.id from client d where d.company_id = ${db.companyId} and ${column} = ${value} and ${column} <> '' and d.deleted_at is null order by d.id limit 50)`;
  });
  const { rows } = await sql<Traits>`${traits} where c.company_id = ${db.companyId} and c.id in (${sql.join(alike, sql` union `)})
    and c.id <> ${one.id} and c.deleted_at is null and ${reach} order by c.id`.execute(db);
  return rows;
}

export async function traitsOf(db: Db, id: string): Promise<Traits> {
  const { rows } = await sql<Traits>`${traits} where c.company_id = ${db.companyId} and c.id = ${id}`.execute(db);
  return rows[0] as Traits;
}
