import { RepeatModifyType } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { clientFor } from "../../../app/calls/transport.ts";
import { errorFact, messageOf } from "../../../ui/feedback/call-errors.ts";
import { toast } from "../../../ui/feedback/toast.ts";
import { dayToIso, isDay, isoToDay } from "../../../ui/format/dates.ts";
import type { Format } from "../../../ui/format/locale.ts";
import { plural } from "../../../ui/format/text.ts";
import { type Override, withConflicts } from "./conflicts/conflict.ts";
import { pricesFor } from "./prices/prices-for.ts";
import { askScope } from "./repeat/scope-question.ts";
import { isElsewhen } from "./telling/elsewhen.ts";
import { saidOfMove, saidOfSeveral, toldOf } from "./telling/said-move.ts";
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
  /** Its client is not to hear of it. */
  withoutTelling?: boolean;
};

const visits = clientFor(AppointmentService);
const { ONLY_THIS } = RepeatModifyType;

/**
 * Puts a visit somewhere else, or several of its series; asks which are meant, when something is in the way, or a price would be another, and offers to undo.
 * False when all stayed where they were.
 */
export const reschedule = async ({ repeatId, before, ...what }: What, to: Place, format: Format): Promise<boolean> => {
  const type = repeatId === "0" ? ONLY_THIS : await askScope({ title: "Move a repeating appointment", action: "Move" });
  if (type === undefined) return false;
  const prices = await pricesFor({ ...to, ...what });
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
  const { withoutTelling = false } = what;
  if (type !== ONLY_THIS)
    return await moveSeveral(
      () => move(to),
      format,
      (moved) => toldOf(ownFirst(moved, what), before, withoutTelling),
    );
  const done = await withConflicts(({ override, moves }) => move(moves.at(-1) ?? to, override), "Move");
  if (!done?.appointment) return false;
  const { appointment } = done;
  const words = movedWords(appointment, { ...before, staffId: what.originalStaffId }, to.staffId, format);
  saidOfMove(words, appointment, before, withoutTelling);
  return true;
};

/** The one that was dragged before the others: by it is seen whether there is news. */
const ownFirst = (moved: readonly Appointment[], { appointmentId }: Pick<What, "appointmentId">): Appointment[] =>
  [...moved].sort((a, b) => Number(b.id === appointmentId) - Number(a.id === appointmentId));

/** What a move changed: only when it ends, when it is, or who does it. */
const movedWords = (now: Appointment, was: Omit<Place, "endTime">, staffId: string, format: Format): string => {
  const [day, hours] = [format.shortDay(now.appointmentDate), format.range(now.startTime, now.endTime)];
  const person = staffId === was.staffId ? undefined : now.petServiceList.find((line) => line.staffId === staffId)?.staffName;
  const date = isDay(now.appointmentDate) ? dayToIso(now.appointmentDate) : "";
  if (!isElsewhen(was, { date, startTime: now.startTime })) return person ? `Now with ${person}, ${hours}` : `Now ${hours}`;
  return `Moved to ${day}, ${hours}${person ? `, with ${person}` : ""}`;
};

/** All of them or none: where one date cannot be had, it is named. */
const moveSeveral = async (
  move: () => Promise<{ appointments: readonly Appointment[] }>,
  format: Format,
  told: (moved: readonly Appointment[]) => ReturnType<typeof toldOf>,
): Promise<boolean> => {
  try {
    const { appointments } = await move();
    saidOfSeveral(`${plural(appointments.length, "appointment")} moved`, appointments, undefined, told(appointments));
    return true;
  } catch (error) {
    const date = errorFact(error, "date");
    if (!date) throw error;
    toast.error(`${format.shortDay(date)}: ${messageOf(error)} Nothing was moved.`);
    return false;
  }
};
