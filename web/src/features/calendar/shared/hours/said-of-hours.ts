import { StaffScheduleService } from "@leashline/proto/leashline/calendar/v1/staff_schedule_service_pb.js";
import { clientFor } from "../../../../app/calls/transport.ts";
import { saidUndoable } from "../reschedule.ts";

type Whose = { readonly staffId: string; readonly businessId?: string };

/** What was done to somebody's hours, by the number that it was answered with. */
export const saidOfHours = (text: string, whose: Whose, { change }: { readonly change: number }): void =>
  saidUndoable(text, () => clientFor(StaffScheduleService).undoScheduleChange({ ...whose, change }));
