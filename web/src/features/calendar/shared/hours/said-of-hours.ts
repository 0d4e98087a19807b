import { StaffScheduleService } from "@leashline/proto/leashline/calendar/v1/staff_schedule_service_pb.js";
import { saidUndoable } from "../../../../app/undo/undoable.ts";

type Whose = { readonly staffId: string; readonly businessId?: string };

/** What was done to somebody's hours, by the number that it was answered with. */
export const saidOfHours = (text: string, whose: Whose, { change }: { readonly change: number }): void =>
  saidUndoable(text, StaffScheduleService.method.undoScheduleChange, { ...whose, change });
