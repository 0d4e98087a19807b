import { lockRow, type Page } from "@leashline/kit";
import { type Selectable, sql } from "kysely";
import type { Note as NoteTable } from "../db.gen.ts";
import type { Db } from "../db.ts";

export type NoteRow = Selectable<NoteTable>;
export type Author = { staffId: string; name: string };

export type NoteQuery = Omit<Page, "size"> & { clientId: string; petId: string };

/** Newest first. */
export async function notesOf(db: Db, { clientId, petId, after, offset, limit }: NoteQuery): Promise<NoteRow[]> {
  let q = db
    .selectFrom("note")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where("clientId", "=", clientId)
    .where("deletedAt", "is", null);
  if (petId !== "0") q = q.where("petId", "=", petId);
  if (after) q = q.where("id", "<", after[0] ?? "0");
  return await q.orderBy("id", "desc").offset(offset).limit(limit).execute();
}

export async function countNotes(db: Db, clientId: string, petId: string): Promise<number> {
  let q = db
    .selectFrom("note")
    .select(sql<number>`count(*)::int`.as("n"))
    .where("companyId", "=", db.companyId)
    .where("clientId", "=", clientId)
    .where("deletedAt", "is", null);
  if (petId !== "0") q = q.where("petId", "=", petId);
  return (await q.executeTakeFirstOrThrow()).n;
}

export async function lockNote(db: Db, id: string): Promise<NoteRow | undefined> {
  return await lockRow(db, "note", id);
}

export type NotePhotos = { beforePhotoPath: string; afterPhotoPath: string };
export type NewNote = { clientId: string; petId: string; note: string; isAlert: boolean } & Partial<NotePhotos>;

export async function insertNote(db: Db, note: NewNote, by: Author): Promise<NoteRow> {
  return await db
    .insertInto("note")
    .values({
      companyId: db.companyId,
      clientId: note.clientId,
      petId: note.petId,
      note: note.note,
      isAlert: note.isAlert,
      beforePhotoPath: note.beforePhotoPath ?? "",
      afterPhotoPath: note.afterPhotoPath ?? "",
      staffId: by.staffId,
      staffName: by.name,
      lastStaffId: by.staffId,
      lastStaffName: by.name,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

type Written = Pick<NoteRow, "note" | "isAlert"> & NotePhotos;
export async function updateNote(db: Db, id: string, written: Written, by: Author): Promise<NoteRow> {
  return await db
    .updateTable("note")
    .set({ ...written, lastStaffId: by.staffId, lastStaffName: by.name, updatedAt: sql`now()` })
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function setNoteDeleted(db: Db, id: string, deleted: boolean): Promise<void> {
  await db
    .updateTable("note")
    .set({ deletedAt: deleted ? sql`now()` : null })
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .execute();
}
