import { WalkService } from "@leashline/proto/leashline/calendar/v1/walk_service_pb.js";
import { clientFor } from "../../../app/calls/transport.ts";
import { saidUndoable } from "../shared/reschedule.ts";

/** What was done to the report of a walk, by the number that it was answered with. */
export const saidOfReport = (text: string, appointmentId: string, { change }: { readonly change: number }): void =>
  saidUndoable(text, () => clientFor(WalkService).undoWalkReport({ appointmentId, change }));
