import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { SeriesService } from "@leashline/proto/leashline/calendar/v1/series_service_pb.js";
import { saidUndoable, type Undoing } from "../../../../app/undo/undoable.ts";
import type { Later } from "../../../../ui/feedback/toast.ts";
import type { Appointment } from "../types.ts";

export type Moved = { id: string; version: number };
export type Placed = Moved & Pick<Appointment, "appointmentDate" | "startTime">;
export type Was = { readonly date: string; readonly startTime: number };

export const versionOf = ({ id, version }: Moved): Moved => ({ id, version });

/** Of a visit: takes back the change that it has come from, not one that somebody made after it. */
export const saidOfVisit = (text: string, visit: Moved, later?: Later): void =>
  saidUndoable(text, AppointmentService.method.undoChange, versionOf(visit), undefined, later);

/** Of several visits: all are taken back or none. */
export const saidOfSeveral = (text: string, moved: readonly Moved[], first?: Undoing, later?: Later): void =>
  saidUndoable(text, SeriesService.method.undoSeriesChange, { changes: moved.map(versionOf) }, first, later);

/** That the client is about to be told of a move, with what leaves it out; nothing where they are not. What it is made of is loaded by whoever moves. */
export const toldOf = (moved: readonly Placed[], was: Was, withoutTelling: boolean): Later | undefined =>
  withoutTelling ? undefined : import("./told.ts").then(({ toldOf }) => toldOf(moved, was)).catch(() => undefined);

/** Of a visit that was moved: at once, and whether its client is told when that is known. */
export const saidOfMove = (text: string, visit: Placed, was: Was, withoutTelling = false): void =>
  saidOfVisit(text, visit, toldOf([visit], was, withoutTelling));
