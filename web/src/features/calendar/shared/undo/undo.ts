import { ClassUndoService } from "@leashline/proto/leashline/calendar/v1/class_undo_service_pb.js";
import { ServiceAreaService } from "@leashline/proto/leashline/calendar/v1/service_area_service_pb.js";
import { StaffScheduleService } from "@leashline/proto/leashline/calendar/v1/staff_schedule_service_pb.js";
import { WalkService } from "@leashline/proto/leashline/calendar/v1/walk_service_pb.js";
import { queryClient } from "../../../../app/calls/query-client.ts";
import { refreshDomains } from "../../../../app/calls/refresh.ts";
import { clientFor } from "../../../../app/calls/transport.ts";
import { messageOf } from "../../../../ui/feedback/call-errors.ts";
import { toast } from "../../../../ui/feedback/toast.ts";

const UNDO_SECONDS = 8;

/** Takes something back and says so, or why it stays; what is on screen loads again. */
export const takingBack = async (undo: () => Promise<unknown>): Promise<void> => {
  try {
    await undo();
    toast.success("Undone");
  } catch (error) {
    toast.error(messageOf(error));
  }
  await refreshDomains(queryClient, "calendar", "order");
};

/** Says what was done and offers to take it back. */
const said = (text: string, undo: () => Promise<unknown>): void =>
  toast.success(text, { seconds: UNDO_SECONDS, undo: () => void takingBack(undo) });

type Whose = { readonly staffId: string; readonly businessId?: string };
type Numbered = { readonly change: number };

export const saidOfHours = (text: string, whose: Whose, { change }: Numbered): void =>
  said(text, () => clientFor(StaffScheduleService).undoScheduleChange({ ...whose, change }));

export const saidOfAreas = (text: string, whose: Whose, { change }: Numbered): void =>
  said(text, () => clientFor(ServiceAreaService).undoStaffAreas({ ...whose, change }));

export const saidOfReport = (text: string, appointmentId: string, { change }: Numbered): void =>
  said(text, () => clientFor(WalkService).undoWalkReport({ appointmentId, change }));

type Versioned = { readonly id: string; readonly version: number };

/** Of a class itself. */
export const saidOfClass = (text: string, group: Versioned | undefined): void => {
  if (!group) return;
  said(text, () => clientFor(ClassUndoService).undoClassChange({ classId: group.id, version: group.version }));
};

export const saidOfSession = (text: string, classId: string, session: Versioned | undefined): void => {
  if (!session) return;
  const { id: sessionId, version } = session;
  said(text, () => clientFor(ClassUndoService).undoClassChange({ classId, sessionId, version }));
};

/** Of a pet's place in a class. */
export const saidOfPlace = (text: string, classId: string, place: Versioned | undefined): void => {
  if (!place) return;
  const { id: enrolmentId, version } = place;
  said(text, () => clientFor(ClassUndoService).undoClassChange({ classId, enrolmentId, version }));
};
