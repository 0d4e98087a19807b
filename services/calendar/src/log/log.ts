import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Ctx, listed, toTimestamp } from "@leashline/kit";
import type { AppointmentLogEntrySchema } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { kinds } from "../appointments/notes.ts";
import { appointmentOf } from "../appointments/reading.ts";
import { isUndoable } from "../changes/changes.ts";
import { query } from "../db.ts";
import { type LogRow, readLog, readNewestChange } from "./log.store.ts";

type Entry = MessageInitShape<typeof AppointmentLogEntrySchema>;

export async function logOf(
  ctx: Ctx,
  request: { id: string; pageSize: number; pageToken: string },
): Promise<{ entries: Entry[]; nextPageToken: string }> {
  const appointment = await appointmentOf(ctx, request.id);
  const [{ rows, nextPageToken }, newest] = await query(ctx, async (db) => [
    await listed(request, { standard: 50, read: (page) => readLog(db, appointment.id, page), key: (row) => [row.id] }),
    await readNewestChange(db, appointment.id),
  ]);
  return {
    entries: rows.map((row) => toEntry(row, row.id === newest?.id && isUndoable(row, appointment.version, Date.now()))),
    nextPageToken,
  };
}

const texts = { ticketComments: "Comments", alertNotes: "Alert note" } as const;

/** "Comments, was: Gate code 12": what a changed text said before, on a line of its own, so that nobody's words are lost for being written over. */
const textsBefore = ({ before, note }: Pick<LogRow, "before" | "note">): string[] =>
  (Object.keys(texts) as (keyof typeof texts)[])
    .filter((text) => before?.[text] && note.split("; ").includes(texts[text]))
    .map((text) => `${texts[text]}, was: ${before?.[text]}`);

const toEntry = (row: LogRow, undoable: boolean): Entry => ({
  id: row.id,
  kind: kinds[row.action],
  time: toTimestamp(row.at),
  staffId: row.actorStaffId,
  operatorName: row.actorName || (row.source === "apiKey" ? "Integration" : row.source === "anonymous" ? "Client" : "System"),
  detail: [row.note, ...textsBefore(row)].join("\n"),
  undoable,
});
