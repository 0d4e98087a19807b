import { fail, plainDate } from "@leashline/kit";
import { LeadStage } from "@leashline/proto/leashline/customer/v1/lead_service_pb.js";

/** What is noted of a lead beside the client. */
export type LeadNotes = {
  readonly stage: number;
  readonly assignedStaffId: string;
  readonly nextStep: string;
  /** "YYYY-MM-DD" or null. */
  readonly nextStepOn: string | null;
  readonly lostReason: string;
};

type Asked = { stage?: LeadStage; assignedStaffId?: string; nextStep?: string; nextStepDate?: string; lostReason?: string };

/** What will be noted: what is not named stays. A lead is lost for a reason; whoever comes back from there leaves it behind, and a lost one has no next step. */
export function notesAfter(before: LeadNotes, asked: Asked): LeadNotes {
  const stage = asked.stage ?? before.stage;
  const lostReason = (asked.lostReason ?? before.lostReason).trim();
  const lost = stage === LeadStage.LOST;
  if (lost && lostReason === "") throw fail("PARAMS_INVALID", { field: "lostReason", reason: "say why this lead was lost" });
  if (!lost && asked.lostReason?.trim()) throw fail("PARAMS_INVALID", { field: "lostReason", reason: "only a lost lead has a reason" });
  if (lost) return { stage, assignedStaffId: asked.assignedStaffId ?? before.assignedStaffId, nextStep: "", nextStepOn: null, lostReason };
  return {
    stage,
    assignedStaffId: asked.assignedStaffId ?? before.assignedStaffId,
    nextStep: (asked.nextStep ?? before.nextStep).trim(),
    nextStepOn:
      asked.nextStepDate === undefined ? before.nextStepOn : asked.nextStepDate ? plainDate(asked.nextStepDate, "nextStepDate") : null,
    lostReason: "",
  };
}

/** The months "YYYY-MM" up to and with that of a day, oldest first. */
export function monthsUpTo(today: string, count: number): string[] {
  const last = Temporal.PlainYearMonth.from(today.slice(0, 7));
  return Array.from({ length: count }, (_, at) => last.subtract({ months: count - 1 - at }).toString());
}

export const stageWords: Record<number, string> = { 1: "new", 2: "contacted", 3: "interested", 4: "lost" };
