import { dogNames, firstNames, lastNames } from "../seed/names.ts";
import type { House, Shop } from "./house.ts";

/** A company with a million clients, 1.6 million pets, and what the client list knows of them. */
export const crowdSize = Number(process.env.LEASHLINE_BENCH_CLIENTS ?? 1_000_000);

/** Every fiftieth client has the number of the one before: somebody who was entered twice. */
const phone = "'206' || lpad((i - case when i % 50 = 0 then 1 else 0 end)::text, 7, '0')";

const clients = `insert into customer.client (company_id, id, first_name, last_name, phone_number, phone_key, email, import_key, preferred_business_id, created_at)
  select $1, i, ($3::text[])[1 + i % cardinality($3::text[])], ($4::text[])[1 + i / 7 % cardinality($4::text[])] || chr(97 + i % 26) || chr(97 + i / 26 % 26),
    ${phone}, ${phone}, 'm' || i || '@x.example', 'c:' || i, $2, now() - make_interval(mins => i) from generate_series(1, $5::int) i`;
const pets = `insert into customer.pet (company_id, client_id, pet_name, pet_type, import_key)
  select $1, i, ($2::text[])[1 + (i * 7 + n) % cardinality($2::text[])], 'Dog', 'p:' || i || ':' || n
  from generate_series(1, $3::int) i, generate_series(1, case when i % 5 < 3 then 2 else 1 end) n`;
const tokens = `insert into customer.client_token (company_id, client_id, kind, token)
  select company_id, id, 1, lower(first_name) from customer.client where company_id = $1
  union all select company_id, id, 1, lower(last_name) from customer.client where company_id = $1
  union all select distinct company_id, client_id, 2, lower(pet_name) from customer.pet where company_id = $1
  union all select company_id, id, 3, substr(phone_key, n) from customer.client, generate_series(1, 8) n where company_id = $1`;
/** As if thrown: what is known of somebody does not hang together with their number, nor one thing with another. */
const thrown = (sides: number, seed: number) => `abs(hashint8extended(i, ${seed}) % ${sides})::int`;
const facts = `insert into customer.client_fact (company_id, client_id, finished_count, total_count, upcoming_count, last_visit, next_visit, paid_minor, outstanding_minor, currency)
  select $1, i, ${thrown(30, 1)}, ${thrown(40, 2)}, ${thrown(3, 3)}, current_date - ${thrown(400, 4)}, current_date + ${thrown(60, 5)},
    ${thrown(50_000, 6)}, ${thrown(700, 7)}, 'USD' from generate_series(1, $2::int, 2) i`;

/** What is written to is without its indexes meanwhile, but for keys that others refer to: they are made at once, as COPY would have it. */
async function withoutIndexes(house: House, table: string, work: () => Promise<unknown>): Promise<void> {
  const { admin } = house;
  const { rows: keys } = await admin.query<{ name: string; def: string }>(
    `select c.conname as name, pg_get_constraintdef(c.oid) as def from pg_constraint c
      where c.conrelid = $1::regclass and c.contype in ('p', 'u')
        and not exists (select 1 from pg_constraint f where f.contype = 'f' and f.conindid = c.conindid)`,
    [table],
  );
  const { rows: indexes } = await admin.query<{ name: string; def: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as def from pg_index i
      where i.indrelid = $1::regclass and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`,
    [table],
  );
  for (const { name } of indexes) await admin.query(`drop index ${name}`);
  for (const { name } of keys) await admin.query(`alter table ${table} drop constraint ${name}`);
  await work();
  for (const { name, def } of keys) await admin.query(`alter table ${table} add constraint ${name} ${def}`);
  for (const { def } of indexes) await admin.query(def);
}

export async function layCrowd(house: House, say: (text: string) => void): Promise<Shop> {
  const { admin } = house;
  const shop = await house.openShop("crowd", 1);
  const { companyId, businessId } = shop.identity;
  await admin.query("alter system set maintenance_work_mem = '256MB'");
  await admin.query("select pg_reload_conf()");
  await withoutIndexes(house, "customer.client", () => admin.query(clients, [companyId, businessId, firstNames, lastNames, crowdSize]));
  say(`${crowdSize} clients`);
  await withoutIndexes(house, "customer.pet", () => admin.query(pets, [companyId, dogNames, crowdSize]));
  say("their pets");
  await withoutIndexes(house, "customer.client_token", () => admin.query(tokens, [companyId]));
  say("the words they are found by");
  await withoutIndexes(house, "customer.client_fact", () => admin.query(facts, [companyId, crowdSize]));
  await admin.query("select setval('customer.client_id_seq', (select max(id) from customer.client))");
  for (const table of ["client", "pet", "client_token", "client_fact"]) await admin.query(`vacuum analyze customer.${table}`);
  return shop;
}
