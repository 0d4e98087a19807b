import { CareOutcome, type CareTask } from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";
import { useEffect } from "react";
import { waitingFor } from "../../../../app/offline/tick.ts";
import { addTick, startTicks, useKeptTicks } from "../../../../app/offline/ticks.ts";
import { useInfo } from "../../../../app/session/session.ts";
import { toast } from "../../../../ui/feedback/toast.ts";
import { dayToIso } from "../../../../ui/format/dates.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";

const UNSAFE = "This device cannot keep ticks. Leave this page open until the connection is back.";

const placeOf = (task: CareTask) => ({
  careScheduleId: task.schedule?.careScheduleId ?? "0",
  date: task.date ? dayToIso(task.date) : "",
  time: task.time,
});

/** Tasks as they stand with what was ticked here, and how one is ticked: kept on the device first, then sent. */
export const useSheetTicks = (told: readonly CareTask[]) => {
  const format = useFormat();
  const { account, business } = useInfo();
  const ticks = useKeptTicks((state) => state.ticks).filter(({ accountId }) => accountId === account.id);
  useEffect(() => void startTicks(), []);
  const tasks = told.map((task): CareTask => {
    const waiting = waitingFor(ticks, placeOf(task));
    return waiting ? { ...task, outcome: waiting.outcome, missed: task.missed && waiting.outcome === CareOutcome.UNSPECIFIED } : task;
  });
  const note = async (task: CareTask, outcome: CareOutcome) => {
    const safe = await addTick({
      entryKey: crypto.randomUUID(),
      accountId: account.id,
      companyId: business?.companyId ?? "0",
      businessId: business?.id ?? "0",
      appointmentId: task.schedule?.appointmentId ?? "0",
      ...placeOf(task),
      outcome,
      tickedAt: Date.now(),
      seen: task.events.map(({ careEventId }) => careEventId),
    });
    if (!safe) toast.warning(UNSAFE);
  };
  const tick = (task: CareTask, outcome: CareOutcome): void => {
    void note(task, outcome);
    if (outcome !== CareOutcome.TAKEN_BACK)
      toast.success(`${task.schedule?.petName}: ${outcome === CareOutcome.GIVEN ? "given" : "not given"}`, {
        undo: () => void note(task, CareOutcome.TAKEN_BACK),
      });
  };
  const waitingSince = (task: CareTask): string | undefined => {
    const waiting = waitingFor(ticks, placeOf(task));
    return waiting && format.time(new Date(waiting.tickedAt));
  };
  return { tasks, tick, waitingSince };
};
