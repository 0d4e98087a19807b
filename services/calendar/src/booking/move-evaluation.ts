import { type Ctx, fail } from "@leashline/kit";
import type { RescheduleEvaluationServiceRequest } from "@leashline/proto/leashline/calendar/v1/evaluation_card_pb.js";
import type { Appointment } from "../appointments/appointment.ts";
import { planOf, whenAndWho } from "../appointments/notes.ts";
import { appointmentOf } from "../appointments/reading.ts";
import { evaluationsMeant, mustIdentify, withEvaluationAt } from "../evaluations/move.ts";
import { calendarDay } from "../scheduling/asked-days.ts";
import { changeAppointment } from "./change.ts";
import { alsoNoted, movedWithin, mustBeEditable, newStaff, untoldIf } from "./edit.ts";
import { grantOf } from "./placement.ts";

/** Another time, day or person for what an appointment evaluates; its other services stay, unless the day is another. */
export async function moveEvaluation(ctx: Ctx, request: RescheduleEvaluationServiceRequest): Promise<Appointment> {
  const { appointment: named, startTime, endTime, startDate, version, override } = request;
  if (!named) throw fail("PARAMS_INVALID", { field: "appointment" });
  mustIdentify(named);
  const date = startDate && calendarDay(startDate, "startDate");
  const staff = request.staffId === undefined ? null : await newStaff(ctx, request.staffId);
  const waived = date ? await movedWithin(ctx, await appointmentOf(ctx, named.id), date, override) : "";
  return await changeAppointment(ctx, { id: named.id, version }, (current) => {
    mustBeEditable(ctx, current);
    const meant = evaluationsMeant(current.lines, named);
    const start = startTime ?? meant.start;
    if (endTime !== undefined && endTime <= start) throw fail("PARAMS_INVALID", { field: "endTime", reason: "must be after the start" });
    const { lineIds } = meant;
    const where = { ...meant, start, ...(endTime !== undefined && { end: endTime }), ...(date && { date }), ...(staff && { staff }) };
    const plan = planOf(withEvaluationAt(planOf(current), { all: false, ...where }));
    if (JSON.stringify(plan) === JSON.stringify(planOf(current))) return null;
    const [before, after] = [current, plan].map((one) =>
      whenAndWho({ ...one, ...boundsOf(one.lines.filter(({ id }) => lineIds.has(id))) }),
    );
    const note = `Evaluation ${before} → ${after}`;
    const change = { plan, kind: "reschedule", staffField: "staffId", note, grant: grantOf(ctx, override) } as const;
    return untoldIf(alsoNoted(change, waived), current, request);
  });
}

const boundsOf = (lines: Appointment["lines"]) => ({
  start: Math.min(...lines.map((line) => line.start)),
  end: Math.max(...lines.map((line) => line.start + line.duration)),
  lines,
});
