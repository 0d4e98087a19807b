import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { toWireDate } from "@leashline/kit";
import type { Holder } from "./assignment.ts";
import type { CareEntry, Schedule, Task } from "./care.ts";
import type { Belonging, ShiftNote } from "./carried.store.ts";
import type { ServiceEntry, ServiceTask } from "./day-services.ts";

export const toSchedule = ({ id, createdAt, endedAt: _, times, firstDate, lastDate, ...same }: Schedule) => ({
  ...same,
  careScheduleId: id,
  ...(firstDate && { firstDate: toWireDate(firstDate) }),
  ...(lastDate && { lastDate: toWireDate(lastDate) }),
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

const toAssigned = ({ staffId, staffName }: Holder) => ({ assignedStaffId: staffId, assignedStaffName: staffName });

export const toTask = ({ schedule, day, minute, events, ...same }: Task, holder: Holder) => ({
  ...same,
  ...toAssigned(holder),
  schedule: toSchedule(schedule),
  date: toWireDate(day),
  time: minute,
  events: events.map(toEvent),
});

const toServiceEvent = ({ id, petDetailId, day, outcome, note, staffId, staffName, entryKey, tickedAt }: ServiceEntry) => ({
  ...{ careEventId: id, petDetailId, outcome, note, staffId, staffName, entryKey },
  date: toWireDate(day),
  createTime: timestampFromDate(tickedAt),
});

export const toDayService = ({ serviceId: _, staffId: _planned, day, events, ...same }: ServiceTask, holder: Holder) => ({
  ...same,
  ...toAssigned(holder),
  date: toWireDate(day),
  events: events.map(toServiceEvent),
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
