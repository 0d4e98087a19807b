import { useMutation } from "@connectrpc/connect-query";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { type Walk, WalkService } from "@leashline/proto/leashline/calendar/v1/walk_service_pb.js";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { refreshDomains } from "../../../app/calls/refresh.ts";
import { messageOf } from "../../../ui/feedback/call-errors.ts";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { toast } from "../../../ui/feedback/toast.ts";
import { nowIn } from "../../../ui/format/dates.ts";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { useAlerts } from "../shared/alerts/useAlerts.ts";
import { isAhead } from "../shared/status.ts";
import { saidOfVisit } from "../shared/telling/said-move.ts";
import type { Appointment } from "../shared/types.ts";
import { saidOfReport } from "./said-of-report.ts";
import { whereAmI } from "./where.ts";

/** Starts and finishes a walk with where the device is, and sends its report. */
export const useWalk = (appointment: Appointment) => {
  const { id: appointmentId, appointmentDate } = appointment;
  const queries = useQueryClient();
  const format = useFormat();
  const { zone } = usePreferences();
  const isReminded = useAlerts(appointmentId, true);
  const [busy, setBusy] = useState(false);
  const quiet = { meta: { quiet: true } };
  const start = useMutation(WalkService.method.startWalk, quiet);
  const finish = useMutation(WalkService.method.finishWalk, quiet);
  const report = useMutation(WalkService.method.sendWalkReport, quiet);
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toast.error(messageOf(error));
    }
    setBusy(false);
    await refreshDomains(queries, "calendar");
  };
  const placed = async (said: string, go: (place: Awaited<ReturnType<typeof whereAmI>>) => Promise<{ walk?: Walk }>) => {
    const place = await whereAmI(navigator.geolocation);
    const now = (await go(place)).walk?.appointment;
    const text = place ? said : `${said}, without the place: this device does not share where it is`;
    if (now) saidOfVisit(text, now);
  };
  /** A walk of another day is hardly the one that begins now. */
  const isMeant = async () =>
    !isAhead(appointment, nowIn(zone).date) ||
    (await confirm({ title: `Start now? This walk is on ${format.shortDay(appointmentDate)}.`, action: "Start anyway" }));
  return {
    busy,
    start: () =>
      void run(async () => {
        if (!(await isMeant()) || !(await isReminded(AppointmentStatus.CHECKED_IN))) return;
        await placed("Walk started", (place) => start.mutateAsync({ appointmentId, ...(place && { place }) }));
      }),
    finish: () => void run(() => placed("Walk finished", (place) => finish.mutateAsync({ appointmentId, ...(place && { place }) }))),
    send: () =>
      void run(async () => {
        saidOfReport("Report sent", appointmentId, await report.mutateAsync({ appointmentId }));
      }),
  };
};
