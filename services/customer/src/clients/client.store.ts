import { phoneKey, withNumber } from "@leashline/kit";
import { sql } from "kysely";
import type { Db } from "../db.ts";
import type { ClientColumns, StoredClient } from "./client.ts";
import type { Condition } from "./visibility.store.ts";
import { words } from "./words.ts";

const base = (db: Db) =>
  db
    .selectFrom("client as c")
    .where("c.companyId", "=", db.companyId)
    .selectAll("c")
    .select([
      sql<
        string[]
      >`array(select t.tag_id::text from client_tag t where t.company_id = c.company_id and t.client_id = c.id order by t.tag_id)`.as(
        "tagIds",
      ),
      sql<string>`coalesce((select a.id from address a where a.company_id = c.company_id and a.client_id = c.id and a.is_primary and a.deleted_at is null), 0)::text`.as(
        "primaryAddressId",
      ),
      sql<string>`coalesce((select k.id from contact k where k.company_id = c.company_id and k.client_id = c.id and k.is_primary and k.deleted_at is null), 0)::text`.as(
        "primaryContactId",
      ),
      sql<number>`coalesce((select f.finished_count from client_fact f where f.company_id = c.company_id and f.client_id = c.id), 0)`.as(
        "finishedCount",
      ),
    ]);

/** Clients by id, deleted ones too; those out of reach are as if they were not there. */
export async function clientsById(db: Db, ids: readonly string[], reach?: Condition): Promise<Map<string, StoredClient>> {
  let q = base(db).where("c.id", "=", sql<string>`any(${ids}::bigint[])`);
  if (reach) q = q.where(reach);
  return new Map((await q.execute()).map((row) => [row.id, row]));
}

/** One client, locked until the command ends. */
export async function lockClient(db: Db, id: string, reach?: Condition): Promise<StoredClient | undefined> {
  let q = base(db).where("c.id", "=", id).forUpdate("c");
  if (reach) q = q.where(reach);
  return await q.executeTakeFirst();
}

/** A living client, other than the given one, with that number. */
export async function holderOfPhone(db: Db, key: string, exceptId: string): Promise<{ id: string; type: number } | undefined> {
  return await db
    .selectFrom("client")
    .select(["id", "type"])
    .where("companyId", "=", db.companyId)
    .where("phoneKey", "=", key)
    .where("phoneKey", "<>", "")
    .where("deletedAt", "is", null)
    .where("id", "<>", exceptId)
    .orderBy("type")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
}

/** Written out, as the indexes of what is not empty have it: as a parameter it would keep one plan from serving everybody. */
const noText = sql.lit("");

/** Living clients by number, then by e-mail; oldest first. */
export async function findByContact(db: Db, phone: string, email: string, country: string, most = 20): Promise<StoredClient[]> {
  const key = phoneKey(phone, country);
  const living = base(db).where("c.deletedAt", "is", null).orderBy("c.id").limit(most);
  const [reading, byEmail] = await Promise.all([
    key ? living.where("c.phoneKey", "=", key).where("c.phoneKey", "<>", noText).execute() : [],
    email ? living.where("c.emailKey", "=", email.toLowerCase()).where("c.emailKey", "<>", noText).execute() : [],
  ]);
  const byPhone = await withNumber(reading, phone, country);
  const known = new Set(byPhone.map((c) => c.id));
  return [...byPhone, ...byEmail.filter((c) => !known.has(c.id))].slice(0, most);
}

/** Whether a living client has that number, and whether one has that e-mail. */
export async function isTaken(db: Db, phone: string, email: string, country: string): Promise<{ phone: boolean; email: boolean }> {
  const { rows } = await sql<{ numbers: string[]; email: boolean }>`select
      array(select phone_number from client where company_id = ${db.companyId} and phone_key = ${phoneKey(phone, country)} and phone_key <> '' and deleted_at is null
        order by id limit 20) as numbers,
      exists(select 1 from client where company_id = ${db.companyId} and email_key = ${email.toLowerCase()} and email_key <> '' and deleted_at is null) as email`.execute(
    db,
  );
  const alike = (rows[0]?.numbers ?? []).map((phoneNumber) => ({ phoneNumber }));
  return { phone: (await withNumber(alike, phone, country)).length > 0, email: rows[0]?.email === true };
}

/** A new client, to whom nothing belongs yet. */
export async function insertClient(db: Db, columns: ClientColumns): Promise<StoredClient> {
  const row = await db
    .insertInto("client")
    .values({ companyId: db.companyId, ...columns })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...row, tagIds: [], primaryAddressId: "0", primaryContactId: "0", finishedCount: 0 };
}

