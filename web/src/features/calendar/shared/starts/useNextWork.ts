import { useEffect, useEffectEvent } from "react";
import { addDays } from "../../../../ui/format/dates.ts";
import type { Slot, WorkingHours } from "../types.ts";
import { useWorkingHours } from "../useCalendar.ts";
import { nextWork } from "./next-free.ts";

const LOOKED_AHEAD = 14;
const nobody: readonly string[] = [];

type Start = Pick<Slot, "date" | "staffId" | "startTime">;
type Planned = { plan: Omit<Start, "startTime"> & { readonly startTime: number | undefined }; set: (start: Start) => void };

/** Opened when the day's work is over, the drawer proposes when and with whom it goes on; what somebody chose by then stays. */
export const useNextWork = ({ date, startTime, staffId, over = nobody }: Slot, { plan, set }: Planned): void => {
  const span = { from: addDays(date, 1), to: addDays(date, LOOKED_AHEAD) };
  const { data } = useWorkingHours(span, { staffIds: [...over], enabled: over.length > 0 });
  const propose = useEffectEvent((hours: readonly WorkingHours[]) => {
    const isAsProposed = plan.date === date && plan.startTime === startTime && plan.staffId === staffId;
    const next = isAsProposed && nextWork(hours, over);
    if (next) set(next);
  });
  useEffect(() => data && propose(data.hours), [data]);
};
