import { type DescMethodUnary, fromJson, type JsonValue } from "@bufbuild/protobuf";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { BlockSeriesService } from "@leashline/proto/leashline/calendar/v1/block_series_service_pb.js";
import { ClassUndoService } from "@leashline/proto/leashline/calendar/v1/class_undo_service_pb.js";
import { SeriesService } from "@leashline/proto/leashline/calendar/v1/series_service_pb.js";
import { ServiceAreaService } from "@leashline/proto/leashline/calendar/v1/service_area_service_pb.js";
import { StaffScheduleService } from "@leashline/proto/leashline/calendar/v1/staff_schedule_service_pb.js";
import { WalkService } from "@leashline/proto/leashline/calendar/v1/walk_service_pb.js";
import { clientFor } from "../calls/transport.ts";
import type { Undoing } from "./undoable.ts";

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
