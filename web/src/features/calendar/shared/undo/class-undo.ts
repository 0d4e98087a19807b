import { ClassUndoService } from "@leashline/proto/leashline/calendar/v1/class_undo_service_pb.js";
import { saidUndoable } from "../../../../app/undo/undoable.ts";

type Versioned = { readonly id: string; readonly version: number };

/** Of a class itself. */
export const saidOfClass = (text: string, group: Versioned | undefined): void => {
  if (!group) return;
  saidUndoable(text, ClassUndoService.method.undoClassChange, { classId: group.id, version: group.version });
};

export const saidOfSession = (text: string, classId: string, session: Versioned | undefined): void => {
  if (!session) return;
  const { id: sessionId, version } = session;
  saidUndoable(text, ClassUndoService.method.undoClassChange, { classId, sessionId, version });
};

/** Of a pet's place in a class. */
export const saidOfPlace = (text: string, classId: string, place: Versioned | undefined): void => {
  if (!place) return;
  const { id: enrolmentId, version } = place;
  saidUndoable(text, ClassUndoService.method.undoClassChange, { classId, enrolmentId, version });
};
