import { type Kysely, sql } from "kysely";
import type { DB } from "../db.ts";
import { words } from "../search/words.ts";
import type { ClientColumns, StoredClient } from "./client.ts";
import { havingPhone, phoneKey } from "./phone.ts";

const base = (db: Kysely<DB>) =>
  db
    .selectFrom("client as c")
    .selectAll("c")
    .select([
      sql<
        string[]
      >`array(select t.tag_id::text from client_tag t where t.company_id = c.company_id and t.client_id = c.id order by t.tag_id)`.as(
        "tag_ids",
      ),
      sql<string>`coalesce((select a.id from address a where a.company_id = c.company_id and a.client_id = c.id and a.is_primary and a.deleted_at is null), 0)::text`.as(
        "primary_address_id",
      ),
      sql<string>`coalesce((select k.id from contact k where k.company_id = c.company_id and k.client_id = c.id and k.is_primary and k.deleted_at is null), 0)::text`.as(
        "primary_contact_id",
      ),
      sql<number>`coalesce((select f.finished_count from client_fact f where f.company_id = c.company_id and f.client_id = c.id), 0)`.as(
        "finished_count",
      ),
    ]);

type Condition = ReturnType<typeof sql<boolean>>;

/** Clients by id, deleted ones too; those out of reach are as if they were not there. */
export async function clientsById(db: Kysely<DB>, ids: readonly string[], reach?: Condition): Promise<Map<string, StoredClient>> {
  let q = base(db).where("c.id", "=", sql<string>`any(${ids}::bigint[])`);
  if (reach) q = q.where(reach);
  return new Map((await q.execute()).map((row) => [row.id, row]));
}

/** One client, locked until the command ends. */
export async function lockClient(db: Kysely<DB>, id: string, reach?: Condition): Promise<StoredClient | undefined> {
  let q = base(db).where("c.id", "=", id).forUpdate("c");
  if (reach) q = q.where(reach);
  return await q.executeTakeFirst();
}

/** A living client, other than the given one, with that number. */
export async function holderOfPhone(db: Kysely<DB>, key: string, exceptId: string): Promise<{ id: string; type: number } | undefined> {
  return await db
    .selectFrom("client")
    .select(["id", "type"])
    .where("phone_key", "=", key)
    .where("phone_key", "<>", "")
    .where("deleted_at", "is", null)
    .where("id", "<>", exceptId)
    .orderBy("type")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
}

/** Living clients by number, then by e-mail; oldest first. */
export async function findByContact(db: Kysely<DB>, phone: string, email: string, country: string, most = 20): Promise<StoredClient[]> {
  const key = phoneKey(phone, country);
  const reading = key
    ? await base(db)
        .where("c.phone_key", "=", key)
        .where("c.phone_key", "<>", "")
        .where("c.deleted_at", "is", null)
        .orderBy("c.id")
        .limit(most)
        .execute()
    : [];
  const byPhone = await havingPhone(reading, phone, country);
  if (!email || byPhone.length >= most) return byPhone;
  const byEmail = await base(db)
    .where("c.email_key", "=", email.toLowerCase())
    .where("c.email_key", "<>", "")
    .where("c.deleted_at", "is", null)
    .orderBy("c.id")
    .limit(most)
    .execute();
  const known = new Set(byPhone.map((c) => c.id));
  return [...byPhone, ...byEmail.filter((c) => !known.has(c.id))].slice(0, most);
}

export async function insertClient(db: Kysely<DB>, companyId: string, columns: ClientColumns): Promise<string> {
  const row = await db
    .insertInto("client")
    .values({ company_id: companyId, ...columns })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function updateClient(db: Kysely<DB>, id: string, columns: ClientColumns): Promise<void> {
  await db
    .updateTable("client")
    .set((eb) => ({ ...columns, version: eb("version", "+", 1), updated_at: sql`now()` }))
    .where("id", "=", id)
    .execute();
}

/** Tags that do not exist are left out. */
export async function setTags(db: Kysely<DB>, companyId: string, clientId: string, tagIds: readonly string[]): Promise<void> {
  await db
    .deleteFrom("client_tag")
    .where("client_id", "=", clientId)
    .where("tag_id", "<>", sql<string>`all(${tagIds}::bigint[])`)
    .execute();
  if (tagIds.length === 0) return;
  await sql`insert into client_tag (company_id, client_id, tag_id)
    select ${companyId}, ${clientId}, t.id from tag t where t.id = any(${tagIds}::bigint[]) on conflict do nothing`.execute(db);
}

/** Takes a client's pets with it, or brings back those that went with it; answers which. */
export async function movePets(
  db: Kysely<DB>,
  clientId: string,
  move: { deletedAt: Date; staffId: string } | { back: Date },
): Promise<{ id: string; pet_name: string; pet_type: string; breed: string }[]> {
  const q = db.updateTable("pet").where("client_id", "=", clientId);
  const set =
    "back" in move
      ? q.set((eb) => ({ deleted_at: null, deleted_by: null, version: eb("version", "+", 1) })).where("deleted_at", "=", move.back)
      : q
          .set((eb) => ({ deleted_at: move.deletedAt, deleted_by: move.staffId, version: eb("version", "+", 1) }))
          .where("deleted_at", "is", null);
  return await set.returning(["id", "pet_name", "pet_type", "breed"]).execute();
}

/** Whether a pet of the client (or one pet) is expected: an open appointment that is not over. */
export async function hasUpcoming(db: Kysely<DB>, about: { clientId: string } | { petId: string }): Promise<boolean> {
  let q = db.selectFrom("visit").select("appointment_id").where("status", "not in", [3, 4]).where("ends_at", ">", sql<Date>`now()`);
  q =
    "clientId" in about
      ? q.where("client_id", "=", about.clientId)
      : q
          .where("client_id", "=", (eb) => eb.selectFrom("pet").select("client_id").where("id", "=", about.petId))
          .where(sql<boolean>`${about.petId}::bigint = any(pet_ids)`);
  return (await q.limit(1).executeTakeFirst()) !== undefined;
}

/** Letters only, to compare names as people do. */
export const sameName = (a: string, b: string): boolean => words(a).join(" ") === words(b).join(" ");
