import { type DescMethodUnary, fromJson, type JsonValue } from "@bufbuild/protobuf";
import { AppointmentLogKind } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { BlockSeriesService } from "@leashline/proto/leashline/calendar/v1/block_series_service_pb.js";
import { ClassUndoService } from "@leashline/proto/leashline/calendar/v1/class_undo_service_pb.js";
import { SeriesService } from "@leashline/proto/leashline/calendar/v1/series_service_pb.js";
import { ServiceAreaService } from "@leashline/proto/leashline/calendar/v1/service_area_service_pb.js";
import { StaffScheduleService } from "@leashline/proto/leashline/calendar/v1/staff_schedule_service_pb.js";
import { WalkService } from "@leashline/proto/leashline/calendar/v1/walk_service_pb.js";
import { confirm } from "../../ui/feedback/confirm.ts";
import { clientFor } from "../calls/transport.ts";
import type { Undoing } from "./undoable.ts";
import { bookingsOf } from "./whose.ts";

const methods: readonly DescMethodUnary[] = [
  AppointmentService.method.undoChange,
  SeriesService.method.undoSeriesChange,
  BlockSeriesService.method.undoBlockChanges,
  ClassUndoService.method.undoClassChange,
  StaffScheduleService.method.undoScheduleChange,
  ServiceAreaService.method.undoStaffAreas,
  WalkService.method.undoWalkReport,
];

/** All that may be asked for from what the browser has kept. */
export const undoCalls = new Map(methods.map((method) => [`${method.parent.typeName}/${method.name}`, method]));

/** Nothing where it is none of our calls, or its message is not what the call takes. */
export const readUndo = ({ call, message }: Undoing): ((headers: HeadersInit) => Promise<unknown>) | undefined => {
  const method = undoCalls.get(call);
  if (!method) return undefined;
  try {
    const read = fromJson(method.input, message as JsonValue);
    return (headers) =>
      (clientFor(method.parent) as Record<string, (asked: object, how: object) => Promise<unknown>>)[method.localName]!(read, { headers });
  } catch {
    return undefined;
  }
};

const visits = () => clientFor(AppointmentService);
/** One of which that is not known counts as told. */
const isTold = async (id: string, headers: HeadersInit): Promise<boolean> => {
  try {
    const { entries } = await visits().listActionLog({ id }, { headers });
    return entries.some(({ kind }) => kind === AppointmentLogKind.SEND_NOTIFICATION);
  } catch {
    return true;
  }
};

/** Asks before a booking is taken back of which its client has been told; of several the first is what they are told of. */
export const isMeant = async (undo: Undoing, text: string | undefined, headers: HeadersInit): Promise<boolean> => {
  const [first] = bookingsOf(undo);
  if (!first || !(await isTold(first, headers))) return true;
  return await confirm({
    title: text ? `Undo “${text}”?` : "Undo the booking?",
    body: "The client has been told of this booking. Undoing it cancels the appointment.",
    action: "Cancel the appointment",
    cancel: "Keep it",
    danger: true,
  });
};
