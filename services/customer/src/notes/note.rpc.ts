import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Ctx, cut, fail, implement, pageOf, type Tx, toTimestamp } from "@leashline/kit";
import { type NoteSchema, NoteService } from "@leashline/proto/leashline/customer/v1/note_pb.js";
import { clientsById } from "../clients/client.store.ts";
import { lockClientOf, mustHaveClient } from "../clients/client.write.ts";
import { reach } from "../clients/visibility.ts";
import { command, type DB, query } from "../db.ts";
import { mustHavePet } from "../pets/pet.write.ts";
import { countNotes, insertNote, lockNote, type NoteRow, notesOf, setNoteDeleted, updateNote } from "./note.store.ts";

export const noteToWire = (row: NoteRow): MessageInitShape<typeof NoteSchema> => ({
  customerNoteId: row.id,
  customerId: row.client_id,
  petId: row.pet_id,
  note: row.note,
  isAlert: row.is_alert,
  staffId: row.staff_id,
  staffName: row.staff_name,
  lastStaffId: row.last_staff_id,
  lastStaffName: row.last_staff_name,
  createTime: toTimestamp(row.created_at),
  updateTime: toTimestamp(row.updated_at),
});

const author = (ctx: Ctx) => ({ staffId: ctx.caller.staffId, name: ctx.caller.name });

function textOf(text: string): string {
  const note = text.trim();
  if (note === "") throw fail("PARAMS_INVALID", { field: "note", reason: "a note needs words" });
  return note;
}

/** Adds a note to a client, or to one of the pets, whose row the command holds. */
export async function addNote(tx: Tx<DB>, note: { clientId: string; petId: string; note: string; isAlert: boolean }): Promise<NoteRow> {
  const made = await insertNote(tx.db, tx.ctx.companyId, { ...note, note: textOf(note.note) }, author(tx.ctx));
  tx.log({ entity: "note", id: made.id, action: "create", after: made });
  tx.notify("customer.client", { ids: [note.clientId] });
  return made;
}

async function mustHaveNote(tx: Tx<DB>, id: string, { deleted = false } = {}): Promise<NoteRow> {
  await lockClientOf(tx, "note", id);
  const note = await lockNote(tx.db, id);
  if (!note || (note.deleted_at !== null && !deleted)) throw fail("NOT_FOUND", { field: "customerNoteId" });
  return note;
}

export const noteRpc = implement(NoteService, {
  async listNotes(req, ctx) {
    const page = pageOf(req, { standard: 50, most: 500 });
    return await query(ctx, async (db) => {
      if ((await clientsById(db, [req.customerId], reach(ctx))).size === 0) throw fail("CUSTOMER_NOT_FOUND", { field: "customerId" });
      const beforeId = page.after?.[0] ?? null;
      const found = await notesOf(db, { clientId: req.customerId, petId: req.petId, beforeId, offset: page.offset, limit: page.size + 1 });
      const { rows, nextPageToken } = cut(found, page.size, (row) => [row.id]);
      return { notes: rows.map(noteToWire), nextPageToken, total: await countNotes(db, req.customerId, req.petId) };
    });
  },

  async createNote(req, ctx) {
    return await command(ctx, async (tx) => {
      await mustHaveClient(tx, req.customerId);
      return { note: noteToWire(await addNote(tx, { ...req, clientId: req.customerId, petId: "0" })) };
    });
  },

  async createPetNote(req, ctx) {
    return await command(ctx, async (tx) => {
      const pet = await mustHavePet(tx, req.petId);
      return { note: noteToWire(await addNote(tx, { ...req, clientId: pet.client_id })) };
    });
  },

  async updateNote(req, ctx) {
    return await command(ctx, async (tx) => {
      const before = await mustHaveNote(tx, req.customerNoteId);
      const after = await updateNote(tx.db, before.id, textOf(req.note ?? before.note), req.isAlert ?? before.is_alert, author(ctx));
      tx.log({ entity: "note", id: before.id, action: "update", before, after });
      tx.notify("customer.client", { ids: [before.client_id] });
      return { note: noteToWire(after) };
    });
  },

  async deleteNote(req, ctx) {
    return await command(ctx, async (tx) => {
      const before = await mustHaveNote(tx, req.customerNoteId);
      await setNoteDeleted(tx.db, before.id, true);
      tx.log({ entity: "note", id: before.id, action: "delete", before });
      tx.notify("customer.client", { ids: [before.client_id] });
      return {};
    });
  },

  async restoreNote(req, ctx) {
    return await command(ctx, async (tx) => {
      const before = await mustHaveNote(tx, req.customerNoteId, { deleted: true });
      await setNoteDeleted(tx.db, before.id, false);
      tx.log({ entity: "note", id: before.id, action: "restore", after: before });
      tx.notify("customer.client", { ids: [before.client_id] });
      return { note: noteToWire(before) };
    });
  },
});
