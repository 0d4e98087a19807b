import { type Kysely, type Selectable, sql } from "kysely";
import type { Note as NoteTable } from "../db.gen.ts";
import type { DB } from "../db.ts";

export type NoteRow = Selectable<NoteTable>;
type Author = { staffId: string; name: string };

export type NoteQuery = { clientId: string; petId: string; beforeId: string | null; offset: number; limit: number };

/** Newest first; one row more than asked tells whether there are others. */
export async function notesOf(db: Kysely<DB>, { clientId, petId, beforeId, offset, limit }: NoteQuery): Promise<NoteRow[]> {
  let q = db.selectFrom("note").selectAll().where("client_id", "=", clientId).where("deleted_at", "is", null);
  if (petId !== "0") q = q.where("pet_id", "=", petId);
  if (beforeId) q = q.where("id", "<", beforeId);
  return await q.orderBy("id", "desc").offset(offset).limit(limit).execute();
}

export async function countNotes(db: Kysely<DB>, clientId: string, petId: string): Promise<number> {
  let q = db
    .selectFrom("note")
    .select(sql<number>`count(*)::int`.as("n"))
    .where("client_id", "=", clientId)
    .where("deleted_at", "is", null);
  if (petId !== "0") q = q.where("pet_id", "=", petId);
  return (await q.executeTakeFirstOrThrow()).n;
}

export async function lockNote(db: Kysely<DB>, id: string): Promise<NoteRow | undefined> {
  return await db.selectFrom("note").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
}

type NewNote = { clientId: string; petId: string; note: string; isAlert: boolean };

export async function insertNote(db: Kysely<DB>, companyId: string, note: NewNote, by: Author): Promise<NoteRow> {
  return await db
    .insertInto("note")
    .values({
      company_id: companyId,
      client_id: note.clientId,
      pet_id: note.petId,
      note: note.note,
      is_alert: note.isAlert,
      staff_id: by.staffId,
      staff_name: by.name,
      last_staff_id: by.staffId,
      last_staff_name: by.name,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function updateNote(db: Kysely<DB>, id: string, note: string, isAlert: boolean, by: Author): Promise<NoteRow> {
  return await db
    .updateTable("note")
    .set({ note, is_alert: isAlert, last_staff_id: by.staffId, last_staff_name: by.name, updated_at: sql`now()` })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function setNoteDeleted(db: Kysely<DB>, id: string, deleted: boolean): Promise<void> {
  await db
    .updateTable("note")
    .set({ deleted_at: deleted ? sql`now()` : null })
    .where("id", "=", id)
    .execute();
}
