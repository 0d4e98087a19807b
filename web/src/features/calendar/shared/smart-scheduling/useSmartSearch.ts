import { useMutation } from "@connectrpc/connect-query";
import {
  type RuledOutDay,
  SmartSchedulingService,
  type SmartSlot,
} from "@leashline/proto/leashline/calendar/v1/smart_scheduling_service_pb.js";
import { useState } from "react";
import { type DayLike, isoToDay } from "../../../../ui/format/dates.ts";
import type { Where } from "./where.ts";

export type Asked = {
  customerId: string;
  /** Where the visit is; undefined: where the client lives. */
  address: Where | undefined;
  duration: number;
  staffIds: readonly string[];
  bufferTime: number;
  until: string;
};
type Found = {
  slots: readonly SmartSlot[];
  ruledOut: readonly RuledOutDay[];
  next: DayLike | undefined;
  /** What is said of the days asked for when there is none. */
  none: string;
};

/** Looks at six weeks at a time, until there is a time or the last day was looked at. */
export function useSmartSearch({ until, address, ...asked }: Asked) {
  const call = useMutation(SmartSchedulingService.method.smartSchedule, { meta: { quiet: true } });
  const [found, setFound] = useState<Found>();
  const [at, setAt] = useState(0);
  const [stale, setStale] = useState(false);
  const last = until ? { lastDate: isoToDay(until) } : {};
  const go = async (from: DayLike | undefined, known: Found) => {
    let { slots, ruledOut, next } = { ...known, next: from };
    do {
      const answer = await call.mutateAsync({ ...asked, ...(address && { address }), ...last, staffIds: [...asked.staffIds], date: next });
      slots = [...slots, ...answer.slots];
      ruledOut = [...ruledOut, ...answer.ruledOut];
      next = answer.nextDate;
    } while (slots.length === known.slots.length && next);
    setFound({ ...known, slots, ruledOut, next });
    setStale(false);
    setAt(slots.length > known.slots.length ? known.slots.length : Math.max(0, slots.length - 1));
  };
  const quietly = (work: Promise<void>) => void work.catch(() => undefined);
  return {
    found,
    slot: found?.slots[at],
    at,
    setAt,
    search: (from: string, none: string) => quietly(go(isoToDay(from), { slots: [], ruledOut: [], next: undefined, none })),
    later: () => found && quietly(go(found.next, found)),
    /** What was found stays in its place until there is something else: nothing may move under a pointer that is on its way. */
    stale,
    outdate: () => setStale(true),
    fetching: call.isPending,
    error: call.error,
  };
}
