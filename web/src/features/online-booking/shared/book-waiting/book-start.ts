import type { WaitlistEntry } from "@leashline/proto/leashline/online_booking/v1/waitlist_pb.js";
import { useState } from "react";
import { dayToIso, isDay } from "../../../../ui/format/dates.ts";
import type { Picked } from "../../../calendar/shared/conflicts/FreeTimes.tsx";
import { NO_STAFF } from "../../../calendar/shared/types.ts";

type Wished = Pick<WaitlistEntry, "datePreference" | "timePreference" | "staffPreference">;
type Around = { free: readonly Picked[] | undefined; today: string; someone: string | undefined };

const NINE = 540;

/** What the form begins with: the first free time that suits them; where none is, what they wish for. */
export function startOf(entry: Wished, { free, today, someone }: Around): Picked {
  const [first] = free ?? [];
  if (first) return first;
  const date = entry.datePreference?.dates[0];
  return {
    date: date && isDay(date) ? dayToIso(date) : today,
    startTime: entry.timePreference?.timeRanges[0]?.startTime || NINE,
    staffId: entry.staffPreference?.staffIds[0] ?? someone ?? NO_STAFF,
  };
}

/** What it began with stays, whatever is free a moment later: nobody books another time than the one they read. Undefined until it is known. */
export const useBegun = (start: Picked | undefined): Picked | undefined => {
  const [begun, setBegun] = useState(start);
  if (!begun && start) setBegun(start);
  return begun ?? start;
};

export const isSamePlace = (a: Picked, b: Picked): boolean => a.date === b.date && a.startTime === b.startTime && a.staffId === b.staffId;
