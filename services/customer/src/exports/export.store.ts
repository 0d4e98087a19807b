import { sql } from "kysely";
import type { Db } from "../db.ts";

export type ExportRow = {
  id: string;
  firstName: string;
  lastName: string;
  phoneNumber: string;
  email: string;
  type: number;
  inactive: boolean;
  address: string;
  city: string;
  state: string;
  zipcode: string;
  pets: string;
  tags: string;
  createdAt: Date;
};

/** What the file says of each of these clients, by first name. */
export async function exportRows(db: Db, ids: readonly string[]): Promise<ExportRow[]> {
  const { rows } = await sql<ExportRow>`select c.id, c.first_name, c.last_name, c.phone_number, c.email, c.type, c.inactive, c.created_at,
      trim(coalesce(a.address1, '') || ' ' || coalesce(a.address2, '')) as address, coalesce(a.city, '') as city, coalesce(a.state, '') as state,
      coalesce(a.zipcode, '') as zipcode,
      coalesce((select string_agg(p.pet_name || case when p.breed = '' then '' else ' (' || p.breed || ')' end, ', ' order by p.id) from pet p
        where p.company_id = ${db.companyId} and p.client_id = c.id and p.deleted_at is null and p.life_status <> 2), '') as pets,
      coalesce((select string_agg(t.name, ', ' order by t.sort, t.id) from client_tag ct join tag t on t.company_id = ct.company_id and t.id = ct.tag_id
        where ct.company_id = ${db.companyId} and ct.client_id = c.id), '') as tags
    from client c
    left join lateral (select * from address x where x.company_id = ${db.companyId} and x.client_id = c.id and x.deleted_at is null
      order by x.is_primary desc, x.id limit 1) a on true
    where c.company_id = ${db.companyId} and c.id = any(${ids}::bigint[]) order by c.first_name_key, c.id`.execute(db);
  return rows;
}
