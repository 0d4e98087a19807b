import { implement, listed, type Page } from "@leashline/kit";
import { NoteService } from "@leashline/proto/leashline/customer/v1/note_pb.js";
import { findClient } from "../clients/client.read.ts";
import { mustHaveClient } from "../clients/client.write.ts";
import { command, query } from "../db.ts";
import { mustHavePet } from "../pets/pet.write.ts";
import { toNote } from "./note.mapper.ts";
import { countNotes, notesOf, setNoteDeleted, updateNote } from "./note.store.ts";
import { addNote, authorOf, mustHaveNote, photosOf, textOf } from "./note.write.ts";

export const noteRpc = implement(NoteService, {
  async listNotes(req, ctx) {
    return await query(ctx, async (db) => {
      const { id: clientId } = await findClient(ctx, db, req.customerId, { deleted: true });
      const read = (page: Page) => notesOf(db, { clientId, petId: req.petId, ...page });
      const { rows, nextPageToken } = await listed(req, { standard: 50, most: 500, read, key: (row) => [row.id] });
      return { notes: rows.map(toNote), nextPageToken, total: await countNotes(db, clientId, req.petId) };
    });
  },

  async createNote(req, ctx) {
    return await command(ctx, async (tx) => {
      await mustHaveClient(tx, req.customerId);
      return { note: toNote(await addNote(tx, { ...req, clientId: req.customerId, petId: "0" })) };
    });
  },

  async createPetNote(req, ctx) {
    return await command(ctx, async (tx) => {
      const pet = await mustHavePet(tx, req.petId);
      return { note: toNote(await addNote(tx, { ...req, clientId: pet.clientId })) };
    });
  },

  async updateNote(req, ctx) {
    return await command(ctx, async (tx) => {
      const before = await mustHaveNote(tx, req.customerNoteId);
      const words = { note: textOf(req.note ?? before.note), isAlert: req.isAlert ?? before.isAlert };
      const after = await updateNote(tx.db, before.id, { ...words, ...photosOf(ctx, req, before) }, authorOf(ctx));
      tx.log({ entity: "note", id: before.id, action: "update", before, after });
      tx.notify("customer.client", { ids: [before.clientId] });
      return { note: toNote(after) };
    });
  },

  async deleteNote(req, ctx) {
    return await command(ctx, async (tx) => {
      const before = await mustHaveNote(tx, req.customerNoteId);
      await setNoteDeleted(tx.db, before.id, true);
      tx.log({ entity: "note", id: before.id, action: "delete", before });
      tx.notify("customer.client", { ids: [before.clientId] });
      return {};
    });
  },

  async restoreNote(req, ctx) {
    return await command(ctx, async (tx) => {
      const before = await mustHaveNote(tx, req.customerNoteId, { deleted: true });
      await setNoteDeleted(tx.db, before.id, false);
      tx.log({ entity: "note", id: before.id, action: "restore", after: before });
      tx.notify("customer.client", { ids: [before.clientId] });
      return { note: toNote(before) };
    });
  },
});
