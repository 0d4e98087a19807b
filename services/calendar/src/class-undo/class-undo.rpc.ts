import { type Ctx, implement } from "@leashline/kit";
import { ClassUndoService, type UndoClassChangeRequest } from "@leashline/proto/leashline/calendar/v1/class_undo_service_pb.js";
import { shownClass } from "../classes/reading.ts";
import { query } from "../db.ts";
import { undoClass } from "./class-undo.ts";
import { undoEnrolment } from "./enrolment-undo.ts";
import { undoSession } from "./session-undo.ts";

export const classUndoRpc = implement(ClassUndoService, {
  async undoClassChange(request, ctx) {
    await undo(ctx, request);
    return { groupClass: (await query(ctx, (db) => shownClass(ctx, db, request.classId))).groupClass };
  },
});

function undo(ctx: Ctx, { classId, sessionId, enrolmentId, version }: UndoClassChangeRequest): Promise<unknown> {
  if (sessionId !== "0") return undoSession(ctx, { classId, sessionId, version });
  if (enrolmentId !== "0") return undoEnrolment(ctx, { classId, enrolmentId, version });
  return undoClass(ctx, { classId, version });
}
