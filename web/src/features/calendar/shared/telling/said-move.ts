import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { SeriesService } from "@leashline/proto/leashline/calendar/v1/series_service_pb.js";
import { AutoMessageService } from "@leashline/proto/leashline/message/v1/auto_message_service_pb.js";
import { clientFor } from "../../../../app/calls/transport.ts";
import { signedIn } from "../../../../app/session/session.ts";
import { type Beside, saidUndoable, type Undoing } from "../../../../app/undo/undoable.ts";
import { messageOf } from "../../../../ui/feedback/call-errors.ts";
import { toast } from "../../../../ui/feedback/toast.ts";
import { dayToIso, isDay } from "../../../../ui/format/dates.ts";
import { formatAs } from "../../../../ui/format/locale.ts";
import { defaultPreferences } from "../../../../ui/format/preferences.ts";
import type { Appointment } from "../types.ts";
import { type Telling, tellingWords } from "./words.ts";

export type Moved = { id: string; version: number };
type Placed = Moved & Pick<Appointment, "appointmentDate" | "startTime">;
export type Was = { readonly date: string; readonly startTime: number };

const autos = clientFor(AutoMessageService);
const LOOK_MS = 1_500;

export const versionOf = ({ id, version }: Moved): Moved => ({ id, version });

/** Of a visit: takes back the change that it has come from, not one that somebody made after it. */
export const saidOfVisit = (text: string, visit: Moved, beside?: Beside): void =>
  saidUndoable(text, AppointmentService.method.undoChange, versionOf(visit), undefined, beside);

/** Of several visits: all are taken back or none. */
export const saidOfSeveral = (text: string, moved: readonly Moved[], first?: Undoing, beside?: Beside): void =>
  saidUndoable(text, SeriesService.method.undoSeriesChange, { changes: moved.map(versionOf) }, first, beside);

const leaveUntold = async (moved: readonly Moved[], done: string): Promise<void> => {
  try {
    const moves = moved.map(({ id: appointmentId, version }) => ({ appointmentId, version }));
    const { toldAppointmentIds } = await autos.leaveMoveUntold({ moves });
    if (toldAppointmentIds.length > 0) toast.info("The client had been told already");
    else toast.success(done);
  } catch (error) {
    toast.error(messageOf(error));
  }
};

/** How its client would hear of it; nothing where they would not, or that is not known soon. */
const tellingOf = async (appointmentId: string): Promise<Telling | undefined> => {
  try {
    const { methods, dueTime } = await autos.getMoveMessage({ appointmentId }, { timeoutMs: LOOK_MS });
    return methods.length > 0 && dueTime ? { methods, due: new Date(Number(dueTime.seconds) * 1_000) } : undefined;
  } catch {
    return undefined;
  }
};

/** That the client is about to be told of a move, with what leaves it out; nothing where they are not. */
export const toldOf = async (moved: readonly Placed[], was: Was, withoutTelling: boolean): Promise<Beside | undefined> => {
  const [first] = moved;
  if (!first || withoutTelling || !isDay(first.appointmentDate)) return undefined;
  const date = dayToIso(first.appointmentDate);
  if (date === was.date && first.startTime === was.startTime) return undefined;
  const format = formatAs(signedIn()?.preferences ?? defaultPreferences);
  const now = format.now();
  if (date < now.date || (date === now.date && first.startTime <= now.minutes)) return undefined;
  const telling = await tellingOf(first.id);
  if (!telling) return undefined;
  const { note, offer, done } = tellingWords(telling, new Date(), format.time);
  return { note, go: { label: offer, run: () => void leaveUntold(moved, done) } };
};

/** Of a visit that was moved. */
export const saidOfMove = async (text: string, visit: Placed, was: Was, withoutTelling = false): Promise<void> =>
  saidOfVisit(text, visit, await toldOf([visit], was, withoutTelling));
