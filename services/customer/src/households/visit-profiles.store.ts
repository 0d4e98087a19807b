import { sql } from "kysely";
import type { Db } from "../db.ts";

export type TagOf = { clientId: string; id: string; name: string };
/** Whom a note is about: a client (pet 0), or one of their pets. */
export type About = { clientId: string; petId: string };
export type NoteAbout = About & { isAlert: boolean; note: string };

const most = 5;

/** The tags of these clients, in the company's order. */
export async function tagsOfClients(db: Db, clientIds: readonly string[]): Promise<TagOf[]> {
  const { rows } = await sql<TagOf>`select ct.client_id, t.id, t.name from client_tag ct
    join tag t on t.company_id = ct.company_id and t.id = ct.tag_id
    where ct.company_id = ${db.companyId} and ct.client_id = any(${clientIds}::bigint[]) order by t.sort, t.id`.execute(db);
  return rows;
}

/** The newest notes about each, alerts and others apart, at most five of either. */
export async function notesAbout(db: Db, about: readonly About[]): Promise<NoteAbout[]> {
  const { rows } = await sql<NoteAbout>`select o.client_id, o.pet_id, kind.is_alert, n.note
    from unnest(${about.map((one) => one.clientId)}::bigint[], ${about.map((one) => one.petId)}::bigint[]) o(client_id, pet_id),
      (values (true), (false)) kind(is_alert),
      lateral (select id, note from note where company_id = ${db.companyId} and client_id = o.client_id and pet_id = o.pet_id
        and is_alert = kind.is_alert and deleted_at is null order by id desc limit ${most}) n
    order by n.id desc`.execute(db);
  return rows;
}

export type LivesAt = { clientId: string; street: string; city: string; state: string; zipcode: string };

/** The primary address of each. */
export async function addressesOf(db: Db, clientIds: readonly string[]): Promise<LivesAt[]> {
  const { rows } =
    await sql<LivesAt>`select client_id, concat_ws(', ', nullif(address1, ''), nullif(address2, '')) as street, city, state, zipcode
    from address where company_id = ${db.companyId} and client_id = any(${clientIds}::bigint[]) and is_primary and deleted_at is null`.execute(
      db,
    );
  return rows;
}
