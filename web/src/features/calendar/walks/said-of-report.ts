import { WalkService } from "@leashline/proto/leashline/calendar/v1/walk_service_pb.js";
import { saidUndoable } from "../../../app/undo/undoable.ts";

/** What was done to the report of a walk, by the number that it was answered with. */
export const saidOfReport = (text: string, appointmentId: string, { change }: { readonly change: number }): void =>
  saidUndoable(text, WalkService.method.undoWalkReport, { appointmentId, change });
