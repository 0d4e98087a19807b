import { CareOutcome, type CareTask, type DayService } from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";
import { useEffect } from "react";
import { reasonTime, waitingFor } from "../../../../app/offline/tick.ts";
import { addTick, startTicks, useKeptTicks } from "../../../../app/offline/ticks.ts";
import { useInfo } from "../../../../app/session/session.ts";
import { toast } from "../../../../ui/feedback/toast.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { appointmentOf, petOf, placeOf, type Tickable } from "./care-text.ts";
import type { Waits } from "./TaskLine.tsx";

const UNSAFE = "This device cannot keep ticks. Leave this page open until the connection is back.";

type Told = { readonly tasks: readonly CareTask[]; readonly services: readonly DayService[] };

/** Tasks and services as they stand with what was ticked here, and how one is ticked: kept on the device first, then sent. */
export const useSheetTicks = (told: Told | undefined) => {
  const format = useFormat();
  const { account, business } = useInfo();
  const ticks = useKeptTicks((state) => state.ticks).filter(({ accountId }) => accountId === account.id);
  useEffect(() => void startTicks(), []);
  const asTicked = <T extends Tickable>(one: T): T => {
    const waiting = waitingFor(ticks, placeOf(one));
    return waiting ? { ...one, outcome: waiting.outcome, missed: one.missed && waiting.outcome === CareOutcome.UNSPECIFIED } : one;
  };
  const note = async (task: Tickable, outcome: CareOutcome, why?: string) => {
    const now = Date.now();
    const of = why && !waitingFor(ticks, placeOf(task)) ? reasonTime(task.events, now) : undefined;
    const safe = await addTick({
      entryKey: crypto.randomUUID(),
      accountId: account.id,
      companyId: business?.companyId ?? "0",
      businessId: business?.id ?? "0",
      appointmentId: appointmentOf(task),
      ...placeOf(task),
      outcome,
      ...(why && { note: why }),
      tickedAt: of ?? now,
      ...(of !== undefined && { ofEntry: true as const }),
      seen: task.events.map(({ careEventId }) => careEventId),
    });
    if (!safe) toast.warning(UNSAFE);
  };
  const tick = (task: Tickable, outcome: CareOutcome, why?: string): void => {
    void note(task, outcome, why);
    if (outcome !== CareOutcome.TAKEN_BACK && !why)
      toast.success(`${petOf(task)}: ${outcome === CareOutcome.GIVEN ? "given" : "not given"}`, {
        undo: () => void note(task, CareOutcome.TAKEN_BACK),
      });
  };
  const waits = (task: Tickable): Waits | undefined => {
    const waiting = waitingFor(ticks, placeOf(task));
    return waiting && { at: format.time(new Date(waiting.tickedAt)), note: waiting.note };
  };
  return { tasks: (told?.tasks ?? []).map(asTicked), services: (told?.services ?? []).map(asTicked), tick, waits };
};
