import { useMutation } from "@connectrpc/connect-query";
import { RepeatModifyType } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { refreshDomains } from "../../../../app/calls/refresh.ts";
import { isOvertaken, messageOf } from "../../../../ui/feedback/call-errors.ts";
import { toast } from "../../../../ui/feedback/toast.ts";
import { usePreferences } from "../../../../ui/format/preferences.ts";
import { plural } from "../../../../ui/format/text.ts";
import { withConflicts } from "../../shared/conflicts/conflict.ts";
import { askScope } from "../../shared/repeat/scope-question.ts";
import { useManyActs } from "../../shared/several/useManyActs.ts";
import { saidOfMove } from "../../shared/telling/said-move.ts";
import type { Appointment } from "../../shared/types.ts";
import { changesOf, isAchieved, rebased } from "../fields/changes.ts";
import { movedTo, type Plan, planOf } from "../fields/draft.ts";
import type { Draft } from "../fields/useBooking.ts";
import { useKeepSplit } from "../fields/useUsualSplit.ts";

const scopeOf = async ({ repeatId }: Appointment): Promise<RepeatModifyType | undefined> =>
  repeatId === "0" ? RepeatModifyType.ONLY_THIS : await askScope({ title: "Change a repeating appointment", action: "Save" });

/** Saves what differs, asks when something is in the way, and keeps what was typed when somebody else was faster. */
export const useEdit = (visit: Appointment, draft: Draft, withoutTelling: boolean, onDone: () => void) => {
  const queries = useQueryClient();
  const { currencyCode } = usePreferences();
  const update = useMutation(AppointmentService.method.updateAppointment, { meta: { quiet: true } });
  const [version, setVersion] = useState(visit.version);
  const [saving, setSaving] = useState(false);
  const tried = useRef(false);
  const { before, plan, restart, set } = draft;
  const changed = Object.keys(changesOf(before, plan, currencyCode)).length > 0;
  const overtaken = visit.version !== version && !saving;
  const takeTheirs = () => {
    restart(planOf(visit));
    setVersion(visit.version);
  };
  const keepMine = () => {
    const theirs = planOf(visit);
    restart(theirs, rebased(before, plan, theirs));
    setVersion(visit.version);
  };
  const keepSplit = useKeepSplit(plan);
  const finish = (now: Appointment) => {
    onDone();
    saidOfMove("Appointment changed", now, { date: before.date, startTime: before.startTime ?? now.startTime }, withoutTelling);
  };
  // Who has typed nothing yet simply sees what the visit is now. One whose answer was lost on the way has been saved all the same.
  const settle = useEffectEvent((now: Appointment, mine: Plan) => {
    const achieved = isAchieved(mine, planOf(now), currencyCode);
    if (achieved && tried.current) finish(now);
    else if (achieved || !changed) takeTheirs();
  });
  useEffect(() => {
    if (overtaken) settle(visit, plan);
  }, [overtaken, visit, plan]);

  const attempt = () =>
    withConflicts(({ override, moves }) => {
      const now = moves.reduce(movedTo, plan);
      if (moves.length > 0) set(now);
      const changes = changesOf(before, now, currencyCode);
      return update.mutateAsync({ id: visit.id, version, ...changes, withoutTelling, ...(override && { override }) });
    }, "Save");
  const act = useManyActs({ tellsOvertaken: true });
  /** This one and others of its series: all of them, or none. */
  const saveSeveral = async (repeatModifyType: RepeatModifyType): Promise<boolean> => {
    const changes = { id: visit.id, version, ...changesOf(before, plan, currencyCode), repeatModifyType, withoutTelling };
    setSaving(true);
    const done = await act(
      (override) => update.mutateAsync({ ...changes, ...(override && { override }) }),
      (count) => `${plural(count, "appointment")} changed`,
      "Save",
    );
    setSaving(false);
    if (!done) return false;
    void keepSplit();
    onDone();
    return true;
  };
  const save = async (): Promise<boolean> => {
    const type = await scopeOf(visit);
    if (type === undefined) return false;
    if (type !== RepeatModifyType.ONLY_THIS) return await saveSeveral(type);
    setSaving(true);
    tried.current = true;
    try {
      const done = await attempt();
      if (!done?.appointment) return false;
      void keepSplit();
      finish(done.appointment);
      return true;
    } catch (error) {
      if (!isOvertaken(error)) toast.error(messageOf(error));
      return false;
    } finally {
      await refreshDomains(queries, "calendar");
      setSaving(false);
    }
  };
  return { save, pending: saving, changed, overtaken, keepMine, takeTheirs };
};
