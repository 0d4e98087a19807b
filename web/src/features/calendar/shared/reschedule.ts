import { RepeatModifyType } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { SeriesService } from "@leashline/proto/leashline/calendar/v1/series_service_pb.js";
import { clientFor } from "../../../app/calls/transport.ts";
import { saidUndoable, type Undoing } from "../../../app/undo/undoable.ts";
import { errorFact, messageOf } from "../../../ui/feedback/call-errors.ts";
import { toast } from "../../../ui/feedback/toast.ts";
import { dayToIso, isDay, isoToDay } from "../../../ui/format/dates.ts";
import type { Format } from "../../../ui/format/locale.ts";
import { plural } from "../../../ui/format/text.ts";
import { type Override, withConflicts } from "./conflicts/conflict.ts";
import { pricesFor } from "./prices/prices-for.ts";
import { askScope } from "./repeat/scope-question.ts";
import type { Appointment } from "./types.ts";

export type Place = { staffId: string; date: string; startTime: number; endTime: number };
type What = {
  appointmentId: string;
  originalStaffId: string;
  petDetailIds: string[];
  moveAllCards?: boolean;
  version: number;
  /** "0" when it does not repeat. */
  repeatId: string;
  /** Where it was, by which it is said what changed. */
  before: Pick<Place, "date" | "startTime">;
};
type Moved = { id: string; version: number };

const visits = clientFor(AppointmentService);
const { ONLY_THIS } = RepeatModifyType;

export const versionOf = ({ id, version }: Moved): Moved => ({ id, version });

/** Of a visit: takes back the change that it has come from, not one that somebody made after it. */
export const saidOfVisit = (text: string, visit: Moved): void => saidUndoable(text, AppointmentService.method.undoChange, versionOf(visit));

/** Of several visits: all are taken back or none. */
export const saidOfSeveral = (text: string, moved: readonly Moved[], first?: Undoing): void =>
  saidUndoable(text, SeriesService.method.undoSeriesChange, { changes: moved.map(versionOf) }, first);

/**
 * Puts a visit somewhere else, or several of its series; asks which are meant, when something is in the way, or a price would be another, and offers to undo.
 * False when all stayed where they were.
 */
export const reschedule = async ({ repeatId, before, ...what }: What, to: Place, format: Format): Promise<boolean> => {
  const type = repeatId === "0" ? ONLY_THIS : await askScope({ title: "Move a repeating appointment", action: "Move" });
  if (type === undefined) return false;
  const { date: _, ...meant } = to;
  const prices = await pricesFor({ ...meant, ...what });
  if (prices === "leave") return false;
  const move = (at: Omit<Place, "endTime">, override?: Override) =>
    visits.rescheduleCard({
      ...what,
      staffId: at.staffId,
      startDate: isoToDay(at.date),
      startTime: at.startTime,
      endTime: at.startTime + to.endTime - to.startTime,
      takeCatalogPrices: prices === "take",
      repeatModifyType: type,
      ...(override && { override }),
    });
  if (type !== ONLY_THIS) return await moveSeveral(() => move(to), format);
  const done = await withConflicts(({ override, moves }) => move(moves.at(-1) ?? to, override), "Move");
  if (!done?.appointment) return false;
  const { appointment } = done;
  saidOfVisit(movedWords(appointment, { ...before, staffId: what.originalStaffId }, to.staffId, format), appointment);
  return true;
};

/** What a move changed: only when it ends, when it is, or who does it. */
const movedWords = (now: Appointment, was: Omit<Place, "endTime">, staffId: string, format: Format): string => {
  const [day, hours] = [format.shortDay(now.appointmentDate), format.range(now.startTime, now.endTime)];
  const person = staffId === was.staffId ? undefined : now.petServiceList.find((line) => line.staffId === staffId)?.staffName;
  const date = isDay(now.appointmentDate) ? dayToIso(now.appointmentDate) : "";
  const inPlace = date === was.date && now.startTime === was.startTime;
  if (inPlace) return person ? `Now with ${person}, ${hours}` : `Now ${hours}`;
  return `Moved to ${day}, ${hours}${person ? `, with ${person}` : ""}`;
};

/** All of them or none: where one date cannot be had, it is named. */
const moveSeveral = async (move: () => Promise<{ appointments: readonly Moved[] }>, format: Format): Promise<boolean> => {
  try {
    const { appointments } = await move();
    saidOfSeveral(`${plural(appointments.length, "appointment")} moved`, appointments);
    return true;
  } catch (error) {
    const date = errorFact(error, "date");
    if (!date) throw error;
    toast.error(`${format.shortDay(date)}: ${messageOf(error)} Nothing was moved.`);
    return false;
  }
};
