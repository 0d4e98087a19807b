import { sql } from "kysely";
import { after, idle } from "../clients/words.ts";
import type { Db } from "../db.ts";
import { meantBy } from "./nearly.ts";

type Condition = ReturnType<typeof sql<boolean>>;
const { join } = sql;

/** More matches than this are cut off in the order of the words found: nobody reads on, and typing must stay quick. */
export const mostCandidates = 2_000;

export type Hit = {
  id: string;
  firstName: string;
  lastName: string;
  phoneNumber: string;
  email: string;
  clientColor: string;
  inactive: boolean;
  type: number;
  kind: number;
  pets: { id: string; name: string; type: string; breed: string; gone: boolean; picture: string }[];
};

const range = (column: string, term: string): Condition =>
  sql<boolean>`${sql.ref(column)} >= ${term} and ${sql.ref(column)} < ${after(term)}`;

/**
 * Which of `client_token` rows answer all terms: the first (longest) drives, as one range of the index; each other one must be found in the same client.
 * Columns client_id, kind, whole (the word is the term itself) and token. Who may not see contact data does not search in it either.
 */
export function candidates(companyId: string, terms: readonly string[], { contact = true } = {}): ReturnType<typeof sql> {
  const [driver = "", ...others] = terms;
  const names = contact ? [] : [sql`t.kind % ${idle} in (1, 2)`];
  const also = others.map(
    (term) =>
      sql`exists (select 1 from client_token o where o.company_id = t.company_id and o.client_id = t.client_id and ${range("o.token", term)})`,
  );
  return sql`select t.client_id, t.kind, t.token = ${driver} as whole, t.token from client_token t
    where t.company_id = ${companyId} and ${join([range("t.token", driver), ...names, ...also], sql` and `)} order by t.token limit ${mostCandidates}`;
}

const ranges = (term: string): ReturnType<typeof sql> => {
  const meant = meantBy(term);
  return sql`unnest(${meant}::text[], ${meant.map(after)}::text[]) as m(term, beyond)`;
};
const between = (token: string): Condition =>
  sql<boolean>`${sql.ref(token)} >= m.term collate "C" and ${sql.ref(token)} < m.beyond collate "C"`;
const names = (kind: string): Condition => sql<boolean>`${sql.ref(kind)} % ${idle} in (1, 2)`;

/** As `candidates`, for names that are nearly what was typed: each way it may have been meant is one range of the index. */
export function nearCandidates(companyId: string, terms: readonly string[]): ReturnType<typeof sql> {
  const [driver = "", ...others] = terms;
  const also = others.map(
    (term) => sql`and exists (select 1 from ${ranges(term)}, client_token o
      where o.company_id = ${companyId} and o.client_id = t.client_id and ${between("o.token")} and ${names("o.kind")})`,
  );
  // Each range by itself and with a limit of its own: put together, the planner may read the words of the whole company instead.
  return sql`select t.client_id, t.kind, t.token = m.term as whole, t.token from ${ranges(driver)} cross join lateral (
      select t.client_id, t.kind, t.token from client_token t where t.company_id = ${companyId} and ${between("t.token")} and ${names("t.kind")}
      ${also.length > 0 ? join(also, sql` `) : sql``} order by t.token limit ${mostCandidates}) t limit ${mostCandidates}`;
}

/** `reach` is null for a caller who reaches every client; `today` is the day at the business whose visits count. */
export type Search = {
  terms: readonly string[];
  reach: Condition | null;
  contact: boolean;
  limit: number;
  businessId: string;
  today: string;
  nearly?: boolean;
};

/** Who is at a business now, 2, or comes or came today, 1: whoever types a name mostly means one of them. */
const around = (companyId: string, { businessId, today }: Search) => sql`
  select client_id, max(near) as near from (
    select v.client_id, 2 as near from visit v where v.company_id = ${companyId} and v.business_id = ${businessId}::bigint and v.status in (5, 6)
    union all select v.client_id, 1 from visit v
      where v.company_id = ${companyId} and v.business_id = ${businessId}::bigint and v.date = ${today}::date and v.status <> 4) v
  group by client_id`;

/** The best matches with their pets, in one round trip: ranked on the words alone, so that only the clients that are shown are read. */
export async function searchClients(db: Db, search: Search): Promise<Hit[]> {
  const { terms, reach, contact, limit, nearly = false } = search;
  if (terms.length === 0) return [];
  const within = reach
    ? sql`where exists (select 1 from client c where c.company_id = ${db.companyId} and c.id = f.client_id and ${reach})`
    : sql``;
  const matching = nearly ? nearCandidates(db.companyId, terms) : candidates(db.companyId, terms, { contact });
  const { rows } = await sql<Hit>`
    with found as (
      select distinct on (client_id) client_id, kind, whole, token from (${matching}) f ${within}
      order by client_id, whole desc, kind
    ), around as (${around(db.companyId, search)}), best as (
      select client_id, kind, row_number() over (
        order by kind > ${idle}, whole desc, kind, coalesce(near, 0) desc, token, client_id desc) as place
      from found left join around using (client_id) order by place limit ${limit}
    )
    select c.id, c.first_name, c.last_name, c.phone_number, c.email, c.client_color, c.inactive, c.type, b.kind % ${idle} as kind,
      coalesce((select json_agg(json_build_object('id', p.id::text, 'name', p.pet_name, 'type', p.pet_type, 'breed', p.breed, 'gone', p.life_status = 2, 'picture', p.avatar_path)
        order by p.life_status, p.pet_name, p.id) from pet p where p.company_id = c.company_id and p.client_id = c.id and p.deleted_at is null), '[]') as pets
    from best b join client c on c.company_id = ${db.companyId} and c.id = b.client_id where c.deleted_at is null order by b.place`.execute(
    db,
  );
  return rows;
}
