import type { MessageInitShape } from "@bufbuild/protobuf";
import { toTimestamp } from "@leashline/kit";
import type { NoteSchema } from "@leashline/proto/leashline/customer/v1/note_pb.js";
import type { NoteRow } from "./note.store.ts";

export const toNote = (row: NoteRow): MessageInitShape<typeof NoteSchema> => ({
  customerNoteId: row.id,
  customerId: row.clientId,
  petId: row.petId,
  note: row.note,
  isAlert: row.isAlert,
  beforePhotoPath: row.beforePhotoPath,
  afterPhotoPath: row.afterPhotoPath,
  staffId: row.staffId,
  staffName: row.staffName,
  lastStaffId: row.lastStaffId,
  lastStaffName: row.lastStaffName,
  createTime: toTimestamp(row.createdAt),
  updateTime: toTimestamp(row.updatedAt),
});
