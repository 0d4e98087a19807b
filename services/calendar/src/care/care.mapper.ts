import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { toWireDate } from "@leashline/kit";
import type { ServiceLine } from "../appointments/appointment.ts";
import type { CareEntry, Schedule, Task } from "./care.ts";
import type { Belonging, ShiftNote } from "./carried.store.ts";

export const toSchedule = ({ id, createdAt, endedAt: _, times, ...same }: Schedule) => ({
  ...same,
  careScheduleId: id,
  times: times.toSorted((a, b) => a - b),
  createTime: timestampFromDate(createdAt),
});

export const toEvent = ({ id, day, minute, tickedAt, ...same }: CareEntry) => ({
  ...same,
  careEventId: id,
  date: toWireDate(day),
  time: minute,
  createTime: timestampFromDate(tickedAt),
});

export const toTask = ({ schedule, day, minute, events, ...same }: Task) => ({
  ...same,
  schedule: toSchedule(schedule),
  date: toWireDate(day),
  time: minute,
  events: events.map(toEvent),
});

export const toDayService = ({ id, petId, petName, serviceName, staffName, start }: ServiceLine) => ({
  ...{ petDetailId: id, petId, petName, serviceName, staffName },
  time: start,
});

export const toBelonging = ({ id, createdAt, returnedAt, ...same }: Belonging) => ({
  ...same,
  belongingId: id,
  createTime: timestampFromDate(createdAt),
  ...(returnedAt && { returnTime: timestampFromDate(returnedAt) }),
});

export const toShiftNote = ({ id, createdAt, ...same }: ShiftNote) => ({
  ...same,
  shiftNoteId: id,
  createTime: timestampFromDate(createdAt),
});
