import type { FreeDay } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import type { Picked } from "../../../calendar/shared/conflicts/FreeTimes.tsx";
import { shownOf } from "../../../calendar/shared/conflicts/nearest-first.ts";
import { isOver } from "./over-time.ts";

type Free = { times: Picked[]; theirs: boolean };

/** So many are enough to choose from. */
const MOST = 12;

/** What is free on a day, nearest to the hour that is chosen: of the person who is chosen, and where they are not, of the others. */
export function freeOnDay(days: readonly FreeDay[], to: Picked, now: { date: string; minutes: number }): Free {
  const all = days
    .filter(({ date }) => date === to.date)
    .flatMap(({ date, staff }) => staff.flatMap(({ staffId, startTimes }) => startTimes.map((startTime) => ({ staffId, date, startTime }))))
    .filter((one) => !isOver(now, one));
  const own = all.filter(({ staffId }) => staffId === to.staffId);
  return { times: shownOf(own.length > 0 ? own : all, to.startTime, MOST), theirs: own.length > 0 };
}
