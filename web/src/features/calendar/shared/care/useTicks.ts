import { useMutation } from "@connectrpc/connect-query";
import { CareOutcome, CareService } from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";
import { useQueryClient } from "@tanstack/react-query";
import { refreshDomains } from "../../../../app/calls/refresh.ts";
import { toast } from "../../../../ui/feedback/toast.ts";
import { appointmentOf, isService, petOf, type Tickable } from "./care-text.ts";

/** Notes that a pet got something, or did not. Nothing is written over: taking it back is another entry. */
export const useTicks = () => {
  const queries = useQueryClient();
  const record = useMutation(CareService.method.recordCare, { onSettled: () => refreshDomains(queries, "calendar") });
  const note = (task: Tickable, outcome: CareOutcome, why?: string) =>
    record.mutateAsync({
      ...{ appointmentId: appointmentOf(task), outcome, entryKey: crypto.randomUUID(), date: task.date, ...(why && { note: why }) },
      ...(isService(task) ? { petDetailId: task.petDetailId } : { careScheduleId: task.schedule?.careScheduleId ?? "0", time: task.time }),
    });
  const tick = async (task: Tickable, outcome: CareOutcome, why?: string) => {
    await note(task, outcome, why);
    if (outcome !== CareOutcome.TAKEN_BACK && !why)
      toast.success(`${petOf(task)}: ${outcome === CareOutcome.GIVEN ? "given" : "not given"}`, {
        undo: () => void note(task, CareOutcome.TAKEN_BACK).catch(() => undefined),
      });
  };
  return {
    pending: record.isPending,
    tick: (task: Tickable, outcome: CareOutcome, why?: string) => void tick(task, outcome, why).catch(() => undefined),
  };
};
