import { useMutation } from "@connectrpc/connect-query";
import { StaffScheduleService } from "@leashline/proto/leashline/calendar/v1/staff_schedule_service_pb.js";
import { useState } from "react";
import { type Undoing, undoing } from "../../../app/undo/undoable.ts";
import { messageOf } from "../../../ui/feedback/call-errors.ts";
import { toast } from "../../../ui/feedback/toast.ts";
import { datesBetween, daysBetween, isoToDay } from "../../../ui/format/dates.ts";
import { useMaySetHours } from "../shared/hours/may-set-hours.ts";
import { saidOfHours } from "../shared/hours/said-of-hours.ts";

type Days = { staffId: string; from: string; to: string };

/** Whoever is away is off on these days, unless somebody does not want it or may not set it. */
export const useDayOff = ({ staffId, from, to }: Days) => {
  const may = useMaySetHours(staffId);
  const [on, want] = useState(true);
  const put = useMutation(StaffScheduleService.method.saveDateOverrides, { meta: { quiet: true } });
  const wanted = may && on;
  const count = daysBetween(from, to) + 1;
  const words = count > 1 ? `${count} days off` : "the day off";
  const save = async () => {
    const dates = datesBetween(from, to)
      .map(isoToDay)
      .filter((one) => one !== undefined);
    try {
      return await put.mutateAsync({ staffId, dates, hours: { isAvailable: false } });
    } catch (error) {
      toast.error(`Not off on these days: ${messageOf(error)}`);
      return undefined;
    }
  };
  return {
    may,
    want,
    wanted,
    words,
    pending: put.isPending,
    /** What takes it back; undefined where it was not set. */
    set: async (): Promise<Undoing | undefined> => {
      const done = wanted ? await save() : undefined;
      return done && undoing(StaffScheduleService.method.undoScheduleChange, { staffId, change: done.change });
    },
    /** Where nothing is to be moved. */
    setAlone: async (): Promise<boolean> => {
      const done = await save();
      if (done) saidOfHours(`${words.replace(/^the d/, "D")} set`, { staffId }, done);
      return done !== undefined;
    },
  };
};
