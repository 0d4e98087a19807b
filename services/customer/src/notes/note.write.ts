import { type Ctx, fail, mustBePrivate, type Tx } from "@leashline/kit";
import { lockClientOf } from "../clients/client.write.ts";
import type { DB } from "../db.ts";
import { type Author, insertNote, lockNote, type NewNote, type NotePhotos, type NoteRow } from "./note.store.ts";

export const authorOf = (ctx: Ctx): Author => ({ staffId: ctx.caller.staffId, name: ctx.caller.name });

export function textOf(text: string): string {
  const note = text.trim();
  if (note === "") throw fail("PARAMS_INVALID", { field: "note", reason: "a note needs words" });
  return note;
}

/** Photos of before and after are of a pet, and private files of the company; one that was there may stay. */
export function photosOf(ctx: Ctx, given: Partial<NotePhotos>, before: NotePhotos & Pick<NoteRow, "petId">): NotePhotos {
  const photo = (field: keyof NotePhotos): string => {
    const path = given[field] ?? before[field];
    if (path === "" || path === before[field]) return path;
    if (before.petId === "0") throw fail("PARAMS_INVALID", { field, reason: "only a note about a pet has photos" });
    return mustBePrivate(ctx.companyId, path, field);
  };
  return { beforePhotoPath: photo("beforePhotoPath"), afterPhotoPath: photo("afterPhotoPath") };
}

/** Adds a note to a client, or to one of the pets, whose row the command holds. */
export async function addNote(tx: Tx<DB>, note: NewNote): Promise<NoteRow> {
  const photos = photosOf(tx.ctx, note, { petId: note.petId, beforePhotoPath: "", afterPhotoPath: "" });
  const made = await insertNote(tx.db, { ...note, ...photos, note: textOf(note.note) }, authorOf(tx.ctx));
  tx.log({ entity: "note", id: made.id, action: "create", after: made });
  tx.notify("customer.client", { ids: [note.clientId] });
  return made;
}

export async function mustHaveNote(tx: Tx<DB>, id: string, { deleted = false } = {}): Promise<NoteRow> {
  await lockClientOf(tx, "note", id);
  const note = await lockNote(tx.db, id);
  if (!note || (note.deletedAt !== null && !deleted)) throw fail("NOT_FOUND", { field: "customerNoteId" });
  return note;
}
