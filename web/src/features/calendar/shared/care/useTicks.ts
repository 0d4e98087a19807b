import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { useMutation } from "@connectrpc/connect-query";
import { type CareEvent, CareOutcome, CareService } from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";
import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { refreshDomains } from "../../../../app/calls/refresh.ts";
import { reasonTime } from "../../../../app/offline/tick.ts";
import { toast } from "../../../../ui/feedback/toast.ts";
import { appointmentOf, isService, petOf, placeOf, type Tickable } from "./care-text.ts";

/** Notes that a pet got something, or did not. Nothing is written over: taking it back is another entry. */
export const useTicks = () => {
  const queries = useQueryClient();
  const record = useMutation(CareService.method.recordCare, { onSettled: () => refreshDomains(queries, "calendar") });
  /** What was noted here as not given, until somebody has said why: a line that asks no longer knows its entries. */
  const plain = useRef(new Map<string, readonly CareEvent[]>());
  const note = async (task: Tickable, outcome: CareOutcome, why?: string) => {
    const [entryKey, place] = [crypto.randomUUID(), Object.values(placeOf(task)).join(" ")];
    const of = why && reasonTime(plain.current.get(place) ?? task.events, Date.now());
    const { task: given, service } = await record.mutateAsync({
      ...{ appointmentId: appointmentOf(task), outcome, entryKey, date: task.date, ...(why && { note: why }) },
      ...(of && { tickedTime: timestampFromMs(of) }),
      ...(isService(task) ? { petDetailId: task.petDetailId } : { careScheduleId: task.schedule?.careScheduleId ?? "0", time: task.time }),
    });
    plain.current.set(place, why ? [] : ((given ?? service)?.events ?? []).filter((one) => one.entryKey === entryKey));
  };
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
