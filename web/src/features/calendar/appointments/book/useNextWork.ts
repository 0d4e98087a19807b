import { useEffect, useEffectEvent } from "react";
import { addDays } from "../../../../ui/format/dates.ts";
import { nextWork } from "../../shared/starts/next-free.ts";
import type { Slot, WorkingHours } from "../../shared/types.ts";
import { useWorkingHours } from "../../shared/useCalendar.ts";
import type { Draft } from "../fields/useBooking.ts";

const LOOKED_AHEAD = 14;
const nobody: readonly string[] = [];

/** Opened when the day's work is over, the drawer proposes when and with whom it goes on; what somebody chose by then stays. */
export const useNextWork = ({ date, startTime, staffId, over = nobody }: Slot, { plan, set }: Draft): void => {
  const span = { from: addDays(date, 1), to: addDays(date, LOOKED_AHEAD) };
  const { data } = useWorkingHours(span, { staffIds: [...over], enabled: over.length > 0 });
  const propose = useEffectEvent((hours: readonly WorkingHours[]) => {
    const isAsProposed = plan.date === date && plan.startTime === startTime && plan.staffId === staffId;
    const next = isAsProposed && nextWork(hours, over);
    if (next) set(next);
  });
  useEffect(() => data && propose(data.hours), [data]);
};