export async function updateClient(db: Db, id: string, columns: ClientColumns): Promise<void> {
  await db
    .updateTable("client")
    .set((eb) => ({ ...columns, version: eb("version", "+", 1), updatedAt: sql`now()` }))
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .execute();
}

/** What belongs to a client. */
export type OfClient = "contact" | "address" | "note" | "pet";

export async function clientIdOf(db: Db, table: OfClient, id: string): Promise<string | undefined> {
  const row = await db.selectFrom(table).select("clientId").where("companyId", "=", db.companyId).where("id", "=", id).executeTakeFirst();
  return row?.clientId;
}

/** Makes room for the one primary contact or address. */
export async function clearPrimary(db: Db, table: "address" | "contact", clientId: string): Promise<void> {
  await db
    .updateTable(table)
    .set({ isPrimary: false })
    .where("companyId", "=", db.companyId)
    .where("clientId", "=", clientId)
    .where("isPrimary", "=", true)
    .execute();
}

/** Tags that do not exist are left out. */
export async function setTags(db: Db, clientId: string, tagIds: readonly string[]): Promise<void> {
  await db
    .deleteFrom("clientTag")
    .where("companyId", "=", db.companyId)
    .where("clientId", "=", clientId)
    .where("tagId", "<>", sql<string>`all(${tagIds}::bigint[])`)
    .execute();
  if (tagIds.length === 0) return;
  await sql`insert into client_tag (company_id, client_id, tag_id)
    select ${db.companyId}, ${clientId}, t.id from tag t where t.company_id = ${db.companyId} and t.id = any(${tagIds}::bigint[]) on conflict do nothing`.execute(
    db,
  );
}

/** Takes a client's pets with it, or brings back those that went with it; answers which. */
export async function movePets(
  db: Db,
  clientId: string,
  move: { deletedAt: Date; staffId: string } | { back: Date },
): Promise<{ id: string; petName: string; petType: string; breed: string }[]> {
  const q = db.updateTable("pet").where("companyId", "=", db.companyId).where("clientId", "=", clientId);
  const set =
    "back" in move
      ? q.set((eb) => ({ deletedAt: null, deletedBy: null, version: eb("version", "+", 1) })).where("deletedAt", "=", move.back)
      : q
          .set((eb) => ({ deletedAt: move.deletedAt, deletedBy: move.staffId, version: eb("version", "+", 1) }))
          .where("deletedAt", "is", null);
  return await set.returning(["id", "petName", "petType", "breed"]).execute();
}

/** Whether a pet of the client (or one pet) is expected: an open appointment that is not over. */
export async function hasUpcoming(db: Db, about: { clientId: string } | { petId: string }): Promise<boolean> {
  let q = db
    .selectFrom("visit")
    .select("appointmentId")
    .where("companyId", "=", db.companyId)
    .where("status", "not in", [3, 4])
    .where("endsAt", ">", sql<Date>`now()`);
  q =
    "clientId" in about
      ? q.where("clientId", "=", about.clientId)
      : q
          .where("clientId", "=", (eb) =>
            eb.selectFrom("pet").select("clientId").where("companyId", "=", db.companyId).where("id", "=", about.petId),
          )
          .where(sql<boolean>`${about.petId}::bigint = any(pet_ids)`);
  return (await q.limit(1).executeTakeFirst()) !== undefined;
}

/** Letters only, to compare names as people do. */
export const sameName = (a: string, b: string): boolean => words(a).join(" ") === words(b).join(" ");

/** Leads who became clients now; what was noted of them stays. By nobody when booking did it. */
export async function markConverted(db: Db, clientId: string, staffId: string): Promise<void> {
  await sql`insert into lead (company_id, client_id, converted_at, converted_by) values (${db.companyId}, ${clientId}, now(), ${staffId})
    on conflict (company_id, client_id) do update set converted_at = now(), converted_by = excluded.converted_by, version = lead.version + 1,
      stage = case when lead.stage = 4 then 1 else lead.stage end, lost_reason = '', next_step = '', next_step_on = null`.execute(db);
}

/** A client who is a lead, again or from now on. */
export async function markLead(db: Db, clientId: string): Promise<void> {
  await db
    .updateTable("lead")
    .set((eb) => ({ convertedAt: null, convertedBy: "0", version: eb("version", "+", 1) }))
    .where("companyId", "=", db.companyId)
    .where("clientId", "=", clientId)
    .execute();
}
