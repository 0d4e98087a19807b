import { useMutation } from "@connectrpc/connect-query";
import { CareOutcome, CareService, type CareTask } from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";
import { useQueryClient } from "@tanstack/react-query";
import { refreshDomains } from "../../../../app/calls/refresh.ts";
import { toast } from "../../../../ui/feedback/toast.ts";

/** Notes that a pet got something, or did not. Nothing is written over: taking it back is another entry. */
export const useTicks = () => {
  const queries = useQueryClient();
  const record = useMutation(CareService.method.recordCare, { onSettled: () => refreshDomains(queries, "calendar") });
  const note = (task: CareTask, outcome: CareOutcome, text = "") =>
    record.mutateAsync({
      appointmentId: task.schedule?.appointmentId ?? "0",
      careScheduleId: task.schedule?.careScheduleId ?? "0",
      date: task.date,
      time: task.time,
      outcome,
      note: text,
      entryKey: crypto.randomUUID(),
    });
  const tick = async (task: CareTask, outcome: CareOutcome) => {
    await note(task, outcome);
    if (outcome !== CareOutcome.TAKEN_BACK)
      toast.success(`${task.schedule?.petName}: ${outcome === CareOutcome.GIVEN ? "given" : "not given"}`, {
        undo: () => void note(task, CareOutcome.TAKEN_BACK).catch(() => undefined),
      });
  };
  return { pending: record.isPending, tick: (task: CareTask, outcome: CareOutcome) => void tick(task, outcome).catch(() => undefined) };
};
